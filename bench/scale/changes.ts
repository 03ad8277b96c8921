// What a publish costs the primary, and how long it takes until other nodes know of it.
import type { SpaceId } from '../../src/base/ids.ts'
import { publish, unpublish } from '../../src/publishing/publish.service.ts'
import { slugOf } from '../entries.ts'
import type { ServerProcess } from '../programs.ts'
import { at, rounded } from '../results.ts'
import { type Stage, watchPrimaryCpu } from './stage.ts'

export interface PublishResult {
  readonly p50Ms: number
  readonly p99Ms: number
  readonly statements: number
  readonly cpuMs: number
  readonly walBytes: number
}

export interface SpreadResult {
  readonly nodes: number
  readonly p50Ms: number
  readonly p99Ms: number
}

const clock = () => Date.now()

/** Of one entry that was not served. Taking it away again in between costs about as much, and is in CPU and log. */
export async function measurePublishes(stage: Stage, space: SpaceId): Promise<PublishResult> {
  const { database, cluster, statements, sizes } = stage
  const address = [`posts/${slugOf(1)}`]
  const logPosition = async () => {
    const [row] = await cluster.run<{ at: string }>(
      "select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as at",
    )
    return Number(row?.at)
  }
  await unpublish(database, space, address)
  await publish(database, space, address, clock)
  const took: number[] = []
  let counted = 0
  const logBefore = await logPosition()
  const cpuMs = watchPrimaryCpu(stage)
  for (let round = 0; round < sizes.publishes; round++) {
    await unpublish(database, space, address)
    const from = statements.length
    const started = performance.now()
    await publish(database, space, address, clock)
    took.push(performance.now() - started)
    counted += statements.length - from
  }
  const changes = 2 * sizes.publishes
  return {
    p50Ms: rounded(at(took, 0.5), 3),
    p99Ms: rounded(at(took, 0.99), 3),
    statements: Math.round(counted / sizes.publishes),
    cpuMs: rounded(cpuMs() / changes, 3),
    walBytes: Math.round(((await logPosition()) - logBefore) / changes),
  }
}

/**
 * From the answer to whoever publishes, in this process, to the first answer of each node that shows it. Requests are
 * asked one after the other, so that their own time is in it.
 */
export async function measureSpread(
  stage: Stage,
  { space, key }: { space: SpaceId; key: string },
  nodes: readonly ServerProcess[],
): Promise<SpreadResult> {
  const { database, sizes } = stage
  const slug = slugOf(2)
  const took: number[] = []
  const headers = { Authorization: `Bearer ${key}` }
  const untilSeen = async (node: ServerProcess, status: number, started: number) => {
    for (;;) {
      const response = await fetch(`${node.url}/api/v1/public/content/posts/${slug}`, { headers })
      await response.arrayBuffer()
      if (response.status !== status) continue
      took.push(performance.now() - started)
      return
    }
  }
  await Promise.all(nodes.map(node => untilSeen(node, 200, performance.now())))
  took.length = 0
  for (let round = 0; round < sizes.publishes; round++) {
    await unpublish(database, space, [`posts/${slug}`])
    const gone = performance.now()
    await Promise.all(nodes.map(node => untilSeen(node, 404, gone)))
    await publish(database, space, [`posts/${slug}`], clock)
    const back = performance.now()
    await Promise.all(nodes.map(node => untilSeen(node, 200, back)))
  }
  return { nodes: nodes.length, p50Ms: rounded(at(took, 0.5), 3), p99Ms: rounded(at(took, 0.99), 3) }
}
