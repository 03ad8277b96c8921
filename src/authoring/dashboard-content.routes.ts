// Content endpoints of the dashboard, with a session or an API key: reading drafts, publishing and unpublishing.
import { z } from '@hono/zod-openapi'
import type { Caller } from '../base/caller.ts'
import type { Clock } from '../base/clock.ts'
import type { Database } from '../database/database.ts'
import { type Endpoint, endpoint, type Guard } from '../http/endpoint.ts'
import { pageQuerySchema } from '../http/list.ts'
import { respondPrivate } from '../http/private-response.ts'
import {
  collectionListSchema,
  collectionParamsSchema,
  contentTotalsSchema,
  entriesQuerySchema,
  entryDetailDocumentSchema,
  entryParamsSchema,
  entrySummaryListSchema,
} from './dashboard-content.schema.ts'
import {
  type DescribeCollection,
  getEntry,
  listCollections,
  listEntries,
  readTotals,
} from './dashboard-content.service.ts'
import { publishEntry, unpublishEntry } from './publish.service.ts'

interface BrowseParts {
  readonly database: Database
  readonly clock: Clock
  readonly perPageMax: number
  readonly reader: Guard<Caller>
  readonly publisher: Guard<Caller>
  readonly describeCollection: DescribeCollection
}

const base = '/api/dashboard'
const tag = 'Dashboard'
const noQuery = z.object({})

export function dashboardContentEndpoints(parts: BrowseParts): Endpoint[] {
  return [...readEndpoints(parts), ...publishingEndpoints(parts)]
}

function readEndpoints({ database, perPageMax, reader, describeCollection }: BrowseParts): Endpoint[] {
  const common = { method: 'get', tag, guard: reader } as const
  return [
    endpoint({
      ...common,
      path: `${base}/content`,
      operationId: 'getContentTotals',
      summary: 'Count content',
      description: 'The number of collections and entries in the current space.',
      query: noQuery,
      response: { schema: contentTotalsSchema, description: 'The totals.' },
      errors: [],
      handle: async ({ caller, headers }) =>
        respondPrivate(await readTotals(database, caller.space), { headers }),
    }),
    endpoint({
      ...common,
      path: `${base}/collections`,
      operationId: 'listCollections',
      summary: 'List collections',
      description:
        'The collections of the current space with their models, by API name. Of each field it says what queries can do with it.',
      query: pageQuerySchema(perPageMax),
      response: { schema: collectionListSchema, description: 'A page of collections.' },
      errors: [],
      handle: async ({ caller, query, headers }) =>
        respondPrivate(await listCollections(database, caller.space, query, describeCollection), { headers }),
    }),
    endpoint({
      ...common,
      path: `${base}/collections/{collection}/entries`,
      operationId: 'listDrafts',
      summary: 'List entries, drafts included',
      description: 'The entries of a collection, by slug in the order of code points.',
      params: collectionParamsSchema,
      query: entriesQuerySchema(perPageMax),
      response: { schema: entrySummaryListSchema, description: 'A page of entries.' },
      errors: ['collection_not_found'],
      handle: async ({ caller, params, query, headers }) => {
        const listQuery = { ...query, collection: params.collection ?? null }
        return respondPrivate(await listEntries(database, caller.space, listQuery), { headers })
      },
    }),
    endpoint({
      ...common,
      path: `${base}/entries/{id}`,
      operationId: 'getDraft',
      summary: 'Fetch one entry, its draft included',
      description:
        'The draft beside the live version, the references of the draft, and the live entries that refer to this one.',
      params: entryParamsSchema,
      query: noQuery,
      response: { schema: entryDetailDocumentSchema, description: 'The entry.' },
      errors: ['entry_not_found'],
      handle: async ({ caller, params, headers }) =>
        respondPrivate({ doc: await getEntry(database, caller.space, params.id ?? null) }, { headers }),
    }),
  ]
}

function publishingEndpoints({ database, clock, publisher }: BrowseParts): Endpoint[] {
  const path = `${base}/entries/{id}`
  const common = {
    method: 'post',
    tag,
    guard: publisher,
    params: entryParamsSchema,
    query: noQuery,
    response: { schema: entryDetailDocumentSchema, description: 'The entry as it is now.' },
  } as const
  return [
    endpoint({
      ...common,
      path: `${path}/publish`,
      operationId: 'publishDashboardEntry',
      summary: 'Publish an entry',
      description: 'Publishes the draft. If it is live already, nothing changes.',
      errors: ['entry_not_found', 'entry_archived', 'draft_invalid', 'entry_too_large'],
      handle: async ({ caller, params, headers }) => {
        const id = params.id ?? null
        await publishEntry(database, caller, id, clock)
        return respondPrivate({ doc: await getEntry(database, caller.space, id) }, { headers })
      },
    }),
    endpoint({
      ...common,
      path: `${path}/unpublish`,
      operationId: 'unpublishDashboardEntry',
      summary: 'Unpublish an entry',
      description: 'Stops serving the entry; its draft stays. If it is not live, nothing changes.',
      errors: ['entry_not_found'],
      handle: async ({ caller, params, headers }) => {
        const id = params.id ?? null
        await unpublishEntry(database, caller, id, clock)
        return respondPrivate({ doc: await getEntry(database, caller.space, id) }, { headers })
      },
    }),
  ]
}
