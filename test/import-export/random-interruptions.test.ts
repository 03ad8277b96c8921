// Imports on SQLite while others write, with a failure at any write. The query index then has exactly the terms of the live
// content.
import { expect, setDefaultTimeout } from 'bun:test'
import fc from 'fast-check'
import { unpublish } from '../../src/authoring/entries/publish.service.ts'
import { rebuildQueryIndexes } from '../../src/content/index/query-index.ts'
import { type AuthoringFixture, model, openAuthoring } from '../authoring/authoring-fixture.ts'
import { changeModel } from '../authoring/change-model.ts'
import { beforeWrites } from '../kit/database/interrupted-session.ts'
import { testOnSqlite } from '../kit/database/test-engine.ts'
import { fuzzRuns, fuzzSeed, longTestMs } from '../kit/fuzz.ts'
import { dumpTables, expectInvariants } from '../kit/oracle/tables.ts'
import { newDrafts, newPosts } from './large-import.ts'

setDefaultTimeout(longTestMs)

const old = { type: 'entry', collection: 'posts', id: 'old', liveData: { title: 'old' } } as const

/** What others do; each may happen several times, or be refused because of what has happened before. */
const deeds: Readonly<Record<string, (api: AuthoringFixture, time: number) => Promise<unknown>>> = {
  publish: async (api, time) => {
    await api.create({
      id: `own${time}`,
      collection: 'posts',
      data: { title: `Note ${time} of a long list` },
    })
    await api.publish(`own${time}`, 1)
  },
  take: async (api, time) => {
    const id = `new${time}`
    api.space.time.now += 1000
    await api.create({ id, collection: 'posts', slug: id, data: { title: 'taken' } })
    await api.publish(id, 1)
  },
  publishDraft: async (api, time) => {
    api.space.time.now += 1000
    await api.publish(`new${7 + (time % 2)}`, 1)
  },
  change: async (api, time) => {
    const { draftVersion } = await api.get('/entries/old')
    await api.patch('old', { draftVersion, data: { title: `old ${time}` } })
    await api.publish('old')
  },
  unpublish: ({ space }) => unpublish(space.database, space.space, ['posts/old'], () => space.time.now),
  import: ({ space }, time) => space.import([{ ...old, liveData: { title: `imported ${time}` } }]),
  rebuild: ({ space }) => rebuildQueryIndexes(space.database, [{ id: space.space, slug: 'main' }]),
  model: api => changeModel(api, 'posts', [{ op: 'removeField', field: 'day' }], async () => {}),
}

const step = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  { weight: 2, arbitrary: fc.constantFrom(...Object.keys(deeds)) },
)

testOnSqlite(
  'imports beside writers, with failures at any step, leave the index of what is live',
  async () => {
    const runs = fc.record({
      steps: fc.array(step, { maxLength: 10 }),
      failsAt: fc.option(fc.nat(10), { nil: Number.POSITIVE_INFINITY }),
      /** Otherwise all later writes fail, too: as if the process was killed. */
      isOnce: fc.boolean(),
      isRepeated: fc.boolean(),
    })
    let refused = 0
    await fc.assert(
      fc.asyncProperty(runs, async ({ steps, failsAt, isOnce, isRepeated }) => {
        const api = await openAuthoring([old, ...newDrafts])
        const database = beforeWrites(api.space.database, async at => {
          const deed = steps[at]
          // What cannot be done any more is left out.
          if (deed) await deeds[deed]!(api, at).catch(() => {})
          if (at === failsAt || (at > failsAt && !isOnce)) throw new Error('failed')
        })
        const records = [...model, ...newPosts]
        const isDone = await api.space.import(records, { database }).then(
          () => true,
          error => {
            expect(error).toMatchObject({ message: 'failed' })
            refused++
            return false
          },
        )
        if (isRepeated) await api.space.import(records)
        await expectInvariants(api.space)
        const { entry } = await dumpTables(api.space)
        if (isDone || isRepeated) expect(entry.length).toBeGreaterThan(newPosts.length)
      }),
      { numRuns: fuzzRuns(12), seed: fuzzSeed() },
    )
    expect(refused).toBeGreaterThan(0)
  },
)
