// How requests for the same things grow with the entries of a space: two spaces of one server, in turn.
import { slugOf } from './entries.ts'
import { ask } from './one-request.ts'
import { watchCpu } from './process-figures.ts'
import type { ServerProcess } from './programs.ts'
import { median, rounded } from './results.ts'

/** One request at a time, the medians. */
export interface GrowthResult {
  readonly what: string
  readonly smallMs: number
  readonly largeMs: number
  readonly ratio: number
  /** Of the server's process. */
  readonly smallCpuMicros: number
  readonly largeCpuMicros: number
  readonly cpuRatio: number
}

export interface GrownSpace {
  readonly key: string
  readonly entries: number
}

export const perPage = 20
/** Requests for which the processor time is taken together: what a server does after an answer falls into the next. */
const blockLength = 10

const questions: Readonly<Record<string, (entries: number, sample: number) => string>> = {
  'page 1': () => `posts?perPage=${perPage}`,
  'a page at four fifths': entries =>
    `posts?perPage=${perPage}&page=${Math.floor((entries * 0.8) / perPage)}`,
  'one entry by its slug': (entries, sample) => `posts/${slugOf((sample * 7919) % entries)}`,
}

/** Each question has been asked as often before it is measured: code is compiled, and what is kept is there. */
export async function measureGrowth(
  node: ServerProcess,
  samples: number,
  [small, large]: readonly [GrownSpace, GrownSpace],
  onQuestion: (what: string) => void = () => {},
): Promise<GrowthResult[]> {
  const results: GrowthResult[] = []
  for (const [what, toTarget] of Object.entries(questions)) {
    onQuestion(what)
    const measured = new Map(
      [small, large].map(space => [space, { ms: [] as number[], cpu: [] as number[] }]),
    )
    for (const isWarm of [false, true]) {
      for (let block = 0; block < samples / blockLength; block++) {
        for (const [space, { ms, cpu }] of measured) {
          const targets = Array.from({ length: blockLength }, (_, index) =>
            toTarget(space.entries, block * blockLength + index),
          )
          const took = await askBlock(node, space.key, targets)
          if (isWarm) {
            ms.push(...took.ms)
            cpu.push(took.cpuMicros)
          }
        }
      }
    }
    const of = (space: GrownSpace, name: 'ms' | 'cpu') => median(measured.get(space)?.[name] ?? [])
    results.push({
      what,
      smallMs: rounded(of(small, 'ms'), 3),
      largeMs: rounded(of(large, 'ms'), 3),
      ratio: rounded(of(large, 'ms') / of(small, 'ms'), 3),
      smallCpuMicros: rounded(of(small, 'cpu'), 3),
      largeCpuMicros: rounded(of(large, 'cpu'), 3),
      cpuRatio: rounded(of(large, 'cpu') / of(small, 'cpu'), 3),
    })
  }
  return results
}

async function askBlock(node: ServerProcess, key: string, targets: readonly string[]) {
  const ms: number[] = []
  const cpuSeconds = watchCpu(node.pid)
  for (const target of targets) {
    const started = performance.now()
    await ask(node, key, target)
    ms.push(performance.now() - started)
  }
  return { ms, cpuMicros: (cpuSeconds() * 1e6) / targets.length }
}
