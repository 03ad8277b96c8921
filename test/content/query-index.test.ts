// The query index equals what its live publications give, whatever is imported, published, unpublished and changed in
// models.
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { publish, unpublish } from '../../src/authoring/entries/publish.service.ts'
import { rebuildQueryIndexes, updateQueryIndex } from '../../src/content/index/query-index.ts'
import { saveModel } from '../../src/content/model/collections.store.ts'
import { lockRevision, setRevision } from '../../src/content/tables/revision.store.ts'
import type { Collection, Field, Values } from '../../src/content/values/model.ts'
import { query, type Writes } from '../../src/database/database.ts'
import type { EntryRecord } from '../../src/import-export/read/records.ts'
import { createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { fuzzRuns, longTestMs } from '../kit/fuzz.ts'
import { dumpTables, expectInvariants } from '../kit/oracle/tables.ts'

const ids = ['a', 'b', 'c', 'd', 'e'] as const
const collections = ['posts', 'pages'] as const

const field: fc.Arbitrary<Field> = fc
  .record({
    apiName: fc.constantFrom('title', 'other', 'body', 'price', 'on', 'day', 'one', 'size', 'picture'),
    many: fc.boolean(),
    query: fc.option(fc.boolean(), { nil: undefined }),
    search: fc.option(fc.constantFrom(0 as const, 1 as const, 3 as const), { nil: undefined }),
    paths: fc.subarray([
      { path: 'w', type: 'number' as const },
      { path: 'n.t', type: 'text' as const, many: true },
    ]),
  })
  .map(({ apiName, many, query, search, paths }) => ({
    apiName,
    type: types[apiName] ?? 'text',
    ...(many && { many }),
    ...(query !== undefined && { query }),
    ...(search !== undefined && { search }),
    ...(apiName === 'size' && { paths }),
  }))

const types: Readonly<Record<string, Field['type']>> = {
  body: 'richText',
  price: 'number',
  on: 'dateTime',
  day: 'date',
  one: 'reference',
  size: 'json',
  picture: 'asset',
}

const fields = fc.uniqueArray(field, { selector: ({ apiName }) => apiName, minLength: 1 })
const models = fc.record({ posts: fields, pages: fields })
type Models = { readonly posts: readonly Field[]; readonly pages: readonly Field[] }

const words = fc.array(fc.constantFrom('Tide', 'tables', '東京', 'é', '<p>x</p>'), { maxLength: 3 })
const phrase = words.map(all => all.join(' '))
const valueIn: Readonly<Record<Field['type'], fc.Arbitrary<never>>> = {
  text: phrase,
  richText: fc.oneof(
    phrase,
    phrase.map(text => ({ content: [{ text }] })),
  ),
  integer: fc.integer(),
  number: fc.constantFrom(0, -0, 1.5, 2),
  boolean: fc.boolean(),
  date: fc.constantFrom('0001-01-01', '2026-01-31', '2026-02-01'),
  dateTime: fc.constantFrom('2026-01-01T00:00:00Z', '2026-02-01T00:00:00+02:00'),
  json: fc.constantFrom([], { w: 1 }, { w: '1' }, { n: [{ t: 'x' }, { t: ['y', 'z'] }], w: [2] }),
  asset: fc.constant({ url: '/a.png' }),
  reference: fc.constantFrom(...ids, 'gone').map(id => ({ id })),
} as never

const valuesOf = (fields: readonly Field[]): fc.Arbitrary<Values> =>
  fc.record(
    Object.fromEntries(
      fields.map(({ apiName, type, many }) => [
        apiName,
        many ? fc.array(valueIn[type], { maxLength: 3 }) : valueIn[type],
      ]),
    ),
    { requiredKeys: [] },
  ) as fc.Arbitrary<Values>

const slugs = ['x', 'Ÿ', 'z']

function entryOf(models: Models): fc.Arbitrary<EntryRecord> {
  return fc.constantFrom(...collections).chain(collection => {
    const values = valuesOf(models[collection])
    const content = fc.record(
      {
        publishedAt: fc.constantFrom('2020-01-01T00:00:00.000Z', '2030-01-01T00:00:00.000Z'),
        data: values,
        liveData: values,
        variants: fc.record({ de: values, 'v-1': values }, { requiredKeys: [] }),
      },
      { requiredKeys: ['variants'] },
    )
    return fc
      .record({ id: fc.constantFrom(...ids), slug: fc.constantFrom(...slugs), rest: content })
      .map(({ id, slug, rest }) => ({ type: 'entry', collection, id, slug, ...rest }) as EntryRecord)
  })
}

const imported = models.chain(models =>
  fc.record({
    kind: fc.constant('import' as const),
    models: fc.constant(models),
    entries: fc.uniqueArray(entryOf(models), { selector: ({ id }) => id, maxLength: 5 }),
    prune: fc.boolean(),
  }),
)
const contentStep = fc.oneof(
  imported,
  fc.record({
    kind: fc.constantFrom('publish' as const, 'unpublish' as const),
    id: fc.constantFrom(...ids),
  }),
  fc.record({ kind: fc.constant('model' as const), seed: fc.nat() }),
)
const step = fc.oneof(
  { weight: 4, arbitrary: contentStep },
  { weight: 1, arbitrary: fc.constant('rebuild' as const) },
)

/** Query keys of a model change; fields and their types stay, so values do as well. */
function changeModel(space: TestSpace, seed: number): Promise<void> {
  return space.database.transaction(async writes => {
    const revision = (await lockRevision(writes, space.space)) + 1
    for (const collection of await collectionsIn(writes, space)) {
      const texts = collection.fields.filter(({ type, many }) => type === 'text' && !many)
      const titleField = texts[seed % 3]?.apiName
      const changed = collection.fields.map(({ query: _, search: __, ...field }, index) => ({
        ...field,
        ...((seed >> index) % 3 === 0 && { query: (seed >> index) % 2 === 0 }),
        ...((seed >> index) % 4 === 1 && { search: 0 as const }),
      }))
      const { apiName, name } = collection
      await saveModel(writes, space.space, {
        apiName,
        name,
        ...(titleField !== undefined && { titleField }),
        fields: changed,
      })
    }
    await updateQueryIndex(writes, space.space, revision)
    await setRevision(writes, space.space, revision)
  }, space.space)
}

async function collectionsIn(writes: Writes, space: TestSpace): Promise<Collection[]> {
  const rows = await writes.selectFrom('collection').selectAll().where('space', '=', space.space).execute()
  return rows.map(row => ({
    apiName: row.api_name,
    name: row.name,
    fields: JSON.parse(row.fields) as Field[],
  }))
}

async function addressesOf(space: TestSpace, id: string): Promise<string[]> {
  const rows = await space.everything.all(
    query.selectFrom('entry').selectAll().where('space', '=', space.space).where('id', '=', id),
  )
  return rows.map(({ collection, slug }) => `${collection}/${slug}`)
}

/** The import takes no query keys of models yet, so they are set by {@link changeModel} alone. */
const plain = ({ apiName, type, many }: Field): Field => ({ apiName, type, ...(many && { many }) })

async function run(space: TestSpace, one: ContentStep) {
  const { database } = space
  if (one.kind === 'model') return changeModel(space, one.seed)
  if (one.kind === 'import') {
    const records = collections.map(apiName => ({
      type: 'collection' as const,
      apiName,
      name: apiName,
      fields: one.models[apiName].map(plain),
    }))
    const { prune } = one
    return space.import([...records, ...one.entries], { prune })
  }
  const addresses = await addressesOf(space, one.id)
  const change = one.kind === 'publish' ? publish : unpublish
  return change(database, space.space, addresses, () => space.time.now)
}

type ContentStep = typeof contentStep extends fc.Arbitrary<infer Value> ? Value : never

test(
  'the index equals what is live after random changes',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 10 }), async steps => {
        const space = await createTestSpace()
        for (const one of steps) {
          space.time.now += 60_000
          if (one === 'rebuild') {
            await rebuildQueryIndexes(space.database, [{ id: space.space, slug: 'main' }])
          } else await attempt(() => run(space, one))
          await expectInvariants(space)
        }
      }),
      { numRuns: fuzzRuns(30) },
    )
  },
  longTestMs,
)

/** A step may be refused, such as moving an entry to another collection, or a draft that no longer fits its model. */
async function attempt(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof Error && /Nothing was|does not fit/.test(error.message)) return
    throw error
  }
}

test(
  'an import of many entries gives them chunks of their own, and indexes what others change in the meantime',
  async () => {
    const model = {
      type: 'collection' as const,
      apiName: 'posts',
      name: 'Posts',
      fields: [
        { apiName: 'title', type: 'text' as const },
        { apiName: 'price', type: 'number' as const },
      ],
    }
    const many = (count: number, title: (index: number) => string): EntryRecord[] =>
      Array.from({ length: count }, (_, index) => ({
        type: 'entry',
        collection: 'posts',
        id: `e${index}`,
        slug: `e-${index}`,
        liveData: { title: title(index), price: index % 7 },
      }))
    const draft = {
      type: 'entry',
      collection: 'posts',
      id: 'd',
      slug: 'd',
      data: { title: 'draft' },
    } as const
    const space = await createTestSpace({ records: [model, ...many(10, () => 'first'), draft] })
    await expectInvariants(space)
    const publishDraft = () => publish(space.database, space.space, ['posts/d'], () => space.time.now)
    const pending: Promise<unknown>[] = []
    const during = (work: () => Promise<unknown>) => ({
      onProgress: ({ phase }: { readonly phase: string }) => {
        if (pending.length === 0 && phase === 'writing') pending.push(work())
      },
    })
    const settle = () => Promise.all(pending.splice(0))
    await space.import(
      [model, ...many(4500, index => `Title ${index % 100} of ${index}`)],
      during(publishDraft),
    )
    await settle()
    await expectInvariants(space)
    const changed = [
      model,
      ...many(5000, index => `Other ${index % 50}`),
      { ...draft, liveData: { title: 'live' } },
    ]
    await space.import(
      changed,
      during(() => unpublish(space.database, space.space, ['posts/d', 'posts/e-3'], () => 0)),
    )
    await settle()
    await expectInvariants(space)
    await space.import([model, ...many(20, () => 'last')], { prune: true })
    await expectInvariants(space)
    const [{ next_number: next } = { next_number: 0 }] = (await dumpTables(space)).space
    expect(next).toBeLessThanOrEqual(4 * 4096)
  },
  longTestMs,
)
