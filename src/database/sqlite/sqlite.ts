// The embedded database: one file, opened with the settings that durability and safety need, each one checked.
import { Database as BunDatabase, type SQLQueryBindings } from 'bun:sqlite'
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { type Compilable, Kysely } from 'kysely'
import { Refusal } from '../../base/errors.ts'
import { type Database, type Reads, stop } from '../database.ts'
import { migrate, migrationNames } from '../migrations.ts'
import type { Schema } from '../schema.ts'
import { isMarkedAsOurs, markAsOurs, requireOurs } from './application-id.ts'
import { backup } from './backup.ts'
import { Damage } from './damage.ts'
import { BunSqliteDialect } from './sqlite-dialect.ts'
import { createSqliteVersions } from './sqlite-versions.ts'
import { WriteQueue } from './write-queue.ts'

/** Before 3.51.3 a checkpoint that met a restart of the WAL could corrupt the file. */
const sqliteVersionMin = [3, 51, 3] as const
const busyTimeoutMs = 10_000

/**
 * At the most. With SQLite's 2 MiB a large import would write its indexes again and again. What reads take is in the
 * system's cache too, and kept answers are in ours: a third copy of a whole space is not worth its memory.
 */
export const pageCacheKib = { write: 64 * 1024, read: 16 * 1024 } as const

/** Of files that are made from now on. With 4 KiB inserts take longer, with 16 KiB a read of one entry does. */
const pageBytes = 8 * 1024

interface SqliteOptions {
  /** Told of each statement before it runs. */
  readonly onStatement?: (sql: string) => void
  /** Makes the file where there is none; true where absent. */
  readonly create?: boolean
}

/**
 * Opens the file, and makes it where it does not exist. Three connections: one writes; one reads under a snapshot;
 * one reads what is newest, so that a key that was just revoked is not looked up in an older snapshot.
 */
export function openSqlite(file: string, options: SqliteOptions = {}): Database {
  const onStatement = options.onStatement ?? (() => {})
  const path = resolve(file)
  makeFile(path, options.create ?? true)
  const writer = connect(path, 'write')
  requireVersion(writer)
  closeToOthers(path)
  const newest = connect(path, 'read')
  const pinned = connect(path, 'read')
  // Waiting for another process is the queue's: inside of SQLite it would stop this one.
  writer.exec('pragma busy_timeout = 0')
  const queue = new WriteQueue()
  const damage = new Damage()
  const write = <Result>(work: () => Promise<Result>) => queue.run(() => damage.watchWrite(work))
  // Migrations also make their own table outside of a transaction, and nothing else runs yet.
  const migrateAlone = async () => {
    writer.exec(`pragma busy_timeout = ${busyTimeoutMs}`)
    try {
      const applied = await migrate(db)
      markAsOurs(writer)
      return applied
    } finally {
      writer.exec('pragma busy_timeout = 0')
    }
  }
  const migrateOrMark = async () => {
    if (countApplied(newest) !== migrationNames.length) return write(migrateAlone)
    // A file from before files were marked. Where another process writes, the next start does it.
    if (!isMarkedAsOurs(newest)) await write(async () => markAsOurs(writer)).catch(() => {})
    return []
  }
  const db = new Kysely<Schema>({ dialect: new BunSqliteDialect(writer, queue, onStatement) })
  return {
    reads: readsOf(newest, onStatement, damage),
    versions: createSqliteVersions(newest),
    snapshot: snapshotsOf(pinned, onStatement, damage),
    transaction: work => write(() => db.transaction().execute(work)),
    // Looked at first: whoever only reads must not wait for another's write lock.
    migrate: migrateOrMark,
    isMigrated: async () => {
      damage.requireNone()
      return damage.watchRead(() => countApplied(newest)) >= migrationNames.length
    },
    failed: damage.found,
    // Its statements say which index they want.
    takeStock: async () => {},
    backup: async target => backup(path, target),
    close: async () => {
      newest.close()
      pinned.close()
      // What was committed stays in the log, for whoever opens the file next.
      if (damage.isFound) return
      // Whoever else has the file open checkpoints later; an exit does not wait for them.
      writer.exec('pragma wal_checkpoint(truncate)')
      await db.destroy()
    },
  }
}

/** Whoever else is on the machine cannot read a file that is made here. */
function makeFile(path: string, create: boolean): void {
  if (existsSync(path)) return
  if (!create) {
    throw new Refusal(`There is no database ${path}. Is DATABASE_URL right?`)
  }
  const folder = dirname(path)
  if (!existsSync(folder)) mkdirSync(folder, { recursive: true, mode: 0o700 })
  closeSync(openSync(path, 'a', 0o600))
}

/** Only once SQLite has opened it: whatever else DATABASE_URL may name keeps its mode. */
function closeToOthers(path: string): void {
  if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600)
}

function connect(path: string, mode: 'read' | 'write'): BunDatabase {
  const database = new BunDatabase(path, { readwrite: true, create: false, strict: true })
  database.exec(`pragma busy_timeout = ${busyTimeoutMs}`)
  if (mode === 'write') requireOursOrClose(database, path)
  database.exec(`pragma page_size = ${pageBytes}`)
  setPragma(database, 'journal_mode', 'wal')
  setPragma(database, 'synchronous', 'full', 2)
  setPragma(database, 'foreign_keys', 'on', 1)
  setPragma(database, 'trusted_schema', 'off', 0)
  database.exec(`pragma cache_size = -${pageCacheKib[mode]}`)
  if (mode === 'read') setPragma(database, 'query_only', 'on', 1)
  return database
}

function requireOursOrClose(database: BunDatabase, path: string): void {
  try {
    requireOurs(database, path)
  } catch (error) {
    database.close()
    throw error
  }
}

/** A setting that SQLite quietly does not take would cost data later: read it back. */
function setPragma(
  database: BunDatabase,
  name: string,
  value: string,
  readBack: string | number = value,
): void {
  database.exec(`pragma ${name} = ${value}`)
  const [actual] = Object.values(database.query<object, []>(`pragma ${name}`).get() ?? {})
  if (actual !== readBack) {
    throw new Refusal(`SQLite did not take the setting ${name} = ${value} (it says ${String(actual)}).`)
  }
}

function requireVersion(database: BunDatabase): void {
  const row = database.query<{ version: string }, []>('select sqlite_version() as version').get()
  const version = row?.version ?? '0'
  const parts = version.split('.').map(Number)
  const difference =
    sqliteVersionMin.map((min, index) => (parts[index] ?? 0) - min).find(part => part !== 0) ?? 0
  if (difference < 0) {
    throw new Refusal(`SQLite ${version} is too old; ${sqliteVersionMin.join('.')} is needed.`)
  }
}

function readsOf(connection: BunDatabase, onStatement: (sql: string) => void, damage: Damage): Reads {
  function prepare<Row>(query: Compilable<Row>) {
    const { sql, parameters } = query.compile()
    onStatement(sql)
    return {
      statement: connection.query<Row, SQLQueryBindings[]>(sql),
      parameters: parameters as SQLQueryBindings[],
    }
  }
  return {
    each: async (query, onRow) =>
      damage.watchRead(() => {
        const { statement, parameters } = prepare(query)
        for (const row of statement.iterate(...parameters)) {
          if (onRow(row) === stop) return
        }
      }),
    all: async query =>
      damage.watchRead(() => {
        const { statement, parameters } = prepare(query)
        return statement.all(...parameters)
      }),
    first: async query =>
      damage.watchRead(() => {
        const { statement, parameters } = prepare(query)
        return statement.get(...parameters) ?? undefined
      }),
  }
}

/** One snapshot at a time on the connection: reading is synchronous, so waiting for the one before costs nothing. */
function snapshotsOf(
  connection: BunDatabase,
  onStatement: (sql: string) => void,
  damage: Damage,
): Database['snapshot'] {
  const reads = readsOf(connection, onStatement, damage)
  let last: Promise<unknown> = Promise.resolve()
  return (_space, work) => {
    const run = async () => {
      connection.exec('begin')
      try {
        return await work(reads)
      } finally {
        connection.exec('commit')
      }
    }
    const result = last.then(run, run)
    last = result.catch(() => {})
    return result
  }
}

function countApplied(connection: BunDatabase): number {
  const table = connection.query("select 1 from sqlite_schema where name = 'schema_migration'").get()
  if (table === null) return 0
  const row = connection.query<{ count: number }, []>('select count(*) as count from schema_migration').get()
  return row?.count ?? 0
}
