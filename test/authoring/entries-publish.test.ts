// Publish and unpublish from the dashboard: one entry by its id, by the same mechanism as the command's.
import { describe, expect, test } from 'bun:test'
import { publish, publishEntry, unpublish } from '../../src/authoring/publish.service.ts'
import type { EntryRecord } from '../../src/import-export/records.ts'
import { makePrincipal } from '../kit/principal.ts'
import { readEntry } from '../kit/served-content.ts'
import { dumpTables, expectInvariants, historyOf, revisionOf } from '../kit/tables.ts'
import { createNeighbour, createTestSpace, type TestSpace } from '../kit/test-space.ts'
import { openBrowse } from './entries-app.ts'

const posts = {
  type: 'collection',
  apiName: 'posts',
  name: 'Posts',
  fields: [
    { apiName: 'title', type: 'text' },
    { apiName: 'size', type: 'integer' },
    { apiName: 'next', type: 'reference', many: true },
  ],
} as const

const entry = (id: string, rest: Partial<EntryRecord> = {}): EntryRecord => ({
  type: 'entry',
  collection: 'posts',
  id,
  data: { title: id, next: [{ id: 'b' }, { collection: 'posts', slug: 'at/b' }, { id: 'gone' }] },
  variants: { v: { title: 'V', next: [{ id: 'a' }] } },
  ...rest,
})
const records = [
  posts,
  entry('a', { slug: '/a' }),
  entry('b', { slug: 'at/b', liveData: { title: 'live' } }),
  entry('c', { liveData: { next: [{ id: 'a' }] } }),
]

/** Ids of spaces are random, and who publishes differs; everything else is to be equal. */
async function rowsOf(space: TestSpace) {
  const { publication, publication_variant, publication_reference, entry } = await dumpTables(space)
  const without = (rows: readonly object[]) => rows.map(row => ({ ...row, space: '', published_by: '' }))
  return {
    publication: without(publication),
    publication_variant: without(publication_variant),
    publication_reference: without(publication_reference),
    entry: without(entry),
    revision: await revisionOf(space),
  }
}

/** A draft that its model does not take, as no import leaves it. */
async function spoil({ database, space }: TestSpace, id: string, data: object): Promise<void> {
  await database.transaction(
    writes =>
      writes
        .updateTable('entry')
        .set({ data: JSON.stringify(data) })
        .where('space', '=', space)
        .where('id', '=', id)
        .execute(),
    space,
  )
}

const responseTo = async (space: TestSpace, path: string) => {
  const response = await openBrowse(space).request('POST', path)
  return { status: response.status, body: (await response.json()) as { code?: string; detail: string } }
}

describe('publish', () => {
  test('by id writes what publish by address writes, to the row; unpublish too', async () => {
    const [byId, byAddress] = [await createTestSpace({ records }), await createTestSpace({ records })]
    const steps = [
      ['a', 'posts//a', publish],
      ['b', 'posts/at/b', publish],
      ['a', 'posts//a', unpublish],
      ['c', 'posts/c', publish],
      ['a', 'posts//a', publish],
    ] as const
    for (const [id, address, change] of steps) {
      for (const space of [byId, byAddress]) space.time.now += 1000
      const browse = openBrowse(byId)
      await (change === publish ? browse.publish(id) : browse.unpublish(id))
      await change(byAddress.database, byAddress.space, [address], () => byAddress.time.now)
      expect(await rowsOf(byId)).toEqual(await rowsOf(byAddress))
    }
    await expectInvariants(byId)
    expect((await historyOf(byId, 'a')).map(row => row.version)).toEqual([1, 2])
  })

  test('serves the draft at once, and answers with the entry as it is then', async () => {
    const space = await createTestSpace({ records })
    const doc = await openBrowse(space).publish('b')
    const now = '2026-06-01T00:00:00.000Z'
    expect(doc).toMatchObject({ id: 'b', state: 'live', live: { version: 2, publishedAt: now } })
    expect(doc.live?.data).toEqual(doc.draft.data)
    expect(await readEntry(space, 'posts', 'at/b')).toMatchObject({ version: 2, data: { title: 'b' } })
  })

  test('of what is live already is 200: no version, no time, no revision', async () => {
    const space = await createTestSpace({ records })
    const browse = openBrowse(space)
    const first = await browse.publish('a')
    const before = await dumpTables(space)
    space.time.now += 1000
    expect(await browse.publish('a')).toEqual(first)
    expect(await dumpTables(space)).toEqual(before)
  })

  test('twice at once makes one version', async () => {
    const space = await createTestSpace({ records })
    const browse = openBrowse(space)
    const docs = await Promise.all([1, 2, 3, 4].map(() => browse.publish('a')))
    expect(docs.map(({ live }) => live?.version)).toEqual([1, 1, 1, 1])
    expect(await historyOf(space, 'a')).toHaveLength(1)
    expect(await revisionOf(space)).toBe(2)
  })

  test('of a draft that does not fit its model is a 409 that says where, and changes nothing', async () => {
    const space = await createTestSpace({ records })
    await spoil(space, 'b', { title: 7, size: 'x' })
    const before = await dumpTables(space)
    const { status, body } = await responseTo(space, '/entries/b/publish')
    expect([status, body.code]).toEqual([409, 'draft_invalid'])
    expect(body.detail).toBe(
      'The draft posts/at/b is invalid. Nothing was published. posts/at/b/data/title must be a string. ' +
        'posts/at/b/data/size must be an integer.',
    )
    expect(await dumpTables(space)).toEqual(before)
    expect((await openBrowse(space).entry('b')).state).toBe('changed')
    const refused = publish(space.database, space.space, ['posts/at/b'], () => 0)
    await expect(refused).rejects.toMatchObject({
      details: ['posts/at/b/data/title must be a string.', expect.any(String)],
    })
  })

  test.each(['websocket-guide', 'connection ended', 'timeout exceeded'])(
    'of an invalid draft is a 409 whatever its slug says: %s',
    async slug => {
      const space = await createTestSpace({ records: [posts, entry('guide', { slug })] })
      await spoil(space, 'guide', { title: 7 })
      const { status, body } = await responseTo(space, '/entries/guide/publish')
      expect([status, body.code]).toEqual([409, 'draft_invalid'])
    },
  )

  test('names 20 faults at the most', async () => {
    const space = await createTestSpace({ records })
    await spoil(space, 'a', Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`x${index}`, 1])))
    const { body } = await responseTo(space, '/entries/a/publish')
    expect(body.detail).toEndWith('posts//a/data/x19 is not a field of the model. There are 30 more.')
  })
})

describe('unpublish', () => {
  test('ends serving the entry and keeps the draft', async () => {
    const space = await createTestSpace({ records })
    const doc = await openBrowse(space).unpublish('b')
    expect(doc).toMatchObject({ state: 'draft', live: null, draft: { data: { title: 'b' } } })
    expect(await readEntry(space, 'posts', 'at/b')).toBeNull()
  })

  test('of a draft is 200 and changes nothing', async () => {
    const space = await createTestSpace({ records })
    const before = await dumpTables(space)
    expect((await openBrowse(space).unpublish('a')).state).toBe('draft')
    expect(await dumpTables(space)).toEqual(before)
  })
})

test('an entry that there is not, or in another space only, is one 404, and nothing happens to it', async () => {
  const space = await createTestSpace({ records })
  await createNeighbour(space, 'other', { records: [posts, entry('x'), entry('y', { liveData: {} })] })
  const before = await dumpTables(space)
  for (const verb of ['publish', 'unpublish']) {
    const missing = await responseTo(space, `/entries/missing/${verb}`)
    expect([missing.status, missing.body.code]).toEqual([404, 'entry_not_found'])
    for (const id of ['x', 'y', '%00', '%ff']) {
      expect(await responseTo(space, `/entries/${id}/${verb}`)).toEqual(missing)
    }
  }
  expect(await dumpTables(space)).toEqual(before)
  const refused = publishEntry(space.database, await makePrincipal(space), 'missing', () => 0)
  await expect(refused).rejects.toMatchObject({ code: 'entry_not_found' })
})

test('a reference to many is bound in as many statements as a reference to one', async () => {
  const many = Array.from({ length: 300 }, (_, index) => `e${index}`)
  const space = await createTestSpace({
    records: [
      posts,
      ...many.map(id => entry(id, { data: {}, variants: {} })),
      entry('one', { data: { next: [{ collection: 'posts', slug: 'e1' }] }, variants: {} }),
      entry('all', { data: { next: many.map(slug => ({ collection: 'posts', slug })) }, variants: {} }),
    ],
  })
  const statementsFor = async (id: string) => {
    space.statements.length = 0
    await openBrowse(space).publish(id)
    return space.statements.length
  }
  // The first of a space also makes its owner.
  await statementsFor('e0')
  expect(await statementsFor('all')).toBe(await statementsFor('one'))
  expect((await openBrowse(space).entry('e299')).referencedBy.list.map(({ id }) => id)).toEqual(['all'])
})
