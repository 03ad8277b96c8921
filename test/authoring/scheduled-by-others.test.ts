// What is scheduled was approved by somebody who may publish: without that right nobody cancels or changes it.
import { beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { longTestMs } from '../kit/fuzz.ts'
import { type AuthoringFixture, openAuthoring, verdict } from './authoring-fixture.ts'
import { schedulesOf, timeIn } from './schedule-fixture.ts'

setDefaultTimeout(longTestMs)

let api: AuthoringFixture
beforeEach(async () => {
  api = await openAuthoring()
  for (const id of ['p', 'member', 'other']) {
    await api.create({ collection: 'posts', id, data: { title: id } })
  }
})

const schedule = (id: string, body: object) =>
  api.ask('owner', 'PUT', `/entries/${id}/schedule`, { draftVersion: 1, ...body })

const seen = { draftVersion: 1 }
const operations = (...list: readonly object[]) => ({ operations: list })

const acts: readonly [method: string, path: string, body: object | undefined][] = [
  ['POST', '/entries/p/archive', seen],
  ['POST', '/entries/member/archive', seen],
  ['POST', '/operations', operations({ op: 'archive', id: 'p', ...seen })],
  [
    'POST',
    '/operations',
    operations({ op: 'patch', id: 'p', ...seen, data: { score: 1 } }, { op: 'archive', id: 'p' }),
  ],
  [
    'POST',
    '/operations',
    operations({ op: 'archive', id: 'other', ...seen }, { op: 'archive', id: 'member', ...seen }),
  ],
  ['POST', '/operations', { ...operations({ op: 'archive', id: 'p', ...seen }), dryRun: true }],
  [
    'POST',
    '/operations',
    operations({ op: 'schedule', id: 'p', ...seen, unpublishAt: '2027-01-01T00:00:00Z' }),
  ],
  ['PUT', '/entries/p/schedule', { ...seen, publishAt: '2027-01-01T00:00:00Z' }],
  ['DELETE', '/entries/p/schedule', undefined],
  ['POST', '/entries/p/publish', seen],
  ['POST', '/entries/p/unpublish', {}],
  ['DELETE', '/entries/p?draftVersion=1', undefined],
]

test('no act without the right to publish cancels a schedule, and none is half done', async () => {
  const times = { publishAt: timeIn(api.space, 5), unpublishAt: timeIn(api.space, 9) }
  await schedule('p', { ...times, with: [{ id: 'member', draftVersion: 1 }] })
  const before = await schedulesOf(api.space)
  expect(before).toHaveLength(2)
  for (const [method, path, body] of acts) {
    const asked = `${method} ${path} ${JSON.stringify(body)}`
    const [byAuthor, byKey] = [
      await api.ask('author', method, path, body),
      await api.ask('W', method, path, body),
    ]
    expect([asked, verdict(byAuthor), verdict(byKey)]).toEqual([
      ...[asked, '403 role_required', '403 insufficient_scope'],
    ])
  }
  expect(await schedulesOf(api.space)).toEqual(before)
  expect((await api.get('/entries/other')).state).toBe('draft')
})

test('what changes the draft leaves what was scheduled of it as it is', async () => {
  await schedule('p', { publishAt: timeIn(api.space, 5) })
  const before = await schedulesOf(api.space)
  const changes: readonly [string, string, object][] = [
    ['PATCH', '/entries/p', { draftVersion: 1, slug: 'moved', data: { title: 'Patched' } }],
    ['PUT', '/entries/p', { draftVersion: 2, slug: 'p', data: { title: 'Put' } }],
    ['POST', '/entries/p/restore', { draftVersion: 3, from: 'd1' }],
    ['POST', '/entries/p/unarchive', { draftVersion: 4 }],
  ]
  for (const [method, path, body] of changes) {
    expect([path, (await api.ask('author', method, path, body)).status]).toEqual([path, 200])
  }
  expect(await schedulesOf(api.space)).toEqual(before)
  const version = await api.ask('D', 'GET', '/entries/p/versions/d1')
  expect(version.body.doc.data.title).toBe('p')
})

test('a withdrawal that is scheduled of what is not live is not cancelled without it either', async () => {
  await schedule('p', { unpublishAt: timeIn(api.space, 5) })
  expect(verdict(await api.ask('author', 'POST', '/entries/p/archive', seen))).toBe('403 role_required')
})

test('who may write and publish archives what is scheduled', async () => {
  await schedule('p', { publishAt: timeIn(api.space, 5) })
  const { status, body } = await api.ask('WP', 'POST', '/entries/p/archive', seen)
  expect([status, body.cancelled.publishAt]).toEqual([200, timeIn(api.space, 5)])
})
