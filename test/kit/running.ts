// A command that is still running while the test goes on: to kill it, to race it, to look at the database beside it.
import { Database } from 'bun:sqlite'
import { expect } from 'bun:test'
import { statSync } from 'node:fs'
import { type CommandLine, type Finished, program } from './process.ts'

export interface Running {
  readonly process: Bun.Subprocess
  /** Its output and exit code, once it has ended; a signal's is 128 and its number. */
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
  const finished = Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]).then(([stdout, stderr, exitCode]) => ({ stdout, stderr, exitCode }))
  return { process: child, finished }
}

/** A key of a space, by the command. */
export function createKeyOf(
  command: CommandLine,
  space: string,
): Promise<{ key: string; doc: { id: string } }> {
  return runJson(command, 'keys', 'create', '--space', space, '--name', 'k')
}

/** Runs a command with `--json`, fails the test where it fails, and gives its value. */
export async function runJson<Value>(command: CommandLine, ...args: string[]): Promise<Value> {
  const { exitCode, stdout, stderr } = await command.run([...args, '--json'])
  if (exitCode !== 0) throw new Error(`${args.join(' ')}: ${exitCode} ${stderr}`)
  return JSON.parse(stdout) as Value
}

export interface FileState {
  readonly entries: number
  readonly live: number
  readonly publications: number
  readonly collections: number
  readonly revision: number
}

/** What the file holds, read by a connection of its own; fails the test where SQLite finds it damaged. */
export function readState(file: string): FileState {
  const database = new Database(file, { readwrite: true, create: false })
  try {
    database.exec('pragma busy_timeout = 20000')
    const check = database.query<{ integrity_check: string }, []>('pragma integrity_check').all()
    expect(check).toEqual([{ integrity_check: 'ok' }])
    expect(database.query('pragma foreign_key_check').all()).toEqual([])
    const read = `select
      (select count(*) from entry) as entries,
      (select count(*) from publication where to_revision is null) as live,
      (select count(*) from publication) as publications,
      (select count(*) from collection) as collections,
      (select coalesce(max(revision), -1) from space) as revision`
    return database.query<FileState, []>(read).get()!
  } finally {
    database.close()
  }
}

export function modeOf(path: string): string {
  return (statSync(path).mode & 0o777).toString(8)
}

/** Entries of one collection, as NDJSON: `count` of them, each with a text of some length. */
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
