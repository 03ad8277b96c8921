// Responses and metrics about schedules and conflicts: which schedules a request cancels, which failed, and why.
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { createMetrics } from '../../src/ops/metrics.ts'
import { serveWith } from '../kit/app/serve-with.ts'
import type { TestSpace } from '../kit/app/test-space.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { openAuthoring, verdict } from './authoring-fixture.ts'
import { createFixture, draft, minute, posts, runsOn, schedulesOf, timeIn } from './schedule-fixture.ts'

setDefaultTimeout(longTestMs)

describe('a request that cancels what is scheduled says so', () => {
  const records = [posts(), draft('a', { liveData: { title: 'live' } })]
  test.each<[request: string, body: object, cancelled: readonly (number | null)[], left: number]>([
    ['publish', { draftVersion: 1 }, [5, null], 1],
    ['unpublish', {}, [null, 9], 1],
    ['archive', { draftVersion: 1 }, [5, 9], 0],
  ])('%s', async (request, body, cancelled, left) => {
    const { space, schedule } = await createFixture(records)
    const { key } = await space.makeKey({ scopes: ['content.write', 'content.publish'] })
    const send = async () => {
      const response = await space.request(`/api/v1/entries/a/${request}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      })
      return { status: response.status, ...((await response.json()) as { cancelled?: object }) }
    }
    expect((await schedule('a', 5, 9)).status).toBe(200)
    const [publishAt, unpublishAt] = cancelled.map(at => timeIn(space, at))
    expect(await send()).toMatchObject({ status: 200, cancelled: { publishAt, unpublishAt } })
    expect(await schedulesOf(space)).toHaveLength(left)
    const again = await send()
    expect([again.status, Object.hasOwn(again, 'cancelled')]).toEqual([200, false])
  })
})

describe('a request that changes nothing cancels nothing', () => {
  const cases: readonly [request: string, body: object, isLive: boolean][] = [
    ['publish', { draftVersion: 1 }, true],
    ['unpublish', {}, false],
  ]
  test.each(cases)('%s', async (request, body, isLive) => {
    const api = await openAuthoring()
    await api.create({ collection: 'posts', id: 'a', data: { title: 'One' } })
    if (isLive) await api.publish('a')
    await api.patch('a', { draftVersion: 1, data: { title: 'Two' } })
    const times = { publishAt: timeIn(api.space, 5), unpublishAt: timeIn(api.space, 9) }
    const scheduled = await api.ask('owner', 'PUT', '/entries/a/schedule', { draftVersion: 2, ...times })
    expect(verdict(scheduled)).toBe('200')
    const response = await api.ask('owner', 'POST', `/entries/a/${request}`, body)
    expect(response.body).toEqual({ doc: scheduled.body.doc })
  })
})

async function figuresOf(served: TestSpace) {
  const text = await (await served.request('/metrics')).text()
  const figure = (name: string) => Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1] ?? Number.NaN)
  return {
    conflicts: figure('frontlist_draft_conflicts_total'),
    failed: figure('frontlist_schedule_failed_total'),
    done: figure('frontlist_schedule_late_seconds_count'),
    late: figure('frontlist_schedule_late_seconds_sum'),
  }
}

test('a schedule whose draft the model no longer allows fails with its reason, on the entry, in the lists and in the metrics', async () => {
  const { space, send, schedule } = await createFixture([posts(), draft('a'), draft('b')])
  const metrics = createMetrics()
  const served = serveWith(space, { metrics })
  const { onDone, onRefused } = metrics.schedules
  const runs = runsOn(space, space.database, { onDone, onRefused, onError: () => {} })
  await schedule('a', 5)
  await schedule('b', 5)
  const change = {
    modelVersion: 1,
    operations: [{ op: 'setField', field: 'title', properties: { pattern: 'b' } }],
  }
  expect((await send('POST', '/collections/posts/changes', change, 'model.write')).status).toBe(200)
  expect(await figuresOf(served)).toMatchObject({ failed: 0, done: 0 })
  space.time.now += 5 * minute + 1500
  await runs.start()
  await runs.drain()
  const problems = [{ path: '/data/title', code: 'pattern', message: expect.stringContaining('must') }]
  const failed = { state: 'failed', reason: expect.stringContaining('/data/title'), problems }
  expect((await send('GET', '/entries/a')).body).toMatchObject({ doc: { state: 'draft', schedule: failed } })
  for (const path of ['/entries?state=failed', '/schedule?state=failed']) {
    expect((await send('GET', path)).body).toMatchObject({ count: 1 })
  }
  expect((await send('GET', '/schedule?state=failed')).body).toMatchObject({
    list: [{ entry: { id: 'a' }, ...failed }],
  })
  expect((await send('GET', '/entries/b')).body).toMatchObject({ doc: { state: 'live', schedule: null } })
  expect(await figuresOf(served)).toMatchObject({ failed: 1, done: 1, late: 1.5 })
})

test('each refused change of a draft that others have changed is counted, and no other refusal', async () => {
  const api = await openAuthoring()
  const served = serveWith(api.space, { metrics: createMetrics() })
  const ask = async (method: string, path: string, body: object) => {
    const response = await served.request(`/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${api.keys.WP}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    return verdict({
      ...response,
      status: response.status,
      headers: response.headers,
      text: '',
      body: await response.json(),
    })
  }
  await api.create({ collection: 'posts', id: 'p', data: { title: 'One' } })
  await api.patch('p', { draftVersion: 1, data: { title: 'Two' } })
  const title = (text: string) => ({ draftVersion: 1, data: { title: text } })
  expect(await ask('PATCH', '/entries/p', title('Two'))).toBe('200')
  expect(await ask('PATCH', '/entries/p', { draftVersion: 1, data: { score: 'x' } })).toBe('400 invalid_body')
  expect(await ask('POST', '/entries/none/publish', { draftVersion: 1 })).toBe('404 entry_not_found')
  expect(await figuresOf(served)).toMatchObject({ conflicts: 0 })
  expect(await ask('PATCH', '/entries/p', title('Mine'))).toBe('409 draft_conflict')
  expect(await ask('POST', '/entries/p/publish', { draftVersion: 1 })).toBe('409 draft_conflict')
  expect(await figuresOf(served)).toMatchObject({ conflicts: 2 })
  const operations = [
    { op: 'patch', id: 'p', ...title('Mine') },
    { op: 'patch', id: 'p', draftVersion: 2, data: { score: 3 } },
    { op: 'patch', id: 'none', ...title('Mine') },
  ]
  expect(await ask('POST', '/operations', { operations })).toBe('409 operations_refused')
  expect(await figuresOf(served)).toMatchObject({ conflicts: 3 })
})
