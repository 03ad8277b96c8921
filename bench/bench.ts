// `npm run bench`: Frontlist beside a bare server that returns the same bytes, both loaded in turn by a third process.
import { join, relative } from 'node:path'
import { type BenchCase, createCases } from './cases.ts'
import { chartFile, drawChart } from './chart.ts'
import { createDataSet } from './data-set.ts'
import { benchSpace, importDataSet } from './import-run.ts'
import { type BenchOptions, BenchUsageError, readOptions, usage } from './options.ts'
import { frontlistIn, type ServerProcess, startBare, startLoad } from './programs.ts'
import { type Recording, record, requireSameAnswers } from './recording.ts'
import { toTerminalTable, updateDocument } from './report.ts'
import { type CaseResult, circumstances, latestResultsFile, type Results, toCaseResult } from './results.ts'
import { measureRounds } from './rounds.ts'
import { Workplace } from './workplace.ts'

const projectFolder = join(import.meta.dir, '..')

function note(text: string): void {
  process.stderr.write(`${text}\n`)
}

/** One line that is written over on a terminal; elsewhere, nothing. */
function showProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`)
}

async function run(options: BenchOptions, workplace: Workplace): Promise<Results> {
  const dataSet = createDataSet(options.posts)
  const frontlist = frontlistIn(workplace, options.program)
  const imported = await importDataSet(frontlist, dataSet, workplace)
  note(`Imported ${imported.entries} entries in ${imported.seconds} s.`)
  const { key } = await frontlist.run<{ key: string }>([
    'keys',
    'create',
    '--space',
    benchSpace,
    '--name',
    'bench',
  ])
  const server = await frontlist.serve()
  const cases = createCases(dataSet)
  const recording = await record(server.url, key, cases)
  const recordingFile = join(workplace.folder, 'recording.json')
  await Bun.write(recordingFile, JSON.stringify(recording))
  const bare = await startBare(workplace, recordingFile)
  await requireSameAnswers(bare.url, recording)
  const results = await measureCases({ options, workplace, recordingFile, cases, recording, server, bare })
  return {
    ...circumstances(),
    program: relative(projectFolder, options.program ?? join(projectFolder, 'src/main.ts')),
    posts: options.posts,
    roundSeconds: options.seconds,
    roundCount: options.rounds,
    connections: options.connections,
    import: imported,
    cases: results,
  }
}

interface MeasuringParts {
  readonly options: BenchOptions
  readonly workplace: Workplace
  readonly recordingFile: string
  readonly cases: readonly BenchCase[]
  readonly recording: Recording
  readonly server: ServerProcess
  readonly bare: ServerProcess
}

async function measureCases(parts: MeasuringParts): Promise<CaseResult[]> {
  const { options, cases, recording, server, bare } = parts
  const load = await startLoad(parts.workplace, parts.recordingFile)
  const results: CaseResult[] = []
  for (const [index, { name, title }] of cases.entries()) {
    showProgress(`${title} (${index + 1} of ${cases.length}): warming up`)
    const onRound = (round: number, of: string) =>
      showProgress(
        `${title} (${index + 1} of ${cases.length}): round ${round} of ${options.rounds}, ${of} server`,
      )
    const rounds = await measureRounds(server, bare, { ...options, load, caseName: name, onRound })
    const [first] = recording[index]?.exchanges ?? []
    const bodyBytes = Buffer.from(first?.body ?? '', 'base64').length
    results.push(toCaseResult({ name, title, target: first?.target ?? '', bodyBytes }, rounds))
  }
  showProgress('')
  return results
}

async function keep(results: Results, out: string | null): Promise<void> {
  await Bun.write(out ?? latestResultsFile, `${JSON.stringify(results, null, 2)}\n`)
  if (out !== null) return
  const documentFile = join(projectFolder, 'docs/performance.md')
  await Bun.write(documentFile, updateDocument(await Bun.file(documentFile).text(), results))
  await Bun.write(chartFile, drawChart(results))
}

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2))
  if (options === null) {
    process.stdout.write(`${usage}\n`)
    return 0
  }
  if (process.platform !== 'linux')
    throw new Error('The benchmark reads processor times from /proc: Linux only.')
  const workplace = new Workplace()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => workplace.close().finally(() => process.exit(1)))
  }
  try {
    const results = await run(options, workplace)
    await keep(results, options.out)
    process.stdout.write(`${toTerminalTable(results)}\n`)
    return 0
  } finally {
    await workplace.close()
  }
}

try {
  process.exitCode = await main()
} catch (error) {
  showProgress('')
  note(error instanceof Error ? error.message : String(error))
  process.exitCode = error instanceof BenchUsageError ? 2 : 1
}
