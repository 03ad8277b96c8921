// A pool of connections that one database handle uses after another: it ends for a handle, and stays for the next.
import type pg from 'pg'
import type { ConnectionPool } from '../../../src/database/postgres/pools.ts'

export class LentPool implements ConnectionPool {
  readonly #pool: ConnectionPool
  readonly #onEnd: () => void
  #inUse = 0
  #ending: (() => void) | null = null
  #ended: Promise<void> | null = null

  /** `onEnd` is called when the handle uses no connection any more. */
  constructor(pool: ConnectionPool, onEnd: () => void) {
    this.#pool = pool
    this.#onEnd = onEnd
  }

  async connect(): Promise<pg.PoolClient> {
    if (this.#ended) throw new Error('Cannot use a pool after calling end on the pool')
    this.#inUse++
    try {
      const client = await this.#pool.connect()
      const release = client.release.bind(client)
      client.release = broken => {
        release(broken)
        this.#leave()
      }
      return client
    } catch (error) {
      this.#leave()
      throw error
    }
  }

  renew(listExecuting: Parameters<ConnectionPool['renew']>[0]): void {
    this.#pool.renew(listExecuting)
  }

  end(): Promise<void> {
    this.#ended ??= new Promise<void>(resolve => {
      this.#ending = resolve
      this.#settle()
    }).then(this.#onEnd)
    return this.#ended
  }

  #leave(): void {
    this.#inUse--
    this.#settle()
  }

  #settle(): void {
    if (this.#inUse === 0) this.#ending?.()
  }
}
