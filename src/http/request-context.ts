// Middleware around every response: its request id, request limits, common headers, and the log line.
import type { MiddlewareHandler } from 'hono'
import { Problem } from '../base/errors.ts'
import { bodyBytesMax, tooLarge } from './body.ts'
import type { Cors } from './cors.ts'
import { type Logger, maskKeys, type RequestLine } from './log.ts'
import { invalidPath, pathComparison, pathStart, rawPath } from './request-url.ts'
import {
  consume,
  filePolicy,
  managementPolicy,
  type OnBody,
  type RoutePolicy,
  type ServerEnv,
} from './server-env.ts'

const uriLengthMax = 8 * 1024
export const headerBytesMax = 16 * 1024
const hostPattern = /^(?:[\w.-]+|\[[\da-fA-F:.]+\])(?::\d{1,5})?$/

/** A response at the time it is sent, for metrics. */
interface SentResponse {
  readonly status: number
  readonly seconds: number
  /** True for a path of files. */
  readonly isFile?: boolean
}

export interface RequestContextOptions {
  readonly logger: Logger
  readonly newRequestId: () => string
  readonly onResponse?: ((response: SentResponse) => void) | undefined
  readonly publicOrigin: string | null
}

/** One year, in which browsers use https without trying http first (RFC 6797). */
const transportSecurity = 'max-age=31536000'

export function requestContext(options: RequestContextOptions): MiddlewareHandler<ServerEnv> {
  const { logger, newRequestId, onResponse, publicOrigin } = options
  const logged = logger.isLevelEnabled('info')
  const addHeaders = commonHeaders(publicOrigin)
  return async (context, next) => {
    const started = performance.now()
    const requestId = newRequestId()
    context.set('requestId', requestId)
    context.set('publicOrigin', publicOrigin)
    await next()
    const { headers, status } = context.res
    const { cors } = context.get('policy') ?? managementPolicy
    headers.set(requestIdHeader, requestId)
    addHeaders(headers, corsFor(cors, context.req.raw))
    const ticket = context.get('rateLimitTicket')
    if (ticket) consume(ticket, context.res)
    const seconds = (performance.now() - started) / 1000
    onResponse?.({ status, seconds, isFile: context.get('policy') === filePolicy })
    const { code, detail, cause, isExpected } = context.get('problem') ?? {}
    // Refusals under overload must not cause more work, so they are logged in batches.
    const isError = status >= 500 && code !== 'overloaded' && !isExpected
    if (!isError && !logged) return
    const { method } = context.req
    const path = maskKeys(rawPath(context.req.raw))
    if (isError) {
      logger.error({ requestId, method, path, status, detail, err: cause }, 'request failed')
    }
    if (logged) {
      const line: RequestLine = {
        requestId,
        method,
        path,
        route: context.get('route'),
        status,
        ms: Math.round(seconds * 10_000) / 10,
        bytes: method === 'HEAD' ? 0 : Number(headers.get('Content-Length') ?? 0),
        ...context.get('caller'),
      }
      logger.info(line, 'request')
    }
  }
}

export const requestIdHeader = 'X-Request-Id'

/** Returns the headers that the response to a request gets; null if only pages of this server may read it. */
export function corsFor(cors: Cors | null, request: Request): Cors | null {
  return cors?.appliesTo?.(request) === false ? null : cors
}

/** Returns a function that adds the headers of all responses except the request id. */
export function commonHeaders(publicOrigin: string | null): (headers: Headers, cors: Cors | null) => void {
  const secure = publicOrigin?.startsWith('https:') ?? false
  return (headers, cors) => {
    headers.set('X-Content-Type-Options', 'nosniff')
    if (secure) headers.set('Strict-Transport-Security', transportSecurity)
    for (const [name, value] of cors?.headers ?? []) headers.set(name, value)
  }
}

interface CheckOptions {
  /** Present if files have a separate host, under which only they and probes are served. */
  readonly isFilesHost?: FilesHost | null
  readonly isStarting: () => boolean
  readonly onBody?: OnBody | undefined
}

/** Rejects requests that no handler should see. Requires the policy of the route. */
export function checkRequest({
  isFilesHost = null,
  isStarting,
  onBody,
}: CheckOptions): MiddlewareHandler<ServerEnv> {
  return async (context, next) => {
    const problem = findProblem(context.req.raw, context.get('policy')?.bodyBytesMax)
    if (problem) throw problem
    const isOfFiles = isFilesHost?.(context.req.raw.headers.get('Host') ?? '')
    if (isOfFiles && !context.get('policy')?.onFilesHost)
      throw new Problem('not_found', 'Only files are served under this host.')
    if (isStarting() && !context.get('policy')?.duringStart) {
      throw new Problem('unavailable', 'The server is starting.', {
        headers: { 'Retry-After': '1' },
        isExpected: true,
      })
    }
    if (onBody) context.set('onBody', onBody)
    await next()
  }
}

function findProblem(request: Request, bytesMax = bodyBytesMax): Problem | null {
  const host = request.headers.get('Host')
  if (host !== null && !hostPattern.test(host)) {
    // The HTTP server builds the URL from it, so a `/` or `?` in it would change the path of the URL.
    const errors = [
      { in: 'header', name: 'Host', message: 'must be a host, optionally with a port' },
    ] as const
    return new Problem('invalid_parameters', 'The header Host is malformed.', { errors })
  }
  if (request.url.length - pathStart(request.url) > uriLengthMax) {
    return new Problem('uri_too_long', 'Path and query are limited to 8 KiB together.')
  }
  if (Number(request.headers.get('Content-Length') ?? 0) > bytesMax) {
    return tooLarge(bytesMax)
  }
  let bytes = 0
  for (const [name, value] of request.headers) bytes += name.length + value.length + 4
  return bytes > headerBytesMax
    ? new Problem('headers_too_large', 'Request headers are limited to 16 KiB together.')
    : null
}

/** Sets the policy and the path. It must run before all other middleware of a route. */
export function declareRoute(policy: RoutePolicy, path?: string): MiddlewareHandler<ServerEnv> {
  return (context, next) => {
    context.set('policy', policy)
    if (path !== undefined) context.set('route', path)
    return next()
  }
}

/** Refuses a request whose path the HTTP server has changed. */
export function requirePathAsSent(pattern: string): MiddlewareHandler<ServerEnv> {
  const isAsSent = pathComparison(pattern)
  return (context, next) => {
    const sent = context.env?.sentParams
    if (sent !== undefined && !isAsSent(context.req.raw, sent)) throw invalidPath()
    return next()
  }
}

/**
 * Checks whether a `Host` header names the host of files. A separate host keeps uploaded files from acting as pages of the
 * dashboard in a browser, so only files and probes are served under it, however a client spells it.
 */
type FilesHost = (host: string) => boolean

/**
 * Returns null if files have no separate host. A trailing dot, the case of the name, and the port do not make it another
 * host. Only if both addresses have the same name, the port distinguishes them.
 */
export function createFilesHost(assetsUrl: string | null, publicUrl: string | null): FilesHost | null {
  if (assetsUrl === null || publicUrl === null) return null
  const { protocol, host } = new URL(assetsUrl)
  const files = parseHost(host)
  const own = parseHost(new URL(publicUrl).host)
  if (files.name !== own.name) return sent => parseHost(sent).name === files.name
  if (files.port === own.port) return null
  const defaultPort = protocol === 'https:' ? '443' : '80'
  return sent => {
    const { name, port } = parseHost(sent)
    return name === files.name && (port === defaultPort ? '' : port) === files.port
  }
}

/** Splits a host. The port is empty if it is not written. An IPv6 address has its colons in brackets. */
function parseHost(host: string): { readonly name: string; readonly port: string } {
  const [, name = '', port = ''] = /^(.*?)\.*(?::(\d+))?$/.exec(host.toLowerCase()) ?? []
  return { name, port }
}
