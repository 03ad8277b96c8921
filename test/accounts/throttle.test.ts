// Contract 3: how often signing in may fail, by account and by address, whatever the order and however many at once.
import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { createThrottle, deleteOldFailures, type Throttle } from '../../src/accounts/sign-in-throttle.ts'
import { Problem } from '../../src/base/errors.ts'
import { systemRandom } from '../../src/base/ids.ts'
import { query } from '../../src/database/database.ts'
import { readProblem, readResponse } from '../kit/app/responses.ts'
import { serveWith, testSecret } from '../kit/app/serve-with.ts'
import { sendAs, signIn, testPassword } from '../kit/app/signed-in.ts'
import { createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { Findings } from '../stress/runner.ts'
import { runGuesses } from '../stress/sign-in.ts'

// Hashing a password is slow by design, and more so on a busy machine.
setDefaultTimeout(longTestMs)

const minuteMs = 60_000
const email = 'owner@example.com'

let space: TestSpace
beforeAll(async () => {
  space = await createTestSpace()
  await signIn(space, { email })
  await signIn(space, { email: 'other@example.com', role: 'member' })
})

const signInAs = (who: string, password: string, address = '127.0.0.1') =>
  sendAs(space, null)(
    'POST',
    '/api/auth/sign-in/email',
    { email: who, password },
    { 'X-Test-Address': address },
  )

async function statuses(times: number, who: string, password: string, address?: string): Promise<number[]> {
  const all: number[] = []
  for (let time = 0; time < times; time++) all.push((await signInAs(who, password, address)).status)
  return all
}

const many = (times: number, status: number) => Array<number>(times).fill(status)
const later = (ms = 15 * minuteMs) => {
  space.time.now += ms
}

describe('over HTTP', () => {
  test('after 8 failures an account, known or not, has to wait: the same bytes, also to the right password', async () => {
    const waits: string[] = []
    for (const [who, password] of [
      [email, testPassword],
      ['nobody@example.com', testPassword],
    ] as const) {
      later()
      expect(await statuses(8, who, 'wrong')).toEqual(many(8, 401))
      const fixed = serveWith(space, { newRequestId: () => 'fixed' })
      const response = await sendAs(fixed, null)('POST', '/api/auth/sign-in/email', { email: who, password })
      expect([response.status, response.headers.get('Retry-After')]).toEqual([429, '900'])
      expect(response.headers.getSetCookie()).toEqual([])
      const received = await readResponse(response)
      expect(readProblem(received).code).toBe('too_many_requests')
      waits.push(JSON.stringify([...response.headers]) + received.text)
    }
    expect(waits[0]).toBe(waits[1]!)
  })

  test('a waiting account opens when 15 minutes are over, not before; asking does not prolong it', async () => {
    later()
    await statuses(8, email, 'wrong')
    later(minuteMs)
    const early = await signInAs(email, testPassword)
    expect([early.status, early.headers.get('Retry-After')]).toEqual([429, '840'])
    later(14 * minuteMs - 1)
    const last = await signInAs(email, testPassword)
    expect([last.status, last.headers.get('Retry-After')]).toEqual([429, '1'])
    later(1)
    expect((await signInAs(email, testPassword)).status).toBe(200)
  })

  test('the right password, before the eighth failure, ends the count', async () => {
    later()
    expect(await statuses(7, email, 'wrong')).toEqual(many(7, 401))
    expect((await signInAs(email, testPassword)).status).toBe(200)
    expect(await statuses(8, email, 'wrong')).toEqual(many(8, 401))
    expect((await signInAs(email, testPassword)).status).toBe(429)
  })

  test('the e-mail in other letters is the same account; another account is another', async () => {
    later()
    const ways = [email, email.toUpperCase(), ` ${email}`, 'Owner@Example.com']
    for (const way of [...ways, ...ways]) expect((await signInAs(way, 'wrong')).status).toBe(401)
    expect((await signInAs(email, testPassword)).status).toBe(429)
    expect((await signInAs('other@example.com', testPassword)).status).toBe(200)
  })

  test('of 50 wrong passwords at once 8 are looked at, for a known account and an unknown one', async () => {
    for (const who of [email, 'nobody@example.com']) {
      later()
      const reported: string[] = []
      const findings = new Findings(line => void reported.push(line))
      await runGuesses(place => signInAs(who, `wrong ${place}`, `192.0.2.${place}`), findings, 50)
      expect(findings.broken).toEqual([])
      expect(reported[0]).toBe('of 50 guesses at one account 8 are looked at')
    }
  })

  test('a body that is no sign-in does not count', async () => {
    later()
    for (let time = 0; time < 20; time++) {
      const response = await sendAs(space, null)('POST', '/api/auth/sign-in/email', { email, password: '' })
      expect(response.status).toBe(400)
    }
    expect((await signInAs(email, testPassword)).status).toBe(200)
  })
})

describe('the count', () => {
  const refused = new Problem('credentials_invalid', 'wrong')
  const fail = (error: Error) => () => Promise.reject(error)
  const throttleOf = (secret = testSecret) =>
    createThrottle({ database: space.database, clock: () => space.time.now, random: systemRandom, secret })

  /** The code of the response; null where the attempt was let through and went well. */
  async function codeOf(throttle: Throttle, who: string, address: string, check: () => Promise<unknown>) {
    try {
      await throttle({ email: who, address }, check)
      return null
    } catch (error) {
      if (error instanceof Problem) return error.code
      throw error
    }
  }

  test('of an address is 100, whatever the accounts; successes do not end it, and are not part of it', async () => {
    later()
    const throttle = throttleOf()
    for (let place = 0; place < 100; place++) {
      expect(await codeOf(throttle, `a${place}@example.com`, '192.0.2.1', fail(refused))).toBe(refused.code)
      if (place === 50) expect((await signInAs(email, testPassword, '192.0.2.1')).status).toBe(200)
    }
    const response = await signInAs(email, testPassword, '192.0.2.1')
    expect([response.status, response.headers.get('Retry-After')]).toEqual([429, '900'])
    expect((await signInAs(email, testPassword, '192.0.2.2')).status).toBe(200)
    later()
    expect((await signInAs(email, testPassword, '192.0.2.1')).status).toBe(200)
  })

  test('is kept in the database: another server, or the same one after a restart, goes on with it', async () => {
    later()
    for (let time = 0; time < 8; time++) {
      expect(await codeOf(throttleOf(), 'kept@example.com', '192.0.2.3', fail(refused))).toBe(refused.code)
    }
    expect(await codeOf(throttleOf(), 'kept@example.com', '192.0.2.3', async () => {})).toBe(
      'too_many_requests',
    )
  })

  test('is of wrong passwords only: a server that is busy, full or broken counts nothing', async () => {
    later()
    const throttle = throttleOf()
    for (const error of [
      new Problem('unavailable', 'busy'),
      new Problem('storage_full', 'full'),
      new Problem('invalid_body', 'bad', { errors: [] }),
    ]) {
      for (let time = 0; time < 10; time++) {
        expect(await codeOf(throttle, 'busy@example.com', '192.0.2.4', fail(error))).toBe(error.code)
      }
    }
    await expect(
      codeOf(throttle, 'busy@example.com', '192.0.2.4', fail(new TypeError('broken'))),
    ).rejects.toThrow(TypeError)
    expect(await codeOf(throttle, 'busy@example.com', '192.0.2.4', async () => {})).toBeNull()
  })

  test('lets at most 8 guesses through in any 15 minutes, however they are spread', async () => {
    later()
    const throttle = throttleOf()
    const looked: number[] = []
    for (let time = 0; time < 300; time++) {
      later(Math.floor((systemRandom(1)[0]! / 255) * 40_000))
      const at = space.time.now
      await codeOf(throttle, 'guessed@example.com', `192.0.3.${time % 200}`, () => {
        looked.push(at)
        return Promise.reject(refused)
      })
    }
    expect(looked.length).toBeGreaterThan(16)
    looked.forEach((at, place) => {
      expect(at - (looked[place - 8] ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(15 * minuteMs)
    })
  })

  test('is of hashes that take the secret: neither e-mail nor address is in it, and a job deletes old ones', async () => {
    later()
    await space.database.transaction(writes => deleteOldFailures(writes, space.time.now))
    await codeOf(throttleOf(), 'secret@example.com', '192.0.2.5', fail(refused))
    const rows = await space.database.reads.all(query.selectFrom('sign_in_failure').selectAll())
    expect(rows).toHaveLength(2)
    const text = JSON.stringify(rows)
    for (const kind of [
      'account:secret@example.com',
      'address:192.0.2.5',
      'secret@example.com',
      '192.0.2.5',
    ]) {
      expect(text).not.toContain(kind)
      expect(text).not.toContain(new Bun.CryptoHasher('sha256').update(kind).digest('hex'))
    }
  })
})
