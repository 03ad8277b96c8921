// One request to an S3 store, its time limits, its errors, and trying again. What is said of an error names neither the
// signed address nor the text that the store sent: both can hold the access key.
import { StoreUnavailable } from './store.ts'

export interface S3Request {
  readonly method: 'GET' | 'PUT' | 'DELETE'
  /** For errors: what was requested, without its signature. */
  readonly what: string
  /** Signed when it is sent: each attempt has a signature of its own. */
  readonly sign: () => string
  /** How long until the store responds; a body that it sends may take longer. */
  readonly limitMs: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Blob
  /** Statuses from 300 on that are no errors. */
  readonly accepted?: readonly number[]
}

export interface S3Response {
  readonly status: number
  readonly headers: Headers
  readonly body: ReadableStream<Uint8Array> | null
  /** The bucket is there, and has no such key. */
  readonly isMissing: boolean
}

/** Time as an argument. */
export type Wait = (ms: number) => Promise<unknown>

/** The store has responded, and will not respond otherwise to the same request. */
class Refused extends StoreUnavailable {}

const pausesMs = [200, 800]
const errorBytesMax = 16_384

/** One attempt. */
export async function send({ method, what, sign, limitMs, headers, body, accepted = [] }: S3Request) {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), limitMs)
  try {
    const response = await fetch(sign(), {
      method,
      signal: limit.signal,
      redirect: 'manual',
      decompress: false,
      // Bun's own would end a download that its reader has stopped for a while.
      timeout: method === 'PUT',
      headers: { 'Accept-Encoding': 'identity', ...headers },
      ...(body && { body }),
    } satisfies BunFetchRequestInit & { timeout: boolean })
    const { status } = response
    if (status < 300 || accepted.includes(status)) return toResponse(response, false)
    const code = /<Code>([\w.]{1,64})<\/Code>/.exec(await readStart(response))?.[1]
    if (status === 404 && code === 'NoSuchKey') return toResponse(response, true)
    const text = `${what}: status ${status}${code ? ` (${code})` : ''}.`
    throw isTransient(status) ? new StoreUnavailable(text) : new Refused(text)
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error
    throw new StoreUnavailable(
      `${what}: ${limit.signal.aborted ? `no response in ${limitMs} ms` : toCode(error)}.`,
    )
  } finally {
    clearTimeout(timer)
  }
}

/** Three attempts, unless the store refuses. */
export async function retrying<Result>(wait: Wait, work: () => Promise<Result>): Promise<Result> {
  for (const pause of pausesMs) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || error instanceof Refused) throw error
      await wait(pause)
    }
  }
  return work()
}

/** The name of an error without its text. */
export function toCode(error: unknown): string {
  const code = (error as { code?: unknown }).code
  return typeof code === 'string' && /^\w{1,64}$/.test(code) ? code : 'no connection'
}

const isTransient = (status: number) => status >= 500 || status === 408 || status === 429

function toResponse({ status, headers, body }: Response, isMissing: boolean): S3Response {
  return { status, headers, body: isMissing ? null : body, isMissing }
}

async function readStart(response: Response): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > errorBytesMax) break
  }
  return text
}
