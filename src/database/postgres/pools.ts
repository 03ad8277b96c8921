// Connections to PostgreSQL: bounded in number, in those who wait for one, and in time.
import pg from 'pg'
import { Refusal } from '../../base/errors.ts'
import { DatabaseAway } from '../freshness/freshness.ts'
import { isAway } from './failures.ts'

const waitingMax = 500
const connectTimeoutMs = 3000
const idleTimeoutMsDefault = 30_000

/** Its number in pg_type. */
const int8 = 20

/** Revisions, milliseconds and counts as numbers: none of them can reach 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === int8 && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format as 'text'),
}

export interface PoolOptions {
  readonly url: string
  /** Shown in pg_stat_activity. */
  readonly name: string
  readonly max: number
  /** A statement that takes longer has lost its connection, which is closed. */
  readonly statementTimeoutMs: number
  /** How long a connection is kept that nobody uses; half a minute where absent. */
  readonly idleTimeoutMs?: number
  /** Of the server, for these connections: `-c name=value`. */
  readonly settings?: string
}

/** The settings of one connection, of a pool or alone. */
export function toClientConfig(options: Omit<PoolOptions, 'max' | 'idleTimeoutMs'>): pg.ClientConfig {
  const { url, name, statementTimeoutMs, settings } = options
  return {
    ...(settings !== undefined && { options: settings }),
    connectionString: url,
    application_name: `frontlist ${name}`,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: statementTimeoutMs,
    keepAlive: true,
    types,
  }
}

function refuseToConnect(error: unknown): never {
  if (isAway(error)) throw new DatabaseAway(error)
  const reason = error instanceof Error ? error.message : String(error)
  throw new Refusal('PostgreSQL refuses the connection. Is DATABASE_URL right?', [reason], 'unavailable')
}

export class BoundedPool {
  readonly #pool: pg.Pool

  constructor(options: PoolOptions) {
    this.#pool = new pg.Pool({
      ...toClientConfig(options),
      max: options.max,
      idleTimeoutMillis: options.idleTimeoutMs ?? idleTimeoutMsDefault,
      allowExitOnIdle: true,
    })
    // An idle connection that breaks is replaced at the next use; unheard, its error would end the process.
    this.#pool.on('error', () => {})
  }

  /** A connection of one's own; hand it back by `release()`, or by `release(true)` to have it closed. */
  async connect(): Promise<pg.PoolClient> {
    if (this.#pool.waitingCount >= waitingMax) {
      throw new Refusal('Too many requests wait for the database. Try again.', [], 'unavailable')
    }
    const client = await this.#pool.connect().catch(refuseToConnect)
    // A broken connection says so to the statement that runs on it; the event alone would end the process.
    if (client.listenerCount('error') === 0) client.on('error', () => {})
    return client
  }

  end(): Promise<void> {
    return this.#pool.end()
  }
}
