// Requests that schedule: who may, what is refused, what they answer, and that nothing that is served changes.
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { query } from '../../src/database/database.ts'
import { signIn } from '../kit/app/signed-in.ts'
import { createNeighbour } from '../kit/app/test-space.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { dumpTables, expectInvariants, revisionOf } from '../kit/oracle/tables.ts'
import {
  createFixture,
  draft,
  minute,
  posts,
  publicationsOf,
  type Sent,
  schedulesOf,
  timeIn,
} from './schedule-fixture.ts'

setDefaultTimeout(longTestMs)

const year = 365 * 24 * 60
const records = [
  posts(),
  draft('a'),
  draft('live', { liveData: { title: 'live' } }),
  draft('empty', { data: { sku: '1' } }),
]
const nothing = { publishAt: null, unpublishAt: null }

describe('scheduling', () => {
  const at = (publish: number | null, unpublish: number | null = null) => ({ publish, unpublish })
  test.each([
    ['a time in the future', 'a', at(1), 200],
    ['both times', 'a', at(1, 2), 200],
    ['only the end', 'live', at(null, 1), 200],
    ['only the end of a draft that breaks rules', 'empty', at(null, 1), 200],
    ['almost five years ahead', 'a', at(5 * year), 200],
    ['a time in the past', 'a', at(-1), 400],
    ['now', 'a', at(0), 400],
    ['more than five years ahead', 'a', at(5 * year + 3 * 24 * 60), 400],
    ['an end before the beginning', 'a', at(2, 1), 400],
    ['an end at the beginning', 'a', at(2, 2), 400],
    ['no time', 'a', at(null), 400],
    ['an entry that is not there', 'b', at(1), 404],
    ['a draft that breaks rules', 'empty', at(1), 409],
  ] as const)('accepts or refuses %s', async (_, id, { publish, unpublish }, status) => {
    const { space, schedule } = await createFixture(records)
    const before = await dumpTables(space)
    const sent = await schedule(id, publish, unpublish)
    expect(sent.status).toBe(status)
    const rows = await schedulesOf(space)
    if (status !== 200) expect(await dumpTables(space)).toEqual(before)
    else
      expect(rows).toEqual([
        expect.objectContaining({
          entry: id,
          publish_at: publish && space.time.now + publish * minute,
          unpublish_at: unpublish && space.time.now + unpublish * minute,
          state: 'pending',
        }),
      ])
  })

  test.each([
    [{ draftVersion: '1' }, ['draftVersion']],
    [{ draftVersion: 0 }, ['draftVersion']],
    [{ draftVersion: undefined }, ['draftVersion']],
    [{ publishAt: '2027-01-01T00:00:00' }, ['publishAt']],
    [{ publishAt: 7, unpublishAt: 'x' }, ['publishAt', 'unpublishAt']],
    [{ state: 'pending', reason: null }, ['state', 'reason']],
  ])('names every error of a body: %j', async (wrong, names) => {
    const { space, send } = await createFixture(records)
    const body = { draftVersion: 1, publishAt: timeIn(space, 1), ...wrong }
    const sent = await send('PUT', '/entries/a/schedule', body)
    expect(sent.status).toBe(400)
    expect((sent.body.errors as { name: string }[]).map(({ name }) => name)).toEqual(names)
  })

  test('names every rule that the draft breaks', async () => {
    const { schedule } = await createFixture(records)
    expect((await schedule('empty', 1)).body).toMatchObject({
      code: 'draft_invalid',
      errors: [{ in: 'draft', name: '/data/title', code: 'required' }],
    })
  })

  test('is for the draft as it is: an older or a future version is a conflict that names what changed', async () => {
    const { space, schedule } = await createFixture(records)
    await space.import([draft('a', { data: { title: 'new' } })])
    expect((await schedule('a', 1)).body).toMatchObject({
      code: 'draft_conflict',
      draftVersion: 2,
      paths: ['/data/title'],
      updatedBy: { kind: 'import' },
    })
    expect((await schedule('a', 1, null, 9)).body).toMatchObject({ code: 'draft_conflict', paths: [] })
    expect((await schedule('a', 1, null, 2)).status).toBe(200)
  })

  test('again changes nothing, and another schedule replaces and reports the one that is there', async () => {
    const { space, schedule } = await createFixture(records)
    const first = await schedule('a', 1, 5)
    expect(first.body).not.toHaveProperty('cancelled')
    const before = await dumpTables(space)
    expect((await schedule('a', 1, 5)).body).toEqual(first.body)
    const { api_key: _, ...now } = await dumpTables(space)
    expect(now).toMatchObject({ schedule: before.schedule, activity: before.activity })
    const second = await schedule('a', 1)
    expect(second.body.cancelled).toEqual({ publishAt: null, unpublishAt: timeIn(space, 5) })
    const third = await schedule('a', null, 7)
    expect(third.body.cancelled).toEqual({ publishAt: timeIn(space, 1), unpublishAt: null })
    expect(await schedulesOf(space)).toMatchObject([
      { publish_at: null, due_at: space.time.now + 7 * minute },
    ])
  })

  test('ends by DELETE, which reports all of it; without a schedule that changes nothing', async () => {
    const { space, schedule, send } = await createFixture(records)
    await schedule('a', 1, 5)
    const cancelled = { publishAt: timeIn(space, 1), unpublishAt: timeIn(space, 5) }
    expect(await send('DELETE', '/entries/a/schedule')).toMatchObject({ status: 200, body: { cancelled } })
    expect(await schedulesOf(space)).toEqual([])
    const again = await send('DELETE', '/entries/a/schedule')
    expect([again.status, Object.keys(again.body)]).toEqual([200, ['doc']])
    expect((await send('DELETE', '/entries/none/schedule')).status).toBe(404)
  })

  test('writes to the activity who scheduled and who cancelled, and when it is to happen', async () => {
    const { space, schedule, send } = await createFixture(records)
    await schedule('a', 1)
    await send('DELETE', '/entries/a/schedule')
    const { activity } = await dumpTables(space)
    const own = activity.filter(({ action }) => action === 'schedule').sort((a, b) => a.id - b.id)
    expect(
      own.map(({ entry, version, detail }) => ({ entry, version, detail: JSON.parse(detail!) })),
    ).toEqual([
      { entry: 'a', version: 'd1', detail: { publishAt: timeIn(space, 1), unpublishAt: null } },
      { entry: 'a', version: null, detail: nothing },
    ])
    expect(JSON.parse(own[0]!.by!)).toEqual({ kind: 'key', name: 'test' })
  })

  test('changes no byte that is served, and not the revision', async () => {
    const { space, schedule, send } = await createFixture(records)
    const serve = async () => {
      const response = await space.get('/content/posts')
      return [response.headers.get('ETag'), await response.text(), await revisionOf(space)]
    }
    const before = await serve()
    await schedule('live', 1, 5)
    await schedule('live', null, 6)
    expect(await serve()).toEqual(before)
    await send('DELETE', '/entries/live/schedule')
    expect(await serve()).toEqual(before)
    await expectInvariants(space)
  })

  test('keeps the scheduled version from becoming part of a later one', async () => {
    const { space, schedule } = await createFixture(records)
    await schedule('a', 1)
    await space.import([draft('a', { data: { title: 'new' } })])
    const { entry_version: versions } = await dumpTables(space)
    expect(versions.find(row => row.entry === 'a' && row.draft_version === 1)).toMatchObject({
      sealed: 1,
      data: '{"title":"a",\n"sku":null}',
    })
  })

  test('a draft from before there were versions gets one', async () => {
    const { space, schedule } = await createFixture(records)
    await space.database.transaction(
      writes => writes.deleteFrom('entry_version').where('space', '=', space.space).execute(),
      space.space,
    )
    await schedule('a', 1)
    const { entry_version: versions } = await dumpTables(space)
    expect(versions).toMatchObject([{ entry: 'a', draft_version: 1, sealed: 1, slug: null }])
  })
})

describe('who may schedule', () => {
  test.each([
    ['draft.read', 403, 200],
    ['content.write', 403, 200],
    ['content.publish', 200, 200],
    ['model.write', 403, 200],
    ['content.read', 403, 403],
  ])('an API key with %s', async (scope, write, read) => {
    const { space, send } = await createFixture(records)
    const body = { draftVersion: 1, publishAt: timeIn(space, 1) }
    expect((await send('PUT', '/entries/a/schedule', body, scope)).status).toBe(write)
    expect((await send('DELETE', '/entries/a/schedule', undefined, scope)).status).toBe(write)
    expect((await send('GET', '/schedule', undefined, scope)).status).toBe(read)
  })

  test.each([
    ['author', 403],
    ['member', 403],
    ['editor', 200],
  ] as const)('is allowed or refused for %s', async (role, status) => {
    const { space } = await createFixture(records)
    const { send } = await signIn(space, { role })
    const body = { draftVersion: 1, publishAt: timeIn(space, 1) }
    expect((await send('PUT', '/api/v1/entries/a/schedule', body)).status).toBe(status)
    expect((await send('GET', '/api/v1/schedule')).status).toBe(200)
  })

  test('an entry of another space is as one that is not there', async () => {
    const { space, schedule } = await createFixture(records)
    await createNeighbour(space, 'other', { records: [posts(), draft('theirs')] })
    const [theirs, none] = [await schedule('theirs', 1), await schedule('none', 1)]
    const without = ({ body: { requestId: _, ...body } }: { body: object & { requestId?: unknown } }) => body
    expect(theirs.status).toBe(404)
    expect(without(theirs)).toEqual(without(none))
    expect(await schedulesOf(space)).toEqual([])
  })
})

describe('the list of schedules', () => {
  test('has those of the space in the order of time, in pages, and of one state', async () => {
    const { space, schedule, send } = await createFixture(records)
    const neighbour = await createNeighbour(space, 'other', { records: [posts(), draft('theirs')] })
    await neighbour.database.transaction(
      writes =>
        writes
          .insertInto('schedule')
          .values({
            space: neighbour.space,
            entry: 'theirs',
            draft_version: 1,
            state: 'pending',
            created_at: 0,
          })
          .execute(),
      neighbour.space,
    )
    await schedule('live', null, 3)
    await schedule('a', 2, 9)
    await space.import([draft('a', { data: { title: 'new' }, slug: 'new' })])
    const createdBy = { kind: 'key', name: 'test' }
    const alone = { group: null, with: [], notLive: [] }
    const [first, second] = [
      {
        entry: { id: 'a', collection: 'posts', slug: 'new', title: 'new' },
        publishAt: timeIn(space, 2),
        unpublishAt: timeIn(space, 9),
        ...{ draftVersion: 1, changed: true, state: 'pending', reason: null, problems: [], createdBy },
        ...alone,
      },
      {
        entry: { id: 'live', collection: 'posts', slug: 'live', title: 'live' },
        publishAt: null,
        unpublishAt: timeIn(space, 3),
        ...{ draftVersion: 1, changed: false, state: 'pending', reason: null, problems: [], createdBy },
        ...alone,
      },
    ]
    const list = async (path: string) => (await send('GET', `/schedule${path}`, undefined, 'draft.read')).body
    expect(await list('')).toEqual({ list: [first, second], count: 2, pagesCount: 1 })
    expect(await list('?perPage=1&page=2')).toEqual({ list: [second], count: 2, pagesCount: 2 })
    expect(await list('?state=failed')).toEqual({ list: [], count: 0, pagesCount: 0 })
    expect(await list('?state=pending&perPage=1000')).toMatchObject({ count: 2 })
    expect(await list('?createdBy=test&perPage=1')).toMatchObject({ list: [first], count: 2 })
    // Another key, of the same name as the one that scheduled.
    expect(await list('?createdBy=me&state=pending')).toMatchObject({ count: 2 })
    expect(await list('?createdBy=nobody')).toMatchObject({ count: 0 })
    for (const wrong of ['?createdBy=', '?state=done', '?perPage=1001', '?state=pending&state=failed']) {
      expect((await list(wrong)).code).toBe('invalid_parameters')
    }
    expect(await space.everything.all(query.selectFrom('schedule').select('entry'))).toHaveLength(3)
  })
})

describe('in several operations', () => {
  const at = '2026-06-02T00:00:00.000Z'
  const run = async (operations: object[], scopes = ['content.write', 'content.publish']) => {
    const fixture = await createFixture(records)
    const { key } = await fixture.space.makeKey({ scopes })
    const response = await fixture.space.request('/api/v1/operations', {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ operations }),
    })
    return { ...fixture, status: response.status, body: (await response.json()) as Sent['body'] }
  }
  const create = { op: 'create', collection: 'posts', id: 'new', data: { title: 'new' } }
  const schedule = { op: 'schedule', id: 'new', publishAt: at }

  test('an entry is created, scheduled and changed: the scheduled draft goes live', async () => {
    const patch = { op: 'patch', id: 'new', data: { title: 'later' } }
    const { status, space, run: carryOut } = await run([create, schedule, patch])
    expect(status).toBe(200)
    await carryOut(24 * 60)
    expect(await publicationsOf(space, 'new')).toEqual([[1, 24 * 60, 'new', true]])
    await expectInvariants(space)
  })

  test.each([
    ['a draft that breaks rules', [{ ...create, data: {} }, schedule], 409, '/operations/1/data/title'],
    [
      'a time in the past',
      [create, { ...schedule, publishAt: '2020-01-01T00:00:00Z' }],
      400,
      '/operations/1/publishAt',
    ],
    [
      'an older draft',
      [
        { op: 'patch', id: 'a', draftVersion: 1, data: { title: 'b' } },
        { ...schedule, id: 'a', draftVersion: 1 },
      ],
      409,
      '/operations/1',
    ],
  ])('%s is refused with its place', async (_, operations, status, name) => {
    const refused = await run(operations)
    expect(refused.status).toBe(status)
    expect(refused.body).toMatchObject({ errors: [{ name }] })
    expect(await schedulesOf(refused.space)).toEqual([])
  })

  test.each([
    ['publishing after it cancels the publishing', ['schedule', 'publish'], null],
    ['scheduling after publishing stands', ['publish', 'schedule'], 1],
  ])('%s', async (_, order, left) => {
    const steps = {
      schedule: { ...schedule, id: 'a', draftVersion: 1 },
      publish: { op: 'publish', id: 'a', draftVersion: 1 },
    }
    const { status, space } = await run(order.map(name => steps[name as keyof typeof steps]))
    expect(status).toBe(200)
    expect(await schedulesOf(space)).toHaveLength(left ?? 0)
  })

  test('need the right to publish', async () => {
    expect((await run([create, schedule], ['content.write'])).status).toBe(403)
  })
})
