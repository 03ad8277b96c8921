// On SQLite an import writes the postings of new entries before it has the only write lock: nobody sees them until it commits,
// whatever happens to it.
import { beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { sql } from 'kysely'
import { rebuildQueryIndexes } from '../../src/content/index/index-catch-up.ts'
import { findIndexDifferences } from '../../src/content/index/query-index-check.ts'
import { sweepPostings } from '../../src/content/index/sweep-postings.ts'
import { defaultBudget } from '../../src/content/publish/response-budget.ts'
import { ImportRefused } from '../../src/import-export/import.service.ts'
import { type AuthoringFixture, model, openAuthoring } from '../authoring/authoring-fixture.ts'
import { changeModel } from '../authoring/change-model.ts'
import { createTestSpace, openSpaceIn, type TestSpace } from '../kit/app/test-space.ts'
import { beforeWrites } from '../kit/database/interrupted-session.ts'
import { describeOnSqlite } from '../kit/database/test-engine.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { GeneratedQueries } from '../kit/oracle/generated-queries.ts'
import { dumpTables, expectInvariants, revisionOf } from '../kit/oracle/tables.ts'
import { earlySlice, newDrafts, newPosts } from './early-import.ts'

setDefaultTimeout(longTestMs)

/** Two transactions with postings, between the one that reserves their chunks and the last one. */
const lastStep = 3

const pendingOf = async (space: TestSpace) => {
  const row = (await dumpTables(space)).space.find(({ id }) => id === space.space)!
  return row.pending_from === null ? null : { from: row.pending_from, to: row.pending_to! }
}

async function pendingPostings(space: TestSpace): Promise<number> {
  const pending = (await pendingOf(space)) ?? { from: 0, to: -1 }
  const { query_posting } = await dumpTables(space)
  return query_posting.filter(({ chunk }) => chunk >= pending.from && chunk <= pending.to).length
}

/** By a server that has nothing in its caches. */
async function responsesTo(space: TestSpace, paths: readonly string[]): Promise<readonly string[]> {
  const fresh = openSpaceIn(space, space)
  const responses: string[] = []
  for (const path of paths) {
    const response = await fresh.get(path)
    responses.push(`${path} ${response.status} ${await response.text()}`)
  }
  return responses
}

const differencesOf = ({ database, space }: TestSpace) =>
  database.snapshot(space, reads => findIndexDifferences(reads, space))

const rebuild = ({ database, space }: TestSpace) =>
  rebuildQueryIndexes(database, [{ id: space, slug: 'main' }])

describeOnSqlite('postings that an import has written before its lock', () => {
  let api: AuthoringFixture
  beforeEach(async () => {
    api = await openAuthoring([
      { type: 'entry', collection: 'posts', id: 'old', liveData: { title: 'old', score: 3 } },
      ...newDrafts,
    ])
  })

  /** `meanwhile` runs before the write of that step. */
  const importWith = (meanwhile: (step: number) => Promise<unknown>, options = {}) => {
    const database = beforeWrites(api.space.database, meanwhile)
    return api.space.import([...model, ...newPosts], { database, earlySlice, ...options })
  }

  const importWhile = (wanted: number, meanwhile: () => Promise<unknown>, options = {}) =>
    importWith(async step => {
      if (step === wanted) await meanwhile()
    }, options)

  test('are part of no response and no check before it commits, and of all of them afterwards', async () => {
    const [small, large] = [
      new GeneratedQueries(3, { posts: 60, authors: 9, cats: 8, countries: 4 }),
      new GeneratedQueries(4, { posts: 1600, authors: 20, cats: 8, countries: 4 }),
    ]
    const space = await createTestSpace({ records: small.records() })
    const paths = Array.from({ length: 120 }, () => small.toPath(small.query()))
    const before = await responsesTo(space, paths)
    const revision = await revisionOf(space)
    const written: number[] = []
    const database = beforeWrites(space.database, async () => {
      written.push(await pendingPostings(space))
      expect(await responsesTo(space, paths)).toEqual(before)
      expect(await differencesOf(space)).toEqual([])
      expect(await revisionOf(space)).toBe(revision)
    })
    await space.import(large.records(), { database, earlySlice: 2500 })
    expect(written.length).toBeGreaterThan(4)
    expect(written.slice(0, 2)).toEqual([0, 0])
    expect(written.toSorted((a, b) => a - b)).toEqual(written)
    expect(written.at(-1)).toBeGreaterThan(5000)
    const after = await responsesTo(space, paths)
    expect(after.filter((text, index) => text !== before[index]).length).toBeGreaterThan(60)
    expect(await pendingOf(space)).toBeNull()
    expect(await differencesOf(space)).toEqual([])
    await expectInvariants(space)
    await rebuild(space)
    expect(await responsesTo(space, paths)).toEqual(after)
  })

  test('are not written again under its lock', async () => {
    let statements: readonly string[] = []
    await importWhile(lastStep, async () => {
      api.space.statements.length = 0
      statements = api.space.statements
    })
    expect(statements.filter(sql => sql.includes('from staged_posting_sorted'))).toEqual([])
    expect(statements.filter(sql => sql.includes('from staged_number'))).toHaveLength(1)
    await expectInvariants(api.space)
  })

  test('are deleted at once where the import is refused in the end', async () => {
    const budget = { ...defaultBudget, bytesMax: 400 }
    const large = {
      type: 'entry',
      collection: 'authors',
      id: 'a',
      liveData: { name: 'x'.repeat(500) },
    } as const
    let written = 0
    const database = beforeWrites(api.space.database, async step => {
      if (step === lastStep) written = await pendingPostings(api.space)
    })
    const records = [...model, ...newPosts, large]
    const refused = api.space.import(records, { database, earlySlice, budget })
    expect(await refused.catch((error: unknown) => error)).toBeInstanceOf(ImportRefused)
    expect(written).toBeGreaterThan(5000)
    expect(await pendingOf(api.space)).toBeNull()
    await expectInvariants(api.space)
  })

  test('are deleted where others overtake it, and it writes early once more', async () => {
    const firstChunks = new Set<number>()
    const other = { type: 'entry', collection: 'posts', id: 'other', liveData: { title: 'other' } } as const
    await importWith(async step => {
      if (step === lastStep) await api.space.import([other])
      if (await pendingPostings(api.space)) firstChunks.add((await pendingOf(api.space))!.from)
    })
    expect(firstChunks.size).toBe(2)
    expect(await pendingOf(api.space)).toBeNull()
    await expectInvariants(api.space)
  })

  for (const step of [1, 2, lastStep]) {
    test(`do not hold where others publish one of its entries before step ${step}, and are written anew`, async () => {
      const steps: number[] = []
      await importWith(async at => {
        steps.push(at)
        // Otherwise it would be first published at the same time as by the import.
        api.space.time.now += 1000
        if (at === step) await api.publish('new7', 1)
      })
      // It prepares once. Behind its last write four more delete what it has written early.
      expect(steps).toHaveLength(lastStep + 5)
      expect(await pendingOf(api.space)).toBeNull()
      await expectInvariants(api.space)
    })
  }

  test('stay right beside what others publish, with numbers behind them', async () => {
    await importWith(async step => {
      await api.create({
        id: `own${step}`,
        collection: 'posts',
        data: { title: `Note ${step} of a long list` },
      })
      await api.publish(`own${step}`, 1)
      await api.patch('old', { draftVersion: step + 1, data: { title: `old ${step}` } })
      await api.publish('old', step + 2)
    })
    expect(await pendingOf(api.space)).toBeNull()
    await expectInvariants(api.space)
  })

  for (const step of [1, 2, lastStep]) {
    test(`are written anew where the index is rebuilt before step ${step}`, async () => {
      await importWhile(step, () => rebuild(api.space))
      expect(await pendingOf(api.space)).toBeNull()
      await expectInvariants(api.space)
    })

    test(`are written anew where a field is removed before step ${step}`, async () => {
      const removal = [{ op: 'removeField', field: 'day' }]
      const change = () => changeModel(api, 'authors', [{ op: 'removeField', field: 'name' }], async () => {})
      await importWhile(step, step === 2 ? () => changeModel(api, 'posts', removal, async () => {}) : change)
      expect(await pendingOf(api.space)).toBeNull()
      await expectInvariants(api.space)
    })
  }

  for (const step of [1, 2, lastStep]) {
    test(`are written anew where others took it that the import was killed before step ${step}`, async () => {
      await importWhile(step, async () => {
        const { database, space, time } = api.space
        await sweepPostings(work => database.transaction(work, space), space, time.now + 6 * 60_000)
        expect(await pendingOf(api.space)).toBeNull()
      })
      expect(await pendingOf(api.space)).toBeNull()
      await expectInvariants(api.space)
    })
  }

  test('are written anew where an older version has changed a field before, which only the import brings into the index', async () => {
    await importWhile(lastStep, () =>
      api.space.database.transaction(async writes => {
        const older = sql`replace(indexed_model, '"score","type":"integer"', '"score","type":"number"')`
        await sql`update collection set indexed_model = ${older} where space = ${api.space.space} and indexed_model <> ${older}`.execute(
          writes,
        )
        await sql`update space set indexed_revision = 0 where id = ${api.space.space}`.execute(writes)
      }, api.space.space),
    )
    await expectInvariants(api.space)
  })

  test('are only of one import at a time: another one writes under its lock', async () => {
    const others = newPosts.map(record => ({ ...record, id: `their-${(record as { id: string }).id}` }))
    let isOther = false
    await importWhile(2, async () => {
      if (isOther) return
      isOther = true
      const mine = await pendingOf(api.space)
      const database = beforeWrites(api.space.database, async () => {
        expect(await pendingOf(api.space)).toEqual(mine)
      })
      await api.space.import(others as typeof newPosts, { database, earlySlice })
      expect(await pendingOf(api.space)).toEqual(mine)
    })
    expect(await pendingOf(api.space)).toBeNull()
    await expectInvariants(api.space)
  })

  test('are none of a dry run, of a file that changes nothing, or of a small one', async () => {
    const steps: number[] = []
    const note = async (step: number) => {
      steps.push(step)
      expect(await pendingOf(api.space)).toBeNull()
    }
    await importWith(note, { dryRun: true })
    // It is written and rolled back, because of the values that are unique.
    expect(steps).toEqual([0])
    await api.space.import([...model, ...newPosts])
    steps.length = 0
    await importWith(note)
    expect(steps).toEqual([])
    const few = newPosts.slice(0, 20).map((record, index) => ({ ...record, id: `few${index}` }))
    await api.space.import(few as typeof newPosts, { database: beforeWrites(api.space.database, note) })
    expect(steps).toEqual([0])
    await expectInvariants(api.space)
  })
})
