// One declaration for each endpoint: its guard, its parameters, its body, its handler and its part of the OpenAPI
// document. Mounting it is the only way to a route, so a route without a guard, or undocumented, does not exist.
import { type OpenAPIHono, z } from '@hono/zod-openapi'
import type { Context, MiddlewareHandler } from 'hono'
import type { ErrorCode } from '../base/error-table.ts'
import { Problem } from '../base/errors.ts'
import { readBody } from './body.ts'
import { answerPreflight } from './cors.ts'
import { type EndpointDescription, type Route, toRoute } from './describe.ts'
import type { Caller as LoggedCaller } from './log.ts'
import type { RateLimitTicket } from './rate-limit-ticket.ts'
import {
  decodeSegment,
  ignoredParametersHeader,
  invalidPath,
  parseQuery,
  pathComparison,
  prefersStrict,
  rawSearch,
} from './request-url.ts'
import { requireSameOrigin } from './same-origin.ts'
import { managementPolicy, type RoutePolicy, type ServerEnv } from './server-env.ts'

export type Method = 'get' | 'post' | 'patch' | 'delete'

/** For what a guard finds out, as soon as it is known, whether it lets them in or not. */
export interface Tell {
  readonly caller: (caller: LoggedCaller) => void
  readonly rateLimitTicket: (ticket: RateLimitTicket) => void
}

/**
 * Lets a request in and says who it is from, or throws a Problem. It runs once, before the body is read: what writes
 * asks again, in its transaction (access/require-right.store.ts).
 */
export interface Guard<Caller> {
  readonly check: (request: Request, tell: Tell) => Promise<Caller>
  /** The same for a caller that is known, without asking the database; null where {@link check} has to decide. */
  readonly peek?: (request: Request, tell: Tell) => Caller | null
  /** OpenAPI security requirement. */
  readonly security: Record<string, string[]>[]
  readonly errors: readonly ErrorCode[]
  /** The request headers that it reads beside credentials, for the OpenAPI document. */
  readonly headers?: z.ZodObject
}

/** What a handler is given. A path parameter is null where its text can be no name at all. */
export interface HandlerContext<Caller, Query, Body> {
  readonly request: Request
  readonly caller: Caller
  readonly params: Readonly<Record<string, string | null>>
  readonly query: Query
  readonly body: Body
  /** What every successful response must carry. */
  readonly headers: Record<string, string>
}

interface Definition<Caller, Query extends z.ZodObject, Body extends z.ZodObject>
  extends EndpointDescription {
  readonly guard: Guard<Caller>
  readonly query: Query
  readonly body?: Body
  /** Management where absent. */
  readonly policy?: RoutePolicy
  readonly handle: (context: HandlerContext<Caller, z.output<Query>, z.output<Body>>) => Promise<Response>
}

/** An endpoint whose types are closed over, so that endpoints of all kinds fit one list. */
export interface Endpoint {
  readonly method: Method
  readonly path: string
  /** Its part of the OpenAPI document; null for pages and probes, which are not part of the API. */
  readonly route: Route | null
  readonly policy: RoutePolicy
  readonly answer: (context: Context<ServerEnv>) => Promise<Response>
}

const noFields = z.object({})

/** HEAD comes with GET. Every other method is a write with a session, and so must come from a page of this server. */
export function endpoint<Caller, Query extends z.ZodObject, Body extends z.ZodObject = typeof noFields>(
  definition: Definition<Caller, Query, Body>,
): Endpoint {
  const { method, path, guard, query, handle } = definition
  const places = paramPlaces(path)
  return {
    method,
    path,
    route: toRoute(definition, guard, definition.body),
    policy: definition.policy ?? managementPolicy,
    answer: async context => {
      const request = context.req.raw
      const tell: Tell = {
        caller: found => context.set('caller', found),
        rateLimitTicket: ticket => context.set('rateLimitTicket', ticket),
      }
      const caller = guard.peek?.(request, tell) ?? (await guard.check(request, tell))
      if (method !== 'get') requireSameOrigin(request, context.get('publicOrigin'))
      const strict = prefersStrict(request)
      const parsed = parseQuery(query, rawSearch(request), strict)
      const permit = context.get('permit')
      // A client that sends slowly keeps no permit from others.
      let body = {}
      if (method !== 'get') {
        permit?.pause()
        context.get('onBody')?.(request, 'awaited')
        body = await readBody(definition.body ?? null, request)
        context.get('onBody')?.(request, 'read')
        await permit?.resume()
      }
      const headers: Record<string, string> = {}
      if (strict) headers['Preference-Applied'] = 'handling=strict'
      if (parsed.ignored.length > 0) headers['X-Ignored-Parameters'] = ignoredParametersHeader(parsed.ignored)
      const params = readParams(places, context.req.path)
      return handle({ request, caller, params, query: parsed.values, body: body as z.output<Body>, headers })
    },
  }
}

/** A guard that lets in everyone, for the reason given. */
export function everyone(_reason: string): Guard<null> {
  return { check: async () => null, security: [], errors: [] }
}

/** A page, a file or a probe: for everyone, for the reason given, and outside of the OpenAPI document. */
export function publicRoute(
  path: string,
  _reason: string,
  answer: (request: Request) => Promise<Page>,
  policy: RoutePolicy = managementPolicy,
): Endpoint {
  return {
    method: 'get',
    path,
    route: null,
    policy,
    answer: async context => toPageResponse(await answer(context.req.raw)),
  }
}

export function toPageResponse({ status = 200, type, body, headers }: Page): Response {
  if (status === 304) return new Response(null, { status, headers })
  // HEAD is told the length by the header alone.
  const length = String(Buffer.byteLength(body))
  return new Response(body as string, {
    status,
    headers: { 'Content-Type': type, 'Content-Length': length, ...headers },
  })
}

export interface Page {
  /** 200 where absent. */
  readonly status?: number
  readonly type: string
  readonly body: string | Uint8Array
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Handles requests to the endpoints' paths; any other method on one of them is a 405. `around` is what each request
 * passes first, by the policy of its route.
 */
export function mount(
  app: OpenAPIHono<ServerEnv>,
  endpoints: readonly Endpoint[],
  around: readonly MiddlewareHandler<ServerEnv>[] = [],
): void {
  for (const [path, atPath] of Map.groupBy(endpoints, ({ path }) => path)) {
    const { policy } = atPath[0]!
    const allow = toAllow(atPath, policy)
    const pattern = path.replaceAll(/\{(\w+)\}/g, ':$1')
    const isAsSent = pathComparison(pattern)
    const requirePathAsSent: MiddlewareHandler<ServerEnv> = (context, next) => {
      const sent = context.env?.sentParams
      if (sent !== undefined && !isAsSent(context.req.raw, sent)) throw invalidPath()
      return next()
    }
    const first = [declare(policy, path), ...around, requirePathAsSent]
    for (const { method, route, answer } of atPath) {
      if (route) app.openAPIRegistry.registerPath(route)
      app.on(method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()], [pattern], ...first, answer)
    }
    if (policy.anyOrigin) app.on('OPTIONS', [pattern], ...first, () => answerPreflight(allow))
    app.on(anyMethod, [pattern], ...first, (): Response => {
      throw new Problem('method_not_allowed', `This path supports ${allow}.`, { headers: { Allow: allow } })
    })
  }
}

/** Handles requests to paths that no endpoint has; `*` in the pattern is the rest of the path. */
export function mountFallback(
  app: OpenAPIHono<ServerEnv>,
  pattern: string,
  policy: RoutePolicy,
  answer: (context: Context<ServerEnv>) => Response,
  around: readonly MiddlewareHandler<ServerEnv>[],
): void {
  app.all(pattern, declare(policy), ...around, answer)
}

/** As Hono calls it. */
const anyMethod = 'ALL'

function declare(policy: RoutePolicy, path?: string): MiddlewareHandler<ServerEnv> {
  return (context, next) => {
    context.set('policy', policy)
    if (path !== undefined) context.set('route', path)
    return next()
  }
}

function toAllow(endpoints: readonly Endpoint[], { anyOrigin }: RoutePolicy): string {
  const methods = endpoints.flatMap(({ method }) =>
    method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()],
  )
  return [...methods, ...(anyOrigin ? ['OPTIONS'] : [])].join(', ')
}

function paramPlaces(path: string): readonly (readonly [name: string, place: number])[] {
  return path
    .split('/')
    .flatMap((segment, place) => (segment.startsWith('{') ? [[segment.slice(1, -1), place] as const] : []))
}

function readParams(
  places: readonly (readonly [string, number])[],
  path: string,
): Readonly<Record<string, string | null>> {
  const segments = path.split('/')
  return Object.fromEntries(places.map(([name, place]) => [name, decodeSegment(segments[place] ?? '')]))
}
