// The embedded database: one file, opened with the settings that durability and safety need, each one checked.
import type { Database as BunDatabase, SQLQueryBindings } from 'bun:sqlite'
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Compilable, Kysely } from 'kysely'
import { type Database, type Reads, stop } from '../database.ts'
import { migrate, migrationNames } from '../migrations.ts'
import type { Schema } from '../schema.ts'
import { isMarkedAsOurs, markAsOurs } from './application-id.ts'
import { backup } from './backup.ts'
import {
  busyTimeoutMs,
  closeToOthers,
  connect,
  keepTemporaryBeside,
  makeFile,
  requireVersion,
} from './connection.ts'
import { BunSqliteDialect } from './sqlite-dialect.ts'
import { createSqliteVersions } from './sqlite-versions.ts'
import { StorageFailure } from './storage-failure.ts'
import { WriteQueue } from './write-queue.ts'

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
  const log = `${path}-wal`
  const queue = new WriteQueue({ readProgress: () => statSync(log, { throwIfNoEntry: false })?.mtimeMs ?? 0 })
  const damage = new StorageFailure()
  const write = <Result>(work: () => Promise<Result>, isUrgent = false) =>
    queue.run(() => damage.watchWrite(work), isUrgent)
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
    urgentTransaction: work => write(() => db.transaction().execute(work), true),
    session: async (_space, work) => {
      const connection = connect(path, 'write')
      connection.exec('pragma busy_timeout = 0')
      keepTemporaryBeside(connection, path)
      const own = new Kysely<Schema>({ dialect: new BunSqliteDialect(connection, queue, onStatement) })
      try {
        return await own.connection().execute(bound =>
          work({
            db: bound,
            read: look =>
              damage.watchWrite(() => bound.transaction().setAccessMode('read only').execute(look)),
            // What it has prepared is worth the wait for another import.
            write: change => write(() => bound.transaction().execute(change), true),
          }),
        )
      } finally {
        await own.destroy()
      }
    },
    // Looked at first: whoever only reads must not wait for another's write lock.
    migrate: migrateOrMark,
    isMigrated: async () => {
      damage.requireNone()
      return watchRead(damage, () => countApplied(newest)) >= migrationNames.length
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

function readsOf(connection: BunDatabase, onStatement: (sql: string) => void, damage: StorageFailure): Reads {
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
      watchRead(damage, () => {
        const { statement, parameters } = prepare(query)
        for (const row of statement.iterate(...parameters)) {
          if (onRow(row) === stop) return
        }
      }),
    all: async query =>
      watchRead(damage, () => {
        const { statement, parameters } = prepare(query)
        return statement.all(...parameters)
      }),
    first: async query =>
      watchRead(damage, () => {
        const { statement, parameters } = prepare(query)
        return statement.get(...parameters) ?? undefined
      }),
  }
}

/** Runs what reads, which SQLite does at once. */
function watchRead<Result>(damage: StorageFailure, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    damage.note(error)
    throw error
  }
}

/** One snapshot at a time on the connection: reading is synchronous, so waiting for the one before costs nothing. */
function snapshotsOf(
  connection: BunDatabase,
  onStatement: (sql: string) => void,
  damage: StorageFailure,
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
