// Endpoints 1 and 2, and the model for code generators: read-only, with an API key. The dashboard reads the same content
// with a session, so that a user can try a request without a key.
import { z } from '@hono/zod-openapi'
import type { SpaceId } from '../base/ids.ts'
import { parseSearch } from '../content/values/query-text.ts'
import { type Endpoint, endpoint, type Guard } from '../http/endpoint.ts'
import { respondJson } from '../http/json-response.ts'
import { contentPolicy, type RoutePolicy } from '../http/server-env.ts'
import {
  entryParamsSchema,
  entryQuerySchema,
  listParamsSchema,
  listQuerySchema,
} from '../query/content-parameters.schema.ts'
import { parseEntryParameters, parseListParameters } from '../query/parse/parse-parameters.ts'
import { entryQueryDocument, listQueryDocument } from '../query/query.schema.ts'
import type { CacheResult } from './cache/response-cache.ts'
import type { ContentFastPath } from './content-fast-path.ts'
import { entryDocumentSchema, entryListSchema, modelSchema } from './delivery.schema.ts'
import type { DeliveryService } from './delivery.service.ts'
import type { EntryQuery, ListQuery } from './query.ts'

interface DeliveryParts {
  readonly service: DeliveryService
  readonly readContent: Guard<SpaceId>
  readonly readSchema: Guard<SpaceId>
  /** The session of a member who may read the space. */
  readonly member: Guard<{ readonly space: SpaceId }>
  readonly fastPath: ContentFastPath
  readonly perPageMax: number
}

export function deliveryEndpoints(parts: DeliveryParts): Endpoint[] {
  const { service, readContent, readSchema, member, fastPath } = parts
  return [
    ...contentEndpoints(parts, {
      path: '/api/v1/public/content',
      common: { tag: 'Content', guard: readContent, policy: contentPolicy },
      toSpace: space => space,
      describeList: {
        operationId: 'listEntries',
        summary: 'List published entries',
        description: 'The published entries of a collection, newest first, a page at a time.',
      },
      describeEntry: {
        operationId: 'getEntry',
        summary: 'Fetch one published entry',
        description: 'One published entry, by its collection and slug.',
      },
      onFound: fastPath.remember,
    }),
    ...contentEndpoints(parts, {
      path: '/api/dashboard/content',
      common: { tag: 'Dashboard', guard: member },
      isPrivate: true,
      toSpace: ({ space }) => space,
      describeList: {
        operationId: 'tryList',
        summary: 'List published entries with a session',
        description:
          'The response that an API key of the current space gets from `/api/v1/public/content/{collection}`, for the page *Try it*.',
      },
      describeEntry: {
        operationId: 'tryEntry',
        summary: 'Fetch one published entry with a session',
        description:
          'The response that an API key of the current space gets from `/api/v1/public/content/{collection}/{slug}`, for the page *Try it*.',
      },
    }),
    endpoint({
      method: 'get',
      path: '/api/v1/public/schema',
      operationId: 'getSchema',
      summary: 'Read the model',
      description:
        "The collections and components of the key's space and their fields, for code generators. Needs the scope `schema.read`.",
      tag: 'Content',
      guard: readSchema,
      policy: contentPolicy,
      query: z.object({}),
      response: {
        schema: modelSchema,
        description: 'The model.',
        headers: responseHeaders,
        conditional: true,
      },
      errors: [],
      handle: async ({ request, caller, headers }) => {
        return toResponse(request, await service.getModel(caller), headers)
      },
    }),
  ]
}

interface Audience<Caller> {
  readonly path: string
  readonly common: { readonly tag: string; readonly guard: Guard<Caller>; readonly policy?: RoutePolicy }
  readonly toSpace: (caller: Caller) => SpaceId
  readonly describeList: Description
  readonly describeEntry: Description
  /** Called with each request that the fast path may serve next time without parsing it. */
  readonly onFound?: ContentFastPath['remember']
  /** If true, responses must not be stored in any cache, because they need a session. */
  readonly isPrivate?: true
}

type Description = Readonly<Record<'operationId' | 'summary' | 'description', string>>

/** The endpoints for published entries, for callers that the guard admits. */
function contentEndpoints<Caller>(
  { service, perPageMax }: DeliveryParts,
  { path, common, toSpace, describeList, describeEntry, onFound, isPrivate }: Audience<Caller>,
): Endpoint[] {
  const respond = async (
    { request, space, headers }: { request: Request; space: SpaceId; headers: Record<string, string> },
    query: ListQuery | EntryQuery,
    result: CacheResult,
  ) => {
    // Ignored parameters are reported in a header, so such requests need parsing and stay off the fast path.
    if (headers['X-Ignored-Parameters'] === undefined) onFound?.(request, space, query)
    const response = await toResponse(request, result, headers)
    if (isPrivate) for (const [name, value] of privateHeaders) response.headers.set(name, value)
    return response
  }
  return [
    endpoint({
      method: 'get',
      path: `${path}/{collection}`,
      ...common,
      ...describeList,
      params: listParamsSchema,
      queryDocument: listQueryDocument,
      query: listQuerySchema(perPageMax),
      parseModelParameters: sent => parseListParameters(sent, parseSearch),
      response: {
        schema: entryListSchema,
        description: 'A page of published entries.',
        headers: responseHeaders,
        conditional: true,
      },
      errors: ['response_too_large', 'query_too_costly', 'collection_not_found'],
      handle: async ({ request, caller, params, query, modelParameters, headers }) => {
        const space = toSpace(caller)
        const sent = { request, space, headers }
        const { collection = null } = params
        if (modelParameters !== null) {
          const unbound = { ...query, collection, parameters: modelParameters }
          const { query: bound, result } = await service.queryList(space, unbound)
          return respond(sent, bound, result)
        }
        const listQuery = { ...query, collection, projection: null }
        return respond(sent, listQuery, await service.listEntries(space, listQuery))
      },
    }),
    endpoint({
      method: 'get',
      path: `${path}/{collection}/{slug}`,
      ...common,
      ...describeEntry,
      params: entryParamsSchema,
      queryDocument: entryQueryDocument,
      query: entryQuerySchema,
      parseModelParameters: parseEntryParameters,
      response: {
        schema: entryDocumentSchema,
        description: 'The published entry.',
        headers: responseHeaders,
        conditional: true,
      },
      errors: ['response_too_large', 'collection_not_found', 'entry_not_found'],
      handle: async ({ request, caller, params, query, modelParameters, headers }) => {
        const space = toSpace(caller)
        const sent = { request, space, headers }
        const { collection = null, slug: sentSlug = null } = params
        // A slug is stored in Unicode NFC and found by either form.
        const slug = sentSlug?.normalize('NFC') ?? null
        if (modelParameters !== null) {
          const unbound = { ...query, collection, slug, parameters: modelParameters }
          const { query: bound, result } = await service.queryEntry(space, unbound)
          return respond(sent, bound, result)
        }
        const entryQuery = { ...query, collection, slug, projection: null }
        return respond(sent, entryQuery, await service.getEntry(space, entryQuery))
      },
    }),
  ]
}

const privateHeaders = [
  ['Cache-Control', 'no-store'],
  ['Vary', 'Cookie, Frontlist-Space, Accept-Encoding'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
] as const

function toResponse(
  request: Request,
  found: CacheResult,
  headers: Record<string, string>,
): Promise<Response> {
  return respondJson(request, found.response, { ...headers, 'Server-Timing': toServerTiming(found) })
}

/** Returns `Server-Timing` (W3C): whether the response was cached, or how many milliseconds building it took. */
function toServerTiming({ outcome, databaseMs, buildMs }: CacheResult): string {
  if (outcome !== 'miss') return outcome === 'hit' ? 'cache;desc=hit' : 'cache;desc=checked'
  return `cache;desc=miss, db;dur=${databaseMs.toFixed(1)}, build;dur=${buildMs.toFixed(1)}`
}

const responseHeaders = z.object({
  ETag: z.string().openapi({ description: 'Changes when, and only when, the body does.' }),
  'X-Request-Id': z.string(),
  'Server-Timing': z.string().openapi({
    example: 'cache;desc=hit',
    description:
      'Whether the response was cached (`hit`), cached and found to be the same after later changes (`checked`), or built for this request (`miss`): then also the milliseconds in the database (`db`) and in everything else (`build`).',
  }),
  'X-Ignored-Parameters': z
    .string()
    .optional()
    .openapi({ description: 'Query parameters that this endpoint does not know.' }),
  RateLimit: z.string().optional().openapi({
    example: '"key";r=99;t=1',
    description:
      'If the server has a rate limit: how many requests the key has left, and in how many seconds it has all of them again.',
  }),
  'RateLimit-Policy': z.string().optional().openapi({
    example: '"key";q=100;w=1',
    description: 'If the server has a rate limit: how many requests a key can make per second.',
  }),
})
