// Publishing over the management API writes what the command writes, once, and as one statement for many references.
import { describe, expect, test } from 'bun:test'
import { publish, unpublish } from '../../src/authoring/entries/publish.service.ts'
import type { EntryRecord } from '../../src/import-export/read/records.ts'
import { openManagement } from '../kit/app/management-client.ts'
import { createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { dumpTables, expectInvariants, historyOf, revisionOf } from '../kit/oracle/tables.ts'

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

const publishNow = async (space: TestSpace, id: string) => {
  const { request } = await openManagement(space)
  const response = await request('POST', `/entries/${id}/publish`, { draftVersion: 1 })
  const body = (await response.json()) as { code?: string; errors: { name: string; message: string }[] }
  return { status: response.status, body }
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
      const api = await openManagement(byId)
      await (change === publish ? api.publish(id) : api.unpublish(id))
      await change(byAddress.database, byAddress.space, [address], () => byAddress.time.now)
      expect(await rowsOf(byId)).toEqual(await rowsOf(byAddress))
    }
    await expectInvariants(byId)
    expect((await historyOf(byId, 'a')).map(row => row.version)).toEqual([1, 2])
  })

  test('twice at once makes one version', async () => {
    const space = await createTestSpace({ records })
    const api = await openManagement(space)
    const docs = await Promise.all([1, 2, 3, 4].map(() => api.publish('a')))
    expect(docs.map(({ live }) => live?.version)).toEqual([1, 1, 1, 1])
    expect(await historyOf(space, 'a')).toHaveLength(1)
    expect(await revisionOf(space)).toBe(2)
  })

  test('of a draft that does not fit its model is a 409 that says where, and changes nothing', async () => {
    const space = await createTestSpace({ records })
    await spoil(space, 'b', { title: 7, size: 'x' })
    await openManagement(space)
    const before = await dumpTables(space)
    const { status, body } = await publishNow(space, 'b')
    expect([status, body.code]).toEqual([409, 'draft_invalid'])
    expect(body.errors).toMatchObject([
      { in: 'draft', name: '/data/title', message: 'must be a string' },
      { in: 'draft', name: '/data/size', message: 'must be an integer' },
    ])
    expect(await dumpTables(space)).toEqual(before)
    const refused = publish(space.database, space.space, ['posts/at/b'], () => 0)
    await expect(refused).rejects.toMatchObject({
      message: 'The draft posts/at/b is invalid. Nothing was published.',
      code: 'draft_invalid',
      details: ['posts/at/b/data/title must be a string.', expect.any(String)],
    })
  })

  test('of several invalid drafts by a command counts them and names each, and publishes no valid one', async () => {
    const space = await createTestSpace({ records })
    await spoil(space, 'b', { title: 7 })
    await spoil(space, 'c', { title: 8 })
    const before = await dumpTables(space)
    const refused = publish(space.database, space.space, ['posts//a', 'posts/at/b', 'posts/c'], () => 0)
    await expect(refused).rejects.toMatchObject({
      message: '2 drafts are invalid. Nothing was published.',
      code: 'draft_invalid',
      details: ['posts/at/b/data/title must be a string.', 'posts/c/data/title must be a string.'],
    })
    expect(await dumpTables(space)).toEqual(before)
  })

  test.each(['websocket-guide', 'connection ended', 'timeout exceeded'])(
    'of an invalid draft is a 409 whatever its slug says: %s',
    async slug => {
      const space = await createTestSpace({ records: [posts, entry('guide', { slug })] })
      await spoil(space, 'guide', { title: 7 })
      const { status, body } = await publishNow(space, 'guide')
      expect([status, body.code]).toEqual([409, 'draft_invalid'])
    },
  )

  test('names 50 errors at most', async () => {
    const fields = Array.from({ length: 60 }, (_, index) => {
      return { apiName: `x${index}`, type: 'text', required: true } as const
    })
    const empty = entry('a', { data: {}, variants: {} })
    const { body } = await publishNow(await createTestSpace({ records: [{ ...posts, fields }, empty] }), 'a')
    expect(body.errors).toHaveLength(50)
    expect(body.errors.at(-1)).toMatchObject({ name: '/data/x49', message: 'is required' })
  })
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
    const api = await openManagement(space)
    space.statements.length = 0
    await api.publish(id)
    return space.statements.length
  }
  // The first also looks up the key.
  await statementsFor('e0')
  expect(await statementsFor('all')).toBe(await statementsFor('one'))
  const { from } = await (await openManagement(space)).links('e299')
  expect(from.map(({ id }) => id)).toEqual(['all'])
})
