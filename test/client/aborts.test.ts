// An abort ends a call at once with the signal's reason, wherever it is, and nothing is sent for it afterwards.
import { beforeAll, beforeEach, expect, test } from 'bun:test'
import { getEventListeners } from 'node:events'
import { safe } from '../../client/src/errors.ts'
import { until } from '../kit/until.ts'
import { type ClientFixture, problem, serveClient } from './client-fixture.ts'

let fixture: ClientFixture
beforeAll(async () => {
  fixture = await serveClient()
})
beforeEach(() => {
  fixture.requests.length = 0
  fixture.proxy = () => undefined
})

const reason = { why: 'the visitor has left' }
/** Longer than what would be sent by mistake. */
const laterMs = 400

async function expectAborted(call: Promise<unknown>, sent: number): Promise<void> {
  expect(await safe(call).catch(error => error)).toBe(reason)
  await Bun.sleep(laterMs)
  expect(fixture.requests).toHaveLength(sent)
}

test('a call is aborted before it begins', async () => {
  const call = fixture.createClient().list('books', { signal: AbortSignal.abort(reason) })
  await expectAborted(call, 0)
})

test('a call is aborted by a signal in init if it has none of its own', async () => {
  const client = fixture.createClient()
  const init = { signal: AbortSignal.abort(reason) }
  await expectAborted(client.list('books', { init }), 0)
  const entries = client.all('books', { init })
  await expectAborted(entries.next(), 0)
  const { signal } = new AbortController()
  expect(await client.get('books', 'tide', { init, signal })).toMatchObject({ slug: 'tide' })
})

test('while the key is asked for', async () => {
  const controller = new AbortController()
  const client = fixture.createClient({
    key: async () => {
      await Bun.sleep(50)
      return fixture.space.key
    },
  })
  const call = client.list('books', { signal: controller.signal })
  controller.abort(reason)
  await expectAborted(call, 0)
})

test('while the key is asked for, with a fetch that heeds no signal', async () => {
  const controller = new AbortController()
  const key = Promise.withResolvers<string>()
  let sent = 0
  const client = fixture.createClient({
    key: () => key.promise,
    fetch: async () => {
      sent++
      return Response.json({ list: [], count: 0, pagesCount: 0 })
    },
  })
  const call = client.list('books', { signal: controller.signal })
  controller.abort(reason)
  key.resolve(fixture.space.key)
  await expectAborted(call, 0)
  expect(sent).toBe(0)
})

test('a call is aborted in a wait between tries', async () => {
  const controller = new AbortController()
  fixture.proxy = () => problem(503, 'overloaded', { 'Retry-After': '1' })
  const call = fixture.createClient().list('books', { signal: controller.signal })
  await until(() => fixture.requests.length === 1)
  await Bun.sleep(50)
  controller.abort(reason)
  await expectAborted(call, 1)
})

test('while the client waits after a 429', async () => {
  const controller = new AbortController()
  fixture.proxy = () => problem(429, 'too_many_requests', { 'Retry-After': '1' })
  const call = fixture.createClient().list('books', { signal: controller.signal })
  await until(() => fixture.requests.length === 1)
  await Bun.sleep(50)
  controller.abort(reason)
  await expectAborted(call, 1)
  await Bun.sleep(1000)
  expect(fixture.requests).toHaveLength(1)
})

test('a call is aborted before the response, and in its body', async () => {
  for (const isInBody of [false, true]) {
    const controller = new AbortController()
    const before = fixture.requests.length
    let isCancelled = false
    const body = new ReadableStream({
      start: stream => {
        if (isInBody) stream.enqueue(new TextEncoder().encode('{"list":['))
      },
      cancel: () => {
        isCancelled = true
      },
    })
    fixture.proxy = () => new Response(body)
    const call = fixture.createClient().list('books', { signal: controller.signal })
    await until(() => fixture.requests.length === before + 1)
    await Bun.sleep(50)
    controller.abort(reason)
    await expectAborted(call, before + 1)
    await until(() => isCancelled)
  }
})

test('a call is aborted in the queue, where the others keep their places', async () => {
  const controller = new AbortController()
  fixture.proxy = async request => {
    await Bun.sleep(50)
    return fixture.space.app.fetch(request)
  }
  const client = fixture.createClient({ concurrency: 1 })
  const calls = [1, 2, 3].map(page =>
    safe(client.list('books', { page, ...(page === 2 && { signal: controller.signal }) })).catch(
      error => error,
    ),
  )
  controller.abort(reason)
  const [first, second, third] = await Promise.all(calls)
  expect(second).toBe(reason)
  expect([first, third]).toMatchObject([{ ok: true }, { ok: true }])
  expect(fixture.requests.map(({ target }) => target.slice(-1))).toEqual(['1', '3'])
})

test('a signal that is aborted after the call changes nothing', async () => {
  const controller = new AbortController()
  const page = await fixture.createClient().list('books', { signal: controller.signal })
  controller.abort(reason)
  expect(page.list.length).toBeGreaterThan(0)
})

test('a signal keeps nothing of calls that have ended', async () => {
  const { signal } = new AbortController()
  const client = fixture.createClient()
  await client.list('books', { signal })
  await client.get('books', 'tide', { init: { signal } })
  await safe(client.get('books', 'none', { signal }))
  for await (const _ of client.all('books', { signal, perPage: 2 })) break
  await Bun.sleep(0)
  expect(getEventListeners(signal, 'abort')).toHaveLength(0)
})
