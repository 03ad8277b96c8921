// Runs read statements on PostgreSQL: single ones on any connection, and those of a snapshot in one read-only transaction
// on its own connection, so that all of them see the same state.
import type { CompiledQuery } from 'kysely'
import pg from 'pg'
import type { SpaceId } from '../../base/ids.ts'
import { compileFor, type Reads, type Statement, serverNameOf, stop } from '../database.ts'
import { spaceSetting } from '../enter-space.ts'
import { fromDriver, toRefusal } from './failures.ts'
import { planAlongIndexes } from './planning.ts'
import type { ConnectionPool } from './pools.ts'

interface PinnedConnection {
  readonly client: pg.PoolClient
  /** Returns the connection; `broken` closes it. */
  readonly release: (broken?: boolean) => void
}

type Hold = () => Promise<PinnedConnection>

interface PgQuery {
  readonly text: string
  readonly values: unknown[]
  readonly name?: string
}

function toPgQuery({ sql, parameters }: CompiledQuery): PgQuery {
  const name = serverNameOf(sql)
  return { text: sql, values: [...parameters], ...(name !== undefined && { name }) }
}

/**
 * Removes values with NUL from lists. PostgreSQL text cannot contain NUL: no row matches such a value, and sending it is
 * an error. Returns false if no row can match the statement.
 */
function dropUnmatchable(values: unknown[]): boolean {
  for (const [index, value] of values.entries()) {
    if (typeof value === 'string' && value.includes('\0')) return false
    if (Array.isArray(value)) values[index] = value.filter(text => !String(text).includes('\0'))
  }
  return true
}

export function readsOn(hold: Hold, onStatement: (sql: string) => void): Reads {
  const run = async <Row>(statement: Statement<Row>): Promise<Row[]> => {
    const pgQuery = toPgQuery(compileFor('postgres', statement))
    onStatement(pgQuery.text)
    if (!dropUnmatchable(pgQuery.values)) return []
    const held = await hold()
    try {
      const { rows } = await held.client.query<Row & pg.QueryResultRow>(pgQuery)
      held.release()
      return rows
    } catch (error) {
      held.release(true)
      return toRefusal(fromDriver(error))
    }
  }
  return {
    isBlocking: false,
    all: run,
    first: async statement => (await run(statement))[0],
    each: async (statement, onRow) => {
      const pgQuery = toPgQuery(compileFor('postgres', statement))
      onStatement(pgQuery.text)
      if (!dropUnmatchable(pgQuery.values)) return
      const held = await hold()
      try {
        held.release(await eachRow(held.client, pgQuery, onRow))
      } catch (error) {
        held.release(true)
        toRefusal(error)
      }
    },
  }
}

/** The maximum that is read and discarded after `onRow` has stopped. If more is in flight, a new connection is cheaper. */
const drainedCharactersMax = 4 * 1024 * 1024

/**
 * Streams rows without storing them. Resolves to true if the connection has more pending data than is worth draining.
 */
function eachRow<Row>(
  client: pg.PoolClient,
  pgQuery: PgQuery,
  onRow: (row: Row) => typeof stop | undefined,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    let failed: { readonly error: unknown } | null = null
    let wanted = true
    let drained = 0
    // Errors are taken from the callback only. For its time limit pg adds a callback if there is none, and then emits no
    // error event.
    const query = new pg.Query(pgQuery, error => {
      if (error) reject(fromDriver(error))
      else if (failed === null) resolve(false)
      else reject(failed.error)
    })
    query.on('row', (row: unknown, result) => {
      // With a callback pg collects the rows, so they are dropped.
      if (result) result.rows.length = 0
      if (!wanted) {
        drained += sizeOf(row)
        if (drained > drainedCharactersMax) resolve(true)
        return
      }
      try {
        wanted = onRow(row as Row) !== stop
      } catch (error) {
        wanted = false
        failed = { error }
      }
    })
    client.query(query)
  })
}

function sizeOf(row: unknown): number {
  let size = 0
  for (const value of Object.values(row as object)) if (typeof value === 'string') size += value.length
  return size
}

/** Limits idle transactions, because the server retains old row versions for them. */
const begin = `begin isolation level repeatable read, read only; set local idle_in_transaction_session_timeout = '60s'; ${planAlongIndexes}`

/** Returns the setting. Ids are letters and digits, so nothing needs escaping. */
function enter(space: SpaceId): string {
  if (!/^[\dA-Za-z]+$/.test(space)) throw new Error('A space id has letters and digits only.')
  return `set local ${spaceSetting} = '${space}'`
}

export async function snapshot<Result>(
  pool: ConnectionPool,
  onStatement: (sql: string) => void,
  space: SpaceId,
  work: (reads: Reads) => Promise<Result>,
): Promise<Result> {
  const connection = new SnapshotConnection(pool, `${begin}; ${enter(space)}`)
  try {
    return await work(readsOn(() => connection.hold(), onStatement))
  } finally {
    await connection.end()
  }
}

class SnapshotConnection {
  readonly #pool: ConnectionPool
  readonly #begin: string
  #held: PinnedConnection | null = null

  constructor(pool: ConnectionPool, begin: string) {
    this.#pool = pool
    this.#begin = begin
  }

  /**
   * Returns the same connection for each statement. A connection that was closed because too many rows were pending is
   * replaced, and later statements see a newer state. They only measure the size of a response that is refused anyway.
   */
  async hold(): Promise<PinnedConnection> {
    if (this.#held) return this.#held
    const client = await this.#pool.connect()
    const held: PinnedConnection = {
      client,
      release: broken => {
        if (!broken || this.#held !== held) return
        this.#held = null
        client.release(true)
      },
    }
    this.#held = held
    try {
      await client.query(this.#begin)
    } catch (error) {
      held.release(true)
      toRefusal(fromDriver(error))
    }
    return held
  }

  async end(): Promise<void> {
    const held = this.#held
    this.#held = null
    try {
      await held?.client.query('commit')
      held?.client.release()
    } catch {
      held?.client.release(true)
    }
  }
}
