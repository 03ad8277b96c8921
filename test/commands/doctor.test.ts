// `doctor`: each thing that can be wrong with a server, brought about, and what is told of it. What only a PostgreSQL has
// is in test/deploy/doctor.test.ts.
import { Database } from 'bun:sqlite'
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { Finding } from '../../src/base/finding.ts'
import { examineYear } from '../../src/commands/doctor.ts'
import { findFreePort } from '../kit/free-port.ts'
import { testWhere } from '../kit/installed.ts'
import { type CommandLine, createCommandLine, type Finished } from '../kit/process.ts'
import { describeOnSqlite } from '../kit/test-engine.ts'
import { makeFolder } from '../kit/test-folder.ts'

setDefaultTimeout(300_000)

interface Told extends Finished {
  readonly ok: boolean
  readonly findings: readonly Finding[]
}

async function examine(command: CommandLine, environment: Record<string, string> = {}): Promise<Told> {
  const finished = await command.run(['doctor', '--json'], { environment })
  const told = JSON.parse(finished.stdout) as Pick<Told, 'ok' | 'findings'>
  expect([told.ok, finished.exitCode]).toEqual([finished.exitCode === 0, told.ok ? 0 : 1])
  for (const finding of told.findings) {
    expect(finding.says).toMatch(/\S/)
    if (finding.level !== 'ok') expect(finding.todo).toMatch(/\S/)
  }
  return { ...finished, ...told }
}

/** All that is not as it should be. */
const wrong = ({ findings }: Told) => findings.filter(({ level }) => level !== 'ok')
const found = (level: Finding['level'], subject: string, says: string) =>
  expect.objectContaining({ level, subject, says: expect.stringContaining(says) })

describe('of a server that runs', () => {
  test('all is well, a line each, and the command ends with 0', async () => {
    const command = createCommandLine()
    const server = await command.serve(['--demo'])
    const environment = { PORT: new URL(server.url).port }
    const told = await examine(command, environment)
    // The tests' PostgreSQL does without durability.
    expect(wrong(told).filter(({ subject }) => subject !== 'durability')).toEqual([])
    expect(told.findings).toContainEqual(found('ok', 'listener', 'A Frontlist answers'))
    expect(told.findings).toContainEqual(found('ok', 'tables', "this version's"))
    const text = await command.run(['doctor'], { environment })
    const lines = text.stdout.trim().split('\n')
    expect([text.exitCode, lines.length]).toEqual([0, told.findings.length])
    expect(lines.every(line => /^(?:ok|warning) +\S+ +\S/.test(line))).toBe(true)
    expect(await server.stop()).toBe(0)
  })
})

describe('of the port', () => {
  test('who listens there and is no Frontlist is told', async () => {
    const other = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('ok\n') })
    const told = await examine(createCommandLine(), { PORT: String(other.port) })
    expect(told.findings).toContainEqual(found('fault', 'listener', 'Another program answers'))
    await other.stop(true)
  })

  test('who listens there and says nothing is told', async () => {
    const other = Bun.listen({ port: 0, hostname: '127.0.0.1', socket: { data: () => {} } })
    const told = await examine(createCommandLine(), { PORT: String(other.port) })
    expect(told.findings).toContainEqual(found('fault', 'listener', 'Nobody can listen'))
    other.stop(true)
  })

  test('that it is free is told', async () => {
    const told = await examine(createCommandLine(), { PORT: String(await findFreePort()) })
    expect(told.findings).toContainEqual(found('ok', 'listener', 'it is free'))
  })
})

test('a setting that is no setting is told, and nothing else is looked at', async () => {
  const { exitCode, stderr } = await createCommandLine().run(['doctor'], {
    environment: { DATABASE_URL: 'mysql://root:hunter2@nowhere' },
  })
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining('DATABASE_URL must be')])
  expect(stderr).not.toContain('hunter2')
})

test('a clock in another age is told', () => {
  const at = (time: string) => examineYear(() => Date.parse(time)).map(({ level }) => level)
  expect([at('1970-01-02T00:00:00Z'), at('2026-06-01T00:00:00Z'), at('2150-01-01T00:00:00Z')]).toEqual([
    ['fault'],
    [],
    ['fault'],
  ])
})

describeOnSqlite('of an embedded database', () => {
  /** With its tables and secret, as a server that has ended leaves them. */
  async function createWhole(): Promise<CommandLine> {
    const command = createCommandLine()
    expect(await (await command.serve()).stop()).toBe(0)
    expect(wrong(await examine(command))).toEqual([])
    return command
  }

  const expectWrong = async (command: CommandLine, finding: Finding) =>
    expect(wrong(await examine(command))).toEqual([finding])

  test('nothing is changed, written or made: not beside a server, not without one, not where there is none', async () => {
    const command = await createWhole()
    const folder = dirname(command.databaseFile)
    const state = () =>
      readdirSync(folder).map(name => {
        const path = join(folder, name)
        return [name, statSync(path).mtimeMs, statSync(path).mode, Bun.hash(readFileSync(path))] as const
      })
    const before = state()
    await examine(command)
    expect(state()).toEqual(before)
    const server = await command.serve(['--demo'])
    const served = state().filter(([name]) => !name.endsWith('-shm'))
    await examine(command)
    expect(state().filter(([name]) => !name.endsWith('-shm'))).toEqual(served)
    await server.stop()
    const nowhere = join(makeFolder(), 'deeper/none.db')
    const told = await examine(command, { DATABASE_URL: `sqlite:${nowhere}` })
    expect(told.findings).toContainEqual(found('fault', 'database', 'There is no file'))
    expect(readdirSync(dirname(dirname(nowhere)))).toEqual([])
  })

  test('a folder, and a file that is no database, are told', async () => {
    const command = await createWhole()
    const folder = makeFolder()
    const file = join(folder, 'letter.txt')
    writeFileSync(file, 'Dear reader, this is no database. '.repeat(100))
    for (const [path, says] of [
      [folder, 'is no file'],
      [file, 'cannot be read as a database'],
    ] as const) {
      const told = await examine(command, { DATABASE_URL: `sqlite:${path}` })
      expect(told.findings).toContainEqual(found('fault', 'database', says))
    }
  })

  test('a page that is damaged is found, wherever it is', async () => {
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
      await expectWrong(command, found('fault', 'database', 'is damaged'))
    }
  })

  test('tables that are not there, earlier ones and later ones are told apart', async () => {
    const command = await createWhole()
    const change = (text: string) => {
      const database = new Database(command.databaseFile)
      database.exec(text)
      database.close()
    }
    const newest = '(select max(name) from schema_migration)'
    change(`delete from schema_migration where name = ${newest}`)
    await expectWrong(command, found('warning', 'tables', 'earlier version'))
    change("insert into schema_migration (name, timestamp) values ('9999-attic', '')")
    await expectWrong(command, found('fault', 'tables', '9999-attic'))
    change('drop table schema_migration')
    await expectWrong(command, found('warning', 'tables', 'no tables of Frontlist'))
  })

  test('a file without a write-ahead log is told, as a backup is one', async () => {
    const command = await createWhole()
    const file = join(makeFolder(), 'copy.db')
    expect((await command.run(['backup', file])).exitCode).toBe(0)
    const told = await examine(command, { DATABASE_URL: `sqlite:${file}` })
    expect(wrong(told)).toContainEqual(found('warning', 'durability', 'no write-ahead log'))
  })

  test('rights that others have to the file, to its folder and to the secret are told', async () => {
    const command = await createWhole()
    chmodSync(command.databaseFile, 0o644)
    await expectWrong(command, found('warning', 'access', 'Other users have rights'))
    chmodSync(command.databaseFile, 0o600)
    chmodSync(dirname(command.databaseFile), 0o777)
    await expectWrong(command, found('fault', 'access', 'Other users may replace'))
    chmodSync(dirname(command.databaseFile), 0o755)
    const secret = `${command.databaseFile}.secret`
    chmodSync(secret, 0o640)
    await expectWrong(command, found('fault', 'secret', 'Other users have rights'))
    chmodSync(secret, 0o600)
    expect(wrong(await examine(command))).toEqual([])
  })

  test('a secret that is missing or damaged is told, and never shown', async () => {
    const command = await createWhole()
    const file = `${command.databaseFile}.secret`
    const secret = readFileSync(file, 'utf8').trim()
    expect((await examine(command)).stdout).not.toContain(secret)
    writeFileSync(file, secret.slice(0, 20))
    const told = await examine(command)
    expect(wrong(told)).toEqual([found('fault', 'secret', 'is damaged')])
    expect(told.stdout + told.stderr).not.toContain(secret.slice(0, 20))
    expect((await examine(command, { FRONTLIST_SECRET: secret })).stdout).not.toContain(secret)
    await Bun.file(file).delete()
    await expectWrong(command, found('warning', 'secret', 'There is no file'))
  })

  test('a clock that is behind what was written is told', async () => {
    const command = await createWhole()
    const later = Date.now() / 1000 + 3600
    utimesSync(command.databaseFile, later, later)
    await expectWrong(command, found('fault', 'clock', 'seconds after what the clock says'))
  })

  const mountable = join(makeFolder(), 'disk')
  mkdirSync(mountable)
  const mount = (size: string) =>
    Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', mountable])
  const unmount = () => Bun.spawnSync(['umount', mountable])
  const canMount = mount('1m').exitCode === 0 && unmount().exitCode === 0

  const testOnDisk = testWhere(canMount, 'no file system can be mounted')
  async function onDisk(size: string, work: (file: string, look: () => Promise<Finding[]>) => Promise<void>) {
    const command = await createWhole()
    try {
      mount(size)
      chmodSync(mountable, 0o700)
      const file = join(mountable, 'frontlist.db')
      writeFileSync(file, readFileSync(command.databaseFile), { mode: 0o600 })
      await work(file, async () => wrong(await examine(command, { DATABASE_URL: `sqlite:${file}` })))
    } finally {
      unmount()
    }
  }

  testOnDisk('a disk that is nearly full is told', () =>
    onDisk('8m', async (_, look) => {
      expect(await look()).toContainEqual(found('fault', 'disk', 'MiB are free'))
    }),
  )

  testOnDisk('a disk that has no room for another copy is told', () =>
    onDisk('80m', async (file, look) => {
      // A hole, which takes no room.
      truncateSync(file, 70 * 1024 * 1024)
      expect(await look()).toContainEqual(found('warning', 'disk', 'MiB are free'))
    }),
  )

  testOnDisk('files that cannot be written are told', () =>
    onDisk('80m', async (file, look) => {
      Bun.spawnSync(['mount', '-o', 'remount,ro', mountable])
      const unwritable = (place: string) => found('fault', 'access', `may not write to ${place}.`)
      const findings = await look()
      expect(findings).toContainEqual(unwritable(file))
      expect(findings).toContainEqual(unwritable(mountable))
    }),
  )
})
