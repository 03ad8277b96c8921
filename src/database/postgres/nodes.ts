// This node among others on the same database: what holds of each space, by the protocol of ../freshness.
import { randomUUID } from 'node:crypto'
import { LeaseKeeper } from '../lease/freshness.ts'
import type { CountersResponse, SpaceCounters, SpaceVersion } from '../lease/known-spaces.ts'
import { parseNotification } from '../lease/notice.ts'
import { steadyClock } from '../lease/steady-clock.ts'
import { channel } from '../notify-change.ts'
import type { VersionSource } from '../versions.ts'
import { fromDriver, toRefusal } from './failures.ts'
import { Listener } from './listener.ts'
import { BoundedPool } from './pools.ts'

/** Two: one that is cut off must not be waited for by the next question. */
const connectionsMax = 2
const askTimeoutMs = 1000
/** The first that is heard of a space may come from a database, or to a node, that has much to do. */
const firstAnswerMs = 2000

/**
 * A beat is an announcement: it is in line behind a commit that waits for its standby, and no statement timeout counts
 * there. It waits for no standby itself, or it would hold up the others.
 */
const beatSettings = `set lock_timeout = ${askTimeoutMs}; set synchronous_commit = off`

interface NodeVersionsOptions {
  readonly url: string
  readonly staleMs: number
  /** Goes on while the machine is suspended, as a monotonic clock does not. */
  readonly wallClock: () => number
  readonly onState?: ((state: 'fresh' | 'away', reason?: unknown) => void) | undefined
}

interface Row {
  readonly timeline: number
  readonly made: number
  readonly spaces: readonly (SpaceCounters & { readonly id: string })[] | null
}

/**
 * The write-ahead log's timeline is another after a failover, which may have lost what was known; the table's number
 * is another after a restore into the same server. A standby has no position of its own to tell, and refuses.
 */
const question = `
  select ('x' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8))::bit(32)::int as timeline,
    'space'::regclass::oid::int8 as made, (
    select json_agg(json_build_object('id', space.id, 'revision', space.revision, 'keys', coalesce(key_revision.revision, 0)))
    from space left join key_revision on key_revision.space = space.id
    where space.id = any($1::text[])
  ) as spaces`

/** Nothing is asked and nobody listens before the first space is wanted: a command needs neither. */
export class NodeVersions implements VersionSource {
  readonly #options: NodeVersionsOptions
  readonly #pool: BoundedPool
  readonly #beatPool: BoundedPool
  readonly #freshness: LeaseKeeper
  readonly #beats = `frontlist_${randomUUID().replaceAll('-', '')}`
  #listener: Listener | null = null
  #timeline: number | null = null
  /** The newest question, until it is answered, however late, or fails. */
  #onItsWay: Promise<unknown> | null = null

  constructor(options: NodeVersionsOptions) {
    this.#options = options
    const pool = { url: options.url, statementTimeoutMs: askTimeoutMs, connectTimeoutMs: askTimeoutMs }
    this.#pool = new BoundedPool({ ...pool, name: 'watch', max: connectionsMax })
    this.#beatPool = new BoundedPool({ ...pool, name: 'beat', max: 1, settings: beatSettings })
    this.#freshness = new LeaseKeeper({
      clock: steadyClock(() => performance.now(), options.wallClock),
      schedule: (ms, work) => {
        const timer = setTimeout(work, ms)
        return () => clearTimeout(timer)
      },
      ask: spaces => {
        const answer = this.#ask(spaces)
        const settled: Promise<unknown> = answer
          .catch(() => {})
          .then(() => {
            if (this.#onItsWay === settled) this.#onItsWay = null
          })
        this.#onItsWay = settled
        return answer
      },
      beat: beat => this.#beat(beat),
      staleMs: options.staleMs,
      onSilentListener: () => this.#listener?.renew(),
      ...(options.onState && { onState: options.onState }),
    })
  }

  /** Of the primary's write-ahead log, as it was last told. */
  get timeline(): number | null {
    return this.#timeline
  }

  current(space: string): SpaceVersion | null {
    return this.#freshness.current(space)
  }

  async of(space: string): Promise<SpaceVersion | null> {
    this.#listener ??= new Listener(this.#options.url, [channel, this.#beats], {
      onListening: () => this.#freshness.onListening(),
      onLost: () => this.#freshness.onListenerLost(),
      onNotification: (name, payload) => this.#hear(name, payload),
    })
    try {
      return await this.#freshness.getVersion(space)
    } catch (error) {
      // Whoever knows nothing of it has no choice but to wait, where an answer is still on its way.
      if (this.#onItsWay === null || this.#freshness.current(space) !== null) throw error
      await Promise.race([this.#onItsWay, Bun.sleep(firstAnswerMs)])
      return this.#freshness.getVersion(space)
    }
  }

  observe(space: string, versions: SpaceCounters): void {
    this.#freshness.observe(space, versions)
  }

  async close(): Promise<void> {
    this.#freshness.close()
    await this.#listener?.close()
    await Promise.all([this.#pool.end(), this.#beatPool.end()])
  }

  #hear(name: string, payload: string): void {
    if (name === this.#beats) {
      this.#freshness.onHeartbeat(Number(payload))
      return
    }
    const notice = parseNotification(payload)
    if (notice) this.#freshness.observe(notice.space, notice.versions)
  }

  async #ask(spaces: readonly string[]): Promise<CountersResponse> {
    const [row] = await this.#run<Row>(this.#pool, question, [spaces])
    this.#timeline = row?.timeline ?? null
    return {
      spaces: new Map((row?.spaces ?? []).map(({ id, revision, keys }) => [id, { revision, keys }])),
      history: `${row?.timeline} ${row?.made}`,
    }
  }

  /** Whoever announces waits for the announcement before, which may wait for its standby: not on a question's way. */
  async #beat(beat: number): Promise<void> {
    await this.#run(this.#beatPool, 'select pg_notify($1, $2)', [this.#beats, String(beat)])
  }

  async #run<Result extends object>(pool: BoundedPool, text: string, values: unknown[]): Promise<Result[]> {
    const client = await pool.connect()
    try {
      const { rows } = await client.query<Result>({ text, values, name: `frontlist_watch_${values.length}` })
      client.release()
      return rows
    } catch (error) {
      client.release(true)
      return toRefusal(fromDriver(error))
    }
  }
}
