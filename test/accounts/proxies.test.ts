// Behind a real server: X-Forwarded-For counts from TRUSTED_PROXIES only, and counts of failures outlive a restart.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { createThrottle } from '../../src/accounts/sign-in-throttle.ts'
import { systemClock } from '../../src/base/clock.ts'
import { Problem } from '../../src/base/errors.ts'
import { systemRandom } from '../../src/base/ids.ts'
import { testSecret } from '../kit/app/serve-with.ts'
import { createCommandLine } from '../kit/command/process.ts'
import { longTestMs } from '../kit/fuzz.ts'

// Processes start slowly on a busy machine.
setDefaultTimeout(longTestMs)

const command = createCommandLine()
const environment = { FRONTLIST_SECRET: testSecret }

/** As if so many passwords had been wrong: through the same throttle, without the hashing. */
async function fail(times: number, address: string): Promise<void> {
  const database = await command.open()
  const throttle = createThrottle({ database, clock: systemClock, random: systemRandom, secret: testSecret })
  for (let time = 0; time < times; time++) {
    const wrong = () => Promise.reject(new Problem('credentials_invalid', 'wrong'))
    await throttle({ email: `${address}-${time}@example.com`, address }, wrong).catch(() => {})
  }
  await database.close()
}

let guesses = 0
async function guessAt(url: string, forwardedFor: string | null, email = `guess${++guesses}@example.com`) {
  const response = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: {
      Origin: url,
      'Content-Type': 'application/json',
      ...(forwardedFor !== null && { 'X-Forwarded-For': forwardedFor }),
    },
    body: JSON.stringify({ email, password: 'wrong' }),
  })
  await response.text()
  return response.status
}

test('an address is the connection’s, or the one that a trusted proxy saw; its count outlives a restart', async () => {
  const alone = await command.serve([], environment)
  await fail(99, '127.0.0.1')
  await fail(100, '203.0.113.5')
  // Nobody is trusted: who writes a header is not somebody else.
  expect(await guessAt(alone.url, '203.0.113.5')).toBe(401)
  for (const header of [null, '198.51.100.1', '203.0.113.5', '10.0.0.1, 198.51.100.2']) {
    expect([header, await guessAt(alone.url, header)]).toEqual([header, 429])
  }
  await alone.stop()
  const behind = await command.serve([], { ...environment, TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8' })
  for (const [header, status] of [
    [null, 429],
    ['127.0.0.1', 429],
    ['203.0.113.5', 429],
    ['198.51.100.1, 203.0.113.5', 429],
    ['203.0.113.5, 10.1.2.3', 429],
    ['198.51.100.1', 401],
    ['203.0.113.5, 198.51.100.1', 401],
    ['127.0.0.1, 198.51.100.1, 10.1.2.3', 401],
  ] as const) {
    expect([header, await guessAt(behind.url, header)]).toEqual([header, status])
  }
  await behind.stop()
})

test('8 failures of an account at one server are 8 at the next', async () => {
  const first = await command.serve([], { ...environment, TRUSTED_PROXIES: '127.0.0.1' })
  const guess = (url: string) => guessAt(url, `192.0.2.${++guesses}`, 'ada@example.com')
  for (let time = 0; time < 8; time++) expect(await guess(first.url)).toBe(401)
  expect(await guess(first.url)).toBe(429)
  first.process.kill('SIGKILL')
  await first.process.exited
  const second = await command.serve([], { ...environment, TRUSTED_PROXIES: '127.0.0.1' })
  expect(await guess(second.url)).toBe(429)
  await second.stop()
})

test('what is no address or network stops the start with its name', async () => {
  const values = ['10.0.0.0/33', 'proxy.example.com', '10.0.0.1,,x', '10.0.0.0/8/9']
  for (const value of values) {
    const { exitCode, stderr } = await command.run(['serve'], { environment: { TRUSTED_PROXIES: value } })
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringMatching(/TRUSTED_PROXIES must be addresses or networks/),
    ])
  }
})
