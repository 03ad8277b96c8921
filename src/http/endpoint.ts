// One declaration for each endpoint: its guard, its parameters, its body, its handler and its part of the OpenAPI
// document. Mounting it is the only way to a route, so a route without a guard, or undocumented, does not exist.
import { type OpenAPIHono, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { type ErrorCode, Problem } from '../base/errors.ts'
import type { Place } from './admission.ts'
import { readBody } from './body.ts'
import type { RateLimitTicket } from './charge.ts'
import { answerPreflight, isOpenToAnyOrigin } from './cors.ts'
import { type Documented, type Route, toRoute } from './describe.ts'
import type { Caller as LoggedCaller } from './log.ts'
import { decodeSegment, invalidPath, rawSearch } from './path.ts'
import { ignoredParametersHeader, parseQuery, prefersStrict } from './query.ts'
import { requireSameOrigin } from './same-origin.ts'

export interface ServerEnv {
  Bindings: {
    /** False where the path of the request's URL is not the one that was sent; absent where nobody can say. */
    isPathAsSent?: boolean
  }
  Variables: {
    requestId: string
    /** Where pages of this server come from, if that is not the address asked. */
    publicOrigin: string | null
    problem?: Problem
    /** The path that the endpoint declares. */
    route?: string
    /** As far as a guard has found out, whether it lets them in or not. */
    caller?: LoggedCaller
    /** Where the caller's requests are counted. */
    charge?: RateLimitTicket
    /** Where what is worked on at once is limited. */
    place?: Place
    onBody?: OnBody
  }
}

export type OnBody = (request: Request, state: 'awaited' | 'read') => void

export type Method = 'get' | 'post' | 'patch' | 'delete'

/** For what a guard finds out, as soon as it is known, whether it lets them in or not. */
export interface Tell {
  readonly caller: (caller: LoggedCaller) => void
  readonly charge: (charge: RateLimitTicket) => void
}

/**
 * Lets a request in and says who it is from, or throws a Problem. It runs once, before the body is read: what writes
 * asks again, in its transaction (access/require-right.store.ts).
 */
export interface Guard<Caller> {
  readonly check: (request: Request, tell: Tell) => Promise<Caller>
  /** OpenAPI security requirement. */
  readonly security: Record<string, string[]>[]
  readonly errors: readonly ErrorCode[]
}

/** A guard that can also say at once whether it lets in who comes again. */
export interface RepeatingGuard<Caller, Proof> extends Guard<Caller> {
  /**
   * By the value of the header Authorization: what `recall` gives for the caller, where both are certain without a
   * promise; null otherwise. A request counts as made only where there is something to give. `proof` is by what the
   * guard was certain.
   */
  readonly again: (
    authorization: string | undefined,
    recall: (caller: Caller, proof: Proof) => Response | null,
  ) => Response | null
}

/** What a handler is given. A path parameter is null where its text can be no name at all. */
export interface HandlerContext<Caller, Query, Body> {
  readonly request: Request
  readonly caller: Caller
  readonly params: Readonly<Record<string, string | null>>
  readonly query: Query
  readonly body: Body
  /** What every good answer must carry. */
  readonly headers: Record<string, string>
}

interface Definition<Caller, Query extends z.ZodObject, Body extends z.ZodObject> extends Documented {
  readonly guard: Guard<Caller>
  readonly query: Query
  readonly body?: Body
  readonly handle: (exchange: HandlerContext<Caller, z.output<Query>, z.output<Body>>) => Promise<Response>
}

/** An endpoint whose types are closed over, so that endpoints of all kinds fit one list. */
export interface Endpoint {
  readonly method: Method
  readonly path: string
  /** Its part of the OpenAPI document; null for pages and probes, which are not part of the API. */
  readonly route: Route | null
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
    answer: async context => {
      const request = context.req.raw
      const tell: Tell = {
        caller: found => context.set('caller', found),
        charge: charge => context.set('charge', charge),
      }
      const caller = await guard.check(request, tell)
      if (method !== 'get') requireSameOrigin(request, context.get('publicOrigin'))
      const strict = prefersStrict(request)
      const parsed = parseQuery(query, rawSearch(request), strict)
      const place = context.get('place')
      // A client that sends slowly keeps nobody else from being answered.
      let body = {}
      if (method !== 'get') {
        place?.pause()
        context.get('onBody')?.(request, 'awaited')
        body = await readBody(definition.body ?? null, request)
        context.get('onBody')?.(request, 'read')
        place?.resume()
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
): Endpoint {
  return {
    method: 'get',
    path,
    route: null,
    answer: async context => toPageResponse(await answer(context.req.raw)),
  }
}

export function toPageResponse({ status = 200, type, body, headers }: Page): Response {
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

/** Answers on the endpoints' paths; any other method on one of them is a 405. */
export function mount(app: OpenAPIHono<ServerEnv>, endpoints: readonly Endpoint[]): void {
  for (const [path, atPath] of Map.groupBy(endpoints, ({ path }) => path)) {
    const allow = toAllow(path, atPath)
    const pattern = path.replaceAll(/\{(\w+)\}/g, ':$1')
    const here = (answer: (context: Context<ServerEnv>) => Response | Promise<Response>) => {
      return (context: Context<ServerEnv>) => {
        if (context.env?.isPathAsSent === false) throw invalidPath()
        context.set('route', path)
        return answer(context)
      }
    }
    for (const { method, route, answer } of atPath) {
      if (route) app.openAPIRegistry.registerPath(route)
      app.on(method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()], pattern, here(answer))
    }
    if (isOpenToAnyOrigin(path))
      app.on(
        'OPTIONS',
        pattern,
        here(() => answerPreflight(allow)),
      )
    const refuse = () => {
      throw new Problem('method_not_allowed', `This path supports ${allow}.`, { headers: { Allow: allow } })
    }
    app.all(pattern, here(refuse))
  }
}

function toAllow(path: string, endpoints: readonly Endpoint[]): string {
  const methods = endpoints.flatMap(({ method }) =>
    method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()],
  )
  return [...methods, ...(isOpenToAnyOrigin(path) ? ['OPTIONS'] : [])].join(', ')
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
