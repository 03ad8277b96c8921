// One declaration for each endpoint: its guard, its parameters, its handler and its part of the OpenAPI document.
// Mounting it is the only way to a route, so a route without a guard, or undocumented, does not exist.
import { createRoute, type OpenAPIHono, type z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { type ErrorCode, errorTable, Problem } from '../base/errors.ts'
import { answerPreflight, isOpenToAnyOrigin } from './cors.ts'
import { decodeSegment, rawSearch } from './path.ts'
import { problemSchema } from './problem.schema.ts'
import { toProblemType } from './problem.ts'
import { ignoredParametersHeader, parseQuery, prefersStrict } from './query.ts'

export interface ServerEnv {
  Variables: { requestId: string; problem?: Problem }
}

/** Lets a request in and says who it is from, or throws a Problem. */
export interface Guard<Caller> {
  readonly check: (request: Request) => Promise<Caller>
  /** OpenAPI security requirement. */
  readonly security: Record<string, string[]>[]
  readonly errors: readonly ErrorCode[]
}

/** What a handler is given. A path parameter is null where its text can be no name at all. */
export interface Exchange<Caller, Query> {
  readonly request: Request
  readonly caller: Caller
  readonly params: Readonly<Record<string, string | null>>
  readonly query: Query
  readonly headers: Record<string, string>
}

interface Definition<Caller, Query extends z.ZodObject> {
  /** As OpenAPI writes it: `/things/{id}`. */
  readonly path: string
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly tag: string
  readonly guard: Guard<Caller>
  readonly params?: z.ZodObject
  readonly query: Query
  readonly response: {
    readonly schema: z.ZodType
    readonly description: string
    readonly headers?: z.ZodObject
  }
  readonly errors: readonly ErrorCode[]
  readonly handle: (exchange: Exchange<Caller, z.output<Query>>) => Promise<Response>
}

/** An endpoint whose types are closed over, so that endpoints of all kinds fit one list. */
export interface Endpoint {
  readonly path: string
  /** Its part of the OpenAPI document; null for pages and probes, which are not part of the API. */
  readonly route: ReturnType<typeof createRoute> | null
  readonly answer: (context: Context<ServerEnv>) => Promise<Response>
}

/** A GET endpoint; HEAD comes with it. */
export function getEndpoint<Caller, Query extends z.ZodObject>(
  definition: Definition<Caller, Query>,
): Endpoint {
  const { path, guard, query, handle } = definition
  const places = paramPlaces(path)
  return {
    path,
    route: toRoute(definition),
    answer: async context => {
      const request = context.req.raw
      const caller = await guard.check(request)
      const strict = prefersStrict(request)
      const parsed = parseQuery(query, rawSearch(request), strict)
      const headers: Record<string, string> = {}
      if (strict) headers['Preference-Applied'] = 'handling=strict'
      if (parsed.ignored.length > 0) headers['X-Ignored-Parameters'] = ignoredParametersHeader(parsed.ignored)
      const params = readParams(places, context.req.path)
      return handle({ request, caller, params, query: parsed.values, headers })
    },
  }
}

/** A page, a file or a probe: for everyone, for the reason given, and outside of the OpenAPI document. */
export function openPage(
  path: string,
  _reason: string,
  answer: (request: Request) => Promise<Page>,
): Endpoint {
  return {
    path,
    route: null,
    answer: async context => {
      const { status = 200, type, body, headers } = await answer(context.req.raw)
      // HEAD is told the length by the header alone.
      const length = String(Buffer.byteLength(body))
      return new Response(body, {
        status,
        headers: { 'Content-Type': type, 'Content-Length': length, ...headers },
      })
    },
  }
}

export interface Page {
  /** 200 where absent. */
  readonly status?: number
  readonly type: string
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

/** Answers on the endpoints' paths; any other method on one of them is a 405. */
export function mount(app: OpenAPIHono<ServerEnv>, endpoints: readonly Endpoint[]): void {
  for (const { path, route, answer } of endpoints) {
    if (route) app.openAPIRegistry.registerPath(route)
    const allow = isOpenToAnyOrigin(path) ? 'GET, HEAD, OPTIONS' : 'GET, HEAD'
    const pattern = path.replaceAll(/\{(\w+)\}/g, ':$1')
    app.on(['GET', 'HEAD'], pattern, answer)
    if (isOpenToAnyOrigin(path)) app.on('OPTIONS', pattern, () => answerPreflight(allow))
    app.all(pattern, () => {
      throw new Problem('method_not_allowed', `This path answers ${allow}.`, { headers: { Allow: allow } })
    })
  }
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

function toRoute<Caller, Query extends z.ZodObject>(definition: Definition<Caller, Query>) {
  const { guard, response } = definition
  const codes: ErrorCode[] = [
    ...guard.errors,
    'invalid_parameters',
    ...definition.errors,
    'method_not_allowed',
  ]
  const byStatus = Map.groupBy(new Set(codes), code => errorTable[code].status)
  const problems = [...byStatus].map(([status, group]) => [
    status,
    {
      description: group.map(code => `\`${code}\`: ${errorTable[code].meaning}`).join(' '),
      content: { 'application/problem+json': { schema: problemSchema, example: toExample(group[0]!) } },
    },
  ])
  return createRoute({
    method: 'get',
    path: definition.path,
    operationId: definition.operationId,
    summary: definition.summary,
    description: definition.description,
    tags: [definition.tag],
    security: guard.security,
    request: { query: definition.query, ...(definition.params && { params: definition.params }) },
    responses: {
      200: {
        description: response.description,
        content: { 'application/json': { schema: response.schema } },
        ...(response.headers && { headers: response.headers }),
      },
      304: { description: 'The content is what `If-None-Match` names.' },
      ...Object.fromEntries(problems),
      default: {
        description: 'Any other error, such as a request over a limit or a failure of the server.',
        content: {
          'application/problem+json': { schema: problemSchema, example: toExample('internal_error') },
        },
      },
    },
  })
}

function toExample(code: ErrorCode) {
  const { status, title, meaning } = errorTable[code]
  const requestId = '5336f1f8-cec6-42b6-a060-1b8be7dfe2f4'
  return { type: toProblemType(code), title, status, detail: meaning, code, requestId }
}
