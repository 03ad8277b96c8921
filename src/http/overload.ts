// Responds to requests that the concurrency limiter refuses: if possible before routing, because under overload most of
// the requests are refused and their cost decides how many are served.
import type { MiddlewareHandler } from 'hono'
import { Problem } from '../base/errors.ts'
import { ConcurrencyLimiter, type LimiterOptions } from './concurrency-limiter.ts'
import { problemHeaders, toProblemJson } from './problem.ts'
import { commonHeaders, type RequestContextOptions, requestIdHeader } from './request-context.ts'
import { originOf } from './request-url.ts'
import type { Fetch, RoutePolicy, ServerEnv } from './server-env.ts'

/** One log line covers all requests refused in this time. */
const logEveryMs = 10_000

interface OverloadOptions extends RequestContextOptions {
  readonly onRefused: () => void
  /** The policy of each route, by its pattern. */
  readonly policies: ReadonlyMap<string, RoutePolicy>
}

interface Overload {
  /** Every request acquires a permit here, or is refused. */
  readonly limit: MiddlewareHandler<ServerEnv>
  /** Refuses at once where the route is known and its queue is full; otherwise `next`. */
  before(next: Fetch): Fetch
}

/** Created once, because creating an error collects a stack trace. */
const overloaded = new Problem('overloaded', 'Server overloaded. Retry after the delay in `Retry-After`.', {
  headers: { 'Retry-After': '1' },
})

/** One limiter for each queue, so that content requests and dashboard requests cannot block each other. */
export function createOverload(limits: LimiterOptions, options: OverloadOptions): Overload {
  const { logger, newRequestId, onRefused, onResponse, policies, publicOrigin } = options
  const limiters = { content: new ConcurrencyLimiter(limits), management: new ConcurrencyLimiter(limits) }
  const addHeaders = commonHeaders(publicOrigin)
  const isLogged = logger.isLevelEnabled('info')
  let [unlogged, loggedAt] = [0, Number.NEGATIVE_INFINITY]
  const count = () => {
    onRefused()
    unlogged += 1
    const at = limits.now()
    if (at - loggedAt < logEveryMs) return
    logger.warn({ refused: unlogged }, 'server overloaded: requests refused')
    unlogged = 0
    loggedAt = at
  }
  const prepareHeaders = (anyOrigin: boolean) => {
    const headers = new Headers(problemHeaders(overloaded))
    addHeaders(headers, anyOrigin)
    return headers
  }
  const [sameOriginHeaders, anyOriginHeaders] = [prepareHeaders(false), prepareHeaders(true)]
  const refuse = (request: Request, { anyOrigin }: RoutePolicy): Response => {
    count()
    const requestId = newRequestId()
    const { status } = overloaded
    const json = toProblemJson(overloaded, requestId, publicOrigin ?? originOf(request))
    const response = new Response(json, { status, headers: anyOrigin ? anyOriginHeaders : sameOriginHeaders })
    response.headers.set('Content-Length', String(Buffer.byteLength(json)))
    response.headers.set(requestIdHeader, requestId)
    onResponse?.({ status, seconds: 0 })
    return response
  }
  return {
    limit: async (context, next) => {
      const { queue = 'management' } = context.get('policy') ?? {}
      if (queue === null) return next()
      const acquired = limiters[queue].acquire()
      const permit = acquired instanceof Promise ? await acquired : acquired
      if (permit === null) {
        count()
        throw overloaded
      }
      context.set('permit', permit)
      try {
        return await next()
      } finally {
        permit.release()
      }
    },
    before: next => (request, env, execution) => {
      // The access log needs what the full pipeline finds out.
      const policy = isLogged || env?.pattern === undefined ? undefined : policies.get(env.pattern)
      const isRefused = policy !== undefined && policy.queue !== null && limiters[policy.queue].isFull
      return isRefused ? refuse(request, policy) : next(request, env, execution)
    },
  }
}
