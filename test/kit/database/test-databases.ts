// Test databases: a file in a new folder on SQLite, a database on PostgreSQL. Files, and databases that commands migrate,
// are deleted after the tests of the file that created them; the others on PostgreSQL are emptied for the next test.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database, Reads } from '../../../src/database/database.ts'
import { type Connections, openPostgres } from '../../../src/database/postgres/postgres.ts'
import { openSqlite } from '../../../src/database/sqlite/sqlite.ts'
import { cleanUpAfterTest, cleanUpLater, clearAll } from '../cleanup.ts'
import { makeFolder } from '../test-folder.ts'
import { nameDatabase, ServerConnection, withDatabase } from './postgres-databases.ts'
import { findTaken, returnDatabase, type TableRows, takeDatabase } from './reused-databases.ts'
import { pastRowSecurity, testEngine, testServer } from './test-engine.ts'

interface OpenOptions {
  /** Called for each statement before it runs. */
  readonly onStatement?: (sql: string) => void
}

/** On a busy test machine, the first query of a space may take longer than a node waits by default. */
const firstResponseMs = 60_000

/** The content of new test databases: of an SQLite file, or of PostgreSQL's tables. */
export type DatabaseTemplate = Uint8Array | readonly TableRows[]

/** A database's URL, and a promise that it exists; an SQLite file is created by the first to open it. */
export interface Place {
  readonly url: string
  readonly ready: Promise<void>
}

/** A new empty database. */
export function placeDatabase(): Place {
  if (testEngine === 'sqlite') {
    return { url: `sqlite:${join(makeFolder(), 'data/frontlist.db')}`, ready: Promise.resolve() }
  }
  return placeOnServer()
}

/** An SQLite file with all tables, written for each test: this takes a fraction of the time of a migration. */
let migrated: Promise<Uint8Array> | null = null

async function migrateSqlite(): Promise<Uint8Array> {
  const file = join(makeFolder(), 'migrated.db')
  const database = openSqlite(file)
  await database.migrate()
  await database.close()
  return readFileSync(file)
}

/** A new database, for one test file: with all tables, or a copy of the template. */
export async function openTestDatabase(
  options: OpenOptions = {},
  template?: DatabaseTemplate,
): Promise<{ database: Database; url: string }> {
  if (testEngine === 'sqlite') {
    const file = join(makeFolder(), 'test.db')
    if (!template) migrated ??= migrateSqlite()
    writeFileSync(file, (template as Uint8Array | undefined) ?? (await migrated!))
    const url = `sqlite:${file}`
    return { database: openUrl(url, options), url }
  }
  const taken = await takeDatabase((template as readonly TableRows[] | undefined) ?? [])
  const { url } = taken
  // Tasks run in reverse order: handles are closed before.
  cleanUpAfterTest(() => returnDatabase(taken))
  return { database: openUrl(url, options), url }
}

/** Closes the database, which other tests of the file get copies of. */
export async function toTemplate(opened: { database: Database; url: string }): Promise<DatabaseTemplate> {
  await opened.database.close()
  if (testEngine === 'sqlite') return readFileSync(opened.url.slice('sqlite:'.length))
  return findTaken(opened.url)!.dump()
}

/**
 * Another handle on a test's database; it is closed after the test that opened it, or after the file if it was opened
 * before its tests.
 */
export function openUrl(url: string, options: OpenOptions = {}): Database {
  const database = url.startsWith('sqlite:')
    ? openSqlite(url.slice('sqlite:'.length), options)
    : openPostgres(url, { firstResponseMs, ...options, ...lendConnections(url) })
  let closing: Promise<void> | null = null
  const close = () => {
    closing ??= database.close()
    return closing
  }
  cleanUpAfterTest(close)
  return { ...database, close }
}

function lendConnections(url: string): { connections?: Connections } {
  const taken = findTaken(url)
  return taken ? { connections: taken.lend(url) } : {}
}

/** To the test server, as the role that creates databases, and as the one that deletes them. */
const connections = new Map<string, ServerConnection>()

function connectionTo(url: string): ServerConnection {
  const connection = connections.get(url) ?? new ServerConnection(url)
  connections.set(url, connection)
  return connection
}

const lookers = new Map<string, Reads>()

/** All rows of all spaces, bypassing all services and row level security: for comparisons in tests. */
export function readEverything(database: Database, url: string): Reads {
  if (testEngine === 'sqlite') return database.reads
  const known = lookers.get(url)
  if (known) return known
  const { reads } = openUrl(pastRowSecurity(url))
  lookers.set(url, reads)
  cleanUpAfterTest(() => lookers.delete(url))
  return reads
}

function placeOnServer(): Place {
  const server = testServer()
  const name = nameDatabase()
  const url = withDatabase(server, name)
  const ready = connectionTo(server).create(name, 'template0')
  // Callers that wait for it get the error.
  ready.catch(() => {})
  if (placed.length === 0) cleanUpLater(dropPlaced)
  placed.push({ name, ready })
  return { url, ready }
}

interface Placed {
  readonly name: string
  readonly ready: Promise<void>
}

let placed: Placed[] = []

/**
 * Runs after the connections of all databases were closed: the server looks only every 100 ms whether the last one of a
 * database that it drops has ended.
 */
async function dropPlaced(): Promise<void> {
  // Terminating connections of another role, which bypassed row level security, may not be permitted.
  const connection = connectionTo(pastRowSecurity(withDatabase(testServer(), 'postgres')))
  const left = placed
  placed = []
  await clearAll(
    left.map(({ name, ready }) => async () => {
      await ready.catch(() => {})
      await connection.drop(name)
    }),
  )
}
