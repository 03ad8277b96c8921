// Requests a second of one node, from what it keeps and from the database; and how reads from the database grow.
import { join } from 'node:path'
import { cpuSeconds } from '../process-cpu.ts'
import { type Load, type ServerProcess, startLoad } from '../programs.ts'
import { ask as recordAnswer } from '../recording.ts'
import { rounded } from '../results.ts'
import { slugOf } from './entries.ts'
import { ask, at, type Stage, watchPrimaryCpu } from './stage.ts'

export interface RateResult {
  readonly requestsPerSecond: number
  readonly nodeCpuMicros: number
  readonly primaryCpuMicros: number
  readonly p99Ms: number
}

export interface GrowthResult {
  readonly what: string
  readonly smallMs: number
  readonly largeMs: number
  readonly ratio: number
}

const connections = 16
const perPage = 20

/** The first page of twenty posts, again and again. */
export async function measureRate(stage: Stage, node: ServerProcess, key: string): Promise<RateResult> {
  const exchange = await recordAnswer(node.url, `/api/v1/public/content/posts?perPage=${perPage}`, {
    Authorization: `Bearer ${key}`,
  })
  const file = join(stage.workplace.folder, `recording-${node.port}.json`)
  await Bun.write(file, JSON.stringify([{ name: 'page', exchanges: [exchange] }]))
  const load: Load = await startLoad(stage.workplace, file)
  const round = (milliseconds: number) =>
    load.round({ caseName: 'page', port: node.port, connections, milliseconds })
  await round(stage.sizes.roundMs / 2)
  const nodeBefore = cpuSeconds(node.pid)
  const primaryCpuMs = watchPrimaryCpu(stage)
  const { requests, seconds, p99Ms } = await round(stage.sizes.roundMs)
  return {
    requestsPerSecond: rounded(requests / seconds, 3),
    nodeCpuMicros: rounded(((cpuSeconds(node.pid) - nodeBefore) * 1e6) / requests, 3),
    primaryCpuMicros: rounded((primaryCpuMs() * 1e3) / requests, 3),
    p99Ms: rounded(p99Ms, 3),
  }
}

/** Of a node that keeps no answers: one request at a time, the medians. */
export async function measureGrowth(
  stage: Stage,
  node: ServerProcess,
  small: string,
  large: string,
): Promise<GrowthResult[]> {
  const { smallEntries, largeEntries, samples } = stage.sizes
  const questions: Record<string, (entries: number, sample: number) => string> = {
    'page 1': () => `posts?perPage=${perPage}`,
    'a page at four fifths': entries =>
      `posts?perPage=${perPage}&page=${Math.floor((entries * 0.8) / perPage)}`,
    'one entry by its slug': (entries, sample) => `posts/${slugOf((sample * 7919) % entries)}`,
  }
  const results: GrowthResult[] = []
  for (const [what, toTarget] of Object.entries(questions)) {
    const medianOf = async (key: string, entries: number) => {
      const took: number[] = []
      for (let sample = -3; sample < samples; sample++) {
        const started = performance.now()
        await ask(node, key, toTarget(entries, Math.max(0, sample)))
        if (sample >= 0) took.push(performance.now() - started)
      }
      return at(took, 0.5)
    }
    const smallMs = await medianOf(small, smallEntries)
    const largeMs = await medianOf(large, largeEntries)
    results.push({
      what,
      smallMs: rounded(smallMs, 3),
      largeMs: rounded(largeMs, 3),
      ratio: rounded(largeMs / smallMs, 2),
    })
  }
  return results
}
