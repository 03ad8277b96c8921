// One run: of each file, mutants in an order that a seed gives, until so many of them compile; each one judged.
import { createRandom } from '../../bench/random.ts'
import { type Judged, judge, timeTest, type Verdict } from './judge.ts'
import type { KnownMutant } from './known.ts'
import { applyMutant, listMutants, type Mutant, toDiff } from './mutants.ts'
import type { ProjectCopy } from './project-copy.ts'

export interface RunOptions {
  /** Of each file. */
  readonly most: number
  readonly seed: number
  readonly known: readonly KnownMutant[]
  readonly testsOf: (file: string) => readonly string[]
  readonly say: (line: string) => void
}

export interface MutantResult extends Mutant {
  readonly verdict: Verdict | 'equivalent'
  readonly by: string | null
  readonly diff: string
}

export interface FileResult {
  readonly file: string
  /** All that there are. */
  readonly mutants: number
  /** Of those that were tried, by the compiler. */
  readonly refused: number
  readonly results: readonly MutantResult[]
}

export async function runMutants(
  copy: ProjectCopy,
  files: readonly string[],
  options: RunOptions,
): Promise<FileResult[]> {
  const all: FileResult[] = []
  const times = new Map<string, number>()
  for (const file of files) all.push(await runFile(copy, file, { ...options, times }))
  return all
}

async function runFile(
  copy: ProjectCopy,
  file: string,
  { most, seed, known, testsOf, say, times }: RunOptions & { readonly times: Map<string, number> },
): Promise<FileResult> {
  const text = await copy.read(file)
  const mutants = shuffled(listMutants(await copy.parse(file), file), seed)
  const results: MutantResult[] = []
  // Who noticed the last one may well notice the next.
  let order = [...testsOf(file)]
  let refused = 0
  try {
    for (const mutant of mutants) {
      if (results.length >= most) break
      const mutated = applyMutant(text, mutant)
      await copy.write(file, mutated)
      if (!(await copy.compiles(file))) {
        refused += 1
        continue
      }
      const isKnown = known.some(each => isTheSame(each, mutant, text))
      // Only of tests that somebody needs: most faults are noticed by the first few.
      const timeOf = async (test: string) => {
        const known = times.get(test)
        if (known !== undefined) return known
        await copy.write(file, text)
        const took = await timeTest(copy, test)
        await copy.write(file, mutated)
        times.set(test, took)
        return took
      }
      const judged: Judged | null = isKnown ? null : await judge(copy, order, timeOf)
      const by = judged?.by ?? null
      if (by !== null && (times.get(by) ?? 0) < quickMs) order = [by, ...order.filter(test => test !== by)]
      results.push({ ...mutant, verdict: judged?.verdict ?? 'equivalent', by, diff: toDiff(text, mutant) })
      say(toLine(results.at(-1)!))
    }
  } finally {
    await copy.write(file, text)
    await copy.compiles(file)
  }
  return { file, mutants: mutants.length, refused, results }
}

const quickMs = 10_000

function isTheSame({ file, line, operator }: KnownMutant, mutant: Mutant, text: string): boolean {
  const isHere = mutant.file === file && mutant.operator === operator
  return isHere && text.split('\n')[mutant.line - 1]?.trim() === line
}

function toLine({ verdict, file, line, operator, by, diff }: MutantResult): string {
  const head = `${verdict.padEnd(10)} ${file}:${line}  ${operator}${by ? `  (${by})` : ''}`
  return verdict === 'survived' ? `${head}\n${diff}` : head
}

function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  const random = createRandom(seed)
  return items
    .map(item => ({ item, at: random.below(2 ** 30) }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}
