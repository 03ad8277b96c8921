// Kysely's SQLite dialect on bun:sqlite, with an adapter for the database, and write transactions that acquire the write
// lock at once.
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
import type { DirectAdapter } from '../database.ts'
import type { WriteQueue } from './writes.ts'

/**
 * Begins with `begin immediate` instead of `begin`: a transaction that reads first and writes later would fail at once
 * if another process has written in between.
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
    // This transaction only reads the file and needs no lock. Temporary tables are in another file.
    if (accessMode === 'read only') return super.beginTransaction(connection)
    const begin = () => connection.executeQuery(CompiledQuery.raw('begin immediate'))
    await this.#queue.insist(begin, error => error instanceof SQLiteError && error.code === 'SQLITE_BUSY')
  }

  /**
   * Ignores the error if SQLite has already rolled back, for example on a full disk, so that it does not hide the first.
   */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await connection.executeQuery(CompiledQuery.raw('rollback'))
    } catch (error) {
      if (!(error instanceof Error && error.message.includes('no transaction is active'))) throw error
    }
  }
}

class DirectSqliteAdapter extends SqliteAdapter implements DirectAdapter {
  readonly #database: SqliteDatabase

  constructor(database: SqliteDatabase) {
    super()
    this.#database = database
  }

  execute<Row>({ sql, parameters }: CompiledQuery<Row>): Row[] {
    const statement = this.#database.prepare(sql)
    if (statement.reader) return statement.all(parameters) as Row[]
    statement.run(parameters)
    return []
  }

  /** DDL is transactional in SQLite, so migrations run in one transaction, which is also their lock. */
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
    return new DirectSqliteAdapter(this.#database)
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

/** Runs the statement once per row if there are parameters of several rows. */
function runForEach(statement: Statement, parameters: SQLQueryBindings[]) {
  const count = statement.paramsCount
  if (parameters.length <= count || count === 0) return statement.run(...parameters)
  let result = statement.run(...parameters.slice(0, count))
  for (let start = count; start < parameters.length; start += count) {
    result = statement.run(...parameters.slice(start, start + count))
  }
  return result
}
