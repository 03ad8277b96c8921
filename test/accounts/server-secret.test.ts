// FRONTLIST_SECRET: made beside the database, for its owner alone, the same after a restart, and never shown.
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createPasswords } from '../../src/accounts/credentials.ts'
import { createSpace } from '../../src/accounts/spaces/spaces.service.ts'
import { createUser } from '../../src/accounts/users.service.ts'
import { systemClock } from '../../src/base/clock.ts'
import { systemRandom } from '../../src/base/ids.ts'
import { readOrMakeSecret } from '../../src/database/secret-file.ts'
import { testPassword } from '../kit/app/signed-in.ts'
import { type CommandLine, createCommandLine } from '../kit/command/process.ts'
import { modeOf, start } from '../kit/command/running-command.ts'
import { describeOnSqlite, testOnSqlite } from '../kit/database/test-engine.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { makeFolder } from '../kit/test-folder.ts'

// Processes start slowly on a busy machine.
setDefaultTimeout(longTestMs)

const email = 'ada@example.com'
const secretFileOf = ({ databaseFile }: CommandLine) => `${databaseFile}.secret`

/** A database with a user, as another process made it. */
async function prepare(): Promise<CommandLine> {
  const command = createCommandLine()
  const database = await command.open()
  await database.migrate()
  const parts = { clock: systemClock, random: systemRandom, passwords: createPasswords() }
  const { id } = await database.transaction(writes =>
    createSpace(writes, parts, { slug: 'main', name: 'Main' }),
  )
  await createUser(database, parts, { email, password: testPassword, space: id, role: 'owner' })
  await database.close()
  return command
}

/** The cookie of a new session. */
async function signInAt(url: string): Promise<string> {
  const response = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { Origin: url, 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password: testPassword }),
  })
  expect(response.status).toBe(200)
  return response.headers.getSetCookie()[0]!.split(';')[0]!
}
const statusAt = async (url: string, cookie: string) =>
  (await fetch(`${url}/api/auth/session`, { headers: { Cookie: cookie } })).status

describe('the secret', () => {
  testOnSqlite(
    'is made by the first start, of 43 characters, readable by its owner; a restart keeps sessions alive',
    async () => {
      const command = await prepare()
      expect(existsSync(secretFileOf(command))).toBe(false)
      const first = await command.serve()
      const secret = readFileSync(secretFileOf(command), 'utf8')
      expect(secret).toMatch(/^[0-9A-Za-z]{43}\n$/)
      expect(modeOf(secretFileOf(command))).toBe('600')
      const cookie = await signInAt(first.url)
      expect(await first.stop()).toBe(0)
      const second = await command.serve()
      expect(readFileSync(secretFileOf(command), 'utf8')).toBe(secret)
      expect(await statusAt(second.url, cookie)).toBe(200)
      expect(readdirSync(dirname(command.databaseFile)).filter(name => name.includes('.secret'))).toEqual([
        'frontlist.db.secret',
      ])
      await second.stop()
      const other = await command.serve([], { FRONTLIST_SECRET: 'x'.repeat(32) })
      expect(await statusAt(other.url, cookie)).toBe(401)
      await other.stop()
    },
  )

  testOnSqlite(
    'of two servers that start at once on a new database is one: each takes the sessions of the other',
    async () => {
      const command = await prepare()
      const servers = await Promise.all([command.serve(), command.serve()])
      const cookies = await Promise.all(servers.map(({ url }) => signInAt(url)))
      for (const { url } of servers) {
        for (const cookie of cookies) expect(await statusAt(url, cookie)).toBe(200)
      }
      await Promise.all(servers.map(server => server.stop()))
      const left = readdirSync(dirname(command.databaseFile)).filter(name => name.includes('.secret'))
      expect(left).toEqual(['frontlist.db.secret'])
    },
  )

  test('is the one that was there first, were another process to write it between two steps of ours', () => {
    const folder = makeFolder()
    const url = `sqlite:${join(folder, 'frontlist.db')}`
    let theirs = ''
    const ours = readOrMakeSecret(url, length => {
      theirs ||= readOrMakeSecret(url, systemRandom)
      return systemRandom(length)
    })
    expect(ours).toBe(theirs)
    expect(readFileSync(join(folder, 'frontlist.db.secret'), 'utf8')).toBe(`${theirs}\n`)
    expect(readdirSync(folder)).toEqual(['frontlist.db.secret'])
  })

  test('of a variable is taken, and then no file is made', async () => {
    const command = await prepare()
    const secret = 'a secret of the variable, 32 and more'
    const servers = await Promise.all([1, 2].map(() => command.serve([], { FRONTLIST_SECRET: secret })))
    const cookie = await signInAt(servers[0]!.url)
    expect(await statusAt(servers[1]!.url, cookie)).toBe(200)
    expect(existsSync(secretFileOf(command))).toBe(false)
    await Promise.all(servers.map(server => server.stop()))
  })

  testOnSqlite('is not made by a command that signs nothing', async () => {
    const command = createCommandLine()
    await command.run(['spaces', 'create', 'main'])
    expect(readdirSync(dirname(command.databaseFile))).toEqual(['frontlist.db'])
  })
})

describeOnSqlite('is refused with its name, and without being shown,', () => {
  test.each([
    ['of 31 characters', 'canary-of-thirty-one-characters'],
    ['of blanks around too few', `   ${'canary'.repeat(5)}   `],
  ])('a secret %s', async (_, secret) => {
    const command = createCommandLine()
    const { exitCode, stdout, stderr } = await start(command, ['serve', '--json'], {
      environment: { FRONTLIST_SECRET: secret },
    }).finished
    expect(exitCode).toBe(1)
    expect(stderr).toMatch(/FRONTLIST_SECRET must have 32 characters or more/)
    expect(stdout + stderr).not.toContain(secret.trim())
    expect(existsSync(dirname(command.databaseFile))).toBe(false)
  })

  test('a damaged file, which is left as it is', async () => {
    const command = createCommandLine()
    mkdirSync(dirname(command.databaseFile), { recursive: true })
    writeFileSync(secretFileOf(command), 'canary-cut-short\n', { mode: 0o600 })
    const { exitCode, stdout, stderr } = await start(command, ['serve', '--json']).finished
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(secretFileOf(command))])
    expect(stdout + stderr).not.toContain('canary')
    expect(readFileSync(secretFileOf(command), 'utf8')).toBe('canary-cut-short\n')
  })
})
