// Copies of the database that follow it, asked for content in place of the primary. One that has not reached the
// revision that this node knows of is not asked, so that whoever has seen a change goes on seeing it.
import { sql } from 'kysely'
import { Refusal } from '../../base/errors.ts'
import type { SpaceId } from '../../base/ids.ts'
import { query, type Reads } from '../database.ts'
import { prepare } from '../prepare.ts'
import { isAheadOfSchema } from './failures.ts'
import { BoundedPool, endOnServer } from './pools.ts'
import { snapshot } from './snapshot.ts'

const connectionsMax = 10
const statementTimeoutMs = 10_000
/** For how long one that did not answer is left alone. */
const restMs = 2000

/** A standby tells which timeline it has replayed; a server that is none tells 0, and is no replica. */
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
  restsUntil: number
}

interface RequiredState {
  readonly space: SpaceId
  /** The least that the replica must have reached. */
  readonly revision: number
  /** Of the primary: on another one the same revision may be another content, which a failover has lost. */
  readonly timeline: number
}

export class Replicas {
  readonly #replicas: readonly Replica[]
  readonly #onStatement: (sql: string) => void
  #turn = 0

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
      restsUntil: 0,
    }))
  }

  /** Null where no replica could: the primary is to be asked, and `work` has had no effect but on itself. */
  async snapshot<Result>(
    { space, revision, timeline }: RequiredState,
    work: (reads: Reads) => Promise<Result>,
  ): Promise<{ readonly result: Result } | null> {
    const replica = this.#next()
    if (replica === null) return null
    try {
      return await snapshot(replica.pool, this.#onStatement, space, async reads => {
        const reached = await reads.first(stateOf({ space }))
        if (!reached || reached.revision < revision || reached.timeline !== timeline) return null
        return { result: await work(reads) }
      })
    } catch (error) {
      // Away, out of connections, made to give up its snapshot to go on following, or still without the migrations.
      const unavailable = error instanceof Refusal && error.code === 'unavailable'
      if (!unavailable && !isAheadOfSchema(error)) throw error
      replica.restsUntil = performance.now() + restMs
      return null
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#replicas.map(({ pool }) => pool.end()))
  }

  #next(): Replica | null {
    const now = performance.now()
    for (let tried = 0; tried < this.#replicas.length; tried++) {
      this.#turn = (this.#turn + 1) % this.#replicas.length
      const replica = this.#replicas[this.#turn]
      if (replica && replica.restsUntil <= now) return replica
    }
    return null
  }
}
