// Runs all reads of one request in a consistent snapshot: a read-only transaction on its own connection.
import type { SpaceId } from '../../base/ids.ts'
import type { Reads } from '../database.ts'
import { spaceSetting } from '../enter-space.ts'
import { fromDriver, toRefusal } from './failures.ts'
import { planAlongIndexes } from './planning.ts'
import type { ConnectionPool } from './pools.ts'
import { type PinnedConnection, readsOn } from './reads.ts'

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
