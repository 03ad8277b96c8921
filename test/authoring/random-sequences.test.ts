// Whatever is imported, published and unpublished in whichever order: what is served is what a simple model of it says.
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { publish, unpublish } from '../../src/authoring/entries/publish.service.ts'
import type { EntryRecord } from '../../src/import-export/read/records.ts'
import { readAll } from '../kit/app/served-content.ts'
import { createTestSpace } from '../kit/app/test-space.ts'
import { fuzzRuns, longTestMs } from '../kit/fuzz.ts'
import { dumpTables, expectInvariants, revisionOf } from '../kit/oracle/tables.ts'
import { ServedModel } from './served-model.ts'

const collections = ['posts', 'pages'] as const
const ids = ['a', 'b', 'c', 'd', 'e'] as const
const slugs = ['x', 'y', 'z'] as const
const models = collections.map(
  apiName =>
    ({
      type: 'collection',
      apiName,
      name: apiName,
      fields: [
        { apiName: 'title', type: 'text' },
        { apiName: 'one', type: 'reference' },
        { apiName: 'many', type: 'reference', many: true },
      ],
    }) as const,
)

const reference = fc.constantFrom(...ids, 'gone').map(id => ({ id }))
const values = fc.record(
  { title: fc.constantFrom('1', '2', '3'), one: reference, many: fc.array(reference, { maxLength: 3 }) },
  { requiredKeys: [] },
)
const entry: fc.Arbitrary<EntryRecord> = fc
  .record(
    {
      collection: fc.constantFrom(...collections),
      id: fc.constantFrom(...ids),
      slug: fc.constantFrom(...slugs),
      publishedAt: fc.constantFrom('2020-01-01T00:00:00.000Z', '2030-01-01T00:00:00.000Z'),
      data: values,
      liveData: values,
    },
    { requiredKeys: ['collection', 'id', 'slug'] },
  )
  .map(record => ({ type: 'entry', ...record }))

const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('import' as const),
      entries: fc.uniqueArray(entry, { selector: one => one.id, maxLength: 5 }),
      prune: fc.boolean(),
      dryRun: fc.nat(9).map(number => number === 0),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('publish' as const, 'unpublish' as const),
      ids: fc.uniqueArray(fc.constantFrom(...ids), { minLength: 1, maxLength: 3 }),
    }),
  },
)

test(
  'random imports, publications and withdrawals serve what the model says, and leave the tables sound',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 12 }), async steps => {
        const space = await createTestSpace({ records: models })
        const model = new ServedModel()
        for (const one of steps) {
          space.time.now += 60_000
          const { now } = space.time
          const before = await readAll(space, { depth: 1 })
          const revision = await revisionOf(space)
          if (one.kind === 'import') {
            const tables = await dumpTables(space)
            // An entry changes its collection only where the whole space is imported.
            const stays = ({ id = '', collection }: EntryRecord) =>
              one.prune || [undefined, collection].includes(model.collectionOf(id))
            const entries = one.entries.filter(stays)
            const report = await space.import([...models, ...entries], one)
            if (one.dryRun) expect(await dumpTables(space)).toEqual(tables)
            else expect(report).toMatchObject(model.import(entries, one.prune, now))
          } else {
            const there = one.ids.filter(id => model.has(id))
            const addresses = there.map(id => model.addressOf(id))
            if (one.kind === 'publish') await publish(space.database, space.space, addresses, () => now)
            else await unpublish(space.database, space.space, addresses, () => 0)
            for (const id of there) one.kind === 'publish' ? model.publish(id, now) : model.unpublish(id)
          }
          const after = await readAll(space, { depth: 1 })
          expect(Object.fromEntries(after)).toEqual(model.served() as never)
          await expectInvariants(space)
          const moved = (await revisionOf(space)) - revision
          // No revision without a reason, and none missed.
          if (!Bun.deepEquals(before, after)) expect(moved).toBe(1)
          else expect(moved).toBeLessThanOrEqual(1)
        }
      }),
      { numRuns: fuzzRuns(40) },
    )
  },
  longTestMs,
)
