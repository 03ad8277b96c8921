// A small space of books, with a case of everything that conditions, orders and searches tell apart.
import type { Json, Values } from '../../src/content/values/model.ts'
import type { EntryRecord, ImportRecord } from '../../src/import-export/read/records.ts'

const cover = {
  url: 'https://example.com/cover.jpg',
  title: null,
  contentType: 'image/jpeg',
  width: 10,
  height: 10,
  size: 100,
}

const collections: readonly ImportRecord[] = [
  {
    type: 'collection',
    apiName: 'books',
    name: 'Books',
    fields: [
      { apiName: 'title', type: 'text' },
      { apiName: 'blurb', type: 'richText' },
      { apiName: 'price', type: 'number' },
      { apiName: 'pages', type: 'integer' },
      { apiName: 'inPrint', type: 'boolean' },
      { apiName: 'releasedOn', type: 'dateTime' },
      { apiName: 'tags', type: 'text', many: true },
      { apiName: 'scores', type: 'integer', many: true },
      { apiName: 'author', type: 'reference', to: ['authors'] },
      { apiName: 'categories', type: 'reference', to: ['categories'], many: true },
      { apiName: 'related', type: 'reference', many: true },
      { apiName: 'cover', type: 'asset' },
      { apiName: 'extra', type: 'json', paths: [{ path: 'weight', type: 'number' }] },
      { apiName: 'note', type: 'text', query: false },
      { apiName: 'slug', type: 'text' },
      { apiName: 'a.b', type: 'text' },
    ],
  },
  {
    type: 'collection',
    apiName: 'authors',
    name: 'Authors',
    fields: [
      { apiName: 'name', type: 'text' },
      { apiName: 'born', type: 'integer' },
      { apiName: 'country', type: 'reference', to: ['countries'] },
    ],
  },
  {
    type: 'collection',
    apiName: 'categories',
    name: 'Categories',
    fields: [{ apiName: 'shelf', type: 'text' }],
  },
  {
    type: 'collection',
    apiName: 'countries',
    name: 'Countries',
    fields: [{ apiName: 'name', type: 'text' }],
  },
]

const to = (...ids: readonly string[]): Json => ids.map(id => ({ id }))

function live(collection: string, id: string, slug: string, liveData: Values): EntryRecord {
  return { type: 'entry', collection, id, slug, publishedAt: '2026-01-01T00:00:00.000Z', liveData }
}

function draft(collection: string, id: string, slug: string, data: Values): EntryRecord {
  return { type: 'entry', collection, id, slug, data }
}

function book(
  number: number,
  slug: string,
  day: string,
  liveData: Values,
  variants?: EntryRecord['variants'],
): EntryRecord {
  const publishedAt = `2026-01-${day}T00:00:00.000Z`
  return {
    type: 'entry',
    collection: 'books',
    id: `b${number}`,
    slug,
    publishedAt,
    liveData,
    ...(variants && { variants }),
  }
}

export const bookRecords: readonly ImportRecord[] = [
  ...collections,
  live('categories', 'c1', 'crime', { shelf: 'A' }),
  live('categories', 'c2', 'poetry', { shelf: 'B' }),
  draft('categories', 'c3', 'hidden', { shelf: 'A' }),
  live('countries', 'no', 'no', { name: 'Norge' }),
  live('countries', 'pt', 'pt', { name: 'Portugal' }),
  live('authors', 'a1', 'ost-1', { name: 'Øst', born: 1950, country: { id: 'no' } }),
  live('authors', 'a2', 'ost-2', { name: 'ost', born: 1970, country: { id: 'pt' } }),
  draft('authors', 'a3', 'secret', { name: 'Secret', born: 1960 }),
  live('authors', 'a4', 'zed', { name: 'Zed' }),
  book(
    1,
    'tides',
    '01',
    {
      title: 'Tide Tables',
      blurb: 'A pilot computes water',
      price: 14,
      pages: 288,
      inPrint: true,
      releasedOn: '2024-03-07T00:00:00Z',
      tags: ['sea', 'novel'],
      scores: [3, 9],
      author: { id: 'a1' },
      categories: to('c1', 'c2'),
      cover,
      extra: { weight: 1.5 },
      note: 'x',
      slug: 'tide-tables',
    },
    { de: { title: 'Gezeitentafeln' } },
  ),
  book(2, 'cafe', '02', {
    title: 'Caf\u00e9',
    blurb: 'tide and tables',
    price: 9.5,
    pages: 120,
    inPrint: true,
    releasedOn: '2024-03-31T23:30:00Z',
    tags: ['novel'],
    author: { id: 'a2' },
    categories: to('c1'),
  }),
  book(3, 'noir', '03', {
    title: 'cafe noir',
    price: 9.5,
    pages: 95,
    inPrint: false,
    releasedOn: '2025-01-01T00:30:00+02:00',
    scores: [5],
    author: { id: 'a1' },
    categories: to('c3'),
  }),
  book(
    4,
    'oey',
    '04',
    { title: 'Øy', pages: 300, inPrint: true, tags: ['a,b', 'sea'], scores: [9], author: { id: 'a3' } },
    { de: { title: 'Insel' } },
  ),
  book(5, 'zebra', '04', {
    title: 'zebra',
    price: 20,
    pages: 288,
    releasedOn: '2024-03-07T23:59:59.999Z',
    tags: ['SEA'],
    scores: [3],
    categories: to('c2'),
  }),
  book(
    6,
    'apple',
    '05',
    {
      title: 'Apple',
      price: 0,
      inPrint: false,
      releasedOn: '2023-12-31T23:59:59.999Z',
      tags: ['novel', 'sea'],
      scores: [1, 2, 3],
      author: { id: 'a2' },
      categories: to('c1', 'c2'),
    },
    { de: { title: 'Zapfel' }, vip: { price: 5 } },
  ),
  draft('books', 'b7', 'draft-only', {
    title: 'Tide Draft',
    price: 1,
    pages: 1,
    inPrint: true,
    tags: ['novel'],
    author: { id: 'a1' },
    categories: to('c1'),
  }),
  book(8, 'untitled', '06', {
    price: -3,
    pages: 1,
    inPrint: true,
    releasedOn: '2024-02-29T12:00:00Z',
    tags: ['novel'],
    scores: [7],
    author: { id: 'a4' },
    categories: to('c2'),
    related: to('b1', 'a1'),
  }),
]
