// What of the history is deleted, and what is not.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { deleteOldHistory } from '../../src/authoring/versions/retention.ts'
import { query } from '../../src/database/database.ts'
import { createNeighbour, createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { createFixture, draft, posts } from './schedule-fixture.ts'

setDefaultTimeout(longTestMs)

const day = 86_400_000

const deleteIn = ({ database, space, time }: TestSpace, activityDays = 730) =>
  deleteOldHistory({ database, clock: () => time.now, listSpaces: async () => [{ id: space }], activityDays })

async function addVersions(
  { database, space, time }: TestSpace,
  count: number,
  of: (version: number) => { sealed?: number; kept_until?: number },
): Promise<void> {
  const content = { slug: 'a', data: '{}', variants: null, names: '[]', reason: 'edit', by: null }
  await database.transaction(async writes => {
    for (let version = 2; version <= count; version++) {
      const times = { started_at: time.now, at: time.now }
      const row = { space, entry: 'a', draft_version: version, ...times, ...content, ...of(version) }
      await writes.insertInto('entry_version').values(row).execute()
    }
  }, space)
}

async function versionsIn({ everything, space }: TestSpace): Promise<number[]> {
  const rows = await everything.all(
    query
      .selectFrom('entry_version')
      .select('draft_version')
      .where('space', '=', space)
      .where('entry', '=', 'a')
      .orderBy('draft_version'),
  )
  return rows.map(row => row.draft_version)
}

test('of the versions of a draft the newest 100 stay, besides those that were published or scheduled, or are to be kept until a later day', async () => {
  const space = await createTestSpace({ records: [posts(), draft('a')] })
  const { now } = space.time
  await addVersions(space, 130, version => ({
    sealed: version === 5 || version === 120 ? 1 : 0,
    ...(version === 7 && { kept_until: now + 90 * day }),
  }))
  await deleteIn(space)
  const left = await versionsIn(space)
  // 30 to 130 without 120 are a hundred.
  expect(left).toEqual([5, 7, ...Array.from({ length: 101 }, (_, index) => 30 + index)])
  space.time.now += 91 * day
  await deleteIn(space)
  expect(await versionsIn(space)).toEqual(left.filter(version => version !== 7))
})

test('activity is deleted when it is older than it is to be kept, but for the newest record, in this space alone', async () => {
  const space = await createTestSpace({ records: [posts(), draft('a')] })
  const other = await createNeighbour(space, 'other', { records: [posts(), draft('a')] })
  const countIn = async ({ space: id }: TestSpace) =>
    (await space.everything.all(query.selectFrom('activity').select('id').where('space', '=', id))).length
  const first = await countIn(space)
  space.time.now += 20 * day
  await space.import([draft('a', { data: { title: 'new' } })])
  const all = await countIn(space)
  expect([first > 0, all > first]).toEqual([true, true])
  space.time.now += 11 * day
  await deleteIn(space, 31)
  expect(await countIn(space)).toBe(all)
  space.time.now += 1
  await deleteIn(space, 31)
  expect(await countIn(space)).toBe(all - first)
  space.time.now += 100 * day
  await deleteIn(space, 31)
  expect([await countIn(space), (await countIn(other)) > 0]).toEqual([1, true])
})

test('a version that was scheduled and is not any more is kept no longer than others', async () => {
  const fixture = await createFixture([posts(), draft('a')])
  const { space, schedule, send } = fixture
  const patch = (draftVersion: number) =>
    send('PATCH', '/entries/a', { draftVersion, data: { title: `${draftVersion}` } }, 'content.write')
  // Each draft is scheduled, and then changed; one of them is published.
  for (let version = 1; version <= 120; version++) {
    space.time.now += 3_600_000
    expect((await schedule('a', 5, null, version)).status).toBe(200)
    if (version === 3) await fixture.run(5)
    expect((await patch(version)).status).toBe(200)
  }
  const sealed = async () => {
    const rows = await space.everything.all(
      query.selectFrom('entry_version').selectAll().where('sealed', '=', 1),
    )
    return rows.map(row => row.draft_version).sort((a, b) => a - b)
  }
  expect(await sealed()).toEqual([3, 120])
  await deleteIn(space)
  // The published one, the scheduled one, the draft, and the newest of the others.
  expect(await versionsIn(space)).toEqual([3, ...Array.from({ length: 101 }, (_, index) => 21 + index)])
  expect((await send('DELETE', '/entries/a/schedule')).status).toBe(200)
  expect(await sealed()).toEqual([3])
})

test('a version that was scheduled does not become part of a later save, although its schedule is cancelled', async () => {
  const { space, schedule, send } = await createFixture([posts()])
  const write = (method: string, path: string, body: object) => send(method, path, body, 'content.write')
  await write('POST', '/entries', { collection: 'posts', id: 'a', data: { title: 'One' } })
  const patch = (draftVersion: number, title: string) =>
    write('PATCH', '/entries/a', { draftVersion, data: { title } })
  await patch(1, 'Two')
  expect((await schedule('a', 5, null, 2)).status).toBe(200)
  expect((await send('DELETE', '/entries/a/schedule')).status).toBe(200)
  space.time.now += 1000
  await patch(2, 'Three')
  space.time.now += 1000
  await patch(3, 'Four')
  expect(await send('GET', '/entries/a/versions/d2')).toMatchObject({
    status: 200,
    body: { doc: { data: { title: 'Two' } } },
  })
  expect(await versionsIn(space)).toEqual([1, 2, 4])
})
