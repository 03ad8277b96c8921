// Contract 3: signing in, what it answers, and what it does not tell.
import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { schemaError } from '../kit/app/open-api.ts'
import { type ProblemJson, readProblem, readResponse } from '../kit/app/responses.ts'
import { serveWith } from '../kit/app/serve-with.ts'
import { type SignedIn, sendAs, signIn, testPassword } from '../kit/app/signed-in.ts'
import { createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { Findings } from '../stress/runner.ts'
import { runGuesses, runRefusals, type Who } from '../stress/sign-in.ts'

// Hashing a password is slow by design, and more so on a busy machine.
setDefaultTimeout(longTestMs)

const email = 'owner@example.com'
const windowMs = 15 * 60_000

let space: TestSpace
let owner: SignedIn
beforeAll(async () => {
  space = await createTestSpace()
  owner = await signIn(space, { email, isSlowToCheck: true })
})

/** Each in a window of its own: what a row fails is not counted for the next. */
function attempt(body: object | string, headers: Record<string, string | null> = {}, to = space) {
  space.time.now += windowMs
  return sendAs(to, null)('POST', '/api/auth/sign-in/email', body, headers)
}

describe('the right e-mail and password', () => {
  test('return the user, the current space and all spaces, and nothing else', async () => {
    const response = await attempt({ email, password: testPassword })
    expect(response.status).toBe(200)
    const body = (await response.json()) as object
    const current = { id: space.space, slug: 'main', name: 'main', role: 'owner' }
    expect(body).toEqual({ user: { id: owner.userId, email }, space: current, spaces: [current] })
    expect(schemaError('Session', body)).toBeNull()
  })

  test('set one cookie: for this host, for a week, out of the reach of scripts and of other sites', async () => {
    const response = await attempt({ email, password: testPassword })
    const [cookie, ...others] = response.headers.getSetCookie()
    expect(others).toEqual([])
    expect(attributesOf(cookie!)).toEqual(['HttpOnly', 'Max-Age=604800', 'Path=/', 'SameSite=Lax'])
    expect(cookie).toMatch(/^frontlist\.session=[\w.%+/-]{60,};/)
  })

  test('over https the cookie is Secure and bound to the host by __Host-', async () => {
    const publicUrl = 'https://content.example.com'
    const over = serveWith(space, { publicUrl })
    const response = await attempt({ email, password: testPassword }, { Origin: publicUrl }, over)
    const [cookie, ...others] = response.headers.getSetCookie()
    expect([response.status, others]).toEqual([200, []])
    expect(cookie).toStartWith('__Host-frontlist.session=')
    expect(attributesOf(cookie!)).toEqual(['HttpOnly', 'Max-Age=604800', 'Path=/', 'SameSite=Lax', 'Secure'])
    const pair = cookie!.split(';')[0]!
    const send = (headers: Record<string, string>) => over.request('/api/auth/session', { headers })
    expect((await send({ Cookie: pair })).status).toBe(200)
    // The plain name could come from a page without https on a sibling host.
    expect((await send({ Cookie: pair.replace('__Host-', '') })).status).toBe(401)
  })

  test.each(['OWNER@EXAMPLE.COM', 'Owner@Example.com', '  owner@example.com\n', '\u00a0owner@example.com\t'])(
    'let in with the e-mail written as %j',
    async written => {
      const response = await attempt({ email: written, password: testPassword })
      expect([response.status, ((await response.json()) as { user: object }).user]).toEqual([
        200,
        { id: owner.userId, email },
      ])
    },
  )

  test('begin a session of their own each time', async () => {
    const cookies = await Promise.all(
      [1, 2].map(async () => {
        const response = await attempt({ email, password: testPassword })
        return response.headers.getSetCookie()[0]!.split(';')[0]!
      }),
    )
    expect(cookies[0]).not.toBe(cookies[1]!)
    for (const cookie of cookies)
      expect((await sendAs(space, cookie)('GET', '/api/auth/session')).status).toBe(200)
  })
})

describe('a wrong password and an unknown e-mail', () => {
  let fixed: TestSpace
  let other: Response
  let otherText: string
  beforeAll(async () => {
    fixed = serveWith(space, { newRequestId: () => 'fixed' })
    other = await attempt({ email: 'somebody@example.com', password: 'x' }, {}, fixed)
    otherText = await other.text()
  })

  test.each<[string, string, string]>([
    ['a wrong password', email, 'wrong horse battery'],
    ['the password with a space behind it', email, `${testPassword} `],
    ['the password in capitals', email, testPassword.toUpperCase()],
    ['the password and NUL', email, `${testPassword}\u0000`],
    ['the password composed in another way', email, testPassword.replace('o', 'o\u0301')],
    ['one character', email, 'x'],
    ['256 characters', email, 'x'.repeat(256)],
    ['an unknown e-mail', 'nobody@example.com', testPassword],
    ['an unknown e-mail that is near', 'owner+1@example.com', testPassword],
    ['an e-mail that looks like SQL', "x'or'1@example.com", testPassword],
  ])('get the same response, byte for byte: %s', async (_, who, password) => {
    const one = await attempt({ email: who, password }, {}, fixed)
    expect([one.status, ...one.headers]).toEqual([401, ...other.headers])
    const response = await readResponse(one)
    expect(response.text).toBe(otherText)
    expect(readProblem(response).code).toBe('credentials_invalid')
    expect(one.headers.getSetCookie()).toEqual([])
  })

  const readCpuMs = () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  }
  // `npm run stress sign-in` requires medians of response times less than 5 ms apart; this compares CPU time, loosely,
  // because the machine may be busy.
  const loosely = { rounds: 11, withinMs: (larger: number) => larger / 2, clock: readCpuMs }

  test('take the same time', async () => {
    const findings = new Findings()
    const tryIn = (who: Who, round: number) =>
      attempt({ email: who === 'known' ? email : `nobody${round}@example.com`, password: 'wrong' })
    await runRefusals(tryIn, findings, loosely)
    expect(findings.broken).toEqual([])
  })

  test('are told apart where only the known one is hashed or a word differs, and the test notices', async () => {
    const hash = await Bun.password.hash(testPassword)
    const findings = new Findings()
    const reporting = async (who: Who) => {
      if (who === 'known') await Bun.password.verify('wrong', hash)
      return new Response(who === 'known' ? 'Wrong password.' : 'No such user.', { status: 401 })
    }
    await runRefusals(reporting, findings, loosely)
    await runGuesses(() => reporting('unknown'), findings, 50)
    expect(findings.broken).toEqual([
      'the medians tell nothing',
      'the bytes tell nothing (2 different answers)',
      'at most 10 guesses an account in 15 minutes',
    ])
  })
})

describe('a body that can be no sign-in is a 400 that names each error', () => {
  test.each<[string, object | string, string[]]>([
    ['nothing', {}, ['email', 'password']],
    ['no password', { email }, ['password']],
    ['no e-mail', { password: testPassword }, ['email']],
    ['no address', { email: 'owner', password: 'x' }, ['email']],
    ['two addresses', { email: `${email},b@example.com`, password: 'x' }, ['email']],
    ['an address with NUL', { email: 'ow\u0000ner@example.com', password: 'x' }, ['email']],
    ['an address that is too long', { email: `${'a'.repeat(250)}@example.com`, password: 'x' }, ['email']],
    ['empty texts', { email: '', password: '' }, ['email', 'password']],
    ['null', { email: null, password: null }, ['email', 'password']],
    ['other types', { email: [email], password: { $ne: '' } }, ['email', 'password']],
    ['a password of 257 characters', { email, password: 'x'.repeat(257) }, ['password']],
    ['a field too many', { email, password: testPassword, rememberMe: false }, ['rememberMe']],
    ['an id of its own', { email, password: testPassword, userId: 'x' }, ['userId']],
    ['a field twice', `{"email":"${email}","email":"${email}","password":"x"}`, ['email']],
    ['no JSON', 'email=owner@example.com', ['']],
    ['a list', '[]', ['']],
  ])('%s', async (_, body, errors) => {
    const response = await readResponse(await attempt(body))
    expect(response.status).toBe(400)
    const problem: ProblemJson = readProblem(response)
    expect(problem.code).toBe('invalid_body')
    expect(problem.errors?.map(({ name }) => name)).toEqual(errors)
  })

  test('another method is a 405, and the address below it a 404', async () => {
    for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const response = await space.request('/api/auth/sign-in/email', { method })
      expect([method, response.status, response.headers.get('Allow')]).toEqual([method, 405, 'POST'])
    }
    for (const path of [
      '/api/auth/sign-up/email',
      '/api/auth/sign-in',
      '/api/auth/get-session',
      '/api/auth/ok',
    ]) {
      expect((await space.request(path)).status).toBe(404)
    }
  })
})

/** Of a Set-Cookie, in alphabetical order. */
function attributesOf(cookie: string): string[] {
  return cookie.split('; ').slice(1).sort()
}
