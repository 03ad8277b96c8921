// Entries that one request schedules together go live together or not at all. A schedule lists the targets of references
// that will not be live then.
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { EntryRecord, ImportRecord } from '../../src/import-export/read/records.ts'
import { readEntry, readPage } from '../kit/app/served-content.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { dumpTables, expectInvariants, revisionOf } from '../kit/oracle/tables.ts'
import { createFixture, type Fixture, publicationsOf, schedulesOf, timeIn } from './schedule-fixture.ts'

setDefaultTimeout(longTestMs)

const posts: ImportRecord = {
  type: 'collection',
  apiName: 'posts',
  name: 'Posts',
  titleField: 'title',
  fields: [
    { apiName: 'title', type: 'text', required: true },
    { apiName: 'sku', type: 'text', unique: true },
    { apiName: 'next', type: 'reference', many: true },
  ],
}

const entry = (id: string, { next = [], ...data }: { next?: string[]; title?: string; sku?: string } = {}) =>
  ({
    type: 'entry',
    collection: 'posts',
    id,
    data: { title: id, ...data, ...(next.length > 0 && { next: next.map(to => ({ id: to })) }) },
  }) satisfies EntryRecord

const live = (record: EntryRecord): EntryRecord => ({ ...record, liveData: record.data! })

const records = [posts, entry('a', { next: ['b', 'c'] }), entry('b', { next: ['c'] }), entry('c'), entry('d')]

function scheduleWith(
  { space, send }: Fixture,
  id: string,
  others: readonly (string | { id: string; draftVersion: number })[],
  times: { publish: number; unpublish?: number } = { publish: 5 },
) {
  return send('PUT', `/entries/${id}/schedule`, {
    draftVersion: 1,
    publishAt: timeIn(space, times.publish),
    unpublishAt: timeIn(space, times.unpublish ?? null),
    with: others.map(other => (typeof other === 'string' ? { id: other, draftVersion: 1 } : other)),
  })
}

// biome-ignore lint/suspicious/noExplicitAny: bodies of all kinds
const scheduleOf = async ({ send }: Fixture, id: string): Promise<any> =>
  ((await send('GET', `/entries/${id}`)).body.doc as { schedule: unknown }).schedule

const pending = async ({ space }: Fixture) => (await schedulesOf(space)).map(({ entry: id }) => id)

describe('what is scheduled together', () => {
  test('goes live in one revision, at the time that was asked for, and the end is that of its own entry', async () => {
    const fixture = await createFixture(records)
    const { space, run } = fixture
    expect((await scheduleWith(fixture, 'a', ['b', 'c'], { publish: 5, unpublish: 9 })).status).toBe(200)
    await fixture.schedule('d', 5)
    const revision = await revisionOf(space)
    await run(5)
    expect(await revisionOf(space)).toBe(revision + 1)
    for (const id of ['a', 'b', 'c', 'd']) expect(await publicationsOf(space, id)).toEqual([[1, 5, id, true]])
    expect(await scheduleOf(fixture, 'a')).toMatchObject({ publishAt: null, group: null, with: [] })
    await run(4)
    expect((await readPage(space, 'posts')).list.map(({ id }) => id).sort()).toEqual(['b', 'c', 'd'])
    expect(await schedulesOf(space)).toEqual([])
    await expectInvariants(space)
  })

  test('is listed on each of its entries, and sending the same again changes nothing', async () => {
    const fixture = await createFixture(records)
    const first = await scheduleWith(fixture, 'a', ['b'])
    const view = (id: string) => ({ id, draftVersion: 1, collection: 'posts', slug: id, title: id })
    expect(first.body.doc).toMatchObject({ schedule: { group: 'a', with: [view('b')] } })
    expect(await scheduleOf(fixture, 'b')).toMatchObject({
      ...{ group: 'a', with: [view('a')], publishAt: timeIn(fixture.space, 5) },
    })
    const before = await dumpTables(fixture.space)
    expect((await scheduleWith(fixture, 'a', ['b'])).body).toEqual(first.body)
    const { schedule, activity } = await dumpTables(fixture.space)
    expect({ schedule, activity }).toEqual({ schedule: before.schedule, activity: before.activity })
    const list = (await fixture.send('GET', '/schedule')).body.list as object[]
    expect(list).toMatchObject([
      { entry: { id: 'a' }, group: 'a', with: [{ id: 'b' }] },
      { entry: { id: 'b' }, group: 'a', with: [{ id: 'a' }] },
    ])
  })

  test('fails together, with the same reason, where one of its entries is refused; others go live', async () => {
    const fixture = await createFixture([...records, live(entry('owner', { sku: '1' }))])
    const { space, run, refused } = fixture
    await fixture.send(
      ...(['PATCH', '/entries/b', { draftVersion: 1, data: { sku: '1' } }, 'content.write'] as const),
    )
    await scheduleWith(fixture, 'a', [{ id: 'b', draftVersion: 2 }, 'c'])
    await fixture.schedule('d', 5)
    await run(5)
    expect((await readPage(space, 'posts')).list.map(({ id }) => id).sort()).toEqual(['d', 'owner'])
    const reason = expect.stringContaining('posts/b: /data/sku must be unique')
    for (const id of ['a', 'b', 'c']) {
      expect(await scheduleOf(fixture, id)).toMatchObject({ state: 'failed', reason, group: 'a' })
    }
    expect((await scheduleOf(fixture, 'b')).problems).toMatchObject([{ path: '/data/sku', code: 'unique' }])
    expect((await scheduleOf(fixture, 'a')).problems).toEqual([])
    expect(refused.map(each => each.entry).sort()).toEqual(['a', 'b', 'c'])
    await run(60)
    expect(await readEntry(space, 'posts', 'a')).toBeNull()
  })

  test('is carried out as a whole, however many are due at that time', async () => {
    const ids = Array.from({ length: 130 }, (_, index) => `e${String(index).padStart(3, '0')}`)
    const fixture = await createFixture([posts, ...ids.map(id => entry(id))])
    const { space, run } = fixture
    // Those of the group are the last of a batch and the first of the next.
    const group = ids.slice(80, 120)
    for (const id of ids) if (!group.includes(id)) await fixture.schedule(id, 5)
    await scheduleWith(fixture, group[0]!, group.slice(1))
    await run(5)
    const { publication } = await dumpTables(space)
    const revisions = new Set(
      publication.filter(row => group.includes(row.entry)).map(row => row.from_revision),
    )
    expect([publication.length, revisions.size]).toEqual([130, 1])
    expect(await schedulesOf(space)).toEqual([])
  })
})

describe('of entries that are scheduled together', () => {
  const cases: readonly [
    what: string,
    act: (fixture: Fixture) => Promise<unknown>,
    left: readonly string[],
  ][] = [
    ['cancelling the one that was asked for cancels all', f => f.send('DELETE', '/entries/a/schedule'), []],
    ['cancelling another takes it out', f => f.send('DELETE', '/entries/b/schedule'), ['a', 'c']],
    [
      'publishing the one that was asked for cancels the others',
      f => f.send('POST', '/entries/a/publish', { draftVersion: 1 }),
      [],
    ],
    [
      'publishing another takes it out',
      f => f.send('POST', '/entries/b/publish', { draftVersion: 1 }),
      ['a', 'c'],
    ],
    [
      'scheduling the one that was asked for anew leaves out whom it no longer names',
      f => scheduleWith(f, 'a', ['c'], { publish: 7 }),
      ['a', 'c'],
    ],
  ]
  test.each(cases)('%s', async (_, act, left) => {
    const fixture = await createFixture(records)
    await scheduleWith(fixture, 'a', ['b', 'c'])
    expect(await act(fixture)).toMatchObject({ status: 200 })
    expect(await pending(fixture)).toEqual([...left])
    await fixture.run(60)
    expect(await schedulesOf(fixture.space)).toEqual([])
    expect(fixture.refused).toEqual([])
    await expectInvariants(fixture.space)
  })

  test('one that is scheduled by itself leaves the others', async () => {
    const fixture = await createFixture(records)
    await scheduleWith(fixture, 'a', ['b', 'c'])
    await fixture.schedule('b', 5)
    expect(await scheduleOf(fixture, 'b')).toMatchObject({ group: null, with: [] })
    expect((await scheduleOf(fixture, 'a')).with).toMatchObject([{ id: 'c' }])
  })

  test('what is cancelled of others is reported', async () => {
    const fixture = await createFixture(records)
    await scheduleWith(fixture, 'a', ['b'])
    const times = { publishAt: timeIn(fixture.space, 5), unpublishAt: null }
    const { body } = await fixture.send('POST', '/entries/a/publish', { draftVersion: 1 })
    expect(body.cancelled).toEqual({ ...times, with: [{ id: 'b', ...times }] })
  })

  test('what stays as it was is not reported as cancelled, of the entry itself or of others', async () => {
    const fixture = await createFixture([...records, live(entry('ends'))])
    const { space } = fixture
    await fixture.schedule('ends', null, 9)
    const first = await scheduleWith(fixture, 'a', ['ends', 'b'], { publish: 5, unpublish: 8 })
    expect(first.body).not.toHaveProperty('cancelled')
    const second = await scheduleWith(fixture, 'a', ['ends', 'b'], { publish: 6, unpublish: 8 })
    const times = { publishAt: timeIn(space, 5), unpublishAt: null }
    expect(second.body.cancelled).toEqual({
      ...times,
      with: ['b', 'ends'].map(id => ({ id, ...times })),
    })
    const third = await scheduleWith(fixture, 'a', ['ends'], { publish: 6, unpublish: 8 })
    const publishAt = timeIn(space, 6)
    expect(third.body.cancelled).toEqual({
      ...{ publishAt: null, unpublishAt: null },
      with: [{ id: 'b', publishAt, unpublishAt: null }],
    })
    expect(await scheduleOf(fixture, 'ends')).toMatchObject({ publishAt, unpublishAt: timeIn(space, 9) })
  })

  test('what stays of a schedule that is only prolonged is not reported as cancelled', async () => {
    const fixture = await createFixture([...records, live(entry('ends'))])
    await fixture.schedule('ends', null, 9)
    const { body } = await scheduleWith(fixture, 'ends', [], { publish: 5, unpublish: 9 })
    expect(body).not.toHaveProperty('cancelled')
  })

  test('one that is published earlier in the same request takes no others with it', async () => {
    const fixture = await createFixture(records)
    const publishAt = timeIn(fixture.space, 5)
    const schedule = {
      op: 'schedule',
      id: 'a',
      draftVersion: 1,
      publishAt,
      with: [{ id: 'b', draftVersion: 1 }],
    }
    const operations = [schedule, { op: 'publish', id: 'a', draftVersion: 1 }]
    expect(await fixture.send('POST', '/operations', { operations })).toMatchObject({ status: 200 })
    expect(await pending(fixture)).toEqual([])
  })
})

describe('a request that schedules several is refused as a whole, with the place of each error', () => {
  const cases: readonly [string, (string | { id: string; draftVersion: number })[], number, string][] = [
    ['an entry that is not there', ['b', 'none'], 404, '/with/1'],
    ['an older draft', ['b', { id: 'c', draftVersion: 7 }], 409, '/with/1'],
    ['itself', ['a'], 400, '/with/0/id'],
    ['one twice', ['b', 'b'], 400, '/with/1/id'],
    ['one that is withdrawn before then', ['ends'], 400, '/with/0/id'],
    ['one whose draft breaks a rule', ['empty'], 409, '/with/0/data/title'],
  ]
  test.each(cases)('%s', async (_, others, status, name) => {
    const fixture = await createFixture([...records, live(entry('ends')), { ...entry('empty'), data: {} }])
    await fixture.schedule('ends', null, 3)
    const before = await schedulesOf(fixture.space)
    expect(await scheduleWith(fixture, 'a', others)).toMatchObject({ status, body: { errors: [{ name }] } })
    expect(await schedulesOf(fixture.space)).toEqual(before)
  })

  test.each<[what: string, others: unknown, name: string, message: string]>([
    ['a member without its version', [{ id: 'b' }], '/with/0/draftVersion', 'must be'],
    ['an unknown key', [{ id: 'b', draftVersion: 1, x: 1 }], '/with/0/x', 'is not a field of this request'],
    [
      'a wrong type in the second',
      [
        { id: 'b', draftVersion: 1 },
        { id: 2, draftVersion: 1 },
      ],
      '/with/1/id',
      'must be',
    ],
    ['what is no object', ['b'], '/with/0', 'must be an object with id and draftVersion'],
    ['what is no list', 'b', 'with', 'must be a list of objects with id and draftVersion'],
  ])('%s, alone and in operations', async (_, others, name, message) => {
    const fixture = await createFixture(records)
    const body = { draftVersion: 1, publishAt: timeIn(fixture.space, 5), with: others }
    const errorsOf = async (path: string, method: string, sent: object) =>
      (await fixture.send(method, path, sent)).body.errors
    expect(await errorsOf('/entries/a/schedule', 'PUT', body)).toMatchObject([
      { name, message: expect.stringContaining(message) },
    ])
    const place = name.startsWith('/') ? name : `/${name}`
    const operations = [{ op: 'schedule', id: 'a', ...body }]
    expect(await errorsOf('/operations', 'POST', { operations })).toMatchObject([
      { name: `/operations/0${place}`, message: expect.stringContaining(message) },
    ])
  })

  test('more than 50, and without a time of publishing', async () => {
    const fixture = await createFixture(records)
    const many = Array.from({ length: 51 }, (_, index) => `e${index}`)
    expect(await scheduleWith(fixture, 'a', many)).toMatchObject({
      ...{ status: 400, body: { errors: [{ name: 'with' }] } },
    })
    const body = {
      draftVersion: 1,
      unpublishAt: timeIn(fixture.space, 5),
      with: [{ id: 'b', draftVersion: 1 }],
    }
    expect(await fixture.send('PUT', '/entries/a/schedule', body)).toMatchObject({
      ...{ status: 400, body: { errors: [{ name: 'with' }] } },
    })
  })
})

describe('a schedule says what it refers to and will not be live by then', () => {
  // biome-ignore lint/suspicious/noExplicitAny: bodies of all kinds
  const notLive = async (fixture: Fixture): Promise<any[]> =>
    (await scheduleOf(fixture, 'a')).notLive.map(
      ({ id, path }: { id: string; path: string }) => `${path} ${id}`,
    )

  test.each<[what: string, act: (fixture: Fixture) => Promise<unknown>, absent: readonly string[]]>([
    ['drafts', async () => {}, ['b', 'c']],
    ['but not what it takes with it', f => scheduleWith(f, 'a', ['b']), ['c']],
    [
      'nor what is scheduled for that time or before',
      async f => {
        await f.schedule('b', 5)
        await f.schedule('c', 4)
      },
      [],
    ],
    ['what is scheduled for later', f => f.schedule('b', 6), ['b', 'c']],
    [
      'what will be withdrawn by then',
      async f => {
        await f.send('POST', '/entries/b/publish', { draftVersion: 1 })
        await f.send('POST', '/entries/c/publish', { draftVersion: 1 })
        await f.schedule('c', null, 5)
      },
      ['c'],
    ],
  ])('%s', async (_, act, absent) => {
    const fixture = await createFixture(records)
    await fixture.schedule('a', 5)
    await act(fixture)
    expect(await notLive(fixture)).toEqual(absent.map(id => `/data/next ${id}`))
    const list = (await fixture.send('GET', '/schedule')).body.list as {
      entry: { id: string }
      notLive: object[]
    }[]
    expect(list.find(each => each.entry.id === 'a')!.notLive).toMatchObject(absent.map(id => ({ id })))
  })

  test('of the draft that was scheduled, not of what it has become', async () => {
    const fixture = await createFixture(records)
    await fixture.schedule('a', 5)
    const change = { draftVersion: 1, data: { next: [{ id: 'd' }] } }
    await fixture.send('PATCH', '/entries/a', change, 'content.write')
    expect(await notLive(fixture)).toEqual(['/data/next b', '/data/next c'])
  })

  test('and its activity says what was not live when it was carried out', async () => {
    const fixture = await createFixture(records)
    await scheduleWith(fixture, 'a', ['b'])
    await fixture.run(5)
    const { list } = (await fixture.send('GET', '/activity?entry=a')).body as { list: { action: string }[] }
    expect(list.find(({ action }) => action === 'publish')).toMatchObject({
      detail: { notLive: [{ id: 'c', collection: 'posts', slug: 'c', path: '/data/next' }] },
    })
  })

  test('before it is scheduled, links say when targets go live, and which to suggest', async () => {
    const fixture = await createFixture([...records, entry('e', { next: ['c', 'f'] }), entry('f')])
    await fixture.schedule('b', 7, 9)
    await fixture.send('POST', '/entries/d/publish', { draftVersion: 1 })
    await fixture.send('POST', '/entries/d/unpublish', {})
    const linksOf = async (id: string) => {
      const { body } = await fixture.send('GET', `/entries/${id}/links`)
      return (body.doc as { to: object[] }).to
    }
    const times = { publishAt: timeIn(fixture.space, 7), unpublishAt: timeIn(fixture.space, 9) }
    // c is referred to by b too, and f by nothing else.
    expect(await linksOf('a')).toMatchObject([
      { id: 'b', ...times, suggested: true },
      { id: 'c', publishAt: null, unpublishAt: null, suggested: false },
    ])
    expect(await linksOf('e')).toMatchObject([
      { id: 'c', suggested: false },
      { id: 'f', suggested: true },
    ])
    const change = { draftVersion: 1, data: { next: [{ id: 'd' }] } }
    await fixture.send('PATCH', '/entries/f', change, 'content.write')
    expect(await linksOf('f')).toMatchObject([{ id: 'd', suggested: false }])
  })
})
