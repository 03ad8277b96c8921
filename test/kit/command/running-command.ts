// A command that runs while the test continues: to kill it, to race it, to read the database beside it.
import { Database } from 'bun:sqlite'
import { expect } from 'bun:test'
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { killLater } from '../cleanup.ts'
import { runSql } from '../database/postgres-databases.ts'
import { pastRowSecurity } from '../database/test-engine.ts'
import { makeFolder } from '../test-folder.ts'
import { until } from '../until.ts'
import { type CommandLine, type Finished, program } from './process.ts'

export interface Running {
  readonly process: Bun.Subprocess
  /** Its output and exit code, once it has ended; for a signal, 128 plus its number. */
  readonly finished: Promise<Finished>
}

export function start(
  { environment }: Pick<CommandLine, 'environment'>,
  args: readonly string[],
  options: { environment?: Record<string, string>; cwd?: string } = {},
): Running {
  const child = Bun.spawn([...program, ...args], {
    env: { ...environment, ...options.environment },
    ...(options.cwd && { cwd: options.cwd }),
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  killLater(child)
  const finished = Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]).then(([stdout, stderr, exitCode]) => ({ stdout, stderr, exitCode }))
  return { process: child, finished }
}

/** Creates the space `main` with the NDJSON's content, using the commands, and returns a key of it. */
export async function fillMain(command: CommandLine, ndjson: string): Promise<string> {
  const file = join(makeFolder(), 'main.ndjson')
  writeFileSync(file, ndjson)
  await runJson(command, 'spaces', 'create', 'main')
  await runJson(command, 'import', file, '--space', 'main')
  return (await createKeyOf(command, 'main')).key
}

/** Creates a key of a space with the command. */
export function createKeyOf(
  command: CommandLine,
  space: string,
): Promise<{ key: string; doc: { id: string } }> {
  return runJson(command, 'keys', 'create', '--space', space, '--name', 'k')
}

/** Runs a command with `--json`, fails the test if it fails, and returns its value. */
export async function runJson<Value>(command: CommandLine, ...args: string[]): Promise<Value> {
  const { exitCode, stdout, stderr } = await command.run([...args, '--json'])
  if (exitCode !== 0) throw new Error(`${args.join(' ')}: ${exitCode} ${stderr}`)
  return JSON.parse(stdout) as Value
}

export interface DatabaseState {
  readonly entries: number
  readonly live: number
  readonly publications: number
  readonly collections: number
  readonly revision: number
}

/** `integer`, because PostgreSQL's count has a type that its driver returns as a string. */
const stateQuery = `select
  cast((select count(*) from entry) as integer) as entries,
  cast((select count(*) from publication where to_revision is null) as integer) as live,
  cast((select count(*) from publication) as integer) as publications,
  cast((select count(*) from collection) as integer) as collections,
  cast((select coalesce(max(revision), -1) from space) as integer) as revision`

/** Reads the database of these commands on a separate connection. */
export async function stateOf({ databaseUrl, databaseFile }: CommandLine): Promise<DatabaseState> {
  if (databaseFile !== '') return readState(databaseFile)
  const [state] = await runSql<DatabaseState>(pastRowSecurity(databaseUrl), stateQuery)
  return state!
}

/** The rows of a query, on a separate connection. */
export async function readTable<Row extends object>(
  { databaseUrl, databaseFile }: CommandLine,
  text: string,
): Promise<Row[]> {
  if (databaseFile === '') return runSql<Row>(pastRowSecurity(databaseUrl), text)
  const database = new Database(databaseFile, { readwrite: true, create: false })
  try {
    database.exec('pragma busy_timeout = 20000')
    return database.query<Row, []>(text).all()
  } finally {
    database.close()
  }
}

/** Waits until no other client is connected: a killed command's last statement, a commit, may run after its end. */
export async function untilAlone({ databaseUrl, databaseFile }: CommandLine): Promise<void> {
  if (databaseFile !== '') return
  const others = `select 1 from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`
  await until(async () => (await runSql(databaseUrl, others)).length === 0)
}

/**
 * Returns by how much `changes` of so many entries may raise the revision. On PostgreSQL, a change of thousands of entries
 * may be written before the lock, and then skips a revision for every ten entries.
 */
export function raisesOf({ databaseFile }: CommandLine, entries: number, changes = 1): readonly number[] {
  const isWrittenAhead = databaseFile === '' && entries >= 2000
  const leftOut = isWrittenAhead ? Math.floor(entries / 10) : 0
  return Array.from({ length: changes + 1 }, (_, ahead) => changes + ahead * leftOut)
}

/** The content of an SQLite file; fails the test if SQLite finds it corrupt. */
export function readState(file: string): DatabaseState {
  const database = new Database(file, { readwrite: true, create: false })
  try {
    database.exec('pragma busy_timeout = 20000')
    const check = database.query<{ integrity_check: string }, []>('pragma integrity_check').all()
    expect(check).toEqual([{ integrity_check: 'ok' }])
    expect(database.query('pragma foreign_key_check').all()).toEqual([])
    return database.query<DatabaseState, []>(stateQuery).get()!
  } finally {
    database.close()
  }
}

export function modeOf(path: string): string {
  return (statSync(path).mode & 0o777).toString(8)
}

/** `count` entries of one collection as NDJSON, each with a text of some length. */
export function manyEntries(count: number, text: string, live = true): string {
  const collection = {
    type: 'collection',
    apiName: 'posts',
    name: 'Posts',
    fields: [{ apiName: 'text', type: 'text' }],
  }
  const entries = Array.from({ length: count }, (_, index) => ({
    type: 'entry',
    collection: 'posts',
    id: `e${index}`,
    [live ? 'liveData' : 'data']: { text: `${text} ${index} ${'x'.repeat(200)}` },
  }))
  return [collection, ...entries].map(record => `${JSON.stringify(record)}\n`).join('')
}
