// Kysely's PostgreSQL dialect on pg, with statements for both engines and transactions with timeouts.
import {
  CompiledQuery,
  type DatabaseConnection,
  type MigrationLockOptions,
  PostgresAdapter,
  PostgresDialect,
  PostgresDriver,
  type PostgresPool,
  type PostgresPoolClient,
  type QueryCompiler,
  type TransactionSettings,
} from 'kysely'
import type pg from 'pg'
import { compilerOf, serverNameOf } from '../database.ts'
import { fromDriver, isAwayForWrites } from './failures.ts'
import { planAlongIndexes } from './planning.ts'
import type { ConnectionPool } from './pools.ts'

/**
 * Settings of writers' connections. A lock that is not acquired in 10 seconds is refused with a message, and a session
 * that holds one while idle loses it. An import reads its file between statements, so the idle limit is generous.
 */
export const writerSettings = `set lock_timeout = '10s'; set idle_in_transaction_session_timeout = '120s'; ${planAlongIndexes.replaceAll('set local', 'set')}`

/** Repeatable read; only temporary tables can be written. */
const beginReading = 'begin isolation level repeatable read, read only'

class BoundedDriver extends PostgresDriver {
  override async beginTransaction(
    connection: DatabaseConnection,
    { accessMode }: TransactionSettings = {},
  ): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(accessMode === 'read only' ? beginReading : 'begin'))
  }

  /** Ignores a second error if the connection is lost, so that it does not hide the first. */
  override async rollbackTransaction(
    connection: Parameters<PostgresDriver['rollbackTransaction']>[0],
  ): Promise<void> {
    try {
      await super.rollbackTransaction(connection)
    } catch (error) {
      if (!isAwayForWrites(error)) throw error
    }
  }
}

/** Migrations already run under a lock, which also covers Kysely's own migration tables. */
class LockedAdapter extends PostgresAdapter {
  override async acquireMigrationLock(_db: unknown, _options: MigrationLockOptions): Promise<void> {}
  override async releaseMigrationLock(_db: unknown, _options: MigrationLockOptions): Promise<void> {}
}

/** A connection as Kysely sees it; after a connection error it is not reused. */
class TransactionClient {
  readonly #client: pg.PoolClient
  readonly #onStatement: (sql: string) => void
  #broken = false

  constructor(client: pg.PoolClient, onStatement: (sql: string) => void) {
    this.#client = client
    this.#onStatement = onStatement
  }

  async query(text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
    this.#onStatement(text)
    try {
      // Several statements in one text are allowed only without parameters.
      if (values.length === 0) return await this.#client.query(text)
      const name = serverNameOf(text)
      return await this.#client.query({ text, values: [...values], ...(name !== undefined && { name }) })
    } catch (failure) {
      const error = fromDriver(failure)
      if (isAwayForWrites(error)) this.#broken = true
      throw error
    }
  }

  release(): void {
    this.#client.release(this.#broken)
  }
}

export class PgDialect extends PostgresDialect {
  readonly #pool: PostgresPool

  constructor(pool: ConnectionPool, onStatement: (sql: string) => void) {
    const adapted: PostgresPool = {
      // Cursors are not used, so they are not supported.
      connect: async () =>
        new TransactionClient(await pool.connect(), onStatement) as unknown as PostgresPoolClient,
      end: () => pool.end(),
    }
    super({ pool: adapted })
    this.#pool = adapted
  }

  override createDriver(): PostgresDriver {
    return new BoundedDriver({ pool: this.#pool })
  }

  override createAdapter(): PostgresAdapter {
    return new LockedAdapter()
  }

  override createQueryCompiler(): QueryCompiler {
    return compilerOf('postgres')
  }
}
