// Kysely on bun:sqlite: Kysely's own SQLite dialect, given the database in the shape that it expects, and write
// transactions that take the write lock at once.
import { type Database as BunDatabase, SQLiteError, type SQLQueryBindings, type Statement } from 'bun:sqlite'
import {
  CompiledQuery,
  type DatabaseConnection,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type TransactionSettings,
} from 'kysely'
import type { WriteQueue } from './write-queue.ts'

/**
 * `begin immediate` instead of `begin`: a transaction that reads first and writes later would be refused, without
 * waiting, when another process has written in between.
 */
class ImmediateDriver extends SqliteDriver {
  readonly #queue: WriteQueue

  constructor(database: SqliteDatabase, queue: WriteQueue) {
    super({ database })
    this.#queue = queue
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    { accessMode }: TransactionSettings = {},
  ): Promise<void> {
    // Of this file it only reads, so it needs no lock: temporary tables are in another one.
    if (accessMode === 'read only') return super.beginTransaction(connection)
    const begin = () => connection.executeQuery(CompiledQuery.raw('begin immediate'))
    await this.#queue.insist(begin, error => error instanceof SQLiteError && error.code === 'SQLITE_BUSY')
  }

  /** Where SQLite has rolled back by itself, as on a full disk, the reason must not be lost to a second error. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await connection.executeQuery(CompiledQuery.raw('rollback'))
    } catch (error) {
      if (!(error instanceof Error && error.message.includes('no transaction is active'))) throw error
    }
  }
}

/** SQLite rolls tables back like rows, so migrations run in one transaction, which is their lock too. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

export class BunSqliteDialect extends SqliteDialect {
  readonly #database: SqliteDatabase
  readonly #queue: WriteQueue

  constructor(database: BunDatabase, queue: WriteQueue, onStatement: (sql: string) => void) {
    const adapted = adapt(database, onStatement)
    super({ database: adapted })
    this.#database = adapted
    this.#queue = queue
  }

  override createDriver(): SqliteDriver {
    return new ImmediateDriver(this.#database, this.#queue)
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalDdlAdapter()
  }
}

function adapt(database: BunDatabase, onStatement: (sql: string) => void): SqliteDatabase {
  return {
    close: () => database.close(),
    prepare: sql => {
      onStatement(sql)
      const statement = database.query(sql)
      return {
        reader: statement.columnNames.length > 0,
        all: parameters => statement.all(...(parameters as SQLQueryBindings[])),
        run: parameters => runForEach(statement, parameters as SQLQueryBindings[]),
        iterate: parameters =>
          statement.iterate(...(parameters as SQLQueryBindings[])) as IterableIterator<unknown>,
      }
    },
  }
}

/** Values of several rows run the statement for one row after the other. */
function runForEach(statement: Statement, parameters: SQLQueryBindings[]) {
  const count = statement.paramsCount
  if (parameters.length <= count || count === 0) return statement.run(...parameters)
  let result = statement.run(...parameters.slice(0, count))
  for (let start = count; start < parameters.length; start += count) {
    result = statement.run(...parameters.slice(start, start + count))
  }
  return result
}
