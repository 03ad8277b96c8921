// S1: secrets that were typed, made and handed out, each looked for where it must never be: logs, files, other responses.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { createCommandLine } from '../kit/command/process.ts'
import { breakTable } from '../kit/database/broken-table.ts'
import { testEngine } from '../kit/database/test-engine.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { dumpPlaces, startTalkative } from './database-server.ts'
import { email, SecretWatch } from './secret-watch.ts'

// A real server, which starts slowly on a busy machine.
setDefaultTimeout(longTestMs)

let watch: SecretWatch
beforeAll(async () => {
  const talkative = testEngine === 'postgres' ? await startTalkative() : null
  watch = new SecretWatch(talkative?.command ?? createCommandLine(), talkative?.server ?? null)
  await watch.start()
  await drive()
  await watch.stop()
})
afterAll(() => watch?.kill())

/** A server's first day, mistakes included. */
async function drive(): Promise<void> {
  const secret = (name: string) => watch.secret(name)
  const token = secret('the set-up token')
  await watch.misplace(token)
  await watch.ask(403, 'POST', '/api/setup', {
    body: { token: `${token}x`, email, password: secret('the password'), space: 'demo' },
  })
  await watch.ask(400, 'POST', '/api/setup', {
    body: { token, email, password: secret('a password that is too short'), space: 'demo' },
  })
  await watch.ask(201, 'POST', '/api/setup', {
    body: { token, email, password: secret('the password'), space: 'demo' },
  })
  await watch.ask(409, 'POST', '/api/setup', {
    body: { token, email, password: secret('the password'), space: 'demo' },
  })
  await watch.ask(401, 'POST', '/api/auth/sign-in/email', {
    body: { email, password: secret('a wrong password') },
  })
  await watch.ask(200, 'POST', '/api/auth/sign-in/email', {
    body: { email, password: secret('the password') },
  })
  const typed = secret('a password in the e-mail field')
  await watch.ask(400, 'POST', '/api/auth/sign-in/email', { body: { email: typed, password: typed } })
  await watch.ask(401, 'POST', '/api/auth/sign-in/email', {
    body: { email: `${typed}@example.com`, password: typed },
  })
  const made = await watch.ask(201, 'POST', '/api/v1/tokens/api-keys', {
    body: { name: 'web' },
    handsOut: true,
  })
  const rotated = await watch.ask(201, 'POST', `/api/v1/tokens/api-keys/${made!.doc.id}/rotate`, {
    body: { overlapSeconds: 60 },
    handsOut: true,
  })
  Object.assign(watch.secrets, { 'a key': made!.key, 'a rotated key': rotated!.key })
  for (const key of [secret('the key of the demo'), made!.key!, rotated!.key!]) {
    await watch.ask(200, 'GET', '/api/v1/public/content/books', {
      headers: { Authorization: `Bearer ${key}` },
    })
    await watch.misplace(key)
  }
  const invite = (who: string) =>
    watch.ask(201, 'POST', '/api/dashboard/invitations', {
      body: { email: who, role: 'admin' },
      handsOut: true,
    })
  for (const [name, who] of [
    ['an invitation', 'eve@example.com'],
    ['an open invitation', 'joe@example.com'],
  ] as const) {
    watch.secrets[name] = (await invite(who))!.link!.split('#token=')[1]!
  }
  await watch.misplace(secret('an open invitation'))
  await watch.ask(200, 'POST', '/api/auth/open-invitation', { body: { token: secret('an invitation') } })
  await watch.ask(400, 'POST', '/api/auth/accept-invitation', {
    body: { token: secret('an invitation'), password: secret('a password that is too short') },
  })
  await watch.misplace(watch.secret('cookie 0, part 0'))
  const body = { currentPassword: secret('the password'), newPassword: secret('the next password') }
  await watch.ask(401, 'POST', '/api/auth/change-password', {
    body: { ...body, currentPassword: secret('a wrong password') },
  })
  await watch.ask(200, 'POST', '/api/auth/change-password', { body })
  await failInside(secret('the next password'))
  const pages = [
    '/',
    '/setup',
    '/invitation',
    '/settings/api-keys',
    '/docs',
    '/metrics',
    '/api/v1/openapi.json',
  ]
  for (const path of [
    ...pages,
    '/api/v1/tokens/api-keys',
    '/api/dashboard/members',
    '/api/dashboard/invitations',
    '/api/auth/session',
  ]) {
    await watch.ask(200, 'GET', path)
  }
  await watch.ask(201, 'POST', '/api/auth/accept-invitation', {
    body: { token: secret('an invitation'), password: secret('the password of the invited') },
  })
  await watch.ask(200, 'POST', '/api/auth/sign-out')
  await watch.look()
  const user = [
    'users',
    'create',
    '--email',
    'cli@example.com',
    '--space',
    'demo',
    '--role',
    'member',
    '--password-stdin',
    '--json',
  ]
  watch.responses.push(await watch.run(user, `${secret('a password by the command line')}\n`))
  const keyMade = await watch.run(['keys', 'create', '--space', 'demo', '--name', 'cli', '--json'])
  watch.secrets['a key by the command line'] = (JSON.parse(keyMade) as { key: string }).key
  for (const words of ['keys list', 'users list', 'spaces list', 'doctor', 'export --space demo']) {
    watch.responses.push((await watch.command.run([...words.split(' '), '--json'])).stdout)
  }
}

/** What is thrown inside is logged: with the statement that failed, not with its values. */
async function failInside(password: string): Promise<void> {
  const database = await watch.command.open()
  const tables = ['session', 'api_key', 'invitation']
  const broken = tables.map(table => breakTable(database, { table, event: 'insert', message: 'broken' }))
  const mends = await Promise.all(broken)
  await watch.ask(500, 'POST', '/api/auth/sign-in/email', { body: { email, password } })
  await watch.ask(500, 'POST', '/api/v1/tokens/api-keys', { body: { name: 'never' } })
  await watch.ask(500, 'POST', '/api/dashboard/invitations', {
    body: { email: 'kim@example.com', role: 'member' },
  })
  for (const mend of mends) await mend()
  await database.close()
}

/** A user is looked for by the e-mail that was typed, whatever that is: a log of all statements has it. */
const talkativeLog = 'the log of PostgreSQL'
const askedFor = 'a password in the e-mail field'

/** Where an e-mail must be found, or the search finds nothing. */
const placesWithMail =
  testEngine === 'sqlite'
    ? ['stored frontlist.db-wal', 'backup', 'at the end frontlist.db']
    : [
        'stored user',
        'at the end user',
        talkativeLog,
        'the tables of PostgreSQL',
        'the WAL of PostgreSQL',
        ...dumpPlaces,
      ]

/** No e-mail is in them: they say where in the log of SQLite a page is. */
const otherPlaces = testEngine === 'sqlite' ? ['stored frontlist.db-shm', 'the log'] : ['the log']

describe('a secret', () => {
  test('is not in the database, its files, its backup, its own log, standard output or the log', () => {
    expect(Object.keys(watch.seen)).toEqual(expect.arrayContaining([...placesWithMail, ...otherPlaces]))
    for (const [place, bytes] of Object.entries(watch.seen)) {
      for (const [name, secret] of Object.entries(watch.secrets)) {
        if (place === talkativeLog && name === askedFor) continue
        expect([place, name, findIn(bytes, secret)]).toEqual([place, name, false])
      }
    }
  })

  test('is in no response but the one that hands it out', () => {
    expect(watch.responses.length).toBeGreaterThan(80)
    for (const response of watch.responses) {
      for (const [name, secret] of Object.entries(watch.secrets))
        expect([name, findIn(Buffer.from(response), secret)]).toEqual([name, false])
    }
  })
})

test('the search finds what is there: an e-mail in the files, masked keys and errors in the log', () => {
  expect(Object.keys(watch.secrets).length).toBeGreaterThan(20)
  for (const place of placesWithMail) expect(findIn(watch.seen[place]!, email)).toBe(true)
  const log = watch.seen['the log']!.toString()
  expect(log.split('\n').length).toBeGreaterThan(80)
  expect(log).toContain('/nothing/flst_…')
  expect(log.match(/"level":50/g)).toHaveLength(3)
  expect(log).toContain('broken')
})

/** As it is, percent-encoded, or all but its first 12 characters, which of a key are shown. */
function findIn(bytes: Buffer, secret: string): boolean {
  const forms = [secret, encodeURIComponent(secret), ...(secret.length > 30 ? [secret.slice(12)] : [])]
  return forms.some(form => bytes.includes(form))
}
