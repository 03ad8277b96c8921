// A node reading from a replica with a two-second replay delay, while content changes: measures the share of reads
// that the replica takes, and checks that no response is stale. The node runs in this process, so that each of its
// reads can be counted.
import { type Database, query } from '../../src/database/database.ts'
import { openPostgres } from '../../src/database/postgres/postgres.ts'
import { serveWith } from '../kit/app/serve-with.ts'
import { createSpaceIn, type TestSpace } from '../kit/app/test-space.ts'
import { startCluster } from '../kit/cluster/cluster.ts'
import { addStandby } from '../kit/cluster/standby.ts'
import { comesTrue } from '../kit/until.ts'
import { createNotes } from './notes.ts'
import { Poller, type PollResult, tally } from './poller.ts'
import type { Findings } from './runner.ts'

const readEveryMs = 20
/** For a change by another node. A node's own change takes effect without delay. */
const staleMsMax = 1000
const catchUpMs = 60_000
const cacheBytes = 16 * 1024 * 1024
const notes = 200
const changed = 'note-0'

const isStandby = query.selectNoFrom(({ fn }) => fn<boolean>('pg_is_in_recovery').as('is'))

export interface ReplicaFixture {
  /** The node that reads from the replica. */
  readonly space: TestSpace
  /** Another node, without a replica. */
  readonly other: Database
  /** Content reads since the previous call. */
  takeCounts(): { readonly replica: number; readonly primary: number }
  /** Waits until the replica has caught up. */
  catchUp(): Promise<void>
  remove(): Promise<void>
}

export interface FixtureOptions {
  readonly lagMs: number
  /** What the node requires of the replica; a test lets it require too little. */
  readonly toRevision?: (revision: number | undefined) => number | undefined
}

export async function startReplicaFixture({
  lagMs,
  toRevision = revision => revision,
}: FixtureOptions): Promise<ReplicaFixture> {
  const cleaning: (() => Promise<void>)[] = []
  const remove = async () => {
    for (const step of cleaning.splice(0).reverse()) await step()
  }
  try {
    const primary = await startCluster()
    cleaning.push(() => primary.remove())
    const standby = await addStandby(primary)
    cleaning.push(() => standby.remove())
    const url = await primary.createDatabase()
    const replicaUrl = standby.url(new URL(url).pathname.slice(1))
    const database = openPostgres(url, { replicaUrls: [replicaUrl] })
    cleaning.push(() => database.close())
    const other = openPostgres(url)
    cleaning.push(() => other.close())
    await database.migrate()
    let counts = { replica: 0, primary: 0 }
    const counting: Database = {
      ...database,
      snapshot: (space, work, revision) =>
        database.snapshot(
          space,
          async reads => {
            const result = await work(reads)
            counts[(await reads.first(isStandby))?.is ? 'replica' : 'primary'] += 1
            return result
          },
          toRevision(revision),
        ),
    }
    const made = await createSpaceIn({ database: counting, url, statements: [] }, 'main', {
      records: createNotes(notes),
    })
    await standby.run(`alter system set recovery_min_apply_delay = '${lagMs}ms'`)
    await standby.run('select pg_reload_conf()')
    const position = async () =>
      (await primary.run<{ at: string }>('select pg_current_wal_lsn() as at'))[0]!.at
    return {
      space: made,
      other,
      takeCounts: () => {
        const taken = counts
        counts = { replica: 0, primary: 0 }
        return taken
      },
      catchUp: async () => {
        const replayed = `select 1 where pg_last_wal_replay_lsn() >= '${await position()}'`
        if (await comesTrue(async () => (await standby.run(replayed)).length > 0, catchUpMs)) return
        throw new Error('The replica does not catch up.')
      },
      remove,
    }
  } catch (error) {
    await remove()
    throw error
  }
}

export interface ReplicaCase {
  readonly title: string
  /** Pause between two changes; null: no changes. */
  readonly changeEveryMs: number | null
  readonly isCached: boolean
}

interface Change {
  readonly number: number
  readonly madeAt: number
  readonly byOther: boolean
}

let changes = 0

export async function runReplicaCase(
  { space, other, takeCounts, catchUp }: ReplicaFixture,
  findings: Findings,
  { title, changeEveryMs, isCached }: ReplicaCase,
  milliseconds: number,
): Promise<void> {
  await catchUp()
  const node = serveWith(space, { cacheBytes: isCached ? cacheBytes : 0 })
  const read = (path: string) =>
    node.request(`/api/v1/public/content/${path}`, { headers: { Authorization: `Bearer ${space.key}` } })
  let turn = 0
  takeCounts()
  const readers = {
    entry: new Poller(() => read(`notes/${changed}`), readEveryMs),
    // Every page in turn, so that not all requests are cache hits.
    lists: new Poller(() => read(`notes?perPage=${1 + (++turn % notes)}`), readEveryMs),
  }
  const made: Change[] = []
  const endsAt = performance.now() + milliseconds
  while (performance.now() < endsAt) {
    const byOther = made.length % 2 === 1
    if (changeEveryMs !== null) made.push(await change(space, other, byOther))
    await Bun.sleep(Math.min(changeEveryMs ?? milliseconds, Math.max(0, endsAt - performance.now())))
  }
  const sent = [...(await readers.entry.stop()), ...(await readers.lists.stop())]
  const { replica, primary } = takeCounts()
  const share = Math.round((100 * replica) / Math.max(1, replica + primary))
  findings.say(
    `${title}: ${sent.length} requests, ${made.length} changes, ${replica + primary} reads, ${share} % by the replica`,
  )
  findings.claim(
    sent.every(({ status }) => status === 200),
    `${title}: every request is answered (${tally(sent)})`,
  )
  const stale = countStale(sent, made)
  findings.claim(stale === 0, `${title}: no response is stale (${stale})`)
  const backwards = countBackwards(sent)
  findings.claim(backwards === 0, `${title}: no response is older than one before it (${backwards})`)
}

async function change(space: TestSpace, other: Database, byOther: boolean): Promise<Change> {
  const number = ++changes
  const data = { text: `Change ${number}` }
  const record = { type: 'entry', collection: 'notes', id: changed, data, liveData: data } as const
  await space.import([record], byOther ? { database: other } : {})
  return { number, madeAt: performance.now(), byOther }
}

/** Responses that lack a change they must include. */
function countStale(sent: readonly PollResult[], made: readonly Change[]): number {
  return sent.filter(({ startedAt, text }) => {
    const seen = numberIn(text)
    return made.some(
      ({ number, madeAt, byOther }) => number > seen && madeAt + (byOther ? staleMsMax : 0) <= startedAt,
    )
  }).length
}

/** Responses that are older than one that completed before their request was sent. */
function countBackwards(sent: readonly PollResult[]): number {
  const ended = [...sent].sort((a, b) => a.endedAt - b.endedAt)
  const started = [...sent].sort((a, b) => a.startedAt - b.startedAt)
  let [newest, at, count] = [0, 0, 0]
  for (const { startedAt, text } of started) {
    for (; at < ended.length && ended[at]!.endedAt <= startedAt; at++) {
      newest = Math.max(newest, numberIn(ended[at]!.text))
    }
    if (numberIn(text) < newest) count += 1
  }
  return count
}

function numberIn(text: string): number {
  return Number(/Change (\d+)/.exec(text)?.[1] ?? 0)
}
