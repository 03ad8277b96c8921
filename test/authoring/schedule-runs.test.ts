// What happens when the time of a schedule has come: once, in order, with the draft that was scheduled.
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { publish, unpublish } from '../../src/authoring/entries/publish.service.ts'
import { Refusal } from '../../src/base/errors.ts'
import type { Database } from '../../src/database/database.ts'
import { cancelSchedules } from '../../src/entries/schedules.ts'
import { readEntry, readPage } from '../kit/app/served-content.ts'
import { breakTable } from '../kit/database/broken-table.ts'
import { openUrl } from '../kit/database/test-databases.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { dumpTables, expectInvariants, revisionOf } from '../kit/oracle/tables.ts'
import {
  createFixture,
  draft,
  type Fixture,
  minute,
  posts,
  publicationsOf,
  runsOn,
  schedulesOf,
  timeIn,
} from './schedule-fixture.ts'

setDefaultTimeout(longTestMs)

const records = [posts(), draft('a'), draft('b'), draft('live', { liveData: { title: 'live' } })]

const listOf = async ({ send }: Fixture, query = '') =>
  (await send('GET', `/schedule${query}`)).body.list as Readonly<Record<string, unknown>>[]

describe('when its time has come', () => {
  test('the scheduled draft is live, not what it has become, at the time that was asked for', async () => {
    const { space, schedule, run, late } = await createFixture(records)
    await schedule('a', 10)
    await space.import([draft('a', { data: { title: 'later' }, slug: 'later' })])
    await run(9)
    expect(await publicationsOf(space, 'a')).toEqual([])
    const revision = await revisionOf(space)
    await run(2)
    expect(await readEntry(space, 'posts', 'a')).toMatchObject({
      version: 1,
      publishedAt: '2026-06-01T00:10:00.000Z',
      data: { title: 'a' },
    })
    expect(await revisionOf(space)).toBe(revision + 1)
    expect(late).toEqual([60])
    const { entry, entry_version, publication, activity } = await dumpTables(space)
    expect(entry.find(({ id }) => id === 'a')).toMatchObject({ state: 'changed', draft_version: 2 })
    expect(entry_version.find(row => row.entry === 'a' && row.draft_version === 1)).toMatchObject({
      sealed: 1,
    })
    const by = JSON.stringify({ kind: 'schedule', name: 'test' })
    expect(publication.find(row => row.entry === 'a')).toMatchObject({ draft_version: 1, published_by: by })
    expect(activity.find(row => row.action === 'publish' && row.entry === 'a')).toMatchObject({
      ...{ by, version: 'p1', at: space.time.now },
    })
    expect(await schedulesOf(space)).toEqual([])
    await expectInvariants(space)
  })

  test('it is done once, however often it is looked for', async () => {
    const { space, schedule, run } = await createFixture(records)
    await schedule('a', 1, 3)
    for (let turn = 0; turn < 5; turn++) await run(1)
    expect(await publicationsOf(space, 'a')).toEqual([[1, 1, 'a', false]])
    expect(await schedulesOf(space)).toEqual([])
    await expectInvariants(space)
  })

  test('between its beginning and its end an entry has what is left of its schedule', async () => {
    const fixture = await createFixture(records)
    await fixture.schedule('a', 1, 9)
    const end = timeIn(fixture.space, 9)
    await fixture.run(2)
    expect(await listOf(fixture)).toMatchObject([{ publishAt: null, unpublishAt: end, state: 'pending' }])
    await fixture.run(8)
    expect(await listOf(fixture)).toEqual([])
    expect(await readEntry(fixture.space, 'posts', 'a')).toBeNull()
    expect((await dumpTables(fixture.space)).entry.find(({ id }) => id === 'a')).toMatchObject({
      state: 'draft',
    })
  })

  test('after an outage everything happens in the order of its time', async () => {
    const { space, schedule, run } = await createFixture(records)
    await schedule('a', 10, 30)
    await schedule('b', 20)
    await schedule('live', 15, 25)
    await run(60)
    const { activity } = await dumpTables(space)
    const done = activity.filter(({ action }) => action === 'publish' || action === 'unpublish')
    expect(done.sort((x, y) => x.id - y.id).map(({ action, entry }) => `${action} ${entry}`)).toEqual([
      'publish a',
      'publish live',
      'publish b',
      'unpublish live',
      'unpublish a',
    ])
    expect((await readPage(space, 'posts')).list.map(({ id, publishedAt }) => [id, publishedAt])).toEqual([
      ['b', '2026-06-01T00:20:00.000Z'],
    ])
  })

  test('at one time, what ends makes room for what begins, in one revision', async () => {
    const space = [posts(), draft('a', { data: { title: 'a', sku: '1' } })]
    const old = draft('b', { slug: 'x', liveData: { title: 'old', sku: '1' } })
    const fixture = await createFixture([...space, old])
    await fixture.schedule('a', 5)
    await fixture.schedule('b', null, 5)
    const revision = await revisionOf(fixture.space)
    await fixture.run(5)
    expect((await readPage(fixture.space, 'posts')).list.map(({ id }) => id)).toEqual(['a'])
    expect(await revisionOf(fixture.space)).toBe(revision + 1)
    expect(fixture.refused).toEqual([])
  })

  test('withdrawing what is not live is done without a change', async () => {
    const { space, schedule, run } = await createFixture(records)
    await schedule('a', null, 1)
    const revision = await revisionOf(space)
    await run(1)
    expect([await schedulesOf(space), await revisionOf(space)]).toEqual([[], revision])
  })

  test('more than one transaction takes are all done', async () => {
    const ids = Array.from({ length: 230 }, (_, index) => `e${index}`)
    const fixture = await createFixture([posts(), ...ids.map(id => draft(id))])
    for (const id of ids) await fixture.schedule(id, 1)
    await fixture.run(1)
    expect((await readPage(fixture.space, 'posts', '?perPage=1')).count).toBe(ids.length)
    expect(await schedulesOf(fixture.space)).toEqual([])
  })
})

describe('done by hand', () => {
  const publishNow = ({ space }: Fixture) =>
    publish(space.database, space.space, ['posts/a'], () => space.time.now)
  const unpublishNow = ({ space }: Fixture) =>
    unpublish(space.database, space.space, ['posts/a'], () => space.time.now)
  const archive = ({ space }: Fixture) =>
    space.database.transaction(
      writes => cancelSchedules(writes, space.space, new Map([['a', { publish: true, unpublish: true }]])),
      space.space,
    )

  test.each([
    ['publishing cancels the publishing', publishNow, [null, 9]],
    ['withdrawing cancels the withdrawing', unpublishNow, [5, null]],
    ['archiving cancels both', archive, null],
  ] as const)('%s', async (_, act, left) => {
    const fixture = await createFixture(records)
    await fixture.schedule('a', 5, 9)
    const { now } = fixture.space.time
    await act(fixture)
    const minutesOf = (time: number | null) => (time === null ? null : (time - now) / minute)
    const rows = await schedulesOf(fixture.space)
    expect(rows.map(row => [minutesOf(row.publish_at), minutesOf(row.unpublish_at)])).toEqual(
      left === null ? [] : [[...left]],
    )
  })

  test('nothing older comes back', async () => {
    const fixture = await createFixture(records)
    await fixture.schedule('a', 5)
    await fixture.space.import([draft('a', { data: { title: 'newer' } })])
    await publishNow(fixture)
    await fixture.run(10)
    expect((await readEntry(fixture.space, 'posts', 'a'))?.data.title).toBe('newer')
  })
})

describe('an import', () => {
  test('that makes something live cancels the publishing of what is older', async () => {
    const fixture = await createFixture(records)
    await fixture.schedule('a', 5, 9)
    await fixture.schedule('b', 5)
    await fixture.space.import([
      draft('a', { liveData: { title: 'imported' } }),
      draft('b', { data: { title: 'x' } }),
    ])
    expect(await listOf(fixture)).toMatchObject([
      { entry: { id: 'b' }, publishAt: timeIn(fixture.space, 5) },
      { entry: { id: 'a' }, publishAt: null, unpublishAt: timeIn(fixture.space, 9) },
    ])
    await fixture.run(5)
    expect((await readEntry(fixture.space, 'posts', 'a'))?.data.title).toBe('imported')
    expect((await readEntry(fixture.space, 'posts', 'b'))?.data.title).toBe('b')
  })

  test('that changes the form of what is live, and not its values, cancels nothing', async () => {
    const fixture = await createFixture(records)
    await fixture.schedule('live', 5)
    const { fields, ...model } = posts() as unknown as { fields: object[] }
    await fixture.space.import([
      { ...model, fields: [...fields, { apiName: 'extra', type: 'text' }] } as unknown as ReturnType<
        typeof posts
      >,
    ])
    expect((await readEntry(fixture.space, 'posts', 'live'))?.data).toHaveProperty('extra')
    expect(await listOf(fixture)).toHaveLength(1)
  })

  test('that removes an entry removes its schedule', async () => {
    const fixture = await createFixture(records)
    await fixture.schedule('a', 5)
    await fixture.space.import([posts(), draft('b')], { prune: true })
    await fixture.run(5)
    expect([await publicationsOf(fixture.space, 'a'), fixture.errors, fixture.refused]).toEqual([[], [], []])
  })
})

describe('a refusal', () => {
  test('is final: it is reported with its reason, counted once, and later the draft may be right', async () => {
    const fixture = await createFixture(records)
    const { space, schedule, run, refused } = fixture
    await schedule('a', 5)
    await space.import([posts({ options: [{ value: 'z', name: 'z' }] })])
    const before = await readPage(space, 'posts')
    await run(5)
    await run(1)
    expect(refused).toHaveLength(1)
    expect(refused[0]).toMatchObject({ entry: 'a', reason: expect.stringContaining('/data/title') })
    expect(await listOf(fixture, '?state=failed')).toMatchObject([
      { entry: { id: 'a' }, state: 'failed', reason: refused[0]!.reason, publishAt: timeIn(space, -1) },
    ])
    expect(await listOf(fixture, '?state=pending')).toEqual([])
    await space.import([posts()])
    await run(60)
    expect(await readPage(space, 'posts')).toEqual(before)
    expect(refused).toHaveLength(1)
    // Until somebody does something about it.
    expect((await schedule('a', 5)).status).toBe(200)
    await run(5)
    expect((await readEntry(space, 'posts', 'a'))?.data.title).toBe('a')
  })

  test.each([
    ['a slug', { slug: 'x' }, 'x', '/slug'],
    ['a unique value', { data: { title: 'a', sku: '1' } }, 'y', '/data/sku'],
  ])('%s that something live has', async (_, scheduled, slug, path) => {
    const fixture = await createFixture([posts(), draft('a', scheduled)])
    const { space, schedule, run, refused } = fixture
    await schedule('a', 5)
    // What is live keeps the slug of the entry that moved away in its draft.
    await space.import([draft('a', { ...scheduled, slug: 'away' })])
    await space.import([draft('b', { slug, liveData: { title: 'b', sku: '1' } })])
    await run(5)
    expect(refused).toMatchObject([{ entry: 'a', reason: expect.stringContaining(path) }])
    await expectInvariants(space)
  })

  test('keeps nothing else of the same moment from happening', async () => {
    const fixture = await createFixture([
      posts(),
      draft('a'),
      draft('b', { data: { title: 'b', sku: '1' } }),
      draft('c', { liveData: { title: 'c', sku: '1' } }),
      draft('d'),
    ])
    for (const id of ['a', 'b', 'd']) await fixture.schedule(id, 5)
    await fixture.run(5)
    expect(fixture.refused.map(({ entry }) => entry)).toEqual(['b'])
    expect((await readPage(fixture.space, 'posts')).list.map(({ id }) => id)).toEqual(['a', 'd', 'c'])
  })

  test('of two of the same moment that would have the same unique value, the first goes live', async () => {
    const fixture = await createFixture([
      posts(),
      draft('a', { data: { title: 'a', sku: '1' } }),
      draft('b', { data: { title: 'b', sku: '1' } }),
      draft('c', { data: { title: 'c', sku: '2' } }),
      draft('d', { data: { title: 'd', sku: '2' } }),
      draft('e'),
    ])
    for (const id of ['a', 'b', 'c', 'd', 'e']) await fixture.schedule(id, 5)
    await fixture.run(5)
    expect(fixture.refused.map(({ entry }) => entry)).toEqual(['b', 'd'])
    expect(fixture.refused[0]!.reason).toContain('the live entry a has the same value')
    expect((await readPage(fixture.space, 'posts')).list.map(({ id }) => id)).toEqual(['a', 'c', 'e'])
  })

  test('leaves the end of the schedule as it is: what was live is withdrawn in time', async () => {
    const fixture = await createFixture([
      posts(),
      draft('a', { data: { title: 'a', sku: '1' }, liveData: { title: 'old' } }),
      draft('b', { liveData: { title: 'b', sku: '1' } }),
    ])
    await fixture.schedule('a', 5, 9)
    await fixture.run(5)
    expect((await readEntry(fixture.space, 'posts', 'a'))?.data.title).toBe('old')
    await fixture.run(4)
    expect(await readEntry(fixture.space, 'posts', 'a')).toBeNull()
    expect(await listOf(fixture)).toMatchObject([{ state: 'failed', unpublishAt: null }])
    expect(fixture.refused).toHaveLength(1)
  })
})

describe('an error of the machine', () => {
  test('is tried again until it works, and keeps no other entry waiting', async () => {
    const { space, schedule, run, errors, refused } = await createFixture(records)
    await schedule('a', 5)
    await schedule('live', null, 6)
    const broken = { table: 'publication', event: 'insert', message: 'broken' } as const
    const repair = await breakTable(space.database, broken)
    await run(10)
    expect(errors).toHaveLength(1)
    expect([await publicationsOf(space, 'a'), await readEntry(space, 'posts', 'live')]).toEqual([[], null])
    await repair()
    await run()
    expect(await publicationsOf(space, 'a')).toEqual([[1, 5, 'a', true]])
    expect([await schedulesOf(space), refused]).toEqual([[], []])
  })

  test('of the database ends the run, and the next one goes on', async () => {
    const fixture = await createFixture(records)
    const { space, schedule, run } = fixture
    await schedule('a', 5)
    space.time.now += 6 * minute
    let isAway = true
    const database: Database = {
      ...space.database,
      transaction: (work, of) => {
        if (isAway) throw new Refusal('The database is away.', [], 'unavailable')
        return space.database.transaction(work, of)
      },
    }
    const errors: unknown[] = []
    const runs = runsOn(space, database, {
      onDone: () => {},
      onRefused: () => {},
      onError: error => errors.push(error),
    })
    for (let turn = 0; turn < 3; turn++) {
      await runs.start()
      await runs.drain()
    }
    // The log has the same error once a minute.
    expect(errors).toHaveLength(1)
    isAway = false
    await runs.start()
    await runs.drain()
    expect(await publicationsOf(space, 'a')).toEqual([[1, 5, 'a', true]])
    await run()
  })
})

test('several nodes at once do each schedule once, each in its time', async () => {
  const ids = Array.from({ length: 40 }, (_, index) => `e${String(index).padStart(2, '0')}`)
  const fixture = await createFixture([posts(), ...ids.map(id => draft(id))])
  const { space, schedule } = fixture
  for (const [index, id] of ids.entries()) await schedule(id, 1 + (index % 7), index % 3 === 0 ? 20 : null)
  const handles = await Promise.all([1, 2, 3].map(() => openUrl(space.url)))
  let done = 0
  const reports = { onDone: () => void done++, onRefused: fail, onError: fail }
  const nodes = [space.database, ...handles].map(database => runsOn(space, database, reports))
  const runAll = async () => {
    await Promise.all(nodes.map(node => node.start()))
    await Promise.all(nodes.map(node => node.drain()))
  }
  space.time.now += 10 * minute
  await runAll()
  for (const [index, id] of ids.entries()) {
    expect(await publicationsOf(space, id)).toEqual([[1, 1 + (index % 7), id, true]])
  }
  space.time.now += 60 * minute
  await runAll()
  expect(done).toBe(ids.length + Math.ceil(ids.length / 3))
  expect(await schedulesOf(space)).toEqual([])
  const { activity } = await dumpTables(space)
  expect(activity.filter(({ action }) => action === 'publish')).toHaveLength(ids.length)
  await expectInvariants(space)
  for (const handle of handles) await handle.close()
})

function fail(what: unknown): void {
  throw new Error(JSON.stringify(what))
}

test('a draft whose slug was taken by what a schedule published has that as a problem', async () => {
  const { space, send, schedule, run } = await createFixture([posts(), draft('a'), draft('b')])
  await schedule('a', 5)
  await send('PATCH', '/entries/a', { draftVersion: 1, slug: 'moved' }, 'content.write')
  expect(await send('PATCH', '/entries/b', { draftVersion: 1, slug: 'a' }, 'content.write')).toMatchObject({
    ...{ status: 200, body: { doc: { slug: 'a', problems: [] } } },
  })
  await run(5)
  const taken = [
    { path: '/slug', code: 'slug_taken', severity: 'error', message: 'is that of the live entry a' },
  ]
  expect((await send('GET', '/entries/b')).body).toMatchObject({ doc: { problems: taken } })
  const saved = await send('PATCH', '/entries/b', { draftVersion: 2, data: { title: 'B' } }, 'content.write')
  expect(saved.body).toMatchObject({ doc: { problems: taken } })
  const mended = await send('PATCH', '/entries/b', { draftVersion: 3, slug: 'b' }, 'content.write')
  expect(mended.body).toMatchObject({ doc: { problems: [] } })
  await expectInvariants(space)
})
