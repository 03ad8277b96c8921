// This node among others on the same database: what holds of each space, by the protocol of ../freshness.
import { randomUUID } from 'node:crypto'
import { channel } from '../announce.ts'
import { Freshness } from '../freshness/freshness.ts'
import type { Answer, Known, Versions } from '../freshness/known-spaces.ts'
import { readNotice } from '../freshness/notice.ts'
import type { VersionSource } from '../versions.ts'
import { refuseInWords } from './failures.ts'
import { Listener } from './listener.ts'
import { BoundedPool } from './pools.ts'

/** Two: one that is cut off must not be waited for by the next question. */
const connectionsMax = 2
const askTimeoutMs = 1000

interface NodeOptions {
  readonly url: string
  readonly staleMs: number
  readonly onState?: ((state: 'fresh' | 'away', reason?: unknown) => void) | undefined
}

interface Row {
  readonly history: string
  readonly spaces: readonly (Versions & { readonly id: string })[] | null
}

/**
 * The write-ahead log's timeline is another after a failover, which may have lost what was known. A standby has no
 * position of its own to tell, and refuses.
 */
const question = `
  select substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8) as history, (
    select json_agg(json_build_object('id', space.id, 'revision', space.revision, 'keys', coalesce(key_revision.revision, 0)))
    from space left join key_revision on key_revision.space = space.id
    where space.id = any($1::text[])
  ) as spaces`

/** Nothing is asked and nobody listens before the first space is wanted: a command needs neither. */
export class Nodes implements VersionSource {
  readonly #options: NodeOptions
  readonly #pool: BoundedPool
  readonly #freshness: Freshness
  readonly #beats = `frontlist_${randomUUID().replaceAll('-', '')}`
  #listener: Listener | null = null

  constructor(options: NodeOptions) {
    this.#options = options
    this.#pool = new BoundedPool({
      url: options.url,
      name: 'watch',
      max: connectionsMax,
      statementTimeoutMs: askTimeoutMs,
    })
    this.#freshness = new Freshness({
      clock: () => performance.now(),
      schedule: (ms, work) => {
        const timer = setTimeout(work, ms)
        return () => clearTimeout(timer)
      },
      ask: (spaces, beat) => this.#ask(spaces, beat),
      staleMs: options.staleMs,
      onSilentListener: () => this.#listener?.renew(),
      ...(options.onState && { onState: options.onState }),
    })
  }

  current(space: string): Known | null {
    return this.#freshness.current(space)
  }

  of(space: string): Promise<Known | null> {
    this.#listener ??= new Listener(this.#options.url, [channel, this.#beats], {
      onListening: () => this.#freshness.listening(),
      onLost: () => this.#freshness.lost(),
      onNotification: (name, payload) => this.#hear(name, payload),
    })
    return this.#freshness.versionsOf(space)
  }

  observe(space: string, versions: Versions): void {
    this.#freshness.observe(space, versions)
  }

  async close(): Promise<void> {
    this.#freshness.close()
    await this.#listener?.close()
    await this.#pool.end()
  }

  #hear(name: string, payload: string): void {
    if (name === this.#beats) {
      this.#freshness.heard(Number(payload))
      return
    }
    const notice = readNotice(payload)
    if (notice) this.#freshness.observe(notice.space, notice.versions)
  }

  async #ask(spaces: readonly string[], beat: number | null): Promise<Answer> {
    const beating = beat === null ? '' : ', pg_notify($2, $3)'
    const values = [spaces, ...(beat === null ? [] : [this.#beats, String(beat)])]
    const client = await this.#pool.connect()
    try {
      const text = `${question}${beating}`
      const { rows } = await client.query<Row>({ text, values, name: `frontlist_watch_${values.length}` })
      client.release()
      const [row] = rows
      return {
        spaces: new Map((row?.spaces ?? []).map(({ id, revision, keys }) => [id, { revision, keys }])),
        history: row?.history,
      }
    } catch (error) {
      client.release(true)
      return refuseInWords(error)
    }
  }
}
