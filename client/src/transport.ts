// Sends the requests of a client: concurrency, retries, timeouts, aborts and revalidation. The methods are in client.ts.
import { type CallOptions, createFollower } from './abort.ts'
import { createError, type ErrorFacts, parse, readError } from './errors.ts'
import { etags } from './etags.ts'
import { createGate } from './gate.ts'
import { type ClientOptions, checkNumbers, type ResponseInfo } from './options.ts'
import { isObject } from './query.ts'
import { createTextCache } from './text-cache.ts'
import { causeWithoutKey } from './without-key.ts'

export type Transport = readonly [
  /**
   * Resolves to the JSON of a successful response, which contains `member`, and adds `revision` to it. `path` begins with
   * `base`.
   */
  send: (
    path: string,
    query: string,
    member: 'list' | 'doc',
    call: CallOptions,
    // biome-ignore lint/suspicious/noExplicitAny: it has the type that the call promises.
  ) => Promise<any>,
  /** The path of the content API on the server. */
  base: string,
]

/** Returns the longest `Retry-After` in milliseconds, from seconds or dates. Null if none can be parsed. */
function retryAfterOf(headers: Headers): number | null {
  let longest: number | null = null
  for (const value of `${headers.get('retry-after')}`.match(/[a-z]+, [^,]+|[^\s,]*/gi)!) {
    const waitMs = /^\d+$/.test(value) ? +value * 1000 : Date.parse(value) - Date.now()
    // Lenient date parsers read other texts as dates; those are older than any date a server sends now.
    if (waitMs > -1e9) longest = Math.min(1e9, Math.max(longest!, waitMs))
  }
  return longest
}

export function createTransport(options: ClientOptions<boolean>): Transport {
  if (!/^https?:\/\/[^?#\s\\/@]+(\/[^?#\s\\]*)?$/i.test(options.url))
    throw new TypeError('url must be http(s)://HOST[/PATH]')
  const { origin, pathname } = new URL(options.url)
  const {
    timeoutMs = 30_000,
    retries = 2,
    retryWaitMaxMs = 20_000,
    concurrency = 16,
    strict = true,
    preview,
    cache: limits = !('document' in globalThis),
  } = options
  const { entries = limits ? 2000 : 0, bytes = 2 ** 24 } = Object(limits)
  checkNumbers({ timeoutMs, retries, retryWaitMaxMs, concurrency, entries, bytes })
  const report = async (info: ResponseInfo) => options.onResponse?.(info)
  const [enter, leave, close, open] = createGate(concurrency || 1, retryWaitMaxMs)
  let cache = createTextCache(preview ? 0 : entries, bytes)
  /** The API key of the cached responses. */
  let lastKey = '…'

  const send: Transport[0] = (path, query, member, call) => {
    const { init, signal = init?.signal } = call
    const url = origin + path + (query && `?${query}`)
    const startedAt = performance.now()
    const controller = createFollower(call)
    const stop = controller.signal
    let attempts = 0
    let retryTimer: ReturnType<typeof setTimeout> | undefined

    const backoffMs = () => Math.random() * Math.min(8000, retryWaitMaxMs, 125 * 2 ** attempts)

    const fail = (facts: ErrorFacts) => createError(path, { attempts, ...facts })

    const isTooLong = (waitMs: number) =>
      waitMs > Math.min(retryWaitMaxMs, startedAt + timeoutMs - performance.now())

    const exchange = async () => {
      let key = lastKey
      let request: RequestInit & { readonly headers: Headers }
      try {
        key = typeof options.key === 'function' ? await options.key() : options.key
        // An environment variable that is not set is undefined, whatever its type.
        if (!/^[!-~]+$/.test(key ?? '')) throw new TypeError('key must be set, in ASCII')
        request = {
          ...init,
          method: 'GET',
          redirect: 'manual',
          headers: new Headers(init?.headers),
          signal: stop,
        }
        request.headers.set('authorization', `Bearer ${key}`)
        if (strict) request.headers.set('prefer', 'handling=strict')
        // Some runtimes accept a body here.
        if (init?.body) throw new TypeError('init.body cannot be sent')
        if (init) new Request(url, request)
      } catch (error) {
        throw fail({ code: 'request_invalid', ...causeWithoutKey(error, key || lastKey), errors: [] })
      }
      await enter(attempts, stop, isTooLong).catch(retryAfterMs => {
        throw fail({ code: 'too_many_requests', status: 429, retryAfterMs })
      })
      try {
        // The call may have been aborted while the key was requested.
        stop.throwIfAborted()
        if (key !== lastKey) cache = createTextCache(preview ? 0 : entries, bytes)
        lastKey = key
        const texts = cache
        const cached = texts.get(url)
        if (cached) request.headers.set('if-none-match', cached[0])
        attempts++
        let response: Response
        let text: string
        try {
          response = await (options.fetch ?? fetch)(url, request)
          text = await response.text()
        } catch (error) {
          throw fail({ code: 'network_failed', ...causeWithoutKey(error, key) })
        }
        const { status, headers } = response
        const fromCache = status === 304 && !!cached
        const revision = headers.get('content-revision')
        if (status !== 429) open(headers.get('ratelimit')?.match(/\br=(\d+)/)?.[1])
        // Errors that `onResponse` throws are ignored, because they are not about the call.
        report({
          url,
          status,
          headers,
          revision,
          fromCache,
          attempts,
          ms: performance.now() - startedAt,
        }).catch(() => {})
        if (fromCache) text = cached[1]
        const value = (fromCache || status === 200) && parse(text)
        const content = value?.[member]
        if (member === 'list' ? Array.isArray(content) : isObject(content)) {
          const etag = headers.get('etag')
          texts.set(url, !/no-store/i.test(headers.get('cache-control')!) && etag, text)
          value.revision = revision
          etags.set(value, etag)
          return value
        }
        const retryAfterMs = retryAfterOf(headers)
        if (status === 429) close(retryAfterMs ?? backoffMs())
        throw fail(readError(text.replaceAll(key, '…'), status, retryAfterMs))
      } finally {
        leave()
      }
    }

    // biome-ignore lint/suspicious/noExplicitAny: as above.
    const run = (): Promise<any> =>
      exchange().catch(async error => {
        const waitMs = error.retryAfterMs ?? backoffMs()
        const isTransient = /network_failed|429|50[234]/.test(error.code + error.status)
        if (stop.aborted || attempts > retries || !isTransient || isTooLong(waitMs)) throw error
        // After a 429 the gate is closed, and waits itself.
        if (error.status !== 429) {
          await new Promise(resolve => {
            retryTimer = setTimeout(resolve, waitMs)
          })
        }
        return run()
      })

    return new Promise((resolve, reject) => {
      stop.throwIfAborted()
      const timer = setTimeout(
        () => controller.abort(fail({ code: 'timed_out', detail: `After ${timeoutMs} ms` })),
        // Timers may fire slightly early, and fire at once if the delay exceeds their maximum.
        Math.min(timeoutMs + 1, 1e9),
      )
      const end = () => {
        clearTimeout(timer)
        clearTimeout(retryTimer)
        // Has no effect if the call has already settled.
        reject(stop.reason)
      }
      stop.onabort = end
      // Aborting detaches the controller from the caller's signal. Without such a signal it is avoided, because it costs
      // `fetch` more than everything else that the client does for a call.
      run()
        .then(resolve, reject)
        .finally(() => (signal ? controller.abort(0) : end()))
    })
  }

  return [send, pathname.replace(/\/?$/, `/api/v1/${preview ? 'preview' : 'public'}/content/`)]
}
