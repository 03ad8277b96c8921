// Slugs: who has one keeps it, a second one gets a number, and a file can move any of them in one import.
import { describe, expect, test } from 'bun:test'
import type { EntryRecord } from '../../src/import-export/read/records.ts'
import { readEntry } from '../kit/app/served-content.ts'
import { createNeighbour, createTestSpace, type TestSpace, toNdjson } from '../kit/app/test-space.ts'
import { importText } from '../kit/import/import-text.ts'
import { dumpTables, expectInvariants } from '../kit/oracle/tables.ts'

const posts = {
  type: 'collection',
  apiName: 'posts',
  name: 'Posts',
  fields: [{ apiName: 'title', type: 'text' }],
} as const
const pages = { ...posts, apiName: 'pages', name: 'Pages' } as const

const entry = (id: string, slug: string, rest: Partial<EntryRecord> = {}): EntryRecord => ({
  type: 'entry',
  collection: 'posts',
  id,
  slug,
  liveData: { title: id },
  ...rest,
})
const nameless = (slug: string, title = slug): EntryRecord => ({
  type: 'entry',
  collection: 'posts',
  slug,
  liveData: { title },
})

/** Slug by id, drafts included. */
/** Archived entries have none. */
async function slugsOf(space: TestSpace): Promise<Record<string, string | null>> {
  await expectInvariants(space)
  const { entry: rows } = await dumpTables(space)
  return Object.fromEntries(
    rows
      .filter(row => row.space === space.space)
      .map(row => [row.id, row.archived_at === null ? row.slug : null]),
  )
}

describe('a slug that is used twice', () => {
  test('gets -2, -3, … in the order of the file, and the report tells each', async () => {
    const space = await createTestSpace({ records: [posts] })
    const report = await space.import([entry('a', 'x'), entry('b', 'x'), entry('c', 'y'), entry('d', 'x')])
    expect(await slugsOf(space)).toEqual({ a: 'x', b: 'x-2', c: 'y', d: 'x-3' })
    expect(report.losses.map(({ what }) => what)).toEqual([
      expect.stringMatching(/"x".*b.*"x-2"/),
      expect.stringMatching(/"x".*d.*"x-3"/),
    ])
    expect(report.losses.map(({ where }) => where)).toEqual(['line 2', 'line 4'])
  })

  test('keeps what it has, whatever the order of the next file', async () => {
    const space = await createTestSpace({ records: [posts] })
    const records = [entry('a', 'x'), entry('b', 'x'), entry('c', 'x')]
    await space.import(records)
    const before = await slugsOf(space)
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 2, 0],
    ]) {
      const report = await space.import(order.map(place => records[place]!))
      expect(report).toMatchObject({ created: 0, changed: 0, unchanged: 3 })
      expect(await slugsOf(space)).toEqual(before)
    }
  })

  test('a newcomer takes neither the slug nor the number of another, wherever it stands in the file', async () => {
    const space = await createTestSpace({ records: [posts, entry('a', 'x'), entry('b', 'x')] })
    const report = await space.import([entry('c', 'x'), entry('b', 'x'), entry('a', 'x')])
    expect(await slugsOf(space)).toEqual({ a: 'x', b: 'x-2', c: 'x-3' })
    expect(report).toMatchObject({ created: 1, changed: 0, unchanged: 2 })
  })

  test('does not clash with entries that the file does not have', async () => {
    const space = await createTestSpace({ records: [posts, entry('a', 'x'), entry('b', 'x-2')] })
    await space.import([entry('c', 'x')])
    expect(await slugsOf(space)).toEqual({ a: 'x', b: 'x-2', c: 'x-3' })
  })

  test('leaves a slug with such a number to the entry that asks for it', async () => {
    const space = await createTestSpace({ records: [posts] })
    const records = [entry('a', 'x'), entry('b', 'x'), entry('c', 'x-2')]
    await space.import(records)
    expect(await slugsOf(space)).toEqual({ a: 'x', b: 'x-3', c: 'x-2' })
    expect(await space.import(records)).toMatchObject({ unchanged: 3 })
  })

  test('is free in another collection or another space', async () => {
    const space = await createTestSpace({ records: [posts, pages] })
    await space.import([entry('a', 'x'), entry('b', 'x', { collection: 'pages' })])
    const neighbour = await createNeighbour(space, 'other', { records: [posts, entry('a', 'x')] })
    expect([await slugsOf(space), await slugsOf(neighbour)]).toEqual([{ a: 'x', b: 'x' }, { a: 'x' }])
  })

  test('a draft and a published entry share no slug either', async () => {
    const space = await createTestSpace({ records: [posts] })
    await space.import([{ type: 'entry', collection: 'posts', id: 'a', slug: 'x' }, entry('b', 'x')])
    expect(await slugsOf(space)).toEqual({ a: 'x', b: 'x-2' })
  })

  test('stays within 255 code points, number included', async () => {
    const space = await createTestSpace({ records: [posts] })
    const long = '😀'.repeat(255)
    const records = ['a', 'b', 'c'].map(id => entry(id, long))
    await space.import(records)
    expect(await slugsOf(space)).toEqual({
      a: long,
      b: `${'😀'.repeat(253)}-2`,
      c: `${'😀'.repeat(253)}-3`,
    })
    expect(await space.import(records)).toMatchObject({ unchanged: 3 })
    expect((await readEntry(space, 'posts', long))?.id).toBe('a')
  })

  test('a thousand equal slugs are numbered without a gap', async () => {
    const space = await createTestSpace({ records: [posts] })
    await space.import(Array.from({ length: 1000 }, (_, index) => entry(`e${index}`, 'x')))
    const slugs = Object.values(await slugsOf(space))
    expect(new Set(slugs)).toEqual(
      new Set(['x', ...Array.from({ length: 999 }, (_, index) => `x-${index + 2}`)]),
    )
  })
})

describe('a slug as it is written', () => {
  test.each(['a', ' ', '/', '/pricing', '#', 'a/b?c=d&e', '%2F', '%', 'Ünïcödé', '😀', '...', 'A', '\u2028'])(
    '%j is kept to the letter and found again',
    async slug => {
      const space = await createTestSpace({ records: [posts, entry('p', slug), entry('q', `${slug}x`)] })
      const response = await space.get(`/content/posts?perPage=5`)
      expect(((await response.json()) as { list: { slug: string }[] }).list.map(one => one.slug)).toEqual([
        slug,
        `${slug}x`,
      ])
      if (!slug.endsWith('/')) expect((await readEntry(space, 'posts', slug))?.id).toBe('p')
    },
  )

  test('slugs that differ in case are different, and those that differ only in normalisation are one', async () => {
    const space = await createTestSpace({ records: [posts] })
    await space.import([entry('a', '\u00e9'), entry('b', 'e\u0301'), entry('c', 'x'), entry('d', 'X')])
    expect(await slugsOf(space)).toEqual({ a: '\u00e9', b: '\u00e9-2', c: 'x', d: 'X' })
  })

  test('it is the id where it is absent', async () => {
    const space = await createTestSpace({ records: [posts] })
    await importText(space, '{"type":"entry","collection":"posts","id":"a:b.c","liveData":{}}')
    expect((await readEntry(space, 'posts', 'a:b.c'))?.id).toBe('a:b.c')
  })
})

describe('a slug that no path can hold', () => {
  test.each(['.', '..', 'a\nb', 'a\u007fb', 'a\u0085b'])(
    '%j is kept, reported, and served in lists',
    async slug => {
      const space = await createTestSpace({ records: [posts] })
      const report = await space.import([entry('a', slug)])
      expect(report.losses).toEqual([
        {
          kind: 'slug_unreachable',
          where: 'line 1',
          collection: 'posts',
          entry: 'a',
          field: null,
          what: expect.stringContaining(JSON.stringify(slug)) as string,
          count: 1,
        },
      ])
      expect(await slugsOf(space)).toEqual({ a: slug })
      expect(((await (await space.get('/content/posts')).json()) as { count: number }).count).toBe(1)
    },
  )
})

test('a thousand entries without an id that want one slug are named as quickly as any', async () => {
  const space = await createTestSpace({ records: [posts] })
  const records = Array.from({ length: 4000 }, () => nameless('x'))
  expect(await space.import(records)).toMatchObject({ created: 4000 })
  expect(await space.import(records)).toMatchObject({ changed: 0, unchanged: 4000 })
})

test('an entry that moves away frees its slug, whatever slugs others have', async () => {
  const space = await createTestSpace({ records: [posts, entry('p1', 'one'), entry('p2', '\u0001p1')] })
  await space.import([entry('p1', 'two')])
  expect(await slugsOf(space)).toEqual({ p1: 'two', p2: '\u0001p1' })
})

describe('slugs that move in one import', () => {
  test('two entries swap theirs', async () => {
    const space = await createTestSpace({ records: [posts, entry('a', 'x'), entry('b', 'y')] })
    expect(await space.import([entry('a', 'y'), entry('b', 'x')])).toMatchObject({ changed: 2, losses: [] })
    expect(await slugsOf(space)).toEqual({ a: 'y', b: 'x' })
    expect((await readEntry(space, 'posts', 'x'))?.id).toBe('b')
  })

  test('a chain of them, with the last place new and drafts between', async () => {
    const draft = (id: string, slug: string): EntryRecord => ({
      type: 'entry',
      collection: 'posts',
      id,
      slug,
    })
    const space = await createTestSpace({
      records: [posts, entry('a', '1'), draft('b', '2'), entry('c', '3')],
    })
    await space.import([entry('a', '2'), draft('b', '3'), entry('c', '4')])
    expect(await slugsOf(space)).toEqual({ a: '2', b: '3', c: '4' })
  })

  test('a circle over the border of a batch', async () => {
    const ids = Array.from({ length: 1201 }, (_, index) => `e${index}`)
    const shifted = (by: number) => ids.map((id, index) => entry(id, `s${(index + by) % ids.length}`))
    const space = await createTestSpace({ records: [posts, ...shifted(0)] })
    expect(await space.import(shifted(1))).toMatchObject({ changed: ids.length, losses: [] })
    const slugs = await slugsOf(space)
    expect(ids.every((id, index) => slugs[id] === `s${(index + 1) % ids.length}`)).toBe(true)
  })

  test('a new entry takes the slug that another leaves', async () => {
    const space = await createTestSpace({ records: [posts, entry('a', 'x')] })
    await space.import([entry('new', 'x'), entry('a', 'y')])
    expect(await slugsOf(space)).toEqual({ a: 'y', new: 'x' })
  })

  test('with --prune, a new entry takes the slug of one that goes', async () => {
    const space = await createTestSpace({ records: [posts, entry('a', 'x')] })
    const report = await space.import([posts, entry('b', 'x')], { prune: true })
    expect(report).toMatchObject({ created: 1, removed: 1, losses: [] })
    expect(await slugsOf(space)).toEqual({ a: null, b: 'x' })
  })

  test('with --prune, a number that is not needed any more is given up', async () => {
    const space = await createTestSpace({ records: [posts, entry('a', 'x'), entry('b', 'x')] })
    await space.import([posts, entry('b', 'x')], { prune: true })
    expect(await slugsOf(space)).toEqual({ a: null, b: 'x' })
  })

  test('two entries change their collections crosswise', async () => {
    const space = await createTestSpace({
      records: [posts, pages, entry('a', 'x'), entry('b', 'x', { collection: 'pages' })],
    })
    await space.import([posts, pages, entry('a', 'x', { collection: 'pages' }), entry('b', 'x')], {
      prune: true,
    })
    expect((await readEntry(space, 'pages', 'x'))?.id).toBe('a')
    expect((await readEntry(space, 'posts', 'x'))?.id).toBe('b')
    await expectInvariants(space)
  })
})

describe('entries without an id', () => {
  test('the same file twice is unchanged, equal slugs included', async () => {
    const space = await createTestSpace({ records: [posts] })
    const records = [nameless('x'), nameless('x'), nameless('x-2'), entry('e', 'x'), nameless('y')]
    await space.import(records)
    const before = await dumpTables(space)
    expect(await space.import(records)).toMatchObject({ created: 0, changed: 0, unchanged: 5 })
    expect(await dumpTables(space)).toEqual(before)
  })

  test('get the same ids in every space', async () => {
    const records = [posts, nameless('x'), nameless('x'), nameless('Ü/y')]
    const space = await createTestSpace({ records })
    const other = await createTestSpace({ records: [posts, entry('z', 'z')] })
    await other.import(records)
    const { z, ...ids } = await slugsOf(other)
    expect(ids).toEqual(await slugsOf(space))
    expect(Object.keys(ids)).toHaveLength(3)
  })

  test('mean the entry that has their slug', async () => {
    const space = await createTestSpace({ records: [posts, entry('a', 'x')] })
    expect(await space.import([nameless('x', 'new')])).toMatchObject({ created: 0, changed: 1 })
    expect((await readEntry(space, 'posts', 'x'))?.data).toEqual({ title: 'new' })
  })

  test('do not take an entry that the file names by its id', async () => {
    const space = await createTestSpace({ records: [posts, entry('a', 'x')] })
    await space.import([nameless('x', 'nameless'), entry('a', 'x')])
    const slugs = await slugsOf(space)
    expect(slugs.a).toBe('x')
    expect(Object.values(slugs).sort()).toEqual(['x', 'x-2'])
    expect(toNdjson([nameless('x')])).not.toContain('"id"')
  })

  test('a derived id whose entry was moved away is not taken over', async () => {
    const space = await createTestSpace({ records: [posts, nameless('x')] })
    const [id = ''] = Object.keys(await slugsOf(space))
    await space.import([entry(id, 'elsewhere')])
    expect(await space.import([nameless('x')])).toMatchObject({ created: 1, unchanged: 1 })
    expect(Object.values(await slugsOf(space)).sort()).toEqual(['elsewhere', 'x'])
  })
})
