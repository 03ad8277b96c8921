// A small publisher's space for the request rows: every kind of field, published and draft, and a neighbour space.
import type { ImportRecord } from '../../../src/import-export/read/records.ts'
import { oncePerFile } from '../cleanup.ts'
import { toTemplate } from '../database/test-databases.ts'
import {
  createNeighbour,
  createTestSpace,
  draftCanary,
  openCounted,
  openSpaceIn,
  type TestSpace,
} from './test-space.ts'

/** In the neighbour's content, and never in a response to a key of this space. */
export const foreignCanary = 'canary-foreign-51c9'

export interface Library extends TestSpace {
  readonly neighbour: TestSpace
}

export const longSlug = 'ü'.repeat(255)
const draft = { title: draftCanary }

const many = Array.from({ length: 7 }, (_, index) => ({
  type: 'entry' as const,
  collection: 'notes',
  id: `note-${index}`,
  publishedAt: '2026-02-01T00:00:00.000Z',
  liveData: { text: `Note ${index}` },
}))

export const libraryRecords: readonly ImportRecord[] = [
  {
    type: 'collection',
    apiName: 'books',
    name: 'Books',
    fields: [
      { apiName: 'title', type: 'text' },
      { apiName: 'author', type: 'reference', to: ['authors'] },
      { apiName: 'related', type: 'reference', to: ['books'], many: true },
      { apiName: 'blurb', type: 'richText' },
      { apiName: 'pages', type: 'integer' },
      { apiName: 'price', type: 'number' },
      { apiName: 'inPrint', type: 'boolean' },
      { apiName: 'out', type: 'dateTime' },
      { apiName: 'extra', type: 'json' },
      { apiName: 'cover', type: 'asset' },
      { apiName: 'tags', type: 'text', many: true },
    ],
  },
  {
    type: 'collection',
    apiName: 'authors',
    name: 'Authors',
    fields: [
      { apiName: 'name', type: 'text' },
      { apiName: 'books', type: 'reference', many: true },
    ],
  },
  { type: 'collection', apiName: 'notes', name: 'Notes', fields: [{ apiName: 'text', type: 'text' }] },
  { type: 'collection', apiName: 'drafts', name: 'Drafts', fields: [{ apiName: 'title', type: 'text' }] },
  { type: 'entry', collection: 'drafts', id: 'unready', data: draft },
  ...many,
  {
    type: 'entry',
    collection: 'books',
    id: 'b-tide',
    slug: 'tide-tables',
    publishedAt: '2026-03-04T10:00:00.5+01:00',
    data: draft,
    liveData: {
      tags: ['sea', 'sea'],
      title: 'Tide Tables',
      author: { id: 'a-wren' },
      related: [{ id: 'b-kelp' }, { id: 'b-draft' }, { id: 'b-gone' }, { id: 'b-tide' }, { id: 'b-kelp' }],
      blurb: { nodes: [{ text: 'High and low.' }] },
      pages: 96,
      price: 12.5,
      inPrint: false,
      out: '2026-03-04T01:00:00+01:00',
      extra: { z: 1, a: [null, 'é'] },
      cover: { url: '/covers/tide.svg', width: 640 },
    },
    variants: {
      vip: { title: 'Tide Tables, signed', price: 30 },
      trade: { title: 'Tide Tables (trade)', related: [{ id: 'b-kelp' }], inPrint: true },
      bare: { author: { id: 'a-draft' } },
      empty: {},
    },
  },
  {
    type: 'entry',
    collection: 'books',
    id: 'b-kelp',
    slug: 'kelp/for supper',
    publishedAt: '2026-03-04T09:00:00.500Z',
    liveData: { title: 'Kelp for Supper', author: { collection: 'authors', slug: 'wren' } },
    variants: { vip: { title: 'Kelp, signed' } },
  },
  { type: 'entry', collection: 'books', id: 'b-draft', slug: 'secret', data: draft },
  {
    type: 'entry',
    collection: 'books',
    id: 'b-old',
    slug: longSlug,
    publishedAt: '2020-01-01T00:00:00.000Z',
    liveData: { title: 'Old', author: { id: 'a-draft' } },
  },
  {
    type: 'entry',
    collection: 'books',
    id: 'b-emoji',
    slug: '100% 🌊?#&=+;',
    publishedAt: '2019-01-01T00:00:00.000Z',
    liveData: { title: 'Waves' },
  },
  {
    type: 'entry',
    collection: 'books',
    id: 'b-twice',
    slug: 'a%2Fb',
    publishedAt: '2018-01-01T00:00:00.000Z',
    liveData: { title: 'Literal percent' },
  },
  {
    type: 'entry',
    collection: 'authors',
    id: 'a-wren',
    slug: 'wren',
    publishedAt: '2026-01-01T00:00:00.000Z',
    liveData: { name: 'Wren Alder', books: [{ id: 'b-tide' }] },
    variants: { vip: { name: 'Wren A.' } },
  },
  { type: 'entry', collection: 'authors', id: 'a-draft', slug: 'ghost', data: { name: draftCanary } },
]

/** The neighbour space: the same ids and slugs, and a collection that only it has. */
export const foreignRecords: readonly ImportRecord[] = [
  {
    type: 'collection',
    apiName: 'books',
    name: foreignCanary,
    fields: [{ apiName: 'title', type: 'text' }],
  },
  {
    type: 'collection',
    apiName: 'theirs',
    name: foreignCanary,
    fields: [{ apiName: 'title', type: 'text' }],
  },
  ...['b-tide', 'b-draft', 'b-gone', 'b-theirs'].map(id => ({
    type: 'entry' as const,
    collection: 'books',
    id,
    slug: id,
    liveData: { title: foreignCanary },
  })),
  { type: 'entry', collection: 'theirs', id: 't1', slug: 't1', liveData: { title: foreignCanary } },
]

const prepare = oncePerFile(async () => {
  const space = await createTestSpace({ records: libraryRecords })
  const neighbour = await createNeighbour(space, 'neighbour', { records: foreignRecords })
  return { template: await toTemplate(space), space, neighbour }
})

export async function openLibrary(): Promise<Library> {
  const { template, ...made } = await prepare()
  const opened = await openCounted(template)
  const space = openSpaceIn(opened, made.space)
  const neighbour = openSpaceIn(opened, made.neighbour)
  const request: TestSpace['request'] = async (path, init) => {
    const response = await space.request(path, init)
    if ((await response.clone().text()).includes(foreignCanary))
      throw new Error(`Content of another space is in the response of ${path}.`)
    return response
  }
  return { ...space, request, neighbour }
}
