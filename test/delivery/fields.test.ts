// What `data` holds where fields are named, case by case; fields-equal-model.test.ts has the cases that nobody thinks of.
import { describe, expect, test } from 'bun:test'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import type { Projection } from '../../src/query/bound-query.ts'
import { createTestSpace } from '../kit/app/test-space.ts'
import { oncePerFile } from '../kit/cleanup.ts'
import { entryReads } from '../kit/database/statements.ts'
import { allBut, bodyOf, fields, serviceOf } from './projections.ts'

const text = (apiName: string) => ({ apiName, type: 'text' }) as const
const reference = (apiName: string) => ({ apiName, type: 'reference' }) as const

const refer = (id: string) => ({ id })

const records: readonly ImportRecord[] = [
  {
    type: 'collection',
    apiName: 'books',
    name: 'Books',
    fields: [
      text('title'),
      text('blurb'),
      reference('author'),
      reference('editor'),
      { ...reference('related'), many: true },
    ],
  },
  {
    type: 'collection',
    apiName: 'authors',
    name: 'Authors',
    fields: [text('name'), text('bio'), reference('country')],
  },
  {
    type: 'collection',
    apiName: 'countries',
    name: 'Countries',
    fields: [text('name'), reference('capital')],
  },
  {
    type: 'entry',
    collection: 'books',
    id: 'b1',
    liveData: {
      title: 'Tides',
      blurb: 'Water',
      author: refer('a1'),
      editor: refer('a1'),
      related: [refer('a1'), refer('b2'), refer('none')],
    },
    variants: { vip: { blurb: 'Much water' }, de: { title: 'Gezeiten', blurb: 'Wasser' } },
  },
  { type: 'entry', collection: 'books', id: 'b2', liveData: { title: 'Café', author: refer('none') } },
  {
    type: 'entry',
    collection: 'authors',
    id: 'a1',
    liveData: { name: 'Øst', bio: 'Pilot', country: refer('no') },
    variants: { vip: { bio: 'Captain' } },
  },
  { type: 'entry', collection: 'countries', id: 'no', liveData: { name: 'Norge', capital: refer('a1') } },
]

interface Entry {
  readonly id: string
  readonly variantsApplied?: readonly string[]
  readonly data: Readonly<Record<string, unknown>>
}

const openOnce = oncePerFile(() => createTestSpace({ records }))

async function getBook(
  projection: Projection,
  { slug = 'b1', depth = 0, variants = [] as readonly string[] } = {},
): Promise<Entry> {
  const space = await openOnce()
  const query = { collection: 'books', slug, depth, variants, projection }
  const body = await bodyOf(serviceOf(space).getEntry(space.space, query))
  if (typeof body !== 'string') throw body
  return (JSON.parse(body) as { doc: Entry }).doc
}

const unresolved = (id: string, collection: string) => ({ id, collection, slug: id })
const resolved = (id: string, data: object) => expect.objectContaining({ id, version: 1, data })

const noneOfIt: Projection = { only: new Map(), except: new Set(), canonicalText: '' }
const norway = resolved('no', { name: 'Norge', capital: unresolved('a1', 'authors') })

describe('the data of b1', () => {
  const rows: readonly (readonly [title: string, Projection, depth: number, data: Entry['data']])[] = [
    [
      'what is named, in the order of the model',
      fields('blurb,title'),
      0,
      { title: 'Tides', blurb: 'Water' },
    ],
    ['empty where own keys alone are named', noneOfIt, 3, {}],
    [
      'all but what is excluded',
      allBut('blurb', 'related', 'editor'),
      0,
      { title: 'Tides', author: unresolved('a1', 'authors') },
    ],
    [
      'all of a target where fields are excluded',
      allBut('title', 'blurb', 'related', 'editor'),
      1,
      { author: resolved('a1', { name: 'Øst', bio: 'Pilot', country: unresolved('no', 'countries') }) },
    ],
    ['a reference as depth has it', fields('author'), 0, { author: unresolved('a1', 'authors') }],
    [
      'a field behind a reference, whatever the depth',
      fields('author.name'),
      0,
      { author: resolved('a1', { name: 'Øst' }) },
    ],
    [
      'the part of a reference that is named as a whole too',
      fields('author,author.name'),
      2,
      { author: resolved('a1', { name: 'Øst' }) },
    ],
    [
      'several parts, and only those of each reference',
      fields('author.name,author.bio,editor.name'),
      1,
      { author: resolved('a1', { name: 'Øst', bio: 'Pilot' }), editor: resolved('a1', { name: 'Øst' }) },
    ],
    [
      'all of a target, with its references as depth has them',
      fields('author.*'),
      0,
      { author: resolved('a1', { name: 'Øst', bio: 'Pilot', country: unresolved('no', 'countries') }) },
    ],
    [
      'a reference of a target, unresolved at depth 1',
      fields('author.country'),
      1,
      { author: resolved('a1', { country: unresolved('no', 'countries') }) },
    ],
    [
      'a reference of a target, resolved in full at depth 2',
      fields('author.country'),
      2,
      { author: resolved('a1', { country: norway }) },
    ],
    [
      'through three references',
      fields('author.country.capital.name'),
      0,
      {
        author: resolved('a1', { country: resolved('no', { capital: resolved('a1', { name: 'Øst' }) }) }),
      },
    ],
    [
      'of many targets, each with those of the fields that it has, without the one that is not published',
      fields('related.name,related.title'),
      0,
      { related: [resolved('a1', { name: 'Øst' }), resolved('b2', { title: 'Café' })] },
    ],
  ]
  test.each(rows)('%s', async (_, projection, depth, data) => {
    expect((await getBook(projection, { depth })).data).toEqual(data)
  })
})

test('a target that is not published is null, however much of it is named', async () => {
  expect((await getBook(fields('author.country.name'), { slug: 'b2' })).data).toEqual({ author: null })
})

test('variantsApplied names the ids that set a field of that entry which is in the response', async () => {
  const variants = ['vip', 'de', 'nobody']
  const applied = async (text: string) => {
    const doc = await getBook(fields(text), { variants })
    return { own: doc.variantsApplied, author: (doc.data.author as Entry | undefined)?.variantsApplied }
  }
  expect(await applied('title')).toEqual({ own: ['de'], author: undefined })
  expect(await applied('blurb')).toEqual({ own: ['vip'], author: undefined })
  expect(await applied('title,blurb')).toEqual({ own: ['vip', 'de'], author: undefined })
  expect(await applied('author.name')).toEqual({ own: [], author: [] })
  expect(await applied('author.bio')).toEqual({ own: [], author: ['vip'] })
})

test('the ETag is the same where all fields are named as where none is, and another where one is missing', async () => {
  const space = await openOnce()
  const service = serviceOf(space)
  const digestOf = async (projection: Projection | null) => {
    const query = { collection: 'books', page: 1, perPage: 20, depth: 1, variants: [], projection }
    return (await service.listEntries(space.space, query)).response.digest
  }
  const all = await digestOf(null)
  expect(await digestOf(fields('related,editor,author,blurb,title'))).toBe(all)
  expect(await digestOf(fields('editor,author,blurb,title'))).not.toBe(all)
})

describe('entries are read', () => {
  const rows: readonly (readonly [string, depth: number, reads: number])[] = [
    ['title', 0, 1],
    ['author', 0, 2],
    ['author.name', 0, 2],
    ['author.country.name,editor', 0, 3],
    ['author.country.capital.name,editor,related', 0, 4],
    ['author.country.capital', 1, 4],
    ['author.country.capital.country.name,related', 0, 4],
    ['title,author.name', 4, 2],
  ]
  test.each(rows)('for fields=%s at depth %i at most %i times', async (text, depth, reads) => {
    const { statements } = await openOnce()
    statements.length = 0
    await getBook(fields(text), { depth })
    expect(entryReads(statements)).toBeLessThanOrEqual(reads)
  })

  test('once where only other fields of them were in the responses before', async () => {
    const space = await openOnce()
    const service = serviceOf(space)
    const send = async (projection: Projection | null, depth: number) => {
      space.statements.length = 0
      const query = { collection: 'books', slug: 'b1', depth, variants: [], projection }
      await service.getEntry(space.space, query)
      return entryReads(space.statements)
    }
    expect(await send(fields('author.name'), 0)).toBe(2)
    // The roots are cached with the fields that were named, what they refer to as a whole.
    expect(await send(fields('author.bio'), 0)).toBe(1)
    expect(await send(fields('author.bio'), 2)).toBe(1)
    expect(await send(fields('author.bio'), 2)).toBe(0)
  })
})
