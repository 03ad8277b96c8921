// Kysely on pg: Kysely's own PostgreSQL dialect, with statements that know both engines, and transactions with limits.
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
import { compilerOf } from '../engine.ts'
import { fromDriver, isAwayForWrites } from './failures.ts'
import { planAlongIndexes } from './planning.ts'
import type { BoundedPool } from './pools.ts'

/**
 * A lock that is not had in 10 seconds is refused in words, and whoever holds one and falls silent loses it. An import
 * reads its file between statements, so silence may last.
 */
const begin = `begin; set local lock_timeout = '10s'; set local idle_in_transaction_session_timeout = '120s'; ${planAlongIndexes}`

/** Sees one state, and writes temporary tables only. */
const beginReading = begin.replace('begin;', 'begin isolation level repeatable read, read only;')

class BoundedDriver extends PostgresDriver {
  override async beginTransaction(
    connection: DatabaseConnection,
    { accessMode }: TransactionSettings = {},
  ): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(accessMode === 'read only' ? beginReading : begin))
  }

  /** Where the connection is gone, the reason must not be lost to a second error. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.rollbackTransaction(connection)
    } catch (error) {
      if (!isAwayForWrites(error)) throw error
    }
  }
}

/** Whoever migrates holds a lock already, which also covers the tables of the migrations themselves. */
class LockedAdapter extends PostgresAdapter {
  override async acquireMigrationLock(_db: unknown, _options: MigrationLockOptions): Promise<void> {}
  override async releaseMigrationLock(_db: unknown, _options: MigrationLockOptions): Promise<void> {}
}

/** A connection as Kysely sees it; one on which anything went wrong with the connection itself is not used again. */
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
      // Several statements in one text are one only without a list of values.
      return await (values.length === 0 ? this.#client.query(text) : this.#client.query(text, [...values]))
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

  constructor(pool: BoundedPool, onStatement: (sql: string) => void) {
    const adapted: PostgresPool = {
      // Without cursors, which nothing asks for.
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
