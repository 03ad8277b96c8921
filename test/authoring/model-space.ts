// A space with posts and authors, and requests about its models by key.
import { expect } from 'bun:test'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { createTestSpace, type TestSpace } from '../kit/app/test-space.ts'

export interface Reply {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: the shape is what tests look at
  readonly body: any
}

export type Ask = (method: string, path: string, body?: object) => Promise<Reply>

export interface ModelSpace extends TestSpace {
  /** With a key of the scope `model.write`; `path` begins after `/api/v1`. */
  readonly ask: Ask
  /** A change of `posts` at its newest version. */
  readonly change: (operations: readonly object[], options?: object) => Promise<Reply>
  readonly entry: (id: string) => Promise<StoredEntry>
  /** What is served of a post, without ids and times. */
  readonly served: (slug: string) => Promise<{ readonly status: number; readonly doc: ServedDoc }>
}

interface StoredEntry {
  readonly data: { readonly [name: string]: unknown }
  readonly variants: { readonly [id: string]: unknown } | null
  readonly draftVersion: number
  readonly state: string
  readonly problems: number
}

export interface ServedDoc {
  readonly version: number
  readonly publishedAt: string
  readonly firstPublishedAt: string
  readonly data: { readonly [name: string]: unknown }
}

export const postsModel: ImportRecord = {
  type: 'collection',
  apiName: 'posts',
  name: 'Posts',
  titleField: 'title',
  fields: [
    { apiName: 'title', type: 'text', max: 80 },
    { apiName: 'code', type: 'text' },
    { apiName: 'tags', type: 'text', many: true },
    { apiName: 'author', type: 'reference', to: ['authors'] },
    {
      apiName: 'kind',
      type: 'text',
      options: [
        { value: 'news', name: 'News' },
        { value: 'essay', name: 'Essay' },
      ],
    },
  ],
}
export const authorsModel: ImportRecord = {
  type: 'collection',
  apiName: 'authors',
  name: 'Authors',
  fields: [{ apiName: 'name', type: 'text' }],
}

export const content: readonly ImportRecord[] = [
  postsModel,
  authorsModel,
  { type: 'entry', collection: 'authors', id: 'a', liveData: { name: 'Ada' } },
  {
    type: 'entry',
    collection: 'posts',
    id: 'p1',
    slug: 'one',
    publishedAt: '2026-01-01T00:00:00.000Z',
    liveData: { title: 'One', code: '12', tags: ['x', 'y'], author: { id: 'a' }, kind: 'news' },
    variants: { vip: { title: 'One, early', code: '13' } },
  },
  {
    type: 'entry',
    collection: 'posts',
    id: 'p2',
    slug: 'two',
    publishedAt: '2026-01-02T00:00:00.000Z',
    data: { title: 'Two, changed', code: 'x', kind: 'essay' },
    liveData: { title: 'Two', code: '7' },
  },
  { type: 'entry', collection: 'posts', id: 'p3', slug: 'three', data: { title: 'Three', code: '9' } },
]

export async function openModelSpace(records: readonly ImportRecord[] = content): Promise<ModelSpace> {
  const space = await createTestSpace({ records })
  const ask = await askWith(space, ['model.write'])
  return {
    ...space,
    ask,
    change: async (operations, options = {}) => {
      const { modelVersion } = (await ask('GET', '/collections/posts')).body.doc
      return ask('POST', '/collections/posts/changes', { modelVersion, operations, ...options })
    },
    entry: async id => {
      const row = await space.database.transaction(
        writes =>
          writes
            .selectFrom('entry')
            .selectAll()
            .where('space', '=', space.space)
            .where('id', '=', id)
            .executeTakeFirstOrThrow(),
        space.space,
      )
      return {
        data: withoutNulls(JSON.parse(row.data)),
        variants: row.variants === null ? null : JSON.parse(row.variants),
        draftVersion: row.draft_version,
        state: row.state,
        problems: row.problems,
      }
    },
    served: async slug => {
      const response = await space.get(`/content/posts/${slug}?depth=0`)
      return { status: response.status, doc: ((await response.json()) as { doc: ServedDoc }).doc }
    },
  }
}

function withoutNulls(values: object): { readonly [name: string]: unknown } {
  return Object.fromEntries(
    Object.entries(values).filter(
      ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
    ),
  )
}

export async function askWith(space: TestSpace, scopes: readonly string[]): Promise<Ask> {
  const { key } = await space.makeKey({ scopes })
  return async (method, path, body) => {
    const response = await space.request(`/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    return { status: response.status, body: await response.json() }
  }
}
