// Around every answer: its id, limits on what is sent, the headers that all answers have, and the log line.
import type { MiddlewareHandler } from 'hono'
import { Problem } from '../base/errors.ts'
import { bodyBytesMax, tooLarge } from './body.ts'
import { settle } from './charge.ts'
import { allowAnyOrigin, isOpenToAnyOrigin } from './cors.ts'
import type { ServerEnv } from './endpoint.ts'
import { type Logger, maskKeys, type RequestLine } from './log.ts'
import { pathStart, rawPath } from './path.ts'
import { toProblemResponse } from './problem.ts'

const uriLengthMax = 8 * 1024
export const headerBytesMax = 16 * 1024
const hostPattern = /^(?:[\w.-]+|\[[\da-fA-F:.]+\])(?::\d{1,5})?$/

/** An answer when it has been given: for metrics and counts. */
export interface Answered {
  readonly status: number
  readonly seconds: number
  /** A client has asked for content: not a browser before its client does, and not the dashboard. */
  readonly isOfClient: boolean
}

export interface EnvelopeOptions {
  readonly logger: Logger
  readonly newRequestId: () => string
  readonly onAnswer: (answered: Answered) => void
  readonly publicOrigin: string | null
}

/** A year: browsers come back by https without asking (RFC 6797). */
const transportSecurity = 'max-age=31536000'

export function envelope(options: EnvelopeOptions): MiddlewareHandler<ServerEnv> {
  const { logger, newRequestId, onAnswer, publicOrigin } = options
  const logged = logger.isLevelEnabled('info')
  const addHeaders = commonHeaders(publicOrigin)
  return async (context, next) => {
    const started = performance.now()
    const requestId = newRequestId()
    context.set('requestId', requestId)
    context.set('publicOrigin', publicOrigin)
    const refusal = refuse(context.req.raw)
    if (refusal) context.res = toProblemResponse(refusal, requestId)
    else await next()
    const { headers, status } = context.res
    const isOpen = isOpenToAnyOrigin(context.req.path)
    headers.set(requestIdHeader, requestId)
    addHeaders(headers, isOpen)
    const charge = context.get('charge')
    if (charge) settle(charge, context.res)
    const seconds = (performance.now() - started) / 1000
    onAnswer({ status, seconds, isOfClient: isOpen && context.req.method !== 'OPTIONS' })
    const { code, detail, cause } = context.get('problem') ?? {}
    // Whoever is refused because there is too much to do must not make more of it: they are told together.
    const isError = status >= 500 && code !== 'overloaded'
    if (!isError && !logged) return
    const { method } = context.req
    const path = maskKeys(rawPath(context.req.raw))
    if (isError) {
      logger.error({ requestId, method, path, status, detail, err: cause }, 'answered with an error')
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

/** What all answers say but for the id of their request. */
export function commonHeaders(publicOrigin: string | null): (headers: Headers, isOpen: boolean) => void {
  const secure = publicOrigin?.startsWith('https:') ?? false
  return (headers, isOpen) => {
    headers.set('X-Content-Type-Options', 'nosniff')
    if (secure) headers.set('Strict-Transport-Security', transportSecurity)
    if (isOpen) allowAnyOrigin(headers)
  }
}

/** What no endpoint should have to look at. */
function refuse(request: Request): Problem | null {
  const host = request.headers.get('Host')
  if (host !== null && !hostPattern.test(host)) {
    // The HTTP server makes the URL of it: with a `/` or `?` inside it would put other paths into ours.
    const errors = [
      { in: 'header', name: 'Host', message: 'must be a host, optionally with a port' },
    ] as const
    return new Problem('invalid_parameters', 'The header Host is malformed.', { errors })
  }
  if (request.url.length - pathStart(request.url) > uriLengthMax) {
    return new Problem('uri_too_long', 'Path and query are limited to 8 KiB together.')
  }
  if (Number(request.headers.get('Content-Length') ?? 0) > bodyBytesMax) {
    return tooLarge()
  }
  let bytes = 0
  for (const [name, value] of request.headers) bytes += name.length + value.length + 4
  return bytes > headerBytesMax
    ? new Problem('headers_too_large', 'Request headers are limited to 16 KiB together.')
    : null
}
