// Requests a second of one node, from what it keeps and from the database.
import { join } from 'node:path'
import { perPage } from '../growing.ts'
import { watchCpu } from '../process-figures.ts'
import { type Load, type ServerProcess, startLoad } from '../programs.ts'
import { ask as recordAnswer, writeRecording } from '../recording.ts'
import { rounded } from '../results.ts'
import { type Stage, watchPrimaryCpu } from './stage.ts'

export interface RateResult {
  readonly requestsPerSecond: number
  readonly nodeCpuMicros: number
  readonly primaryCpuMicros: number
  readonly p99Ms: number
}

const connections = 16

/** The first page of twenty posts, again and again. */
export async function measureRate(stage: Stage, node: ServerProcess, key: string): Promise<RateResult> {
  const exchange = await recordAnswer(node.url, `/api/v1/public/content/posts?perPage=${perPage}`, {
    Authorization: `Bearer ${key}`,
  })
  const file = join(stage.workplace.folder, `recording-${node.port}.json`)
  await writeRecording(file, [{ name: 'page', exchanges: [exchange] }])
  const load: Load = await startLoad(stage.workplace, file)
  const round = (milliseconds: number) =>
    load.round({ caseName: 'page', port: node.port, connections, milliseconds })
  await round(stage.sizes.roundMs / 2)
  const nodeCpuSeconds = watchCpu(node.pid)
  const primaryCpuMs = watchPrimaryCpu(stage)
  const { requests, seconds, p99Ms } = await round(stage.sizes.roundMs)
  return {
    requestsPerSecond: rounded(requests / seconds, 3),
    nodeCpuMicros: rounded((nodeCpuSeconds() * 1e6) / requests, 3),
    primaryCpuMicros: rounded((primaryCpuMs() * 1e3) / requests, 3),
    p99Ms: rounded(p99Ms, 3),
  }
}
