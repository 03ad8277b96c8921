// Opens the embedded database: one file, with the settings that durability and safety require, each one verified. The
// current versions of a space are read from the file, so the next lookup sees a change by any process.
import type { Database as BunDatabase, SQLQueryBindings } from 'bun:sqlite'
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Compilable, Kysely } from 'kysely'
import { type Database, type Reads, stop } from '../database.ts'
import { areCurrent, areMigrated, migrate } from '../migrations.ts'
import type { Schema } from '../schema.ts'
import type { SpaceCounters, SpaceVersion, VersionSource } from '../space-versions.ts'
import { isMarkedAsOurs, markAsOurs, readApplied } from './application-id.ts'
import { backup } from './backup.ts'
import {
  busyTimeoutMs,
  closeToOthers,
  connect,
  connectFirst,
  keepTemporaryBeside,
  makeFile,
  requireVersion,
} from './connection.ts'
import { BunSqliteDialect } from './sqlite-dialect.ts'
import { StorageFailure, WriteQueue } from './writes.ts'

const spacesMax = 10_000

/** `connection` must be read-only, because `data_version` only reflects commits of other connections. */
export function createSqliteVersions(connection: BunDatabase): VersionSource {
  const readDataVersion = connection.query<{ data_version: number }, []>('pragma data_version')
  const read = (space: string) =>
    connection
      .query<SpaceCounters, [string]>(
        `select space.revision, coalesce(key_revision.revision, 0) as keys
        from space left join key_revision on key_revision.space = space.id
        where space.id = ?`,
      )
      .get(space)
  const cached = new Map<string, SpaceVersion>()
  let cachedDataVersion: number | null = null
  const find = (space: string): SpaceVersion | null => {
    // The data version is read before the lookup, so that the next lookup finds a commit in between. If reading it fails,
    // no cached version is returned, and the next lookup tries again. Each lookup reads it, because two pipelined requests
    // may arrive in one turn of the event loop with a commit between them.
    const now = readDataVersion.get()?.data_version ?? null
    if (now !== cachedDataVersion || now === null || cached.size >= spacesMax) cached.clear()
    cachedDataVersion = now
    const found = cached.get(space)
    if (found !== undefined) return found
    const versions = read(space)
    if (versions === null) return null
    const fresh = { epoch: 0, ...versions }
    cached.set(space, fresh)
    return fresh
  }
  return { current: find, of: async space => find(space), observe: () => {} }
}

interface SqliteOptions {
  /** Called before each statement. */
  readonly onStatement?: (sql: string) => void
  /** Creates the file if it does not exist; true by default. */
  readonly create?: boolean
}

/**
 * Opens three connections: one writes, one reads snapshots, and one reads the newest state, so that a key that was just
 * revoked is not looked up in an older snapshot. Concurrent snapshots have more connections.
 */
export function openSqlite(file: string, options: SqliteOptions = {}): Database {
  const onStatement = options.onStatement ?? (() => {})
  const path = resolve(file)
  makeFile(path, options.create ?? true)
  const writer = connectFirst(path)
  requireVersion(writer)
  closeToOthers(path)
  const newest = connect(path, 'read')
  const snapshots = new SnapshotConnections(path)
  // The queue waits for other processes, because waiting inside SQLite would block this one.
  writer.exec('pragma busy_timeout = 0')
  const log = `${path}-wal`
  const queue = new WriteQueue({ readProgress: () => statSync(log, { throwIfNoEntry: false })?.mtimeMs ?? 0 })
  const storageFailure = new StorageFailure()
  const write = <Result>(work: () => Promise<Result>, isUrgent = false) =>
    queue.run(() => storageFailure.watchWrite(work), isUrgent)
  // Kysely also creates its migration tables outside the transaction. Nothing else runs yet.
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
    if (!areCurrent(readApplied(newest) ?? [])) return write(migrateAlone)
    // A process was killed before it marked the file. If another process is writing, the next start marks it.
    if (!isMarkedAsOurs(newest)) await write(async () => markAsOurs(writer)).catch(() => {})
    return []
  }
  const db = new Kysely<Schema>({ dialect: new BunSqliteDialect(writer, queue, onStatement) })
  return {
    reads: readsOf(newest, onStatement, storageFailure),
    versions: createSqliteVersions(newest),
    snapshot: (_space, work) =>
      snapshots.run(connection => work(readsOf(connection, onStatement, storageFailure))),
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
              storageFailure.watchWrite(() => bound.transaction().setAccessMode('read only').execute(look)),
            // Urgent, because the prepared change is worth waiting for another import.
            write: change => write(() => bound.transaction().execute(change), true),
            writeBeforeLock: null,
          }),
        )
      } finally {
        await own.destroy()
      }
    },
    // The check comes first, so that a process that only reads does not wait for a write lock.
    migrate: migrateOrMark,
    isMigrated: async () => {
      storageFailure.requireNone()
      return areMigrated(watchRead(storageFailure, () => readApplied(newest)) ?? [])
    },
    failed: storageFailure.found,
    // Statements on SQLite name their index, so statistics are not needed.
    analyze: async () => {},
    backup: async target => backup(path, target),
    close: async () => {
      newest.close()
      snapshots.close()
      // Committed changes stay in the WAL for the next process that opens the file.
      if (storageFailure.isFound) return
      // If other processes have the file open, they checkpoint later; the exit does not wait for them.
      writer.exec('pragma wal_checkpoint(truncate)')
      await db.destroy()
    },
  }
}

function readsOf(
  connection: BunDatabase,
  onStatement: (sql: string) => void,
  storageFailure: StorageFailure,
): Reads {
  function prepare<Row>(query: Compilable<Row>) {
    const { sql, parameters } = query.compile()
    onStatement(sql)
    return {
      statement: connection.query<Row, SQLQueryBindings[]>(sql),
      parameters: parameters as SQLQueryBindings[],
    }
  }
  return {
    isBlocking: true,
    each: async (query, onRow) =>
      watchRead(storageFailure, () => {
        const { statement, parameters } = prepare(query)
        for (const row of statement.iterate(...parameters)) {
          if (onRow(row) === stop) return
        }
      }),
    all: async query =>
      watchRead(storageFailure, () => {
        const { statement, parameters } = prepare(query)
        return statement.all(...parameters)
      }),
    first: async query =>
      watchRead(storageFailure, () => {
        const { statement, parameters } = prepare(query)
        return statement.get(...parameters) ?? undefined
      }),
  }
}

/** Runs a read, which is synchronous in SQLite. */
function watchRead<Result>(storageFailure: StorageFailure, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    storageFailure.note(error)
    throw error
  }
}

/**
 * One more than the number of concurrent broad queries (delivery/store/read-pace.ts), so that others never wait for those.
 */
const snapshotsMax = 3

/** Gives each snapshot its own connection until it ends. More are opened if all open ones are in use. */
class SnapshotConnections {
  readonly #path: string
  readonly #open: BunDatabase[] = []
  readonly #idle: BunDatabase[] = []
  readonly #waiting: ((connection: BunDatabase) => void)[] = []

  constructor(path: string) {
    this.#path = path
    this.#idle.push(this.#connect())
  }

  async run<Result>(work: (connection: BunDatabase) => Promise<Result>): Promise<Result> {
    const connection = await this.#acquire()
    try {
      connection.exec('begin')
      try {
        return await work(connection)
      } finally {
        connection.exec('commit')
      }
    } finally {
      const next = this.#waiting.shift()
      if (next === undefined) this.#idle.push(connection)
      else next(connection)
    }
  }

  close(): void {
    for (const connection of this.#open) connection.close()
  }

  /** Prefers the connection that was used last, because its cache most likely has the requested pages. */
  #acquire(): BunDatabase | Promise<BunDatabase> {
    const idle = this.#idle.pop()
    if (idle !== undefined) return idle
    if (this.#open.length < snapshotsMax) return this.#connect()
    return new Promise(resolve => this.#waiting.push(resolve))
  }

  #connect(): BunDatabase {
    const connection = connect(this.#path, 'read')
    this.#open.push(connection)
    return connection
  }
}
