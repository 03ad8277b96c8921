// Stores files in a bucket with the S3 protocol. Bun signs the addresses, and `fetch` streams the bytes from and to the
// disk, with time limits and retries. The keys stay in this closure. No error contains an address, which includes a key,
// or the text of a store's error, which may repeat the keys.
import type { S3Client } from 'bun'
import {
  FileLost,
  fromKey,
  identityName,
  parseIdentity,
  type Store,
  type StoredFile,
  StoreUnavailable,
  toKey,
  withinLimit,
} from './store.ts'

interface S3Request {
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

interface S3Response {
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
async function send({ method, what, sign, limitMs, headers, body, accepted = [] }: S3Request) {
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
async function retrying<Result>(wait: Wait, work: () => Promise<Result>): Promise<Result> {
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
function toCode(error: unknown): string {
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

export interface S3Address {
  readonly bucket: string
  /** Without slashes at its ends; empty for the whole bucket. */
  readonly prefix: string
  /** An origin. */
  readonly endpoint: string
  readonly region: string
  /** True if the bucket is the first segment of the path, rather than a part of the host. */
  readonly isPathStyle: boolean
}

export interface S3Secrets {
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** The time limit of a response. A transfer has its own limit, plus a second for each `bytesPerSecondMin`. */
const responseMs = 10_000
const transferMs = 60_000
const bytesPerSecondMin = 128 * 1024
/** The validity of a signature in seconds. Each is used at once, but clocks may differ. */
const expiresIn = 3600
const listedMax = 1000

export function createS3Store(address: S3Address, secrets: S3Secrets, wait: Wait = Bun.sleep): Store {
  const { bucket, prefix, endpoint, region, isPathStyle } = address
  const location = `s3://${bucket}/${prefix}`
  const root = prefix === '' ? '' : `${prefix}/`
  const client: S3Client = new Bun.S3Client({
    ...secrets,
    bucket,
    region,
    endpoint: isPathStyle ? endpoint : endpoint.replace('://', `://${bucket}.`),
    virtualHostedStyle: !isPathStyle,
  })
  const request = (
    method: S3Request['method'],
    key: string,
    options: Partial<S3Request> = {},
  ): S3Request => ({
    method,
    what: `${method} ${key} at ${location}`,
    sign: () => client.presign(`${root}${key}`, { method, expiresIn }),
    limitMs: responseMs,
    ...options,
  })
  const attempt = (...parts: Parameters<typeof request>) => retrying(wait, () => send(request(...parts)))
  const unexpected = ({ status, headers }: S3Response) =>
    new StoreUnavailable(
      `${location} responded with status ${status} and Content-Length ${headers.get('Content-Length')}.`,
    )

  const stat: Store['stat'] = async sha256 => {
    // Not HEAD, because its 404 has no body, which tells whether the file or the bucket is missing.
    const response = await attempt('GET', toKey(sha256), { headers: { Range: 'bytes=0-0' } })
    if (response.isMissing) return null
    await response.body?.cancel()
    const size = /^bytes 0-\d+\/(\d+)$/.exec(response.headers.get('Content-Range') ?? '')?.[1]
    if (size === undefined) throw unexpected(response)
    return { size: Number(size) }
  }

  const readIdentity = async () => {
    const response = await attempt('GET', identityName)
    if (response.isMissing) return null
    const id = parseIdentity(await new Response(response.body).text())
    if (id === null) throw new StoreUnavailable(`${location}: ${identityName} holds no id of a store.`)
    return id
  }

  const listPage = async (after: string | undefined) => {
    const options = { prefix: root, maxKeys: listedMax, ...(after && { continuationToken: after }) }
    const late = () => new Error(`no response in ${transferMs} ms`)
    try {
      return await withinLimit(transferMs, client.list(options), late)
    } catch (error) {
      throw new StoreUnavailable(`Listing ${location}: ${toCode(error)}`)
    }
  }

  return {
    location,
    temporaryFolder: null,
    stat,
    readIdentity,
    put: async (sha256, path) => {
      const body = Bun.file(path)
      const limitMs = transferMs + (body.size / bytesPerSecondMin) * 1000
      // An unavailable store fails here, within the time limit of a response rather than that of a transfer.
      await stat(sha256)
      await retrying(wait, async () => {
        await send(request('PUT', toKey(sha256), { limitMs, body }))
        const stored = await stat(sha256)
        if (stored?.size !== body.size) {
          const what = `${toKey(sha256)} has ${stored?.size ?? 'no'} bytes at ${location}, and was sent ${body.size}.`
          throw new StoreUnavailable(what)
        }
      })
    },
    open: async (sha256, range) => {
      const headers: Record<string, string> = range ? { Range: `bytes=${range.start}-${range.end - 1}` } : {}
      const response = await attempt('GET', toKey(sha256), { headers })
      if (response.isMissing) throw new FileLost(sha256, location)
      const { status, body } = response
      const size = Number(response.headers.get('Content-Length') ?? Number.NaN)
      const isExpected = range
        ? status === 206 && size === range.end - range.start
        : status === 200 && size >= 0
      if (body && isExpected) return { size, body }
      await body?.cancel()
      throw unexpected(response)
    },
    openNow: () => null,
    delete: async (sha256, limitMs) => {
      await send(request('DELETE', toKey(sha256), { limitMs }))
    },
    list: async function* () {
      let after: string | undefined
      do {
        const { contents = [], nextContinuationToken } = await retrying(wait, () => listPage(after))
        const files: StoredFile[] = contents.flatMap(({ key, size }) => {
          const sha256 = fromKey(key.slice(root.length))
          return sha256 === null ? [] : [{ sha256, size: Number(size) }]
        })
        if (files.length > 0) yield files
        after = nextContinuationToken
      } while (after)
    },
    writeIdentity: async id => {
      const present = await readIdentity()
      if (present !== null) return present
      const body = new Blob([`${id}\n`])
      const isConditional = { headers: { 'If-None-Match': '*' }, accepted: [400, 412, 501] }
      const response = await attempt('PUT', identityName, { body, ...isConditional })
      // 412 means that another node was faster. Other statuses mean that the store does not support the condition. The id
      // that is read afterwards counts.
      if (response.status === 400 || response.status === 501) await attempt('PUT', identityName, { body })
      const written = await readIdentity()
      if (written === null) throw unexpected(response)
      return written
    },
  }
}
