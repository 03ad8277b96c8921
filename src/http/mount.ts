// Mounts endpoints on their paths, with the policy of each, the middleware before it, and the response to other methods.
import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context, MiddlewareHandler } from 'hono'
import { Problem } from '../base/errors/errors.ts'
import { type Endpoint, toPattern } from './endpoint.ts'
import { declareRoute, requirePathAsSent } from './request-context.ts'
import { respondToPreflight } from './response/cors.ts'
import type { RoutePolicy, ServerEnv } from './server-env.ts'

/**
 * Serves the endpoints' paths. Any other method on one of them is a 405. `around` is the middleware that each request
 * passes first, given the policy of its route.
 */
export function mount(
  app: OpenAPIHono<ServerEnv>,
  endpoints: readonly Endpoint[],
  around: readonly MiddlewareHandler<ServerEnv>[] = [],
): void {
  for (const [path, atPath] of Map.groupBy(endpoints, ({ path }) => path)) {
    const { policy } = atPath[0]!
    const allow = toAllow(atPath, policy)
    const pattern = toPattern(path)
    const before = (ofMethod: RoutePolicy) => [
      declareRoute(ofMethod, path),
      ...around,
      requirePathAsSent(pattern),
    ]
    const first = before(policy)
    // A write checks the size of its body itself, once it knows its caller.
    const ofWrites = before({ ...policy, bodyBytesMax: Number.POSITIVE_INFINITY })
    for (const { method, respond } of atPath) {
      if (method === 'get') app.on(['GET', 'HEAD'], [pattern], ...first, respond)
      else app.on(method.toUpperCase(), [pattern], ...ofWrites, respond)
    }
    if (policy.cors)
      app.on('OPTIONS', [pattern], ...first, context => respondToPreflight(allow, context.req.raw))
    app.on(anyMethod, [pattern], ...first, (): Response => {
      throw new Problem('method_not_allowed', `This path supports ${allow}.`, { headers: { Allow: allow } })
    })
  }
}

/** Serves paths that no endpoint has. `*` in the pattern is the rest of the path. */
export function mountFallback(
  app: OpenAPIHono<ServerEnv>,
  pattern: string,
  policy: RoutePolicy,
  respond: (context: Context<ServerEnv>) => Response,
  around: readonly MiddlewareHandler<ServerEnv>[],
): void {
  app.all(pattern, declareRoute(policy), ...around, respond)
}

/** Returns the policy of each path, by its pattern. */
export function policiesOf(endpoints: readonly Endpoint[]): ReadonlyMap<string, RoutePolicy> {
  return new Map(endpoints.map(({ path, policy }) => [toPattern(path), policy]))
}

/** Hono's name for any method. */
const anyMethod = 'ALL'

function toAllow(endpoints: readonly Endpoint[], { cors }: RoutePolicy): string {
  const methods = endpoints.flatMap(({ method }) =>
    method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()],
  )
  return [...methods, ...(cors ? ['OPTIONS'] : [])].join(', ')
}
