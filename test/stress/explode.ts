// One expensive content graph in a space of its own: sends each request and measures its cost.
import { readProblem, readResponse } from '../kit/app/responses.ts'
import { createNeighbour, type TestSpace } from '../kit/app/test-space.ts'
import { entryReads, readsPublishedOnly } from '../kit/database/statements.ts'
import type { Bomb } from './bomb-graphs.ts'
import { costOf } from './cost.ts'
import { figuresOf } from './figures.ts'
import type { Findings } from './runner.ts'

export interface ExplodeOptions {
  readonly rounds: number
  /** If absent, the cost is not measured, which takes longer than most requests: it collects all garbage first. */
  readonly limits?: CostLimits
}

export interface CostLimits {
  /** CPU time of the best round. */
  readonly worstMs: number
  /** Peak memory of the best round, above the server's baseline. */
  readonly peakMax?: number
}

/** Above the server's baseline. */
const residentMax = 400 * 2 ** 20

let spaces = 0

/** The content gets its own space in the database of `of`. */
export async function explode(
  of: TestSpace,
  { name, records, asks: sends, budget }: Bomb,
  findings: Findings,
  { rounds, limits }: ExplodeOptions,
): Promise<void> {
  const space = await createNeighbour(of, `bomb-${++spaces}`, { records: records(), cacheBytes: 0, budget })
  // As the command does after an import.
  await of.database.analyze()
  const before = limits ? residentBytes() : 0
  for (const [path, status] of sends) {
    const title = `${name}: ${path.length < 60 ? path : `${path.slice(0, 56)} ...`}`
    const times: number[] = []
    const peaks: number[] = []
    for (let round = 0; round < rounds; round++) {
      space.statements.length = 0
      const request = async () =>
        space.app.request(`/api/v1/public/content/c${path}`, {
          headers: { Authorization: `Bearer ${space.key}` },
        })
      const { result: response, ...cost } = limits
        ? await costOf(request)
        : { result: await request(), cpuMs: 0, peakBytes: 0 }
      times.push(cost.cpuMs)
      peaks.push(cost.peakBytes)
      findings.claim(response.status === status, `${title} is ${status} (${response.status})`)
      findings.claim(
        space.statements.every(readsPublishedOnly),
        `${title}: what is published is read, and nothing else`,
      )
      const depth = Number(/depth=(\d+)/.exec(path)?.[1] ?? 0)
      const reads = entryReads(space.statements)
      if (response.status === 200)
        findings.claim(reads <= depth + 2, `${title}: at most depth + 2 reads (${reads})`)
      if (response.status === 400 && round === 0) {
        const errors = await tryProposal(space, path, response)
        findings.claim(errors === '', `${title}: what is proposed instead is answered ${errors}`)
      }
    }
    if (!limits) continue
    const { worstMs, peakMax = Infinity } = limits
    findings.figures(
      `${title} (${inMiB(Math.min(...peaks))} to ${inMiB(Math.max(...peaks))} MiB)`,
      figuresOf(times),
    )
    findings.claim(Math.min(...times) < worstMs, `${title}: within ${worstMs} ms`)
    // A response that is served may be large: the limit applies to the cost of rejecting.
    if (status === 400) findings.claim(Math.min(...peaks) < peakMax, `${title}: within ${inMiB(peakMax)} MiB`)
  }
  if (!limits) return
  const more = residentBytes() - before
  findings.claim(more < residentMax, `${name}: memory is given back (${inMiB(more)} MiB more)`)
}

function residentBytes(): number {
  Bun.gc(true)
  return process.memoryUsage.rss()
}

function inMiB(bytes: number): number {
  return Math.round(bytes / 2 ** 20)
}

/** Retries with the page size that the rejection proposes; '' if that succeeds. */
async function tryProposal(space: TestSpace, path: string, response: Response): Promise<string> {
  const problem = readProblem(await readResponse(response))
  if (problem.code !== 'response_too_large') return problem.code
  const query = new URLSearchParams(path.slice(path.indexOf('?')))
  for (const { name, message } of problem.errors ?? []) query.set(name, /\d+/.exec(message)![0])
  const retry = await space.get(`/content/c${path.slice(0, path.indexOf('?'))}?${query}`)
  return retry.status === 200 ? '' : `${retry.status} for ${query}`
}
