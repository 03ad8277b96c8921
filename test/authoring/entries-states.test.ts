// Draft, live, changed: the state of an entry is what publishing it would find.
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { query } from '../../src/database/database.ts'
import { createNothing, EntryTransaction } from '../../src/entries/entry-transaction.ts'
import { finishTransaction, TransactionFailed } from '../../src/entries/finish-transaction.ts'
import { publishEntry } from '../../src/entries/publish-entry.ts'
import type { EntryRecord, ImportRecord } from '../../src/import-export/read/records.ts'
import { openManagement } from '../kit/app/management-client.ts'
import { createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { fuzzRuns } from '../kit/fuzz.ts'
import { expectInvariants, revisionOf } from '../kit/oracle/tables.ts'

const posts = {
  type: 'collection',
  apiName: 'posts',
  name: 'Posts',
  fields: [
    { apiName: 'title', type: 'text' },
    { apiName: 'next', type: 'reference' },
  ],
} as const

const entry = (id: string, rest: Partial<EntryRecord>): EntryRecord => ({
  type: 'entry',
  collection: 'posts',
  id,
  ...rest,
})

/** As the list has it and as the entry itself has it, which must be one. */
async function stateOf(space: TestSpace, id: string, collection = 'posts'): Promise<string> {
  const { list, entry: read } = await openManagement(space)
  const listed = (await list(`?collection=${collection}`)).list.find(one => one.id === id)
  const { state } = await read(id)
  expect(listed?.state).toBe(state)
  return state
}

const live = { title: 'A', next: { collection: 'posts', slug: 'b' } }
const vip = { vip: { title: 'VIP' } }

const rows: readonly (readonly [
  title: string,
  state: string,
  first: readonly ImportRecord[],
  then?: readonly ImportRecord[],
])[] = [
  ['never published', 'draft', [entry('a', { data: live })]],
  ['never published, with variants', 'draft', [entry('a', { data: live, variants: vip })]],
  ['published as it is', 'live', [entry('a', { liveData: live })]],
  [
    'published as it is, with variants',
    'live',
    [entry('a', { liveData: live, variants: { ...vip, b: live } })],
  ],
  ['published, draft given and the same', 'live', [entry('a', { liveData: live, data: live })]],
  ['another value in the draft', 'changed', [entry('a', { liveData: live, data: { ...live, title: 'B' } })]],
  ['another reference in the draft', 'changed', [entry('a', { liveData: live, data: { title: 'A' } })]],
  [
    'published, then imported without liveData',
    'draft',
    [entry('a', { liveData: live })],
    [entry('a', { data: live })],
  ],
  [
    'a field more in the model',
    'live',
    [entry('a', { liveData: live, variants: vip })],
    [{ ...posts, fields: [{ apiName: 'x', type: 'integer' }, ...posts.fields] }],
  ],
  [
    'a field less, the one in which the draft differed',
    'live',
    [entry('a', { liveData: live, data: { ...live, title: 'B' } })],
    [{ ...posts, fields: posts.fields.slice(1) }],
  ],
  [
    'a reference that means another entry since an import',
    'live',
    [entry('a', { liveData: live }), entry('b', { liveData: {} })],
    [entry('b', { liveData: {}, slug: 'c' }), entry('d', { liveData: {}, slug: 'b' })],
  ],
]

describe('the state of an entry', () => {
  for (const [title, state, first, then = []] of rows) {
    test(`${title}: ${state}`, async () => {
      const space = await createTestSpace({ records: [posts, ...first] })
      if (then.length > 0) await space.import(then)
      expect(await stateOf(space, 'a')).toBe(state)
      await expectInvariants(space)
    })
  }

  test('is draft after unpublish, and live after publish', async () => {
    const space = await createTestSpace({ records: [posts, entry('a', { data: live, variants: vip })] })
    const { publish, unpublish } = await openManagement(space)
    expect([await stateOf(space, 'a'), (await publish('a')).state]).toEqual(['draft', 'live'])
    expect([await stateOf(space, 'a'), (await unpublish('a')).state]).toEqual(['live', 'draft'])
    expect(await stateOf(space, 'a')).toBe('draft')
  })

  const overlays: readonly (readonly [string, NonNullable<EntryRecord['variants']>])[] = [
    ['another value', { vip: { title: 'Other' } }],
    ['one more', { ...vip, b: { title: 'B' } }],
    ['another id', { vip2: { title: 'VIP' } }],
    ['none', {}],
  ]
  test.each(overlays)('is changed where only the variants differ: %s', async (_, variants) => {
    const space = await createTestSpace({
      records: [posts, entry('a', { liveData: live, variants, liveVariants: vip })],
    })
    expect(await stateOf(space, 'a')).toBe('changed')
    expect((await (await openManagement(space)).publish('a')).state).toBe('live')
  })

  test('is that of its own entry, whatever others are', async () => {
    const records = ['a', 'b', 'c', 'd'].map((id, index) =>
      entry(id, [{ data: live }, { liveData: live }, { liveData: live, data: {} }, { liveData: {} }][index]!),
    )
    const space = await createTestSpace({ records: [posts, ...records] })
    const { list } = await (await openManagement(space)).list('?sort=slug')
    expect(list.map(({ id, state, live }) => [id, state, live?.version ?? null])).toEqual([
      ['a', 'draft', null],
      ['b', 'live', 1],
      ['c', 'changed', 1],
      ['d', 'live', 1],
    ])
  })
})

const ids = ['a', 'b', 'c', 'd'] as const
const slugs = ['x', 'y', 'z'] as const
const names = ['posts', 'people'] as const
const reference = fc.oneof(
  fc.constantFrom(...ids, 'gone').map(id => ({ id })),
  fc.record({ collection: fc.constantFrom(...names), slug: fc.constantFrom(...slugs) }),
)
const values = fc.record(
  { title: fc.constantFrom('1', '2'), any: reference, many: fc.array(reference, { maxLength: 2 }) },
  { requiredKeys: [] },
)
const record: fc.Arbitrary<EntryRecord> = fc
  .record(
    {
      collection: fc.constantFrom(...names),
      id: fc.constantFrom(...ids),
      slug: fc.constantFrom(...slugs),
      data: values,
      liveData: values,
      variants: fc.dictionary(fc.constantFrom('v', 'w'), values, { maxKeys: 2 }),
    },
    { requiredKeys: ['collection', 'id', 'slug'] },
  )
  .map(one => ({ type: 'entry', ...one }))
const model = fc.record({ narrow: fc.boolean(), swapped: fc.boolean() }).map(({ narrow, swapped }) => {
  const fields = [
    { apiName: 'title', type: 'text' },
    { apiName: 'any', type: 'reference', ...(narrow && { to: ['people'] }) },
    { apiName: 'many', type: 'reference', many: true },
  ] as const
  return names.map(apiName => ({
    type: 'collection' as const,
    apiName,
    name: apiName,
    fields: swapped ? fields.toReversed() : fields,
  }))
})
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('import' as const),
      models: model,
      entries: fc.uniqueArray(record, { selector: one => one.id, maxLength: 4 }),
      prune: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom('publish' as const, 'unpublish' as const),
      id: fc.constantFrom(...ids),
    }),
  },
)

class Undone extends Error {}

/** Whether publishing the entry would be a new publication, null if its model forbids it; nothing of it stays. */
async function wouldChange({ database, space }: TestSpace, id: string): Promise<boolean | null> {
  let changed: boolean | null = null
  const trial = database.transaction(async writes => {
    const by = { kind: 'command', name: 'test' } as const
    const transaction = await EntryTransaction.begin(writes, space, { by, now: 0, random: createNothing })
    await publishEntry(transaction, { id, publishedAt: null })
    changed = (await finishTransaction(transaction)).published.get(id)!.isChanged
    throw new Undone()
  }, space)
  await trial.catch(error => {
    const isInvalid =
      error instanceof TransactionFailed && error.failures[0]!.problem.code === 'draft_invalid'
    if (!(error instanceof Undone) && !isInvalid) throw error
  })
  return changed
}

async function oneStep(space: TestSpace, one: typeof step extends fc.Arbitrary<infer Step> ? Step : never) {
  if (one.kind !== 'import') {
    const { request } = await openManagement(space)
    const read = await request('GET', `/entries/${one.id}`)
    const { doc } = (await read.json()) as { doc?: { draftVersion: number } }
    const body = one.kind === 'publish' ? { draftVersion: doc?.draftVersion ?? 1 } : {}
    const response = await request('POST', `/entries/${one.id}/${one.kind}`, body)
    expect([200, 404, 409]).toContain(response.status)
    return
  }
  // What the model of the same file does not take is refused, and changes nothing.
  await space.import([...one.models, ...one.entries], { prune: one.prune }).catch(error => {
    if (error.constructor.name !== 'ImportRefused') throw error
  })
}

test('whatever was imported, published and withdrawn: live is what publishing would leave as it is', async () => {
  await fc.assert(
    fc.asyncProperty(model, fc.array(step, { minLength: 2, maxLength: 8 }), async (models, steps) => {
      const space = await createTestSpace({ records: models })
      for (const one of steps) {
        await oneStep(space, one)
        await expectInvariants(space)
        const { everything } = space
        const there = await everything.all(
          query.selectFrom('entry').select(['id', 'collection']).where('archived_at', 'is', null),
        )
        const served = await everything.all(
          query.selectFrom('publication').select('entry').where('to_revision', 'is', null),
        )
        const before = await revisionOf(space)
        for (const { id, collection } of there) {
          const isServed = served.some(row => row.entry === id)
          const isChange = isServed ? await wouldChange(space, id) : false
          if (isChange === null) continue
          const expected = isServed ? (isChange ? 'changed' : 'live') : 'draft'
          expect([id, await stateOf(space, id, collection)]).toEqual([id, expected])
        }
        expect(await revisionOf(space)).toBe(before)
      }
    }),
    { numRuns: fuzzRuns(40) },
  )
}, 300_000)
