// Paths that a command cannot use: each is refused with what is wrong with it, and how to fix it.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCommandLine, program } from '../kit/command/process.ts'
import { testOnSqlite } from '../kit/database/test-engine.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { makeFolder } from '../kit/test-folder.ts'
import { gif } from '../media/assets/assets-fixture.ts'

// Processes start slowly on a busy machine.
setDefaultTimeout(longTestMs)

const command = createCommandLine()
const folder = makeFolder()
const file = join(folder, 'a.gif')
const below = join(file, 'below')
const closed = join(folder, 'closed')
const stores = { ASSETS_STORE: `file:${join(folder, 'store')}`, IMAGES_DIR: join(folder, 'images') }

beforeAll(async () => {
  writeFileSync(file, gif())
  writeFileSync(closed, '')
  chmodSync(closed, 0)
  await command.run(['spaces', 'create', 's'])
  await command.run(['assets', 'add', file, '--space', 's'], { environment: stores })
})
afterAll(() => chmodSync(closed, 0o600))

async function expectRefused(
  args: readonly string[],
  message: string | RegExp,
  environment: Record<string, string> = {},
): Promise<void> {
  const { exitCode, stderr } = await command.run(args, { environment: { ...stores, ...environment } })
  expect([exitCode, stderr]).toEqual([1, expect.stringMatching(new RegExp(message))])
  expect(stderr).not.toMatch(/Unexpected error|E[A-Z]+: |Try again/)
}

const inSpace = ['--space', 's']

describe.each<[string, string[]]>([
  ['import', ['import']],
  ['model apply', ['model', 'apply']],
  ['assets add', ['assets', 'add']],
])('%s refuses', (_, words) => {
  test('a file that does not exist, below a file too', async () => {
    for (const path of [join(folder, 'none'), below])
      await expectRefused([...words, path, ...inSpace], `There is no file ${path}.`)
  })

  test('a folder', async () => {
    const reason = /^\S+ is (?:not a regular file|a folder, not a file)\./
    await expectRefused([...words, folder, ...inSpace], reason)
  })

  test.skipIf(process.getuid?.() === 0)('a file that this user may not read', async () => {
    await expectRefused([...words, closed, ...inSpace], `${closed} cannot be read`)
  })
})

test('a store that is to be in the place of a file is refused, and the file stays', async () => {
  for (const path of [file, below]) {
    const message = `file:${path} cannot be a store: ${file} is a file, not a folder.`
    await expectRefused(['assets', 'copy', '--to', `file:${path}`], `^--to: ${message}`)
    for (const words of [
      ['assets', 'add', file, ...inSpace],
      ['assets', 'gc'],
      ['assets', 'verify'],
    ])
      await expectRefused(words, `^ASSETS_STORE: ${message}`, { ASSETS_STORE: `file:${path}` })
  }
  expect(await Bun.file(file).bytes()).toEqual(gif())
})

test('a folder of a setting that cannot be used is named, with what to check', async () => {
  await expectRefused(['assets', 'gc'], `${file}/\\S+ cannot be used: `, { IMAGES_DIR: file })
})

testOnSqlite('a database that cannot be where DATABASE_URL says is refused', async () => {
  for (const path of [below, join(below, 'deep', 'x.db')])
    await expectRefused(
      ['spaces', 'list'],
      `The database ${path} cannot be created \\(ENOTDIR\\)\\. Check DATABASE_URL`,
      {
        DATABASE_URL: `sqlite:${path}`,
      },
    )
})

test('a password that cannot be read is refused', async () => {
  const line = 'exec "$@" < /'
  const args = ['users', 'reset-password', '--email', 'a@b.example', '--password-stdin']
  const child = Bun.spawnSync(['sh', '-c', line, 'sh', ...program, ...args], { env: command.environment })
  expect([child.exitCode, child.stderr.toString()]).toEqual([
    1,
    'The password was not changed.\n  The password could not be read from standard input.\n',
  ])
})

test('the exit code stays where errors can no longer be written', async () => {
  const line = '"$@" 2>/dev/full; echo $?'
  const child = Bun.spawnSync(['sh', '-c', line, 'sh', ...program, 'nope'], { env: command.environment })
  expect(child.stdout.toString()).toBe('2\n')
})

testOnSqlite('doctor reports a database that is below a file like one that is missing', async () => {
  const { exitCode, stdout, stderr } = await command.run(['doctor'], {
    environment: { DATABASE_URL: `sqlite:${below}` },
  })
  expect([exitCode, stderr]).toEqual([1, ''])
  expect(stdout).toContain(`There is no file ${below}. Check DATABASE_URL.`)
})
