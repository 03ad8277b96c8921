// An import on SQLite that was killed after it had written postings before its lock: nobody sees them, and others delete them.
import { beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SpaceId } from '../../src/base/ids.ts'
import { readPending } from '../../src/content/index/pending-postings.store.ts'
import { findIndexDifferences } from '../../src/content/index/query-index-check.ts'
import { sweepPostings } from '../../src/content/index/sweep-postings.ts'
import type { Database } from '../../src/database/database.ts'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { type AuthoringFixture, model, openAuthoring } from '../authoring/authoring-fixture.ts'
import { runJobs } from '../kit/app/run-jobs.ts'
import { readPage } from '../kit/app/served-content.ts'
import { openSpaceIn, type TestSpace, toNdjson } from '../kit/app/test-space.ts'
import { createCommandLine } from '../kit/command/process.ts'
import { fillMain, runJson, start } from '../kit/command/running-command.ts'
import { killedBefore } from '../kit/database/interrupted-session.ts'
import { statementOf } from '../kit/database/statements.ts'
import { openUrl } from '../kit/database/test-databases.ts'
import { describeOnSqlite } from '../kit/database/test-engine.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { dumpTables, expectInvariants } from '../kit/oracle/tables.ts'
import { makeFolder } from '../kit/test-folder.ts'
import { until } from '../kit/until.ts'
import { earlySlice, newPosts } from './early-import.ts'

setDefaultTimeout(longTestMs)

const patienceMs = 5 * 60_000
const old: ImportRecord = { type: 'entry', collection: 'posts', id: 'old', liveData: { title: 'old' } }
const small: ImportRecord = { type: 'entry', collection: 'posts', id: 'small', liveData: { title: 'small' } }
const records = [...model, ...newPosts]

async function postingsOf(space: Pick<TestSpace, 'everything'>): Promise<number> {
  return (await dumpTables(space)).query_posting.length
}

const importInto = (space: TestSpace, wanted: readonly ImportRecord[], database: Database = space.database) =>
  space.import(wanted, { database, earlySlice })

describeOnSqlite('an import that was killed behind postings that it wrote early', () => {
  let api: AuthoringFixture
  let before: number
  beforeEach(async () => {
    api = await openAuthoring([old])
    before = await postingsOf(api.space)
  })

  const kill = async (step: number) => {
    await expect(importInto(api.space, records, killedBefore(api.space.database, step))).rejects.toThrow(
      'killed',
    )
  }

  const expectNothingSeen = async () => {
    const { database, space } = api.space
    const { list, count } = await readPage(
      openSpaceIn(api.space, api.space),
      'posts',
      '?sort=title&filter[title][exists]=true',
    )
    expect([list.map(({ id }) => id), count]).toEqual([['old'], 1])
    expect(await database.snapshot(space, reads => findIndexDifferences(reads, space))).toEqual([])
  }

  const expectGone = async () => {
    expect(await api.space.database.transaction(writes => readPending(writes, api.space.space))).toBeNull()
    await expectInvariants(api.space)
  }

  for (const step of [1, 2, 3]) {
    test(`before its write ${step} has changed nothing, and a job deletes what is there, once it has expired`, async () => {
      await kill(step)
      const left = await postingsOf(api.space)
      expect(left > before).toBe(step > 1)
      await expectNothingSeen()
      api.space.time.now += patienceMs - 1
      await runJobs(api.space)
      // The import may have gone on since the job has looked.
      const { database, space, time } = api.space
      await sweepPostings(work => database.transaction(work, space), space, time.now)
      expect(await postingsOf(api.space)).toBe(left)
      api.space.time.now += 1
      await runJobs(api.space)
      expect(await postingsOf(api.space)).toBe(before)
      await expectGone()
      await expectNothingSeen()
    })
  }

  test('does not keep the next one from importing the same, whose postings are seen beside those that are left', async () => {
    await kill(3)
    expect(await importInto(api.space, records)).toMatchObject({ created: newPosts.length })
    const { count } = await readPage(
      openSpaceIn(api.space, api.space),
      'posts',
      '?filter[title][exists]=true&perPage=1',
    )
    expect(count).toBe(newPosts.length + 1)
    api.space.time.now += patienceMs
    await runJobs(api.space)
    await expectGone()
  })

  test('is cleared away by the next one, however small, once it has expired', async () => {
    await kill(3)
    await importInto(api.space, [small])
    expect(await postingsOf(api.space)).toBeGreaterThan(5000)
    api.space.time.now += patienceMs
    await importInto(api.space, [{ ...small, liveData: { title: 'smaller' } }])
    await expectGone()
  })

  test.each([1, 2])(
    'is cleared away a few postings at a time, by %p at once, where another one was killed',
    async sweepers => {
      await kill(3)
      api.space.time.now += patienceMs
      const { database, space, time } = api.space
      let transactions = 0
      const killed = sweepPostings(
        work => {
          if (transactions++ > 2) throw new Error('killed')
          return database.transaction(work, space)
        },
        space,
        time.now,
        1000,
      )
      await expect(killed).rejects.toThrow('killed')
      const left = await postingsOf(api.space)
      expect(left).toBeGreaterThan(before)
      await expectNothingSeen()
      const seen: number[] = []
      const sweep = () =>
        sweepPostings(
          async work => {
            const result = await database.transaction(work, space)
            seen.push(await postingsOf(api.space))
            return result
          },
          space,
          time.now,
          1000,
        )
      await Promise.all(Array.from({ length: sweepers }, sweep))
      const steps = [left, ...seen].map((count, index, all) => (all[index - 1] ?? count) - count)
      expect(Math.max(...steps)).toBeLessThanOrEqual(1000)
      expect(seen.at(-1)).toBe(before)
      await expectGone()
    },
  )

  test('is in a backup, and cleared away there as well', async () => {
    await kill(3)
    const file = join(makeFolder(), 'copy.db')
    await api.space.database.backup(file)
    const url = `sqlite:${file}`
    const copy = openSpaceIn({ database: openUrl(url), url, statements: [] }, api.space)
    expect((await readPage(copy, 'posts', '?filter[title][exists]=true')).count).toBe(1)
    copy.time.now += patienceMs
    await runJobs(copy)
    expect(await postingsOf(copy)).toBe(before)
    await expectInvariants(copy)
  })

  test('by a signal leaves nothing but what a server deletes', async () => {
    const command = createCommandLine()
    await fillMain(command, toNdjson([...model, old]))
    const database = await command.open()
    const file = join(makeFolder(), 'large.ndjson')
    const many = Array.from({ length: 8 }, (_, part) =>
      newPosts.map(record => ({ ...record, id: `${part}-${(record as { id: string }).id}` })),
    )
    writeFileSync(file, toNdjson([...model, ...many.flat()]))
    const [space] = await database.reads.all(statementOf<{ id: SpaceId }>('select id from space'))
    const count = async () =>
      (await database.reads.first(statementOf<{ n: number }>('select count(*) as n from query_posting')))!.n
    const first = await count()
    const running = start(command, ['import', file, '--space', 'main'])
    await until(async () => (await count()) > first)
    running.process.kill('SIGKILL')
    await running.finished
    expect(await count()).toBeGreaterThan(first)
    expect(await database.snapshot(space!.id, reads => findIndexDifferences(reads, space!.id))).toEqual([])
    await sweepPostings(work => database.transaction(work, space!.id), space!.id, Date.now() + patienceMs)
    expect(await count()).toBe(first)
    const { created } = await runJson<{ created: number }>(command, 'import', file, '--space', 'main')
    expect(created).toBe(8 * newPosts.length)
    expect(await database.snapshot(space!.id, reads => findIndexDifferences(reads, space!.id))).toEqual([])
  })
})
