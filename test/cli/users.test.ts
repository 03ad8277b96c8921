// The `users` commands: what they do, what they say, and what they refuse.
import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { query } from '../../src/database/database.ts'
import { createCommandLine, type Finished, type ServerProcess } from '../kit/command/process.ts'
import { longTestMs } from '../kit/fuzz.ts'

// Processes start slowly on a busy machine.
setDefaultTimeout(longTestMs)

const command = createCommandLine()
const password = 'correct horse battery'

beforeAll(async () => {
  await command.run(['spaces', 'create', 'main'])
  await command.run(['spaces', 'create', 'shop'])
})

function users(words: string, stdin?: string): Promise<Finished> {
  return command.run(['users', ...words.split(' '), '--json'], stdin === undefined ? {} : { stdin })
}

/** The value of a command that went well and said nothing else. */
async function done<Value>(words: string, stdin?: string): Promise<Value> {
  const { exitCode, stdout, stderr } = await users(words, stdin)
  expect([words, exitCode, stderr]).toEqual([words, 0, ''])
  return JSON.parse(stdout) as Value
}

interface Made {
  readonly doc: { readonly id: string; readonly email: string; readonly space: string; readonly role: string }
  readonly created: boolean
}

const create = (email: string, space: string, role: string) =>
  `create --email ${email} --space ${space} --role ${role} --password-stdin`

/** For an e-mail that has an account. */
const add = (email: string, space: string, role: string) =>
  create(email, space, role).replace(' --password-stdin', '')

async function rows<Table extends 'user' | 'credential' | 'member' | 'session'>(table: Table) {
  const database = await command.open()
  const all = await database.reads.all(query.selectFrom(table).selectAll())
  await database.close()
  return all
}

/** The state of everything that these commands can change. */
const state = async () =>
  JSON.stringify(await Promise.all((['user', 'credential', 'member'] as const).map(rows)))

async function signInAt({ url }: ServerProcess, email: string, word = password) {
  const response = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { Origin: url, 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password: word }),
  })
  await response.text()
  return { status: response.status, cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
}
const keysAt = async ({ url }: ServerProcess, cookie: string) =>
  (await fetch(`${url}/api/v1/tokens/api-keys`, { headers: { Cookie: cookie } })).status

test('beside a running server, a user is made, changes roles, gets a password, and goes: each at once', async () => {
  const server = await command.serve()
  const made = await done<Made>(create('Ada@Example.com', 'main', 'admin'), `${password}\n`)
  expect(made).toEqual({
    doc: { id: expect.any(String), email: 'ada@example.com', space: 'main', role: 'admin' },
    created: true,
  })
  expect(Object.keys(made.doc)).toEqual(['id', 'email', 'space', 'role'])
  const { status, cookie } = await signInAt(server, 'ada@example.com')
  expect([status, await keysAt(server, cookie)]).toEqual([200, 200])

  const demoted = await done('set-role --email ada@example.com --space main --role member')
  expect(demoted).toEqual({
    doc: { id: made.doc.id, email: 'ada@example.com', space: 'main', role: 'member' },
  })
  expect(await keysAt(server, cookie)).toBe(403)
  await done('set-role --email ADA@example.com --space main --role owner')
  expect(await keysAt(server, cookie)).toBe(200)

  const reset = await done('reset-password --email ada@example.com --password-stdin', 'another password\n')
  expect(reset).toEqual({ doc: { id: made.doc.id, email: 'ada@example.com' } })
  expect(await keysAt(server, cookie)).toBe(401)
  expect(await rows('session')).toEqual([])
  expect((await signInAt(server, 'ada@example.com')).status).toBe(401)
  const again = await signInAt(server, 'ada@example.com', 'another password')
  expect(again.status).toBe(200)

  const added = await users(add('ada@example.com', 'shop', 'member'))
  const second = JSON.parse(added.stdout) as Made
  expect(second).toEqual({ doc: { ...made.doc, space: 'shop', role: 'member' }, created: false })
  expect(await keysAt(server, again.cookie)).toBe(200)

  await done<Made>(create('eve@example.com', 'main', 'owner'), password)
  const left = await done('remove --email ada@example.com --space main')
  expect(left).toEqual({ doc: { id: made.doc.id, email: 'ada@example.com' }, deleted: false })
  expect(await keysAt(server, again.cookie)).toBe(403)
  expect(await done('remove --email ada@example.com --space shop')).toMatchObject({ deleted: true })
  expect(await keysAt(server, again.cookie)).toBe(401)
  expect((await signInAt(server, 'ada@example.com', 'another password')).status).toBe(401)
  expect(await server.stop()).toBe(0)
})

test('an e-mail that has an account is asked for no password, keeps the one it has, and is told how to replace it', async () => {
  const words = create('twice@example.com', 'main', 'member')
  expect((await command.run(['users', ...words.split(' ')], { stdin: password })).stdout).toBe(
    'Created the user twice@example.com, member of main.\n',
  )
  const [before] = await rows('credential')
  const again = add('twice@example.com', 'main', 'admin')
  const { exitCode, stdout, stderr } = await command.run(['users', ...again.split(' ')])
  expect(exitCode).toBe(0)
  expect(stdout).toBe('twice@example.com already has an account. Its role in main is now admin.\n')
  // Whoever accepted an invitation for the e-mail before its owner came knows the password.
  expect(stderr).toContain('keeps its password')
  expect(stderr).toContain('may have set it, set a new one')
  expect(stderr).toContain('`users reset-password --email twice@example.com --password-stdin`')
  expect(await rows('credential')).toContainEqual(before!)
  await done('remove --email twice@example.com')
})

test('a password for an e-mail that has an account is refused instead of dropped, and nothing is changed', async () => {
  await done(create('kept@example.com', 'main', 'member'), password)
  const before = [await rows('credential'), await rows('member')]
  const words = create('kept@example.com', 'main', 'owner').split(' ')
  const { exitCode, stdout, stderr } = await command.run(['users', ...words], { stdin: 'another password' })
  expect([exitCode, stdout]).toEqual([1, ''])
  expect(stderr).toContain('kept@example.com already has an account, which keeps its password.')
  expect(stderr).toContain('users reset-password --email kept@example.com --password-stdin')
  expect([await rows('credential'), await rows('member')]).toEqual(before)
  await done('remove --email kept@example.com')
})

test('every role can be given by each command, and is listed', async () => {
  for (const role of ['admin', 'editor', 'author', 'member']) {
    const email = `${role}-role@example.com`
    const made = await done<Made>(create(email, 'shop', role), password)
    expect(made.doc).toMatchObject({ email, role })
    const other = role === 'author' ? 'editor' : 'author'
    expect(await done(`set-role --email ${email} --space shop --role ${other}`)).toMatchObject({
      doc: { role: other },
    })
    const { list } = await done<{ list: object[] }>('list --space shop')
    expect(list).toContainEqual(expect.objectContaining({ email, role: other }))
    await done(`remove --email ${email}`)
  }
})

test('the list shows each user with each space and role, of one space or of all, and no password', async () => {
  await users(add('eve@example.com', 'shop', 'admin'))
  interface List {
    readonly list: readonly { readonly email: string; readonly space: string; readonly role: string }[]
    readonly count: number
  }
  const all = await done<List>('list')
  expect(all.count).toBe(2)
  expect(all.list.map(({ email, space, role }) => [email, space, role])).toEqual([
    ['eve@example.com', 'main', 'owner'],
    ['eve@example.com', 'shop', 'admin'],
  ])
  for (const user of all.list) expect(Object.keys(user)).toEqual(['id', 'email', 'space', 'role', 'joinedAt'])
  expect((await done<List>('list --space shop')).list).toEqual([all.list[1]!])
  const { stdout } = await command.run(['users', 'list'])
  expect(stdout).toMatch(
    /^E-MAIL +SPACE +ROLE +JOINED\neve@example\.com +main +owner +\d{4}-.*Z\neve@example/,
  )
  for (const { password: hash } of await rows('credential'))
    expect(JSON.stringify(all) + stdout).not.toContain(hash)
})

describe('the password', () => {
  test.each<[string, string, string]>([
    ['without one', password, password],
    ['with the line feed of Windows', `${password}\r\n`, password],
    ['with blanks at both ends', `  ${password}  \n`, `  ${password}  `],
    ['of 256, beyond ASCII', `${'é'.repeat(256)}\n`, 'é'.repeat(256)],
  ])('is read %s', async (_, stdin, meant) => {
    await done('reset-password --email eve@example.com --password-stdin', stdin)
    const [credential] = await rows('credential')
    expect(await Bun.password.verify(meant, credential!.password)).toBe(true)
  })

  test('is refused where it is none or too short or has no end, without being shown, and nothing is changed', async () => {
    const before = await state()
    const reset = 'reset-password --email eve@example.com --password-stdin'
    const sent: readonly (readonly [words: string, stdin: string])[] = [
      [reset, ''],
      [reset, '\n'],
      [reset, '1234567\n'],
      [reset, 'x'.repeat(1_000_000)],
      [create('new@example.com', 'main', 'member'), '1234567\n'],
    ]
    const ends = await Promise.all(sent.map(([words, stdin]) => users(words, stdin)))
    for (const [place, { exitCode, stdout, stderr }] of ends.entries()) {
      expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/password must have 8 to 256 characters/)])
      const { details } = JSON.parse(stdout) as { details: string[] }
      expect(details).toEqual(['The password must have 8 to 256 characters.'])
      const typed = sent[place]![1].trim()
      if (typed !== '') expect(stdout + stderr).not.toContain(typed)
    }
    expect(await state()).toBe(before)
  })

  test.each<[string, string | Uint8Array<ArrayBuffer>, string]>([
    ['a second line', `${password}\nsecond line\n`, 'must be a single line.'],
    ['an empty line before it', `\n${password}\n`, 'must be a single line.'],
    ['a carriage return inside', `${password}\rsecond line\n`, 'must be a single line.'],
    [
      'a second line that comes late',
      `${password}\n${'x'.repeat(100_000)}\n`,
      'must have 8 to 256 characters.',
    ],
    ['bytes that are not UTF-8', Buffer.from(`${password} caf\xe9\n`, 'latin1'), 'is not UTF-8.'],
    ['a character that is cut off', Buffer.from(`${password}é`).subarray(0, -1), 'is not UTF-8.'],
  ])('is refused with %s, without being shown, and nothing is changed', async (_, stdin, reason) => {
    const before = await state()
    const { exitCode, stdout, stderr } = await command.run(
      ['users', 'reset-password', '--email', 'eve@example.com', '--password-stdin'],
      { stdin },
    )
    expect([exitCode, stdout, stderr]).toEqual([
      1,
      '',
      `The password was not changed.\n  The password ${reason}\n`,
    ])
    expect(await state()).toBe(before)
  })
})

const refused: readonly (readonly [code: number, words: string, reason: RegExp])[] = [
  [1, create('x@example.com', 'nowhere', 'owner'), /no space nowhere/],
  [2, create('x@example.com', 'main', 'boss'), /--role must be one of owner, admin, editor, author, member/],
  [2, create('no-email', 'main', 'owner'), /--email/],
  [1, add('eve@example.com', 'main', 'member'), /without an owner/],
  [1, 'set-role --email eve@example.com --space main --role admin', /without an owner/],
  [1, 'set-role --email nobody@example.com --space main --role admin', /no user nobody@example\.com/],
  [1, 'remove --email eve@example.com', /would leave main without an owner/],
  [1, 'remove --email eve@example.com --space main', /would leave main without an owner/],
  [1, 'reset-password --email nobody@example.com --password-stdin', /no user nobody@example\.com/],
  [
    2,
    create('x@example.com', 'main', 'owner').replace(' --password-stdin', ''),
    /--password-stdin is missing/,
  ],
  [2, 'create --space main --role owner --password-stdin', /--email <E>/],
  [2, 'create --email x@example.com --space main --role owner --password secret', /--password/],
  [2, 'set-role --email eve@example.com --space main', /--role <owner/],
]

describe('is refused with exit code', () => {
  let ends: readonly Finished[]
  beforeAll(async () => {
    // At once: none of them writes.
    ends = await Promise.all(refused.map(([, words]) => users(words, `${password}\n`)))
  })

  for (const [place, [code, words, reason]] of refused.entries()) {
    test(`${code}: users ${words}`, () => {
      const { exitCode, stdout, stderr } = ends[place]!
      expect([exitCode, stderr]).toEqual([code, expect.stringMatching(reason)])
      expect(stderr).not.toMatch(/\n\s+at |Unexpected error/)
      expect(JSON.parse(stdout)).toMatchObject({ error: expect.any(String) })
      expect(stdout + stderr).not.toContain(password)
    })
  }

  test('and after all of that nothing was changed', async () => {
    expect((await rows('user')).map(({ email }) => email)).toEqual(['eve@example.com'])
    expect((await rows('member')).map(({ role }) => role).sort()).toEqual(['admin', 'owner'])
  })
})

test('each has its help, its place in the overview, and its row in docs/commands.md', async () => {
  const guide = await Bun.file(new URL('../../docs/commands.md', import.meta.url)).text()
  const overview = await command.run(['--help'])
  const options = {
    create: ['email', 'space', 'role', 'password-stdin'],
    list: ['space'],
    'set-role': ['email', 'space', 'role'],
    remove: ['email', 'space'],
    'reset-password': ['email', 'password-stdin'],
  }
  const words = Object.keys(options)
  const helps = await Promise.all(words.map(word => command.run(['users', word, '--help'])))
  for (const [place, [word, names]] of Object.entries(options).entries()) {
    const { exitCode, stdout } = helps[place]!
    expect([exitCode, overview.stdout]).toEqual([0, expect.stringContaining(`\n  users ${word} `)])
    for (const name of [...names, 'json', 'help'])
      expect(stdout).toMatch(new RegExp(`\\n  (-h, )?--${name} +\\S`))
    expect(guide).toContain(`users ${word}`)
  }
})
