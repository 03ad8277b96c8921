// Serves repeated requests in one linear pass, before the full pipeline is tried. The URL was served before, so it is not
// parsed again; this file checks that the rest of the request is the same, and a source, such as the cache of responses,
// has the response. Any other request takes the full pipeline, which also produces all errors.
import { headerBytesMax, type RequestContextOptions, requestIdHeader } from './request-context.ts'
import type { SentParams } from './request-url.ts'
import type { Fetch } from './server-env.ts'

/**
 * Header names in lower case, joined values. Bun's `Headers.toJSON` returns this; it is the cheapest way to read all
 * headers.
 */
export type PlainHeaders = Readonly<Record<string, string>>

/** The parsed form of a URL that was requested before. */
export interface Target {
  /** The value of the `Host` header. */
  readonly host: string
  /** The decoded path parameters. */
  readonly params: Readonly<Record<string, string | null | undefined>>
}

interface FastPathSource<Known extends Target> {
  /** Finds what the URL of a request means. */
  readonly find: (request: Request) => Known | undefined
  /** Returns the response except for its request id; null if the request has to take the full pipeline. */
  readonly respond: (target: Known, headers: PlainHeaders, url: string) => Response | null
  /** True if the responses are files. */
  readonly isFile?: boolean
}

interface FastPath {
  /** True if no request is served. Nothing has to be remembered then. */
  readonly isOff: boolean
  /** Tries the fast path, then `next`. */
  before(next: Fetch): Fetch
}

export function createFastPath<Known extends Target>(
  { logger, newRequestId, onResponse }: Omit<RequestContextOptions, 'publicOrigin'>,
  { find, respond, isFile = false }: FastPathSource<Known>,
): FastPath {
  // Logging each request costs far more than the fast path saves.
  const isOff = logger.isLevelEnabled('info')

  /** Returns null if the request has to take the full pipeline. */
  const serve = (request: Request, sent: SentParams | undefined): Response | null => {
    if (request.method !== 'GET') return null
    const target = find(request)
    if (target === undefined || !wasSentAs(sent, target)) return null
    const started = performance.now()
    const headers: PlainHeaders = request.headers.toJSON()
    const response = hasPlainHeaders(headers, target) ? respond(target, headers, request.url) : null
    if (response === null) return null
    response.headers.set(requestIdHeader, newRequestId())
    onResponse?.({ status: response.status, seconds: (performance.now() - started) / 1000, isFile })
    return response
  }

  return {
    isOff,
    before: next =>
      isOff
        ? next
        : (request, env, execution) => serve(request, env?.sentParams) ?? next(request, env, execution),
  }
}

/** Checks the path as it was sent. `request.url` is normalized, so another path may result in the same URL. */
function wasSentAs(sent: SentParams | undefined, { params }: Target): boolean {
  if (sent === undefined) return true
  if (sent === null) return false
  for (const name in params) if (sent[name] !== params[name]) return false
  return true
}

/** Checks whether the full pipeline would accept the headers and expect no body. */
function hasPlainHeaders(headers: PlainHeaders, { host }: Target): boolean {
  if ((headers.host ?? '') !== host || headers['content-length'] !== undefined) return false
  let bytes = 0
  for (const name in headers) bytes += name.length + (headers[name]?.length ?? 0) + 4
  return bytes <= headerBytesMax
}
