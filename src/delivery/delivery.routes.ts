// Endpoints 1 and 2, and the model for code generators: read-only, with an API key.
import { z } from '@hono/zod-openapi'
import type { SpaceId } from '../base/ids.ts'
import { parseSearch } from '../content/query-text.ts'
import { type Endpoint, endpoint, type Guard } from '../http/endpoint.ts'
import { respondJson } from '../http/json-response.ts'
import { contentPolicy } from '../http/server-env.ts'
import type { CacheResult } from './cache/response-cache.ts'
import {
  entryDocumentSchema,
  entryListSchema,
  entryParamsSchema,
  entryQuerySchema,
  listParamsSchema,
  listQuerySchema,
  modelSchema,
} from './delivery.schema.ts'
import type { DeliveryService } from './delivery.service.ts'
import type { FastPath } from './fast-path.ts'
import { parseEntryParameters, parseListParameters } from './query/parse-parameters.ts'
import { entryQueryDocument, listQueryDocument } from './query.schema.ts'
import type { EntryQuery, ListQuery } from './query.ts'

interface DeliveryParts {
  readonly service: DeliveryService
  readonly readContent: Guard<SpaceId>
  readonly readSchema: Guard<SpaceId>
  readonly fastPath: FastPath
  readonly perPageMax: number
}

const base = '/api/v1/public/content'

export function deliveryEndpoints(parts: DeliveryParts): Endpoint[] {
  const { service, readContent, readSchema, fastPath, perPageMax } = parts
  const respond = async (
    { request, caller, headers }: { request: Request; caller: SpaceId; headers: Record<string, string> },
    query: ListQuery | EntryQuery,
    result: CacheResult,
  ) => {
    // Ignored parameters are reported in a header, so such requests need parsing and stay off the fast path.
    if (headers['X-Ignored-Parameters'] === undefined) fastPath.remember(request, caller, query)
    return toResponse(request, result, headers)
  }
  return [
    endpoint({
      method: 'get',
      path: `${base}/{collection}`,
      operationId: 'listEntries',
      summary: 'List published entries',
      description: 'The published entries of a collection, newest first, a page at a time.',
      tag: 'Content',
      guard: readContent,
      policy: contentPolicy,
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
        const sent = { request, caller, headers }
        const { collection = null } = params
        if (modelParameters !== null) {
          const unbound = { ...query, collection, parameters: modelParameters }
          const { query: bound, result } = await service.queryList(caller, unbound)
          return respond(sent, bound, result)
        }
        const listQuery = { ...query, collection, projection: null }
        return respond(sent, listQuery, await service.listEntries(caller, listQuery))
      },
    }),
    endpoint({
      method: 'get',
      path: `${base}/{collection}/{slug}`,
      operationId: 'getEntry',
      summary: 'Fetch one published entry',
      description: 'One published entry, by its collection and slug.',
      tag: 'Content',
      guard: readContent,
      policy: contentPolicy,
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
        const sent = { request, caller, headers }
        const { collection = null, slug: sentSlug = null } = params
        // Addresses that look the same are the same.
        const slug = sentSlug?.normalize('NFC') ?? null
        if (modelParameters !== null) {
          const unbound = { ...query, collection, slug, parameters: modelParameters }
          const { query: bound, result } = await service.queryEntry(caller, unbound)
          return respond(sent, bound, result)
        }
        const entryQuery = { ...query, collection, slug, projection: null }
        return respond(sent, entryQuery, await service.getEntry(caller, entryQuery))
      },
    }),
    endpoint({
      method: 'get',
      path: '/api/v1/public/schema',
      operationId: 'getSchema',
      summary: 'Read the model',
      description:
        "The collections of the key's space and their fields, for code generators. Needs the scope `schema.read`.",
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

function toResponse(
  request: Request,
  found: CacheResult,
  headers: Record<string, string>,
): Promise<Response> {
  return respondJson(request, found.response, { ...headers, 'Server-Timing': toServerTiming(found) })
}

/** Whether the response was cached, or how many milliseconds building it took (W3C Server Timing). */
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
