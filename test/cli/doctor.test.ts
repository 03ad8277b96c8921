// `doctor`: each thing that can be wrong with a server, brought about, and what is reported. What only PostgreSQL has is
// in test/deploy/doctor.test.ts.
import { Database } from 'bun:sqlite'
import { expect, setDefaultTimeout, test } from 'bun:test'
import { chmodSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Diagnostic } from '../../src/database/diagnostics/diagnostic.ts'
import { type CommandLine, createCommandLine } from '../kit/command/process.ts'
import { runSql } from '../kit/database/postgres-databases.ts'
import { describeOnSqlite, pastRowSecurity } from '../kit/database/test-engine.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { makeFolder } from '../kit/test-folder.ts'

setDefaultTimeout(longTestMs)

/** Nothing is wrong with addresses of files. */
const hosts = { PUBLIC_URL: 'https://cms.example', ASSETS_URL: 'https://files.example' }

async function diagnose(
  command: CommandLine,
  environment: Record<string, string> = {},
): Promise<readonly Diagnostic[]> {
  const { stdout, exitCode } = await command.run(['doctor', '--json'], {
    environment: { ...hosts, ...environment },
  })
  const { ok, diagnostics } = JSON.parse(stdout) as { ok: boolean; diagnostics: Diagnostic[] }
  const hasFailed = diagnostics.some(({ status }) => status === 'failed')
  expect([ok, exitCode]).toEqual([!hasFailed, hasFailed ? 1 : 0])
  return diagnostics
}

/** All that is not as it should be. */
const wrong = async (command: CommandLine, environment?: Record<string, string>) =>
  (await diagnose(command, environment)).filter(({ status }) => status !== 'ok')

const found = (status: Diagnostic['status'], check: string, message: string) =>
  expect.objectContaining({ status, check, message: expect.stringContaining(message) })

/** Behind the back of every server. */
async function change({ databaseFile, databaseUrl }: CommandLine, statement: string): Promise<void> {
  if (databaseFile === '') {
    await runSql(pastRowSecurity(databaseUrl), statement)
    return
  }
  const database = new Database(databaseFile)
  database.exec(statement)
  database.close()
}

/** On a busy machine the clock of the database is read sooner or later after the own one. */
const timeless = (text: string) => text.replace(/by \d+\.\d seconds/, 'by some seconds')

test('every check is a line with a tick beside a server that runs, and the command ends with 0', async () => {
  const command = createCommandLine()
  const server = await command.serve(['--demo'])
  const diagnostics = await diagnose(command)
  // The tests' PostgreSQL runs without durability.
  expect(diagnostics.filter(({ status, check }) => status !== 'ok' && check !== 'durability')).toEqual([])
  const { stdout, exitCode } = await command.run(['doctor'], { environment: hosts })
  const lines = stdout.trim().split('\n')
  expect([exitCode, lines.length]).toEqual([0, diagnostics.length])
  for (const [index, { check, status, message }] of diagnostics.entries()) {
    expect(lines[index]).toMatch(status === 'ok' ? /^✓ / : /^! /)
    expect(lines[index]).toContain(`${check} `)
    expect(timeless(lines[index]!)).toContain(timeless(message))
  }
  expect(await server.stop()).toBe(0)
})

test('a query index that differs from what is live is reported by its fields, and reindex repairs it', async () => {
  const command = createCommandLine()
  expect(await (await command.serve(['--demo'])).stop()).toBe(0)
  const damages = [
    "delete from query_posting where field = 'title'",
    "update query_posting set variant = 'other' where field = 'title' and variant = ''",
    // Entries are sorted by other times than theirs.
    `update query_posting set numbers = (select other.numbers from query_posting as other
      where other.space = query_posting.space and other.collection = query_posting.collection and other.field = '@id'
        and other.key = query_posting.key and other.chunk = query_posting.chunk)
      where field = '@publishedAt' and length(key) = 2`,
    "delete from query_posting where field = '@firstPublishedAt' and length(key) = 2",
    'update query_entry set number = number + 1000 where entry = (select min(entry) from query_entry)',
    "insert into query_posting select space, collection, 'more', variant, key, chunk, count, numbers from query_posting where field = 'title'",
  ]
  for (const damage of damages) {
    await change(command, damage)
    const [{ check, status, message } = {}] = (await wrong(command)).filter(
      ({ status }) => status === 'failed',
    )
    expect([check, status, message]).toEqual([
      'query index',
      'failed',
      expect.stringMatching(/of demo \(\w+\.\S+/),
    ])
    expect((await command.run(['reindex', '--space', 'demo'])).exitCode).toBe(0)
    expect((await wrong(command)).filter(({ check }) => check === 'query index')).toEqual([])
  }
})

test('images can be made, unless the setting turns them off or there is nowhere to start a worker', async () => {
  const command = createCommandLine()
  expect(await (await command.serve()).stop()).toBe(0)
  const images = async (environment?: Record<string, string>) =>
    (await diagnose(command, environment)).filter(({ check }) => check === 'images')
  expect(await images()).toEqual([found('ok', 'images', 'Images can be made.')])
  expect(await images({ IMAGE_WORKERS: '0' })).toEqual([found('ok', 'images', 'IMAGE_WORKERS is 0')])
  expect(await images({ TMPDIR: '/nowhere' })).toEqual([found('warning', 'images', '/nowhere')])
})

test('an invalid setting is refused without the password in it', async () => {
  const { exitCode, stderr } = await createCommandLine().run(['doctor'], {
    environment: { DATABASE_URL: 'mysql://root:hunter2@nowhere' },
  })
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining('DATABASE_URL must be')])
  expect(stderr).not.toContain('hunter2')
})

describeOnSqlite('of an embedded database', () => {
  /** With its tables and secret, as a server that has ended leaves them. */
  async function createWhole(): Promise<CommandLine> {
    const command = createCommandLine()
    expect(await (await command.serve()).stop()).toBe(0)
    expect(await wrong(command)).toEqual([])
    return command
  }

  const expectWrong = async (command: CommandLine, diagnostic: Diagnostic) =>
    expect(await wrong(command)).toEqual([diagnostic])

  test('nothing is written, with or without a server and where there is no database', async () => {
    const command = await createWhole()
    const folder = dirname(command.databaseFile)
    const state = () =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .sort()
        .map(name => {
          const path = join(folder, name)
          const { mtimeMs, mode } = statSync(path)
          return [name, mtimeMs, mode, statSync(path).isFile() ? Bun.hash(readFileSync(path)) : null] as const
        })
    const before = state()
    await diagnose(command)
    expect(state()).toEqual(before)
    const server = await command.serve(['--demo'])
    const served = state().filter(([name]) => !name.endsWith('-shm'))
    await diagnose(command)
    expect(state().filter(([name]) => !name.endsWith('-shm'))).toEqual(served)
    await server.stop()
    const nowhere = join(makeFolder(), 'deeper/none.db')
    expect(await diagnose(command, { DATABASE_URL: `sqlite:${nowhere}` })).toContainEqual(
      found('failed', 'database', 'There is no file'),
    )
    expect(readdirSync(dirname(dirname(nowhere)))).toEqual([])
  })

  test('a folder, and a file that is not a database, are reported', async () => {
    const command = await createWhole()
    const folder = makeFolder()
    const file = join(folder, 'letter.txt')
    writeFileSync(file, 'Dear reader, this is not a database. '.repeat(100))
    for (const [path, message] of [
      [folder, 'There is no file'],
      [file, 'file is not a database'],
    ] as const) {
      const diagnostics = await diagnose(command, { DATABASE_URL: `sqlite:${path}` })
      expect(diagnostics).toContainEqual(found('failed', 'database', message))
      expect(diagnostics.map(({ check }) => check)).toEqual(['database', 'secret', 'images', 'cache'])
    }
  })

  test('a damaged page is found, wherever it is', async () => {
    const command = await createWhole()
    const database = new Database(command.databaseFile)
    const read = database.query<{ place: number; size: number }, []>(
      "select rootpage - 1 as place, page_size as size from sqlite_schema, pragma_page_size where name = 'invitation'",
    )
    const { place, size } = read.get()!
    database.close()
    const bytes = readFileSync(command.databaseFile)
    const damages = [
      (damaged: Buffer) => damaged.fill(0xa5, place * size, (place + 1) * size),
      // In the header: how many pages are free.
      (damaged: Buffer) => damaged.writeUInt32BE(5, 36),
    ]
    for (const damage of damages) {
      const damaged = Buffer.from(bytes)
      damage(damaged)
      writeFileSync(command.databaseFile, damaged)
      expect((await wrong(command)).map(({ status }) => status)).toEqual(['failed'])
    }
  })

  test('missing, pending and later migrations are distinguished', async () => {
    const command = await createWhole()
    const change = (text: string) => {
      const database = new Database(command.databaseFile)
      database.exec(text)
      database.close()
    }
    const newest = '(select max(name) from schema_migration)'
    change(`delete from schema_migration where name = ${newest}`)
    await expectWrong(command, found('warning', 'migrations', 'Pending'))
    change("insert into schema_migration (name, timestamp) values ('9999-attic', '')")
    await expectWrong(command, found('failed', 'migrations', '9999-attic'))
    change('drop table schema_migration')
    await expectWrong(command, found('warning', 'migrations', 'no tables yet'))
  })

  test('a database file, folder or secret that other users can access is reported, also at the start', async () => {
    const command = await createWhole()
    chmodSync(command.databaseFile, 0o644)
    await expectWrong(command, found('warning', 'files', 'Other users can read'))
    chmodSync(command.databaseFile, 0o600)
    const secret = `${command.databaseFile}.secret`
    chmodSync(secret, 0o640)
    await expectWrong(command, found('failed', 'secret', 'Other users can read'))
    chmodSync(secret, 0o600)
    chmodSync(dirname(command.databaseFile), 0o777)
    await expectWrong(command, found('failed', 'files', 'Other users can replace'))
    const server = await command.serve()
    await server.stop()
    expect(await new Response(server.process.stderr as ReadableStream).text()).toContain(
      'Other users can replace',
    )
  })

  test('a secret that is missing or damaged is reported, and never shown', async () => {
    const command = await createWhole()
    const file = `${command.databaseFile}.secret`
    const secret = readFileSync(file, 'utf8').trim()
    expect(JSON.stringify(await diagnose(command, { FRONTLIST_SECRET: secret }))).not.toContain(secret)
    writeFileSync(file, secret.slice(0, 20))
    const diagnostics = await wrong(command)
    expect(diagnostics).toEqual([found('failed', 'secret', 'is damaged')])
    expect(JSON.stringify(diagnostics)).not.toContain(secret.slice(0, 20))
    await Bun.file(file).delete()
    await expectWrong(command, found('warning', 'secret', 'does not exist'))
  })

  test('a clock that is behind the last write is reported', async () => {
    const command = await createWhole()
    const later = Date.now() / 1000 + 3600
    utimesSync(command.databaseFile, later, later)
    await expectWrong(command, found('failed', 'clock', 'behind the last write'))
  })
})
