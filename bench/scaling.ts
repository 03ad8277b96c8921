// Measures the inputs for docs/scaling.md: nodes as processes on a PostgreSQL that syncs to disk as in production.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSpace, getSpaceBySlug } from '../src/accounts/spaces.service.ts'
import { publish, unpublish } from '../src/authoring/publish.service.ts'
import { systemClock } from '../src/base/clock.ts'
import { systemRandom } from '../src/base/ids.ts'
import type { Database } from '../src/database/database.ts'
import { openPostgres } from '../src/database/postgres/postgres.ts'
import { createKey } from '../src/keys/keys.service.ts'
import { type Cluster, startCluster } from '../test/kit/cluster.ts'
import { createOwnDatabase } from '../test/kit/nodes.ts'
import { runSql } from '../test/kit/postgres-databases.ts'
import { importPosts, slugOf } from './growth-posts.ts'
import { get, measureGrowth } from './growth-requests.ts'
import type { Options } from './options.ts'
import { residentBytes, watchCpu } from './process-figures.ts'
import { type Frontlist, frontlistIn, type Load, type ServerProcess, startLoad } from './processes.ts'
import { listTarget, uncheckedRequest } from './requests.ts'
import { circumstances, percentile, rounded } from './results.ts'
import { note } from './run-program.ts'
import type { ScalingResults } from './scaling-report.ts'
import type { Workplace } from './workplace.ts'

interface Setup {
  readonly url: string
  readonly cluster: Cluster
  readonly database: Database
  readonly frontlist: Frontlist
  readonly load: Load
  readonly isQuick: boolean
}

const settleMs = 1000

export async function measureScaling(
  options: Options<'small' | 'entries' | 'samples'>,
  workplace: Workplace,
): Promise<ScalingResults> {
  const cluster = await startCluster({
    durable: true,
    settings: { shared_buffers: '256MB', max_wal_size: '2GB' },
  })
  try {
    // Not a superuser, who would bypass row level security.
    const url = await createOwnDatabase(cluster)
    const secret = 'a secret of the benchmark, long enough to be one'
    const database = openPostgres(url)
    try {
      await database.migrate()
      const settings = { DATABASE_URL: url, FRONTLIST_SECRET: secret }
      const frontlist = frontlistIn(workplace, { settings })
      const load = startLoad(workplace)
      const setup = { url, cluster, database, frontlist, load, isQuick: options.isQuick }
      return await measureAll(setup, options, workplace)
    } finally {
      await database.close()
    }
  } finally {
    // The nodes must end before their database.
    await workplace.close()
    await cluster.remove()
  }
}

async function measureAll(
  setup: Setup,
  options: Options<'small' | 'entries' | 'samples'>,
  workplace: Workplace,
): Promise<ScalingResults> {
  const { cluster, frontlist } = setup
  const { small, entries, samples } = options.numbers
  note('Importing')
  const { key } = await importPosts(frontlist, small, 'small', workplace)
  const large = await importPosts(frontlist, entries, 'large', workplace)
  note('Requests')
  const uncachedNode = await frontlist.serve({ CACHE_BYTES: '0' })
  const growth = await measureGrowth(uncachedNode, Math.min(samples, 50), [
    { key, entries: small },
    { key: large.key, entries },
  ])
  const cpuMicros = await measureReads(setup, uncachedNode, key)
  await uncachedNode.stop()
  note('Memory')
  const memory = await measureNodeMemory(setup, key)
  note('Publishes')
  const publishes = await measurePublishes(setup)
  note('Polls')
  const watch = await measureWatch(setup)
  const [server] = await cluster.run<{ server_version: string }>('show server_version')
  return {
    ...circumstances(),
    postgres: server?.server_version ?? '',
    entries: { small, large: entries },
    importPerSecond: large.import.entriesPerSecond,
    ...{ memory, publish: publishes, read: { cpuMicros }, watch, growth },
  }
}

/** The primary's CPU time for the first page of twenty posts, in microseconds. */
async function measureReads(setup: Setup, node: ServerProcess, key: string): Promise<number> {
  const seconds = setup.isQuick ? 0.2 : 2.5
  const order = { url: node.url, connections: 16, requests: [uncheckedRequest(key, listTarget({}))] }
  await setup.load.round({ ...order, seconds })
  const cpuSeconds = watchPrimaryCpu(setup.cluster)
  const { requests } = await setup.load.round({ ...order, seconds })
  return rounded((cpuSeconds() * 1e6) / requests, 3)
}

async function measureNodeMemory(
  { frontlist, isQuick }: Setup,
  key: string,
): Promise<ScalingResults['memory']> {
  const count = isQuick ? 10 : 4000
  const node = await frontlist.serve()
  const settled = async () => {
    await Bun.sleep(settleMs)
    return residentBytes(node.pid)
  }
  const restBytes = await settled()
  // Compiles the code and opens the connections; a 404 is not cached.
  for (let number = 0; number < count; number++) await get(node, key, `posts/none-${number}`, 404)
  const warmBytes = await settled()
  let bodyBytes = 0
  for (let number = 0; number < count; number++) {
    bodyBytes += await get(node, key, `posts?perPage=5&variants=v${number}`)
  }
  const responseBytes = rounded(((await settled()) - warmBytes) / count, 2)
  await node.stop()
  return { restBytes, responseBytes, responseBodyBytes: Math.round(bodyBytes / count) }
}

/** For one entry that is not live. Unpublishing it in between costs about as much. */
async function measurePublishes({ database, cluster, isQuick }: Setup): Promise<ScalingResults['publish']> {
  const { id: space } = await getSpaceBySlug(database.reads, 'small')
  const path = [`posts/${slugOf(1)}`]
  const rounds = isQuick ? 2 : 100
  const took: number[] = []
  const cpuSeconds = watchPrimaryCpu(cluster)
  for (let round = 0; round < rounds; round++) {
    await unpublish(database, space, path)
    const started = performance.now()
    await publish(database, space, path, Date.now)
    took.push(performance.now() - started)
  }
  const [p50Ms, p99Ms] = [percentile(took, 0.5), percentile(took, 0.99)]
  const cpuMs = (cpuSeconds() * 1000) / (2 * rounds)
  return { p50Ms: rounded(p50Ms, 3), p99Ms: rounded(p99Ms, 3), cpuMs: rounded(cpuMs, 3) }
}

/**
 * The primary's CPU time for the polls and heartbeats of a node without requests, by the spaces that it has served.
 */
async function measureWatch({
  url,
  database,
  cluster,
  frontlist,
  isQuick,
}: Setup): Promise<ScalingResults['watch']> {
  const sizes = isQuick ? [2] : [1, 100, 1000]
  const seconds = isQuick ? 0.3 : 5
  const keys = await createSpaces(database, Math.max(...sizes))
  // The server does this by itself within a minute.
  await runSql(url, 'vacuum analyze space, key_revision')
  const measure = async () => {
    await Bun.sleep(settleMs)
    const cpuSeconds = watchPrimaryCpu(cluster)
    await Bun.sleep(seconds * 1000)
    return (cpuSeconds() * 1000) / seconds
  }
  // The baseline: the load of the primary itself and of this process' own connections.
  const background = await measure()
  const results = []
  for (const spaces of sizes) {
    const node = await frontlist.serve()
    for (const key of keys.slice(0, spaces)) await get(node, key, 'none/none', 404)
    const cpuMs = Math.max(0.001, (await measure()) - background)
    results.push({ spaces, cpuMsPerSecond: rounded(cpuMs, 3) })
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

/** CPU seconds of all processes of the server since the call. */
function watchPrimaryCpu({ dataFolder }: Cluster): () => number {
  const [postmaster = ''] = readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8').split('\n')
  const before = new Map(childrenOf(postmaster).map(pid => [pid, watchCpu(pid)]))
  return () => {
    let seconds = 0
    for (const pid of childrenOf(postmaster)) seconds += before.get(pid)?.() ?? totalCpuSeconds(pid)
    return seconds
  }
}

function totalCpuSeconds(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'latin1').split(' ')[0]) / 1e9
}

function childrenOf(parent: string): number[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .filter(name => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'latin1')
        return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] === parent
      } catch {
        // The process has ended since it was listed.
        return false
      }
    })
    .map(Number)
}
