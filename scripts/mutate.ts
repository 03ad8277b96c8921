// `npm run mutate -- FILES`: small faults in a copy of the project, one at a time, and whether the tests notice them.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Glob } from 'bun'
import { knownMutants } from './mutation/known.ts'
import { ProjectCopy } from './mutation/project-copy.ts'
import { type FileResult, runMutants } from './mutation/run.ts'
import { targetOf, targets } from './mutation/targets.ts'

const root = join(import.meta.dir, '..')
const usage = `Usage: npm run mutate -- [FILES] [--most N] [--seed S] [--quick] [--out FILE]

FILES  files below src/, or names of modules: ${targets.map(({ module }) => module).join(', ')}. Without any: all.
--most N    so many mutants of each file, at the most (5)
--seed S    another choice of them (1)
--quick     without the tests that take longer: some faults then look as if nobody noticed them
--out FILE  what came of each, as JSON
`

/** What a copy needs to run its tests: all that is not made, and the dashboard as it was bundled. */
const copied = [
  'src',
  'test',
  'scripts',
  'bench',
  'docs',
  'deploy',
  'dist',
  'package.json',
  'tsconfig.json',
  'bunfig.toml',
  'openapi.json',
]

function toFiles(wanted: readonly string[]): string[] {
  const sources = [...new Glob('src/**/*.ts').scanSync(root)].filter(file => !file.endsWith('.d.ts')).sort()
  const names = wanted.length > 0 ? wanted : targets.map(({ module }) => module)
  const chosen = names.flatMap(name => {
    const found = sources.filter(file => file === name || targetOf(file)?.module === name)
    if (found.length === 0) throw new Error(`${name} is no module, and no file that tests are named for.`)
    return found
  })
  return [...new Set(chosen)]
}

function read() {
  const text = { type: 'string' } as const
  const options = { most: text, seed: text, out: text, quick: { type: 'boolean' } } as const
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const [most, seed] = [Number(values.most ?? 5), Number(values.seed ?? 1)]
  if (!Number.isInteger(most) || !Number.isInteger(seed))
    throw new Error('--most and --seed are whole numbers.')
  return { files: toFiles(positionals), most, seed, out: values.out ?? null, isQuick: values.quick === true }
}

function count(results: readonly FileResult[], verdict: string): number {
  return results.flatMap(({ results }) => results).filter(each => each.verdict === verdict).length
}

function toSummary(name: string, results: readonly FileResult[]): string {
  const [killed, late, survived] = ['killed', 'timed out', 'survived'].map(verdict => count(results, verdict))
  const judged = killed! + late! + survived!
  const share = judged === 0 ? '' : ` (${(((killed! + late!) / judged) * 100).toFixed(0)} %)`
  const refused = results.reduce((sum, each) => sum + each.refused, 0)
  return `${name.padEnd(12)} ${killed! + late!} of ${judged} killed${share}, ${late} of them by time; ${count(results, 'equivalent')} equivalent; ${refused} did not compile`
}

const say = (line: string) => void process.stdout.write(`${line}\n`)

let order: ReturnType<typeof read>
try {
  order = read()
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n\n${usage}`)
  process.exit(2)
}
const { files, most, seed, out, isQuick } = order
const copy = await ProjectCopy.make(root, copied)
let isOver = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    if (!isOver) void copy.remove().finally(() => process.exit(1))
  })
}
try {
  const testsOf = (file: string) => {
    const { tests = [], slow = [] } = targetOf(file) ?? {}
    return [...new Set([...tests, ...(isQuick ? [] : slow)])]
  }
  const results = await runMutants(copy, files, { most, seed, known: knownMutants, testsOf, say })
  say('')
  for (const { module } of targets) {
    const some = results.filter(({ file }) => targetOf(file)?.module === module)
    if (some.length > 0) say(toSummary(module, some))
  }
  say(toSummary('all', results))
  if (out !== null) await Bun.write(out, `${JSON.stringify({ seed, most, files: results }, null, 2)}\n`)
} finally {
  isOver = true
  await copy.remove()
}
process.exit(0)
