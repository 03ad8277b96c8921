// Sends the requests of a client: permits, retries, timeouts, aborts, revalidation. What is asked for is in client.ts.
import {
  createError,
  type ErrorFacts,
  errorOfResponse,
  type FrontlistError,
  type FrontlistErrorCode,
  isFrontlistError,
  parse,
} from './errors.ts'
import { etags } from './etags.ts'
import { createGate } from './gate.ts'
import { type ClientOptions, toServerUrl } from './options.ts'
import { createTextCache, type TextCache } from './text-cache.ts'

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  readonly init?: RequestInit | undefined
}

export interface Transport {
  /** What paths begin with. */
  readonly prefix: string
  /**
   * The JSON of a success, which has `member`, with `revision` beside it. `path` has the prefix.
   */
  // biome-ignore lint/suspicious/noExplicitAny: it has the type that the call promises.
  send(path: string, query: string, member: 'list' | 'doc', options: CallOptions): Promise<any>
}

/** What timers can hold; longer ones would fire at once. */
const timerMsMax = 2e9

const isTransient = (error: unknown): error is FrontlistError =>
  isFrontlistError(error) && /network_failed|429|50[234]/.test(error.code + error.status)

const backoffMs = (attempts: number) => Math.random() * Math.min(8000, 125 * 2 ** attempts)

/** In milliseconds: the longest of those given, as seconds or as dates. Null if there is none that can be read. */
function retryAfterOf(headers: Headers): number | null {
  const values = headers.get('Retry-After')?.match(/[a-z]+, [^,]+|[^\s,]+/gi) ?? []
  const waits = values
    .map(value => (/^\d+$/.test(value) ? +value * 1000 : Date.parse(value) - Date.now()))
    // No date of now is older: what a lenient parser makes of other texts is.
    .filter(wait => wait > -1e9)
  return waits.length ? Math.max(0, ...waits) : null
}

function toHeaders(init: RequestInit | undefined, key: string, etag: string | undefined, strict: boolean) {
  const headers = new Headers(init?.headers)
  headers.set('Authorization', `Bearer ${key}`)
  if (strict) headers.set('Prefer', 'handling=strict')
  if (etag) headers.set('If-None-Match', etag)
  return headers
}

export function createTransport(options: ClientOptions): Transport {
  const { origin, pathname } = toServerUrl(options.url)
  const { timeoutMs = 30_000, retries = 2, retryWaitMaxMs = 20_000, strict = true, onResponse } = options
  const { cache: wanted = !('document' in globalThis) && {} } = options
  const gate = createGate(options.concurrency || 16, retryWaitMaxMs)
  let cache: TextCache | undefined
  /** The key that what is cached was sent for. */
  let lastKey: string
  /** Of the 429 that closed the gate. */
  let refusal: ErrorFacts

  const send: Transport['send'] = (path, query, member, { signal, init }) => {
    const url = origin + path + (query && `?${query}`)
    const startedAt = performance.now()
    const controller = new AbortController()
    const stop = controller.signal
    let attempts = 0

    const fail = (code: FrontlistErrorCode, facts: ErrorFacts) =>
      createError(path, code, { attempts, ...facts })

    const exchange = async () => {
      const key = typeof options.key === 'function' ? await options.key() : options.key
      stop.throwIfAborted()
      // A variable that is not set is undefined, whatever its type says.
      if (!/^[!-~]+$/.test(key ?? '')) {
        throw fail('request_invalid', { detail: 'The key must be visible ASCII', errors: [] })
      }
      await gate.enter(attempts, stop, retryAfterMs =>
        fail('too_many_requests', { ...refusal, retryAfterMs }),
      )
      try {
        if (key !== lastKey && wanted) cache = createTextCache(wanted)
        lastKey = key
        const cached = cache?.get(url)
        attempts++
        let response: Response
        let text: string
        try {
          response = await (options.fetch ?? globalThis.fetch)(url, {
            ...init,
            method: 'GET',
            redirect: 'manual',
            headers: toHeaders(init, key, cached?.etag, strict),
            signal: stop,
          })
          text = await response.text()
        } catch (cause) {
          const detail = String(cause)
          throw fail('network_failed', detail.includes(key) ? {} : { detail, cause })
        }
        const { status, headers } = response
        const fromCache = status === 304 && !!cached
        const revision = headers.get('Content-Revision')
        const ms = performance.now() - startedAt
        if (status !== 429) gate.open(/\br=(\d+)/.exec(headers.get('RateLimit') ?? '')?.[1])
        onResponse?.({ url, status, headers, revision, fromCache, attempts, ms })
        if (fromCache) text = cached.text
        const value = (fromCache || status === 200) && parse(text)
        if (value?.[member]) {
          const etag = headers.get('ETag')
          const mayStore = etag && key === lastKey && !/no-store/i.test(headers.get('Cache-Control') ?? '')
          cache?.set(url, mayStore ? { etag, text } : undefined)
          value.revision = revision
          etags.set(value, etag)
          return value
        }
        const retryAfterMs = retryAfterOf(headers)
        const facts = { status, attempts, retryAfterMs }
        const error = errorOfResponse(path, text.replaceAll(key, '…'), facts)
        if (status === 429) {
          refusal = { status, problem: error.problem }
          gate.close(retryAfterMs ?? backoffMs(attempts))
        }
        throw error
      } finally {
        gate.leave()
      }
    }

    const run = async () => {
      for (;;) {
        try {
          return await exchange()
        } catch (error) {
          if (stop.aborted || attempts > retries || !isTransient(error)) throw error
          const isGated = error.status === 429
          const waitMs = error.retryAfterMs ?? (isGated ? 0 : backoffMs(attempts))
          if (waitMs > Math.min(retryWaitMaxMs, startedAt + timeoutMs - performance.now())) throw error
          if (!isGated) {
            await new Promise(resolve => {
              const timer = setTimeout(resolve, waitMs)
              // The call has ended then.
              stop.addEventListener('abort', () => clearTimeout(timer))
            })
          }
        }
      }
    }

    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
      }
      const cancel = (error: unknown) => {
        end()
        reject(error)
        controller.abort()
      }
      const abort = () => cancel(signal!.reason)
      const timer = setTimeout(
        () => cancel(fail('timed_out', { detail: `After ${timeoutMs} ms` })),
        // Timers may fire a moment early.
        Math.min(timeoutMs + 1, timerMsMax),
      )
      signal?.addEventListener('abort', abort)
      if (signal?.aborted) abort()
      else run().then(resolve, reject).finally(end)
    })
  }

  return { send, prefix: pathname.replace(/\/$/, '') }
}
