// Provides the current versions of each space to a node of a cluster on one database, by the protocol in ../lease.
import { randomUUID } from 'node:crypto'
import { LeaseKeeper, steadyClock } from '../lease/lease-keeper.ts'
import type { CountersResponse } from '../lease/space-leases.ts'
import { channel, parseNotification } from '../notify-change.ts'
import type { SpaceCounters, SpaceVersion, VersionSource } from '../space-versions.ts'
import { fromDriver, toRefusal } from './failures.ts'
import { Listener } from './listener.ts'
import type { ConnectionPool } from './pools.ts'

interface NodeVersionsOptions {
  readonly url: string
  readonly pools: { readonly watch: ConnectionPool; readonly heartbeat: ConnectionPool }
  readonly staleMs: number
  /** The maximum wait for the first query of a space, because the database or the node may be under load. */
  readonly firstResponseMs: number
  /** Returns a time that advances while the machine is suspended, unlike a monotonic clock. */
  readonly wallClock: () => number
  readonly onState?: ((state: 'fresh' | 'away', reason?: unknown) => void) | undefined
}

interface Row {
  readonly timeline: number
  readonly made: number
  readonly spaces: readonly (SpaceCounters & { readonly id: string })[] | null
}

/**
 * The query detects a changed history. The timeline of the write-ahead log changes with a failover, which may have lost
 * commits; the table's OID changes with a restore into the same server. A standby has no insert position and raises an
 * error.
 */
const countersQuery = `
  select ('x' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8))::bit(32)::int as timeline,
    'space'::regclass::oid::int8 as made, (
    select json_agg(json_build_object('id', space.id, 'revision', space.revision, 'keys', coalesce(key_revision.revision, 0)))
    from space left join key_revision on key_revision.space = space.id
    where space.id = any($1::text[])
  ) as spaces`

/** Starts querying and listening with the first space, because CLI commands need neither. */
export class NodeVersions implements VersionSource {
  readonly #options: NodeVersionsOptions
  readonly #leases: LeaseKeeper
  readonly #heartbeatChannel = `frontlist_${randomUUID().replaceAll('-', '')}`
  #listener: Listener | null = null
  #timeline: number | null = null
  /** The newest query until it fails or succeeds, even if late. */
  #pendingQuery: Promise<unknown> | null = null

  constructor(options: NodeVersionsOptions) {
    this.#options = options
    this.#leases = new LeaseKeeper({
      clock: steadyClock(() => performance.now(), options.wallClock),
      schedule: (ms, work) => {
        const timer = setTimeout(work, ms)
        return () => clearTimeout(timer)
      },
      ask: spaces => {
        const response = this.#queryCounters(spaces)
        const settled: Promise<unknown> = response
          .catch(() => {})
          .then(() => {
            if (this.#pendingQuery === settled) this.#pendingQuery = null
          })
        this.#pendingQuery = settled
        return response
      },
      heartbeat: heartbeat => this.#sendHeartbeat(heartbeat),
      staleMs: options.staleMs,
      onSilentListener: () => this.#listener?.renew(),
      ...(options.onState && { onState: options.onState }),
    })
  }

  /** The timeline of the primary's write-ahead log, as of the last response. */
  get timeline(): number | null {
    return this.#timeline
  }

  current(space: string): SpaceVersion | null {
    return this.#leases.current(space)
  }

  async of(space: string): Promise<SpaceVersion | null> {
    this.#listener ??= new Listener(this.#options.url, [channel, this.#heartbeatChannel], {
      onListening: () => this.#leases.onListening(),
      onLost: () => this.#leases.onListenerLost(),
      onNotification: (name, payload) => this.#hear(name, payload),
    })
    try {
      return await this.#leases.getVersion(space)
    } catch (error) {
      // The first request for a space has nothing cached, so it waits if a response is still pending.
      if (this.#pendingQuery === null || this.#leases.current(space) !== null) throw error
      await Promise.race([this.#pendingQuery, Bun.sleep(this.#options.firstResponseMs)])
      return this.#leases.getVersion(space)
    }
  }

  observe(space: string, versions: SpaceCounters): void {
    this.#leases.observe(space, versions)
  }

  async close(): Promise<void> {
    this.#leases.close()
    await this.#listener?.close()
    const { watch, heartbeat } = this.#options.pools
    await Promise.all([watch.end(), heartbeat.end()])
  }

  #hear(name: string, payload: string): void {
    if (name === this.#heartbeatChannel) {
      this.#leases.onHeartbeat(Number(payload))
      return
    }
    const notification = parseNotification(payload)
    if (notification) this.#leases.observe(notification.space, notification.versions)
  }

  async #queryCounters(spaces: readonly string[]): Promise<CountersResponse> {
    const [row] = await this.#run<Row>(this.#options.pools.watch, countersQuery, [spaces])
    this.#timeline = row?.timeline ?? null
    return {
      spaces: new Map((row?.spaces ?? []).map(({ id, revision, keys }) => [id, { revision, keys }])),
      history: `${row?.timeline} ${row?.made}`,
    }
  }

  /** A NOTIFY waits for earlier ones, which may wait for their standby, so it uses another connection than queries. */
  async #sendHeartbeat(heartbeat: number): Promise<void> {
    await this.#run(this.#options.pools.heartbeat, 'select pg_notify($1, $2)', [
      this.#heartbeatChannel,
      String(heartbeat),
    ])
  }

  async #run<Result extends object>(
    pool: ConnectionPool,
    text: string,
    values: unknown[],
  ): Promise<Result[]> {
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
