// Kysely on bun:sqlite: Kysely's own SQLite dialect, given the database in the shape that it expects, and write
// transactions that take the write lock at once.
import type { Database as BunDatabase, SQLQueryBindings } from 'bun:sqlite'
import {
  CompiledQuery,
  type DatabaseConnection,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
} from 'kysely'

/**
 * `begin immediate` instead of `begin`: a transaction that reads first and writes later would be refused, without
 * waiting, when another process has written in between.
 */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
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

  constructor(database: BunDatabase, onStatement: (sql: string) => void) {
    const adapted = adapt(database, onStatement)
    super({ database: adapted })
    this.#database = adapted
  }

  override createDriver(): SqliteDriver {
    return new ImmediateDriver({ database: this.#database })
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
        run: parameters => statement.run(...(parameters as SQLQueryBindings[])),
        iterate: parameters =>
          statement.iterate(...(parameters as SQLQueryBindings[])) as IterableIterator<unknown>,
      }
    },
  }
}
