// Uses read replicas for content instead of the primary. A replica behind the revision known to this node is skipped, so
// that a client that has seen a change keeps seeing it.
import { sql } from 'kysely'
import { Refusal } from '../../base/errors.ts'
import type { SpaceId } from '../../base/ids.ts'
import { prepare, query, type Reads } from '../database.ts'
import { isAheadOfSchema } from './failures.ts'
import { BoundedPool, endOnServer } from './pools.ts'
import { snapshot } from './reads.ts'

const connectionsMax = 10
const statementTimeoutMs = 10_000
/** The milliseconds for which a replica is skipped after a failure. */
const skipMs = 2000

/** A standby reports the timeline it has replayed; a server that is not a standby reports 0 and is not used. */
const stateOf = prepare(({ space }: { space: SpaceId }) =>
  query
    .selectFrom('space')
    .select([
      'revision',
      sql<number>`(select min_recovery_end_timeline from pg_control_recovery())`.as('timeline'),
    ])
    .where('id', '=', space),
)

interface Replica {
  readonly pool: BoundedPool
  skippedUntil: number
}

interface RequiredState {
  readonly space: SpaceId
  /** The lowest acceptable revision. */
  readonly revision: number
  /** The primary's timeline. On another timeline the same revision may be other content, lost in a failover. */
  readonly timeline: number
}

export class Replicas {
  readonly #replicas: readonly Replica[]
  readonly #onStatement: (sql: string) => void
  #lastIndex = 0

  constructor(urls: readonly string[], onStatement: (sql: string) => void) {
    this.#onStatement = onStatement
    this.#replicas = urls.map(url => ({
      pool: new BoundedPool({
        url,
        name: 'replica',
        max: connectionsMax,
        statementTimeoutMs,
        settings: endOnServer(statementTimeoutMs),
      }),
      skippedUntil: 0,
    }))
  }

  /** Returns null if no replica was usable. Use the primary then; `work` has had no side effects. */
  async snapshot<Result>(
    { space, revision, timeline }: RequiredState,
    work: (reads: Reads) => Promise<Result>,
  ): Promise<{ readonly result: Result } | null> {
    const replica = this.#next()
    if (replica === null) return null
    try {
      return await snapshot(replica.pool, this.#onStatement, space, async reads => {
        const state = await reads.first(stateOf({ space }))
        if (!state || state.revision < revision || state.timeline !== timeline) return null
        return { result: await work(reads) }
      })
    } catch (error) {
      // The replica is unavailable, out of connections, canceled by replication (recovery conflict), or not migrated yet.
      const unavailable = error instanceof Refusal && error.code === 'unavailable'
      if (!unavailable && !isAheadOfSchema(error)) throw error
      replica.skippedUntil = performance.now() + skipMs
      return null
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#replicas.map(({ pool }) => pool.end()))
  }

  #next(): Replica | null {
    const now = performance.now()
    for (let tried = 0; tried < this.#replicas.length; tried++) {
      this.#lastIndex = (this.#lastIndex + 1) % this.#replicas.length
      const replica = this.#replicas[this.#lastIndex]
      if (replica && replica.skippedUntil <= now) return replica
    }
    return null
  }
}
