// What nodes cost their primary: the inputs of docs/scaling.md, measured on a PostgreSQL that syncs to disk as in
// production, started for this.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSpace, getSpaceBySlug } from '../src/accounts/spaces/spaces.service.ts'
import { publish, unpublish } from '../src/authoring/entries/publish.service.ts'
import { systemClock } from '../src/base/clock.ts'
import { systemRandom } from '../src/base/ids.ts'
import type { Database } from '../src/database/database.ts'
import { openPostgres } from '../src/database/postgres/postgres.ts'
import { createKey } from '../src/keys/keys.service.ts'
import { type Cluster, startCluster } from '../test/kit/cluster/cluster.ts'
import { createOwnDatabase } from '../test/kit/cluster/nodes.ts'
import { runSql } from '../test/kit/database/postgres-databases.ts'
import { slugOf } from './growth-posts.ts'
import { getWhenAvailable } from './growth-requests.ts'
import { cpuNanoseconds } from './process-figures.ts'
import { type Frontlist, frontlistIn, startLoad } from './processes.ts'
import { listTarget, uncheckedRequest } from './requests.ts'
import { rounded } from './results.ts'
import { note } from './run-program.ts'
import type { Workplace } from './workplace.ts'

/** CPU times of the primary. */
export interface PrimaryCosts {
  readonly postgres: string
  readonly publish: { readonly p50Ms: number; readonly p99Ms: number; readonly cpuMs: number }
  /** Of the first page of twenty posts. */
  readonly readCpuMs: number
  /** A node without requests, by the spaces that it has served right before: its polls and heartbeats. */
  readonly watch: readonly { readonly spaces: number; readonly cpuMsPerSecond: number }[]
}

export interface Primary {
  readonly cluster: Cluster
  readonly url: string
  readonly database: Database
  readonly frontlist: Frontlist
}

const settleMs = 1000

/** The settings of a Frontlist on a database of the primary. */
export function primarySettings(url: string): Readonly<Record<string, string>> {
  return { DATABASE_URL: url, FRONTLIST_SECRET: 'a secret of the benchmark, long enough to be one' }
}

export async function withPrimary(
  workplace: Workplace,
  work: (primary: Primary) => Promise<void>,
): Promise<void> {
  const settings = { shared_buffers: '256MB', max_wal_size: '2GB' }
  const cluster = await startCluster({ durable: true, settings })
  try {
    // Not a superuser, who would bypass row level security.
    const url = await createOwnDatabase(cluster)
    const frontlist = frontlistIn(workplace, { settings: primarySettings(url) })
    const database = openPostgres(url)
    try {
      await database.migrate()
      await work({ cluster, url, database, frontlist })
    } finally {
      await database.close()
    }
  } finally {
    // The nodes must end before their database.
    await workplace.close()
    await cluster.remove()
  }
}

/** `slug` and `key`: of a space with posts. */
export async function measurePrimary(
  primary: Primary,
  { slug, key }: { readonly slug: string; readonly key: string },
  isQuick: boolean,
  workplace: Workplace,
): Promise<PrimaryCosts> {
  note('What nodes cost their primary')
  const [server] = await primary.cluster.run<{ server_version: string }>('show server_version')
  return {
    postgres: server?.server_version ?? '',
    readCpuMs: await measureReads(primary, key, isQuick ? 0.2 : 2.5, workplace),
    publish: await measurePublishes(primary, slug, isQuick ? 2 : 100),
    watch: isQuick ? await measureWatch(primary, [2], 0.3) : await measureWatch(primary, [1, 100, 1000], 5),
  }
}

async function measureReads(
  { cluster, frontlist }: Primary,
  key: string,
  seconds: number,
  workplace: Workplace,
): Promise<number> {
  const node = await frontlist.serve({ CACHE_BYTES: '0' })
  const load = startLoad(workplace)
  // One at a time: requests at the same time share a build.
  const order = { url: node.url, connections: 1, requests: [uncheckedRequest(key, listTarget({}))], seconds }
  await load.round(order)
  const cpuMs = watchPrimaryCpu(cluster)
  const { requests } = await load.round(order)
  const each = cpuMs() / requests
  await node.stop()
  return rounded(each, 3)
}

/** For one entry that is not live. Unpublishing it in between costs about as much. */
async function measurePublishes(
  { database, cluster }: Primary,
  slug: string,
  rounds: number,
): Promise<PrimaryCosts['publish']> {
  const { id: space } = await getSpaceBySlug(database.reads, slug)
  const path = [`posts/${slugOf(1)}`]
  const took: number[] = []
  const cpuMs = watchPrimaryCpu(cluster)
  for (let round = 0; round < rounds; round++) {
    await unpublish(database, space, path, systemClock)
    const started = performance.now()
    await publish(database, space, path, Date.now)
    took.push(performance.now() - started)
  }
  const sorted = took.toSorted((a, b) => a - b)
  const [p50Ms, p99Ms] = [0.5, 0.99].map(part => rounded(sorted[Math.floor(rounds * part)]!, 3))
  return { p50Ms: p50Ms!, p99Ms: p99Ms!, cpuMs: rounded(cpuMs() / (2 * rounds), 3) }
}

async function measureWatch(
  { url, database, cluster, frontlist }: Primary,
  sizes: readonly number[],
  seconds: number,
): Promise<PrimaryCosts['watch']> {
  const keys = await createSpaces(database, Math.max(...sizes))
  // The server does this by itself within a minute.
  await runSql(url, 'vacuum analyze space, key_revision')
  const measure = async () => {
    await Bun.sleep(settleMs)
    const cpuMs = watchPrimaryCpu(cluster)
    await Bun.sleep(seconds * 1000)
    return cpuMs() / seconds
  }
  // The load of the primary itself and of this process' own connections.
  const background = await measure()
  const results = []
  for (const spaces of sizes) {
    const node = await frontlist.serve()
    for (const key of keys.slice(0, spaces)) await getWhenAvailable(node, key, 'none/none', 404)
    results.push({ spaces, cpuMsPerSecond: rounded(Math.max(0.001, (await measure()) - background), 3) })
    await node.stop()
  }
  return results
}

/** One API key per space. */
function createSpaces(database: Database, count: number): Promise<string[]> {
  const parts = { clock: systemClock, random: systemRandom }
  return database.transaction(async writes => {
    const keys: string[] = []
    for (let number = 0; number < count; number++) {
      const { id } = await createSpace(writes, parts, { slug: `watched-${number}`, name: 'Watched' })
      const wanted = { name: 'bench', expiresAt: null, createdBy: 'bench' }
      keys.push((await createKey(writes, parts, id, wanted)).key)
    }
    return keys
  })
}

/** CPU milliseconds of all processes of the server since the call. */
function watchPrimaryCpu({ dataFolder }: Cluster): () => number {
  const [postmaster = ''] = readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8').split('\n')
  const read = () => {
    const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'latin1').trim()
    return new Map(children.split(' ').map(pid => [pid, cpuNanoseconds(pid)]))
  }
  const before = read()
  return () => {
    let used = 0
    for (const [pid, now] of read()) used += Math.max(0, now - (before.get(pid) ?? 0))
    return used / 1e6
  }
}
