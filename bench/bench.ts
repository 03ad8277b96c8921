// `npm run bench`: Frontlist beside bare servers, both loaded in turn by a third process.
import { join, relative } from 'node:path'
import { chartFile, drawChart } from './chart.ts'
import { keepResults } from './document.ts'
import { measureKeptAnswers } from './kept-answers.ts'
import { measureNewQuestions } from './new-questions.ts'
import { readOptions, toUsage } from './options.ts'
import { toMarkdown, toTerminalTable } from './report.ts'
import { circumstances, type Results } from './results.ts'
import { type BenchOptions, benchOptions, setUpStage } from './stage.ts'
import { requireLinux, runProgram } from './terminal.ts'
import type { Workplace } from './workplace.ts'

const projectFolder = join(import.meta.dir, '..')

async function run(options: BenchOptions, workplace: Workplace): Promise<Results> {
  const stage = await setUpStage(options, workplace)
  const kept = await measureKeptAnswers(stage)
  const uncached = await measureNewQuestions(stage)
  return {
    ...circumstances(),
    program: relative(projectFolder, options.program ?? join(projectFolder, 'src/main.ts')),
    posts: options.posts,
    roundSeconds: options.seconds,
    roundCount: options.rounds,
    connections: options.connections,
    import: stage.content.import,
    cases: [...kept, ...uncached],
  }
}

await runProgram(async (workplace, limit) => {
  const options = readOptions(process.argv.slice(2), benchOptions)
  if (options === null) {
    process.stdout.write(`${toUsage(benchOptions)}\n`)
    return
  }
  requireLinux()
  limit(10 + options.rounds * (options.seconds + 1))
  const results = await run(options, workplace)
  // A few cases are not the results.
  const keeping = { ...options, isQuick: options.isQuick || options.only !== null }
  await keepResults({ name: 'bench', results, markdown: toMarkdown(results) }, keeping)
  if (options.out === null && !keeping.isQuick) await Bun.write(chartFile, drawChart(results))
  process.stdout.write(`${toTerminalTable(results)}\n`)
})
