// Databases of tests: of SQLite a file in a new folder, of PostgreSQL a database with a name of its own. All are gone
// after the tests of the file that made them.
import { join } from 'node:path'
import type { Database, Reads } from '../../src/database/database.ts'
import { openPostgres } from '../../src/database/postgres/postgres.ts'
import { openSqlite } from '../../src/database/sqlite/sqlite.ts'
import { leaveBehind } from './leftovers.ts'
import { createDatabase, dropDatabase, nameDatabase, withDatabase } from './postgres-databases.ts'
import { pastRowSecurity, testEngine, testServer, testTemplate } from './test-engine.ts'
import { makeFolder } from './test-folder.ts'

/** A file can have a hundred databases: one that is not in use keeps no connection. */
const idleTimeoutMs = 200

interface OpenOptions {
  /** Told of each statement before it runs. */
  readonly onStatement?: (sql: string) => void
}

/** Where a database is, and a promise that it is there; SQLite's file is made by who opens it. */
export interface Place {
  readonly url: string
  readonly ready: Promise<void>
}

/** A new database with nothing in it. */
export function placeDatabase(): Place {
  if (testEngine === 'sqlite') {
    return { url: `sqlite:${join(makeFolder(), 'data/frontlist.db')}`, ready: Promise.resolve() }
  }
  return placeOnServer('template0')
}

/** A new database with all tables, for one test file. */
export async function openTestDatabase(
  options: OpenOptions = {},
): Promise<{ database: Database; url: string }> {
  if (testEngine === 'sqlite') {
    const url = `sqlite:${join(makeFolder(), 'test.db')}`
    const database = openUrl(url, options)
    await database.migrate()
    return { database, url }
  }
  const { url, ready } = placeOnServer(testTemplate())
  await ready
  return { database: openUrl(url, options), url }
}

/** A further handle on a database of a test; it is closed before the database goes, unless the test has closed it. */
export function openUrl(url: string, options: OpenOptions = {}): Database {
  const database = url.startsWith('sqlite:')
    ? openSqlite(url.slice('sqlite:'.length), options)
    : openPostgres(url, { ...options, idleTimeoutMs })
  let closing: Promise<void> | null = null
  const close = () => {
    closing ??= database.close()
    return closing
  }
  leaveBehind(close)
  return { ...database, close }
}

const lookers = new Map<string, Reads>()

/** All rows of all spaces, past every service and past row level security: for what a test compares. */
export function readEverything(database: Database, url: string): Reads {
  if (testEngine === 'sqlite') return database.reads
  const known = lookers.get(url) ?? openUrl(pastRowSecurity(url)).reads
  lookers.set(url, known)
  return known
}

function placeOnServer(template: string): Place {
  const server = testServer()
  const name = nameDatabase()
  const url = withDatabase(server, name)
  const ready = createDatabase(server, { name, template }).then(() => {})
  // Whatever waits for it gets the error.
  ready.catch(() => {})
  // Ending the connections of another role, which looked past row level security, is not for everybody.
  leaveBehind(async () => {
    await ready.catch(() => {})
    await dropDatabase(pastRowSecurity(url))
  })
  return { url, ready }
}
