// Every change of a draft is in the activity, under an id that is never reused, so that an import can read there what
// others have changed in the meantime.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { deleteOldHistory } from '../../src/authoring/versions/retention.ts'
import { listActivitySince, readNewestActivity } from '../../src/content/tables/activity.store.ts'
import { query } from '../../src/database/database.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { openAuthoring } from './authoring-fixture.ts'

setDefaultTimeout(longTestMs)

const post = (id: string, rest: object = {}) => ({ collection: 'posts', id, data: { title: id }, ...rest })
const change = { modelVersion: 1, operations: [{ op: 'addField', field: { apiName: 'more', type: 'text' } }] }

/** In order. `null`: more than one entry may have changed. */
const steps: readonly [
  method: string,
  path: string,
  body: object | undefined,
  changed: readonly (string | null)[],
][] = [
  ['POST', '/entries', post('a'), ['a']],
  ['POST', '/entries', post('b'), ['b']],
  ['PATCH', '/entries/a', { draftVersion: 1, data: { score: 1 } }, ['a']],
  ['PATCH', '/entries/a', { draftVersion: 2, data: { score: 2 } }, ['a']],
  ['PATCH', '/entries/a', { draftVersion: 2, data: { score: 2 } }, []],
  ['PATCH', '/entries/a', { draftVersion: 3, data: { title: 'Other' }, slug: null }, ['a']],
  ['PUT', '/entries/a', { draftVersion: 4, data: { title: 'Put' } }, ['a']],
  ['POST', '/entries/a/publish', { draftVersion: 5 }, ['a']],
  ['PATCH', '/entries/a', { draftVersion: 5, data: { score: 3 } }, ['a']],
  ['POST', '/entries/a/discard', { draftVersion: 6 }, ['a']],
  ['POST', '/entries/a/restore', { draftVersion: 7, from: 'd1' }, ['a']],
  [
    'POST',
    '/operations',
    {
      operations: [
        { op: 'patch', id: 'a', draftVersion: 8, data: { score: 4 } },
        { op: 'create', ...post('c') },
        { op: 'archive', id: 'b', draftVersion: 1 },
      ],
    },
    ['a', 'b', 'c'],
  ],
  ['POST', '/entries/b/unarchive', { draftVersion: 1, slug: 'elsewhere' }, ['b']],
  ['POST', '/entries/b/archive', { draftVersion: 2 }, ['b']],
  ['DELETE', '/entries/b?draftVersion=2', undefined, ['b']],
  ['POST', '/entries/a/unpublish', {}, ['a']],
  ['POST', '/collections/posts/changes', change, [null]],
]

test('whatever changes drafts is recorded with them, under ids that only grow, also after old records are deleted', async () => {
  const { space, ask } = await openAuthoring()
  const { database, everything, time } = space
  const drafts = async () => {
    const rows = await everything.all(query.selectFrom('entry').selectAll().where('space', '=', space.space))
    return new Map(rows.map(row => [row.id, JSON.stringify(row)]))
  }
  const within = <Result>(work: Parameters<typeof database.transaction<Result>>[0]) =>
    database.transaction(work, space.space)
  let newest = 0
  for (const [method, path, body, changed] of steps) {
    time.now += 1000
    const before = await drafts()
    newest = await within(writes => readNewestActivity(writes, space.space))
    const { status, text } = await ask('owner', method, path, body)
    expect([method, path, [200, 201].includes(status) ? '' : text]).toEqual([method, path, ''])
    const records = await within(writes => listActivitySince(writes, space.space, newest))
    const recorded = [...new Set(records.map(({ entry }) => entry))].sort()
    expect([path, recorded]).toEqual([path, [...changed]])
    const after = await drafts()
    const ids = [...new Set([...before.keys(), ...after.keys()])].filter(
      id => before.get(id) !== after.get(id),
    )
    if (!changed.includes(null)) expect(ids.filter(id => !recorded.includes(id))).toEqual([])
  }
  time.now += 2 * 86_400_000
  const listSpaces = async () => [{ id: space.space }]
  newest = await within(writes => readNewestActivity(writes, space.space))
  await deleteOldHistory({ database, clock: () => time.now, listSpaces, activityDays: 1 })
  await ask('owner', 'POST', '/entries', post('d'))
  expect(await within(writes => listActivitySince(writes, space.space, newest))).toEqual([
    { entry: 'd', action: 'create' },
  ])
})
