// Where the constants of scaling are measured: a PostgreSQL that writes to the disk as in earnest, commands and nodes
// as processes, and a handle on the same database in this process.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getSpaceBySlug } from '../../src/accounts/spaces.service.ts'
import type { SpaceId } from '../../src/base/ids.ts'
import type { Database } from '../../src/database/database.ts'
import { openPostgres } from '../../src/database/postgres/postgres.ts'
import { type Cluster, startCluster } from '../../test/kit/cluster.ts'
import { createOwnDatabase } from '../../test/kit/nodes.ts'
import { importEntries } from '../import-run.ts'
import { type Frontlist, frontlistIn, type ServerProcess } from '../programs.ts'
import type { Workplace } from '../workplace.ts'

export interface Sizes {
  readonly smallEntries: number
  readonly largeEntries: number
  readonly importEntries: number
  readonly answers: number
  readonly keys: number
  readonly publishes: number
  readonly polls: number
  readonly spaces: readonly number[]
  readonly samples: number
  readonly roundMs: number
}

export interface Stage {
  readonly workplace: Workplace
  readonly cluster: Cluster
  readonly url: string
  readonly database: Database
  /** Of every statement of `database` since the start. */
  readonly statements: string[]
  readonly frontlist: Frontlist
  readonly sizes: Sizes
  node(settings?: Readonly<Record<string, string>>): Promise<ServerProcess>
  /** Makes a space with so many posts; how long the import command took. */
  fill(slug: string, entries: number): Promise<{ space: SpaceId; key: string; seconds: number }>
  close(): Promise<void>
}

const secret = 'a secret of the benchmark, long enough to be one'

export async function setUp(workplace: Workplace, sizes: Sizes): Promise<Stage> {
  const cluster = await startCluster({
    durable: true,
    settings: { shared_buffers: '256MB', max_wal_size: '2GB' },
  })
  // Not by a superuser, whom row level security would not concern.
  const url = await createOwnDatabase(cluster)
  const statements: string[] = []
  const database = openPostgres(url, { onStatement: sql => void statements.push(sql) })
  const settings = { DATABASE_URL: url, FRONTLIST_SECRET: secret }
  const frontlist = frontlistIn(workplace, null, settings)
  await database.migrate()
  return {
    workplace,
    cluster,
    url,
    database,
    statements,
    frontlist,
    sizes,
    node: (more = {}) => frontlistIn(workplace, null, { ...settings, ...more }).serve(),
    fill: async (slug, entries) => {
      const filled = await importEntries(frontlist, entries, slug, workplace)
      const { id } = await getSpaceBySlug(database.reads, slug)
      return { space: id, key: filled.key, seconds: filled.import.seconds }
    },
    close: async () => {
      await database.close()
      await cluster.remove()
    },
  }
}

/** Milliseconds of processor time of one process, to the nanosecond: /proc/PID/stat counts hundredths of a second. */
export function cpuMsOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'latin1').split(' ')[0]) / 1e6
}

/**
 * A watch on the processor time of all processes of the server: the milliseconds since it was started. What a process
 * used that has ended since is not counted.
 */
export function watchPrimaryCpu({ cluster }: Stage): () => number {
  const postmaster = Number(readFileSync(join(cluster.dataFolder, 'postmaster.pid'), 'utf8').split('\n')[0])
  const before = cpuMsOfChildren(postmaster)
  return () => {
    let total = 0
    for (const [pid, ms] of cpuMsOfChildren(postmaster)) total += ms - (before.get(pid) ?? 0)
    return total
  }
}

function cpuMsOfChildren(parent: number): Map<number, number> {
  const found = new Map<number, number>()
  for (const name of readdirSync('/proc').filter(name => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'latin1')
      if (Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) !== parent) continue
      found.set(Number(name), cpuMsOf(Number(name)))
    } catch {}
  }
  return found
}

/** `work` for each item, so many at a time. */
export async function inParallel<Item>(
  items: readonly Item[],
  width: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = [...items].reverse()
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item)
    }),
  )
}
