// Declares endpoints: guard, parameters, body, handler and part of the OpenAPI document. Routes are created only by
// mounting endpoints, so no route is without a guard or undocumented.
import { type OpenAPIHono, z } from '@hono/zod-openapi'
import type { Context, MiddlewareHandler } from 'hono'
import type { ErrorCode } from '../base/error-table.ts'
import { type FieldError, Problem } from '../base/errors.ts'
import { checkMediaType, invalidBody, type ReadFields, readBody, withFurther } from './body.ts'
import { respondToPreflight } from './cors.ts'
import { requireSameOrigin } from './csrf.ts'
import { type EndpointDescription, type Route, toRoute } from './describe.ts'
import type { LoggedCaller } from './log.ts'
import { declareRoute, requirePathAsSent } from './request-context.ts'
import {
  decodeSegment,
  type ModelParameterParser,
  type ModelParameters,
  paramIndexes,
  parseQuery,
  prefersStrict,
  rawSearch,
} from './request-url.ts'
import { managementPolicy, type RateLimitTicket, type RoutePolicy, type ServerEnv } from './server-env.ts'

/** Waits for a body without holding a permit, which other requests can use in the meantime. */
type Receive = <Result>(
  work: (body: ReadableStream<Uint8Array<ArrayBuffer>> | null) => Promise<Result>,
) => Promise<Result>

/** Runs the work without holding a permit, which other requests can use in the meantime. */
type WithoutPermit = <Result>(work: () => Promise<Result>) => Promise<Result>

/** The input of a handler. A path parameter is null if its text cannot be a valid name. */
interface HandlerContext<Caller, Query, Body, Parameters> {
  readonly request: Request
  readonly caller: Caller
  readonly params: Readonly<Record<string, string | null>>
  readonly query: Query
  /**
   * The parameters that must be compared with the model, or null if there are none. They contain the errors of all
   * parameters, so the handler must report these.
   */
  readonly modelParameters: Parameters | null
  readonly body: Body
  /** Receives the body of an upload, which is not read yet. */
  readonly receive: Receive
  readonly withoutPermit: WithoutPermit
  /** Headers that every successful response must include. */
  readonly headers: Record<string, string>
}

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** Receives what a guard finds out as soon as it is known, whether or not it grants access. */
export interface GuardReport {
  readonly caller: (caller: LoggedCaller) => void
  readonly rateLimitTicket: (ticket: RateLimitTicket) => void
}

/**
 * Grants access and returns the caller, or throws a Problem. It runs once, before the body is read. A write checks the
 * right again in its transaction (access/require-right.store.ts).
 */
export interface Guard<Caller> {
  readonly check: (request: Request, report: GuardReport) => Promise<Caller>
  /** Checks a cached caller without a database query. Returns null if {@link check} must decide. */
  readonly peek?: (request: Request, report: GuardReport) => Caller | null
  /**
   * Returns false for a write that may come from any origin because its credential is not a cookie. If absent, the own
   * origin is required.
   */
  readonly needsOwnOrigin?: (request: Request) => boolean
  /** OpenAPI security requirement. */
  readonly security: Record<string, string[]>[]
  readonly errors: readonly ErrorCode[]
  /** The request headers besides credentials that it reads, for the OpenAPI document. */
  readonly headers?: z.ZodObject
}

interface Definition<
  Caller,
  Query extends z.ZodObject,
  Body extends z.ZodObject,
  Parameters extends ModelParameters,
> extends EndpointDescription {
  readonly guard: Guard<Caller>
  readonly query: Query
  /** Parses parameters that `query` cannot declare. */
  readonly parseModelParameters?: ModelParameterParser<Parameters>
  readonly body?: Body
  /** Called before the body is read. Throws if something that the request requires is missing or forbidden. */
  readonly beforeBody?: (
    context: Pick<HandlerContext<Caller, z.output<Query>, never, never>, 'caller' | 'params' | 'query'>,
  ) => Promise<void>
  /** Returns further errors of a body that is refused anyway: those that the handler would find in the valid fields. */
  readonly findErrors?: (
    context: Pick<
      HandlerContext<Caller, never, Partial<z.output<Body>>, never>,
      'caller' | 'params' | 'body'
    >,
  ) => Promise<readonly FieldError[]>
  /** Present if the body is a file, which the handler receives as a stream. */
  readonly upload?: Upload
  /** Defaults to the management policy. */
  readonly policy?: RoutePolicy
  readonly handle: (
    context: HandlerContext<Caller, z.output<Query>, z.output<Body>, Parameters>,
  ) => Promise<Response>
}

/** An endpoint without its type parameters, so that endpoints of all kinds fit in one list. */
export interface Endpoint {
  readonly method: Method
  readonly path: string
  /** Returns its part of the OpenAPI document; null for pages and probes, which are not part of the API. */
  readonly describe: (() => Route) | null
  readonly policy: RoutePolicy
  readonly respond: (context: Context<ServerEnv>) => Promise<Response>
}

const noFields = z.object({})
const noBody: ReadFields = { values: {}, errors: [] }

interface Upload {
  /** Validates the headers that describe the body. */
  readonly check: (request: Request) => void
}

/**
 * Creates an endpoint. GET includes HEAD. Every other method is a write, which with a session must come from a page of
 * this server.
 */
export function endpoint<
  Caller,
  Query extends z.ZodObject,
  Body extends z.ZodObject = typeof noFields,
  Parameters extends ModelParameters = ModelParameters,
>(definition: Definition<Caller, Query, Body, Parameters>): Endpoint {
  const { method, path, guard, query, parseModelParameters, handle } = definition
  const indexes = paramIndexes(toPattern(path))
  return {
    method,
    path,
    describe: () => toRoute(definition, guard, definition.body),
    policy: definition.policy ?? managementPolicy,
    respond: async context => {
      const request = context.req.raw
      const report: GuardReport = {
        caller: found => context.set('caller', found),
        rateLimitTicket: ticket => context.set('rateLimitTicket', ticket),
      }
      const caller = guard.peek?.(request, report) ?? (await guard.check(request, report))
      if (method !== 'get' && (guard.needsOwnOrigin?.(request) ?? true))
        requireSameOrigin(request, context.get('publicOrigin'))
      const hasFields = method !== 'get' && !definition.upload
      definition.upload?.check(request)
      if (hasFields) checkMediaType(request)
      const strict = prefersStrict(request)
      const parsed = parseQuery(query, rawSearch(request), strict, parseModelParameters)
      const params = readParams(indexes, context.req.path)
      await definition.beforeBody?.({ caller, params, query: parsed.values })
      const { receive, withoutPermit } = createReceive(context, definition)
      const body = hasFields
        ? await receive(() => readBody(definition.body ?? null, request, definition.policy))
        : noBody
      if (body.errors.length > 0) {
        const sound = body.values as Partial<z.output<Body>>
        const further = (await definition.findErrors?.({ caller, params, body: sound })) ?? []
        throw invalidBody(withFurther(body.errors, further))
      }
      const headers: Record<string, string> = {}
      if (strict) headers['Preference-Applied'] = 'handling=strict'
      if (parsed.ignored.length > 0) headers['X-Ignored-Parameters'] = ignoredParametersHeader(parsed.ignored)
      const { values, modelParameters } = parsed
      return handle({
        request,
        caller,
        params,
        query: values,
        modelParameters,
        body: body.values as z.output<Body>,
        receive,
        withoutPermit,
        headers,
      })
    },
  }
}

function createReceive(
  context: Context<ServerEnv>,
  { upload, policy }: { readonly upload?: Upload | undefined; readonly policy?: RoutePolicy | undefined },
): { readonly receive: Receive; readonly withoutPermit: WithoutPermit } {
  const request = context.req.raw
  const withoutPermit: WithoutPermit = async work => {
    const permit = context.get('permit')
    permit?.pause()
    const result = await work()
    await permit?.resume()
    return result
  }
  // While a slow client sends its body, its permit is free for other requests.
  const receive: Receive = work =>
    withoutPermit(async () => {
      context.get('onBody')?.(request, upload ? 'streamed' : 'awaited')
      const result = await work(request.body)
      context.get('onBody')?.(request, policy?.isLong ? 'long' : 'read')
      return result
    })
  return { receive, withoutPermit }
}

/** Returns a guard that grants access to everyone, for the given reason. */
export function everyone(_reason: string): Guard<null> {
  return { check: async () => null, security: [], errors: [] }
}

/**
 * Creates a route of a page, a file or a probe. It is public for the given reason, and not part of the OpenAPI document.
 */
export function publicRoute(
  path: string,
  _reason: string,
  respond: (request: Request) => Promise<Page>,
  policy: RoutePolicy = managementPolicy,
): Endpoint {
  return {
    method: 'get',
    path,
    describe: null,
    policy,
    respond: async context => toPageResponse(await respond(context.req.raw)),
  }
}

/** Creates a {@link publicRoute} whose response may be of any kind and depends on the path. */
export function publicEndpoint(
  path: string,
  _reason: string,
  respond: (request: Request, params: Readonly<Record<string, string | null>>) => Promise<Response>,
  policy: RoutePolicy,
): Endpoint {
  const indexes = paramIndexes(toPattern(path))
  return {
    ...{ method: 'get', path, describe: null, policy },
    respond: context => respond(context.req.raw, readParams(indexes, context.req.path)),
  }
}

export function toPageResponse({ status = 200, type, body, headers }: Page): Response {
  if (status === 304) return new Response(null, { status, headers })
  // A response to HEAD has the length only in this header.
  const length = String(Buffer.byteLength(body))
  return new Response(body as string, {
    status,
    headers: { 'Content-Type': type, 'Content-Length': length, ...headers },
  })
}

export interface Page {
  /** Defaults to 200. */
  readonly status?: number
  readonly type: string
  readonly body: string | Uint8Array
  readonly headers: Readonly<Record<string, string>>
}

/** Returns the path in the notation of Hono and Bun: `/things/:id`. */
export function toPattern(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}

function readParams(
  indexes: readonly (readonly [string, number])[],
  path: string,
): Readonly<Record<string, string | null>> {
  const segments = path.split('/')
  return Object.fromEntries(indexes.map(([name, index]) => [name, decodeSegment(segments[index] ?? '')]))
}

const ignoredNamesMax = 50
const ignoredNameLengthMax = 64

/** Percent-encodes the names, so that a name cannot end the header or start another one. `...` stands for further names. */
export function ignoredParametersHeader(ignored: readonly string[]): string {
  const named = ignored
    .slice(0, ignoredNamesMax)
    .map(name => encodeURIComponent([...name].slice(0, ignoredNameLengthMax).join('').toWellFormed()))
  return [...named, ...(ignored.length > ignoredNamesMax ? ['...'] : [])].join(', ')
}

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
