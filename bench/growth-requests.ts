// How the cost of the same requests grows with the size of a space: two spaces on one server, in turn.
import { slugOf } from './growth-posts.ts'
import { watchCpu } from './process-figures.ts'
import type { ServerProcess } from './processes.ts'
import { headersOf, perPage } from './requests.ts'
import { median, rounded } from './results.ts'

/** The medians of sequential requests; CPU time of the server's process. */
export interface GrowthResult {
  readonly what: string
  readonly smallMs: number
  readonly largeMs: number
  readonly ratio: number
  readonly smallCpuMicros: number
  readonly largeCpuMicros: number
  readonly cpuRatio: number
}

export interface GrownSpace {
  readonly key: string
  readonly entries: number
}

/** Requests per CPU time sample: part of the work happens after a response. */
const blockLength = 10

const targets: Readonly<Record<string, (entries: number, sample: number) => string>> = {
  'page 1': () => `posts?perPage=${perPage}`,
  'a page at four fifths': entries =>
    `posts?perPage=${perPage}&page=${Math.floor((entries * 0.8) / perPage)}`,
  'one entry by its slug': (entries, sample) => `posts/${slugOf((sample * 7919) % entries)}`,
}

export async function get(node: ServerProcess, key: string, path: string, wanted = 200): Promise<void> {
  const status = await statusOf(node, key, path)
  if (status !== wanted) throw new Error(`${path}: status ${status} instead of ${wanted}.`)
}

const attemptsMax = 20
const pauseMs = 500

/** Repeats a request while the node has no response of its database yet, as on a busy machine. */
export async function getWhenAvailable(
  node: ServerProcess,
  key: string,
  path: string,
  wanted: number,
): Promise<void> {
  for (let attempt = 1; attempt < attemptsMax && (await statusOf(node, key, path)) === 503; attempt++) {
    await Bun.sleep(pauseMs)
  }
  await get(node, key, path, wanted)
}

async function statusOf(node: ServerProcess, key: string, path: string): Promise<number> {
  const response = await fetch(`${node.url}/api/v1/public/content/${path}`, { headers: headersOf(key) })
  await response.arrayBuffer()
  return response.status
}

/** Every request is sent this often before it is measured, so that code is compiled and responses are cached. */
export async function measureGrowth(
  node: ServerProcess,
  samples: number,
  spaces: readonly [small: GrownSpace, large: GrownSpace],
): Promise<GrowthResult[]> {
  const results: GrowthResult[] = []
  for (const [what, toTarget] of Object.entries(targets)) {
    const measured = spaces.map(space => ({ space, ms: [] as number[], cpu: [] as number[] }))
    for (let block = 0; block < (2 * samples) / blockLength; block++) {
      const isWarm = block >= samples / blockLength
      for (const { space, ms, cpu } of measured) {
        const cpuSeconds = watchCpu(node.pid)
        for (let index = 0; index < blockLength; index++) {
          const target = toTarget(space.entries, (block * blockLength + index) % samples)
          const started = performance.now()
          await get(node, space.key, target)
          if (isWarm) ms.push(performance.now() - started)
        }
        if (isWarm) cpu.push((cpuSeconds() * 1e6) / blockLength)
      }
    }
    const [small, large] = measured.map(({ ms, cpu }) => ({ ms: median(ms), cpu: median(cpu) }))
    results.push({
      what,
      ...{ smallMs: rounded(small!.ms, 3), largeMs: rounded(large!.ms, 3) },
      ratio: rounded(large!.ms / small!.ms, 3),
      ...{ smallCpuMicros: rounded(small!.cpu, 3), largeCpuMicros: rounded(large!.cpu, 3) },
      cpuRatio: rounded(large!.cpu / small!.cpu, 3),
    })
  }
  return results
}
