// The dashboard's endpoints of content over a test's space, behind guards that let a role in without signing in: what
// is tested with them is content, not sign-in. Each good response must have the shape that it promises.
import { expect } from 'bun:test'
import { OpenAPIHono, type z } from '@hono/zod-openapi'
import { type Right, rolesWith } from '../../src/access/rights.ts'
import { dashboardContentEndpoints } from '../../src/authoring/dashboard-content.routes.ts'
import {
  type CollectionView,
  type ContentTotalsView,
  collectionListSchema,
  contentTotalsSchema,
  type EntryDetailView,
  type EntrySummaryView,
  entryDetailDocumentSchema,
  entrySummaryListSchema,
} from '../../src/authoring/dashboard-content.schema.ts'
import type { Member, Role } from '../../src/base/member.ts'
import { describeCollection } from '../../src/delivery/query/describe-model.ts'
import { type Guard, mount } from '../../src/http/endpoint.ts'
import { createLogger } from '../../src/http/log.ts'
import { toProblem, toProblemResponse } from '../../src/http/problem.ts'
import { requestContext } from '../../src/http/request-context.ts'
import { rawPath } from '../../src/http/request-url.ts'
import type { ServerEnv } from '../../src/http/server-env.ts'
import { makePrincipal } from '../kit/principal.ts'
import type { TestSpace } from '../kit/test-space.ts'

interface List<Item> {
  readonly list: readonly Item[]
  readonly count: number
  readonly pagesCount: number
}

export interface BrowseApp {
  readonly request: (method: string, path: string) => Promise<Response>
  readonly totals: () => Promise<ContentTotalsView>
  readonly collections: (query?: string) => Promise<List<CollectionView>>
  /** `query` with its `?`. */
  readonly entries: (collection: string, query?: string) => Promise<List<EntrySummaryView>>
  readonly entry: (id: string) => Promise<EntryDetailView>
  readonly publish: (id: string) => Promise<EntryDetailView>
  readonly unpublish: (id: string) => Promise<EntryDetailView>
}

export const origin = 'http://localhost'

/** One owner for each space, since tests compare what it holds before and after. */
const owners = new WeakMap<TestSpace, Promise<Member>>()

function ownerOf(space: TestSpace): Promise<Member> {
  const owner = owners.get(space) ?? makePrincipal(space)
  owners.set(space, owner)
  return owner
}

export function openBrowse(
  testSpace: TestSpace,
  { role = 'owner', perPageMax = 1000 }: { role?: Role; perPageMax?: number } = {},
): BrowseApp {
  const { database, space, time } = testSpace
  const app = new OpenAPIHono<ServerEnv>({ getPath: rawPath })
  const logger = createLogger('silent')
  app.use(requestContext({ logger, newRequestId: () => 'request', onResponse: () => {}, publicOrigin: null }))
  const guardFor = (right: Right): Guard<Member> => ({
    security: [],
    errors: [],
    check: async () => {
      if (!rolesWith(right).includes(role)) throw new Error(`A ${role} came to a guard of ${right}.`)
      const anonymous: Member = {
        kind: 'user',
        ...{ sessionId: 's', userId: 'u', email: 'u@example.com', space, role },
      }
      return role === 'owner' ? ownerOf(testSpace) : anonymous
    },
  })
  mount(
    app,
    dashboardContentEndpoints({
      database,
      clock: () => time.now,
      perPageMax,
      reader: guardFor('read'),
      publisher: guardFor('publish'),
      describeCollection,
    }),
  )
  app.onError((error, context) => toProblemResponse(toProblem(error), context.get('requestId'), origin))
  const request: BrowseApp['request'] = async (method, path) =>
    app.request(`${origin}/api/dashboard${path}`, { method, headers: { Origin: origin } })
  const read = async <Schema extends z.ZodType>(schema: Schema, path: string, method = 'GET') => {
    const response = await request(method, path)
    const text = await response.text()
    expect({ path, status: response.status, text: response.status === 200 ? '' : text }).toEqual({
      path,
      status: 200,
      text: '',
    })
    const body = JSON.parse(text) as z.output<Schema>
    expect(schema.parse(body)).toEqual(body)
    return body
  }
  const change = async (id: string, verb: string) =>
    (await read(entryDetailDocumentSchema, `/entries/${id}/${verb}`, 'POST')).doc
  return {
    request,
    totals: () => read(contentTotalsSchema, '/content'),
    collections: (query = '') => read(collectionListSchema, `/collections${query}`),
    entries: (collection, query = '') =>
      read(entrySummaryListSchema, `/collections/${encodeURIComponent(collection)}/entries${query}`),
    entry: async id => (await read(entryDetailDocumentSchema, `/entries/${encodeURIComponent(id)}`)).doc,
    publish: id => change(id, 'publish'),
    unpublish: id => change(id, 'unpublish'),
  }
}
