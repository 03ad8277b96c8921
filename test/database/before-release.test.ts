// A database that a version before 0.1.0 has made is refused in one sentence, and stays as it is.
import { Database as Connection } from 'bun:sqlite'
import { expect, setDefaultTimeout } from 'bun:test'
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import pg from 'pg'
import type { Diagnostic } from '../../src/database/diagnostics/diagnostic.ts'
import { cleanUpAfterTest } from '../kit/cleanup.ts'
import { type CommandLine, createCommandLine } from '../kit/command/process.ts'
import { openUrl } from '../kit/database/test-databases.ts'
import { testOnPostgres, testOnSqlite } from '../kit/database/test-engine.ts'
import { longTestMs } from '../kit/fuzz.ts'

// Processes start slowly on a busy machine.
setDefaultTimeout(longTestMs)

const refusal =
  'The database was made by a version of Frontlist before 0.1.0: export its content with the version that made it, and import it into a new database of this version; nothing was changed.'

/** Returns SQL that creates the tables of an old build and records these migrations. */
const oldTables = (...migrations: readonly string[]) => `
  create table schema_migration (name varchar(255) not null primary key, timestamp varchar(255) not null);
  create table schema_migration_lock (id varchar(255) not null primary key, is_locked integer not null);
  create table space (id text not null primary key, slug text not null, has_outdated_words integer not null);
  insert into schema_migration values ${migrations.map(name => `('${name}', '2026-01-01')`).join()};
  insert into schema_migration_lock values ('migration_lock', 0);
  insert into space values ('s', 'main', 0)`

async function expectRefused(command: CommandLine): Promise<void> {
  for (const args of [['migrate'], ['serve'], ['spaces', 'list']]) {
    const { exitCode, stdout, stderr } = await command.run(args)
    expect([args, exitCode, stdout, stderr]).toEqual([args, 1, '', `${refusal}\n`])
  }
  const { exitCode, stdout } = await command.run(['doctor', '--json'])
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] }
  const failed = diagnostics.filter(({ status }) => status === 'failed')
  expect([exitCode, failed]).toEqual([
    1,
    [{ check: 'migrations', status: 'failed', message: refusal, hint: null }],
  ])
}

const marked = 'pragma application_id = 1181512564;'
const files = {
  'in WAL mode': `pragma journal_mode = wal; ${marked} ${oldTables('0001-initial')}`,
  'from before files were marked': oldTables('0001-initial', '0002-accounts', '0003-references'),
  'of the last build before the release': `${marked} ${oldTables('0001-tables')}`,
}

for (const [title, sql] of Object.entries(files)) {
  testOnSqlite(`a file ${title} is refused, and neither it nor its folder changes`, async () => {
    const command = createCommandLine()
    const { databaseFile: file } = command
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    const old = new Connection(file, { create: true })
    old.exec(sql)
    old.close()
    const before = readFileSync(file)
    const { mode, mtimeMs } = statSync(file)
    const names = readdirSync(dirname(file))
    await expectRefused(command)
    expect(readFileSync(file).equals(before)).toBe(true)
    expect(statSync(file)).toMatchObject({ mode, mtimeMs })
    expect(readdirSync(dirname(file))).toEqual(names)
  })
}

for (const migrations of [
  ['0001-initial'],
  ['0001-initial', '0002-accounts', '0003-references'],
  ['0001-tables'],
]) {
  testOnPostgres(
    `a schema with the migrations ${migrations.join(', ')} is refused, and stays as it is`,
    async () => {
      const command = createCommandLine()
      await command.ready
      const client = new pg.Client({ connectionString: command.databaseUrl })
      await client.connect()
      cleanUpAfterTest(() => client.end())
      const select = async (sql: string) => (await client.query(sql)).rows
      const state = async () => [
        await select("select relname from pg_class where relnamespace = 'public'::regnamespace order by 1"),
        await select('select xmin::text, ctid::text, * from schema_migration'),
        await select('select xmin::text, ctid::text, * from schema_migration_lock'),
        await select('select xmin::text, ctid::text, * from space'),
      ]
      await client.query(oldTables(...migrations))
      const before = await state()
      await expectRefused(command)
      // A server that runs beside it is not ready either.
      const database = openUrl(command.databaseUrl)
      expect(await database.isMigrated()).toBe(false)
      await database.close()
      expect(await state()).toEqual(before)
    },
  )
}
