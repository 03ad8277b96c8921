// One request to an S3 store, with its time limits, errors and retries. Errors contain neither the signed address nor the
// text that the store sent, because both can contain the access key.
import { StoreUnavailable } from './store.ts'

export interface S3Request {
  readonly method: 'GET' | 'PUT' | 'DELETE'
  /** The request without its signature, for errors. */
  readonly what: string
  /** Returns the signed address. Called for each attempt, so that each has its own signature. */
  readonly sign: () => string
  /** The time until the store responds. Receiving the body may take longer. */
  readonly limitMs: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Blob
  /** Statuses from 300 on that are not errors. */
  readonly accepted?: readonly number[]
}

export interface S3Response {
  readonly status: number
  readonly headers: Headers
  readonly body: ReadableStream<Uint8Array> | null
  /** True if the bucket exists, but has no such key. */
  readonly isMissing: boolean
}

/** Waits for a time. The time is an argument, so that tests can replace it. */
export type Wait = (ms: number) => Promise<unknown>

/** The store has refused the request, and would respond in the same way again. */
class Refused extends StoreUnavailable {}

const pausesMs = [200, 800]
const errorBytesMax = 16_384

/** Makes one attempt. */
export async function send({ method, what, sign, limitMs, headers, body, accepted = [] }: S3Request) {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), limitMs)
  try {
    const response = await fetch(sign(), {
      method,
      signal: limit.signal,
      redirect: 'manual',
      decompress: false,
      // Bun's own timeout would end a download that its reader has paused.
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

/** Makes up to three attempts, unless the store refuses the request. */
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

/** Returns the code of an error without its text. */
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
