// How long calls wait: for the server, for each other, for the network, and not a moment after they are aborted. Times
// are lower limits only.
import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { createServer } from 'node:net'
import { createClient } from '../../client/src/client.ts'
import { safe } from '../../client/src/errors.ts'
import { cleanUpLater } from '../kit/cleanup.ts'
import { findFreePort } from '../kit/free-port.ts'
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

const limited = (retryAfter?: string) =>
  problem(429, 'too_many_requests', retryAfter === undefined ? {} : { 'Retry-After': retryAfter })
const gaps = () => fixture.requests.slice(1).map(({ at }, index) => at - fixture.requests[index]!.at)

describe('after a 429', () => {
  const inTwoSeconds = () => new Date(Date.now() + 2000).toUTCString()

  const forms: readonly (readonly [form: string, toValue: () => string])[] = [
    ['seconds', () => '1'],
    ['a date', inTwoSeconds],
    ['the longer of two numbers', () => '0, 1'],
    ['the later of a number and a date', () => `0, ${inTwoSeconds()}`],
  ]
  test.each(forms)('the call is sent again as late as the server says: %s', async (_, toValue) => {
    fixture.proxy = (_, number) => (number === 1 ? limited(toValue()) : undefined)
    expect(await fixture.createClient().get('books', 'tide')).toMatchObject({ slug: 'tide' })
    expect(fixture.requests).toHaveLength(2)
    // A date has whole seconds.
    expect(gaps()[0]).toBeGreaterThanOrEqual(990)
  })

  test.each(['abc', '-1', '1.5', undefined])(
    'with Retry-After %p the client chooses the wait',
    async value => {
      fixture.proxy = (_, number) => (number === 1 ? limited(value) : undefined)
      await fixture.createClient().get('books', 'tide')
      expect(fixture.requests).toHaveLength(2)
    },
  )

  test('a wait over the limit, or over what is left of the time, rejects at once', async () => {
    fixture.proxy = () => limited('60')
    const error = { code: 'too_many_requests', status: 429, attempts: 1, retryAfterMs: 60_000 }
    expect(await safe(fixture.createClient().list('books'))).toMatchObject({ error })
    const short = fixture.createClient({ timeoutMs: 50_000, retryWaitMaxMs: 100_000 })
    expect(await safe(short.list('books'))).toMatchObject({ error })
    expect(fixture.requests).toHaveLength(2)
  })

  test('other calls fail as well where the wait is over the limit, without a request', async () => {
    fixture.proxy = () => limited('60')
    const client = fixture.createClient({ concurrency: 1, retries: 0 })
    const results = await Promise.all([1, 2, 3].map(() => safe(client.list('books'))))
    for (const result of [...results, await safe(client.list('books'))]) {
      expect(result).toMatchObject({ ok: false, error: { code: 'too_many_requests', status: 429 } })
    }
    // Those that were not sent have no request that could be looked up.
    const facts = results.map(
      ({ ok, ...rest }) => 'error' in rest && [rest.error.attempts, rest.error.requestId],
    )
    expect(facts).toEqual([
      [1, 'r1'],
      [0, null],
      [0, null],
    ])
    expect(fixture.requests).toHaveLength(1)
  })

  test('a call whose time ends before that fails at once, whether it waits already or begins later', async () => {
    fixture.proxy = () => limited('10')
    const client = fixture.createClient({ concurrency: 1, timeoutMs: 5000 })
    const results = await Promise.all([1, 2, 3].map(() => safe(client.list('books'))))
    for (const result of [...results, await safe(client.list('books'))]) {
      expect(result).toMatchObject({ ok: false, error: { code: 'too_many_requests', status: 429 } })
    }
    expect(fixture.requests).toHaveLength(1)
  })

  test.each(['999999', '9'.repeat(400), 'Fri, 31 Dec 9999 23:59:59 GMT'])(
    'Retry-After %s does not stop the client for longer than twice retryWaitMaxMs',
    async value => {
      fixture.proxy = (_, number) => (number === 1 ? limited(value) : undefined)
      const client = fixture.createClient({ retryWaitMaxMs: 200 })
      const refused = { ok: false, error: { code: 'too_many_requests', attempts: 1 } }
      expect(await safe(client.get('books', 'tide'))).toMatchObject(refused)
      await Bun.sleep(250)
      expect(await client.get('books', 'tide')).toMatchObject({ slug: 'tide' })
      expect(gaps()[0]).toBeGreaterThanOrEqual(390)
    },
  )

  test.each([429, 503])(
    'the wait that the client chooses is within retryWaitMaxMs, so that it is never too long: %d',
    async status => {
      const code = status === 429 ? 'too_many_requests' : 'overloaded'
      fixture.proxy = () => problem(status, code)
      const client = fixture.createClient({ retryWaitMaxMs: 1, retries: 4 })
      expect(await safe(client.list('books'))).toMatchObject({ error: { code, attempts: 5 } })
    },
  )

  test.each([429, 503])(
    'a wait that is longer than timers last sends nothing in the meantime: %d',
    async status => {
      const code = status === 429 ? 'too_many_requests' : 'overloaded'
      fixture.proxy = () => problem(status, code, { 'Retry-After': '9'.repeat(400) })
      const forever = Number.POSITIVE_INFINITY
      const client = fixture.createClient({ retryWaitMaxMs: forever, timeoutMs: forever })
      const controller = new AbortController()
      const call = safe(client.list('books', { signal: controller.signal })).catch(error => error)
      await Bun.sleep(300)
      controller.abort('enough')
      expect(await call).toBe('enough')
      expect(fixture.requests).toHaveLength(1)
    },
  )

  test('no call of the client is sent until then, and all succeed', async () => {
    fixture.proxy = (_, number) => (number === 3 ? limited('1') : undefined)
    let closedAt = 0
    const sentAt: number[] = []
    const client = fixture.createClient({
      fetch: (url, init) => {
        sentAt.push(performance.now())
        return fetch(url, init)
      },
      onResponse: ({ status }) => {
        if (status === 429) closedAt = performance.now()
      },
    })
    const entries = await Promise.all(Array.from({ length: 50 }, () => client.get('books', 'tide')))
    expect(entries).toHaveLength(50)
    expect(sentAt).toHaveLength(51)
    expect(sentAt.filter(at => at > closedAt && at < closedAt + 1000)).toEqual([])
  })

  test('the calls that waited begin one by one, even if others succeed in the meantime', async () => {
    let active = 0
    let most = 0
    let isLate = false
    fixture.proxy = async (request, number) => {
      if (number === 1) return limited('2')
      isLate ||= fixture.requests.at(-1)!.at - fixture.requests[0]!.at >= 1990
      active++
      if (isLate && number < 12) most = Math.max(most, active)
      // What is under way responds while the others wait.
      await Bun.sleep(isLate ? 30 : 300)
      active--
      return fixture.space.app.fetch(request)
    }
    const client = fixture.createClient({ concurrency: 8, cache: false })
    await Promise.all(Array.from({ length: 30 }, () => client.get('books', 'tide')))
    expect(most).toBeLessThanOrEqual(2)
  })

  test('waiting costs no try: calls without retries succeed', async () => {
    fixture.proxy = (_, number) => (number === 1 ? limited('1') : undefined)
    const client = fixture.createClient({ retries: 0, concurrency: 1 })
    const results = await Promise.all([1, 2, 3].map(() => safe(client.get('books', 'tide'))))
    expect(results.map(({ ok }) => ok)).toEqual([false, true, true])
    expect(gaps()[0]).toBeGreaterThanOrEqual(990)
  })
})

test('what the server says is left of a rate limit is not exceeded', async () => {
  let tokens = 20
  let refilledAt = performance.now()
  let refused = 0
  fixture.proxy = async request => {
    if (performance.now() - refilledAt >= 1000) [tokens, refilledAt] = [20, performance.now()]
    tokens--
    if (tokens < 0) refused++
    const response = tokens < 0 ? limited('1') : await fixture.space.app.fetch(request)
    response.headers.set('RateLimit', `"key";r=${Math.max(0, tokens)};t=1`)
    return response
  }
  const client = fixture.createClient()
  await Promise.all(Array.from({ length: 50 }, () => client.get('books', 'tide')))
  expect([fixture.requests.length, refused]).toEqual([50, 0])
})

test('no more than concurrency requests are under way, and they are sent in order', async () => {
  let active = 0
  let most = 0
  fixture.proxy = async request => {
    most = Math.max(most, ++active)
    await Bun.sleep(5)
    active--
    return fixture.space.app.fetch(request)
  }
  const client = fixture.createClient({ concurrency: 4, cache: false })
  await Promise.all(Array.from({ length: 20 }, (_, index) => client.list('books', { page: index + 1 })))
  expect(most).toBe(4)
  expect(fixture.requests.map(({ target }) => Number(/page=(\d+)/.exec(target)?.[1]))).toEqual(
    Array.from({ length: 20 }, (_, index) => index + 1),
  )
})

describe('timeoutMs', () => {
  test('ends a call that the server does not respond to, not before, and closes the connection', async () => {
    let isClosed = false
    const server = createServer(socket => {
      socket.on('error', () => {})
      socket.on('close', () => {
        isClosed = true
      })
    })
    const port = await findFreePort()
    server.listen(port, '127.0.0.1')
    cleanUpLater(() => void server.close())
    const client = createClient({ url: `http://127.0.0.1:${port}`, key: 'flst_test', timeoutMs: 500 })
    const startedAt = performance.now()
    expect(await safe(client.list('books'))).toMatchObject({
      error: { code: 'timed_out', attempts: 1, status: 0 },
    })
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(500)
    await until(() => isClosed)
  })

  test('counts waits and tries, and may be infinite', async () => {
    fixture.proxy = () => limited()
    const client = fixture.createClient({ timeoutMs: 300, retries: 1000 })
    expect(await safe(client.list('books'))).toMatchObject({ ok: false })
    fixture.proxy = () => undefined
    const patient = fixture.createClient({ timeoutMs: Number.POSITIVE_INFINITY })
    expect(await patient.find('books', 'none')).toBeNull()
  })
})
