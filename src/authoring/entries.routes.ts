// Content endpoints of the dashboard: members of the space have read access, its managers can publish and unpublish.
import { z } from '@hono/zod-openapi'
import type { Clock } from '../base/clock.ts'
import type { Member } from '../base/member.ts'
import type { Database } from '../database/database.ts'
import { type Endpoint, endpoint, type Guard } from '../http/endpoint.ts'
import { pageQuerySchema } from '../http/list.ts'
import { answerPrivate } from '../http/private-response.ts'
import {
  collectionListSchema,
  collectionParamsSchema,
  contentTotalsSchema,
  entriesQuerySchema,
  entryDetailDocumentSchema,
  entryParamsSchema,
  entrySummaryListSchema,
} from './entries.schema.ts'
import {
  type DescribeCollection,
  getEntry,
  listCollections,
  listEntries,
  readTotals,
} from './entries.service.ts'
import { publishEntry, unpublishEntry } from './publish.service.ts'

interface BrowseParts {
  readonly database: Database
  readonly clock: Clock
  readonly perPageMax: number
  readonly anyMember: Guard<Member>
  readonly manager: Guard<Member>
  readonly describeCollection: DescribeCollection
}

const base = '/api/dashboard'
const tag = 'Dashboard'
const noQuery = z.object({})

export function entryEndpoints(parts: BrowseParts): Endpoint[] {
  return [...readEndpoints(parts), ...publishingEndpoints(parts)]
}

function readEndpoints({ database, perPageMax, anyMember, describeCollection }: BrowseParts): Endpoint[] {
  const common = { method: 'get', tag, guard: anyMember } as const
  return [
    endpoint({
      ...common,
      path: `${base}/content`,
      operationId: 'getContentTotals',
      summary: 'Count content',
      description: 'How much content the current space has.',
      query: noQuery,
      response: { schema: contentTotalsSchema, description: 'The totals.' },
      errors: [],
      handle: async ({ caller, headers }) =>
        answerPrivate(await readTotals(database, caller.space), { headers }),
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
        answerPrivate(await listCollections(database, caller.space, query, describeCollection), { headers }),
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
        const question = { ...query, collection: params.collection ?? null }
        return answerPrivate(await listEntries(database, caller.space, question), { headers })
      },
    }),
    endpoint({
      ...common,
      path: `${base}/entries/{id}`,
      operationId: 'getDraft',
      summary: 'Fetch one entry, its draft included',
      description: 'The draft beside what is served, where it points to, and which live entries point to it.',
      params: entryParamsSchema,
      query: noQuery,
      response: { schema: entryDetailDocumentSchema, description: 'The entry.' },
      errors: ['entry_not_found'],
      handle: async ({ caller, params, headers }) =>
        answerPrivate({ doc: await getEntry(database, caller.space, params.id ?? null) }, { headers }),
    }),
  ]
}

function publishingEndpoints({ database, clock, manager }: BrowseParts): Endpoint[] {
  const path = `${base}/entries/{id}`
  const common = {
    method: 'post',
    tag,
    guard: manager,
    params: entryParamsSchema,
    query: noQuery,
    response: { schema: entryDetailDocumentSchema, description: 'The entry as it is now.' },
  } as const
  return [
    endpoint({
      ...common,
      path: `${path}/publish`,
      operationId: 'publishEntry',
      summary: 'Publish an entry',
      description: 'Makes the draft what is served. Where it is already, nothing changes.',
      errors: ['entry_not_found', 'draft_invalid', 'entry_too_large'],
      handle: async ({ caller, params, headers }) => {
        const id = params.id ?? null
        await publishEntry(database, caller, id, clock)
        return answerPrivate({ doc: await getEntry(database, caller.space, id) }, { headers })
      },
    }),
    endpoint({
      ...common,
      path: `${path}/unpublish`,
      operationId: 'unpublishEntry',
      summary: 'Unpublish an entry',
      description: 'Stops serving the entry; its draft stays. Where nothing is served, nothing changes.',
      errors: ['entry_not_found'],
      handle: async ({ caller, params, headers }) => {
        const id = params.id ?? null
        await unpublishEntry(database, caller, id)
        return answerPrivate({ doc: await getEntry(database, caller.space, id) }, { headers })
      },
    }),
  ]
}
