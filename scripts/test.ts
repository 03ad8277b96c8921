// `npm test`: runs tests on SQLite, and concurrently those that open a database on a PostgreSQL started for them;
// the second run's output follows the first's. Arguments go to both runs: `npm test -- test/keys`.
// TEST_DATABASE=sqlite or TEST_DATABASE=postgres selects one run, and TEST_POSTGRES_URL names a server to use instead
// of starting one; test databases are created on it and dropped. `--slow` is `npm run test:slow`: what `npm test` leaves
// out, on both. `--fast` is `npm run test:fast`: SQLite only, and only what is quick.
// Several processes run tests at once. A lease of a cluster and the patience of a browser are real time, which a machine
// at its limit may miss, so files that fail run again by themselves in the end, and the last line names them.
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Cluster, createInitialData, startCluster } from '../test/kit/cluster/cluster.ts'
import { keepFolder } from '../test/kit/cluster/folder-keeper.ts'
import { createMigratedTemplate } from '../test/kit/database/migrated-template.ts'
import { longTestMs } from '../test/kit/fuzz.ts'
import { findMemoryFolder } from './memory-folder.ts'
import {
  argumentsOn,
  type Counts,
  countsIn,
  engines,
  enginesFor,
  failedFilesIn,
  namesPath,
  toDuration,
  toLine,
  withSecondRun,
} from './test-runs.ts'
import type { Engine } from './test-seconds.ts'
import { selections } from './test-selections.ts'

const root = new URL('..', import.meta.url).pathname
const startedAt = performance.now()
const named = selections.find(name => process.argv[2] === `--${name}`)
const selection = named ?? 'usual'
const args = process.argv.slice(named ? 3 : 2)

/**
 * Many tests wait for other processes, for a browser or for time to pass, those on SQLite most: one process per core for
 * PostgreSQL, and one more for SQLite. A process reuses loaded modules, which takes a third less CPU time than loading
 * them for each file. Test files are its arguments; their order does not matter.
 */
const processes: Readonly<Record<Engine, number>> = {
  sqlite: availableParallelism() + 1,
  postgres: availableParallelism(),
}

/** More failures than these are no accident. */
const filesAgainMax = 12

interface Outcome {
  readonly line: string
  readonly isGood: boolean
  /** Null if the run ended before it had counted its tests. */
  readonly counts: Counts | null
  readonly failedFiles: readonly string[]
}

/** Prints a run's output: immediately, or after another run that is printing has ended. */
class RunOutput {
  #held: (string | Uint8Array)[] | null = null

  hold(): void {
    this.#held = []
  }

  write(text: string | Uint8Array): void {
    if (this.#held) this.#held.push(text)
    else process.stderr.write(text)
  }

  release(): void {
    const held = this.#held ?? []
    this.#held = null
    for (const text of held) process.stderr.write(text)
  }
}

async function run(
  engine: Engine,
  runOutput: RunOutput,
  environment: Record<string, string>,
  again: readonly string[],
): Promise<Outcome> {
  const isAgain = again.length > 0
  runOutput.write(
    isAgain
      ? `\n— Files with failures on ${engines[engine]}, again and by themselves\n`
      : `\n— Tests on ${engines[engine]}\n`,
  )
  const child = Bun.spawn(
    [
      process.execPath,
      ...['test', `--parallel=${isAgain ? 1 : processes[engine]}`, '--no-isolate', `--timeout=${longTestMs}`],
      ...(isAgain ? [...args, ...again] : argumentsOn(engine, selection, args)),
    ],
    {
      cwd: root,
      env: {
        ...process.env,
        // Bun sees a pipe, not a terminal.
        ...(process.stderr.isTTY && { FORCE_COLOR: '1' }),
        ...environment,
        TEST_DATABASE: engine,
        TEST_EXECUTABLE: executable,
        // Servers that tests start inherit neither of these. Little code in tests runs often enough to repay the most
        // expensive optimization.
        BUN_JSC_useFTLJIT: '0',
        // Freed memory is kept: returning it to the kernel and asking for it again is a tenth of the CPU time.
        MIMALLOC_PURGE_DELAY: '-1',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let output = ''
  const decoder = new TextDecoder()
  const readOutput = async () => {
    for await (const chunk of child.stdout) runOutput.write(chunk)
  }
  const readTests = async () => {
    for await (const chunk of child.stderr) {
      runOutput.write(chunk)
      output += decoder.decode(chunk, { stream: true })
    }
  }
  await Promise.all([readOutput(), readTests()])
  const exitCode = await child.exited
  const text = Bun.stripANSI(output)
  const counts = countsIn(text)
  return {
    line: toLine(engine, counts, exitCode),
    isGood: exitCode === 0,
    counts,
    failedFiles: failedFilesIn(text),
  }
}

/** Tests start a server or a command more than a thousand times. */
function buildExecutable(folder: string): string {
  const file = join(folder, 'frontlist')
  const { exitCode, stderr } = Bun.spawnSync([process.execPath, 'scripts/build.ts', '--outfile', file], {
    cwd: root,
  })
  if (exitCode === 0) return file
  process.stderr.write(stderr)
  process.exit(1)
}

async function runOnPostgres(runOutput: RunOutput, again: readonly string[]): Promise<Outcome> {
  const given = process.env.TEST_POSTGRES_URL
  if (given) return runOnServer(runOutput, { TEST_POSTGRES_URL: given }, again)
  let cluster: Cluster
  try {
    // Tables that tests fill and empty are small; vacuuming them would take more time than it saves.
    cluster = await startCluster({ settings: { autovacuum: 'off' } })
  } catch (error) {
    const line = `PostgreSQL: left out, it could not be started. ${(error as Error).message}`
    return { line, isGood: !process.env.CI, counts: null, failedFiles: [] }
  }
  try {
    // An ordinary role, subject to row level security as in production: every test also checks the policies.
    await cluster.run('create role frontlist login createdb')
    const urls = {
      TEST_POSTGRES_URL: cluster.url('postgres', 'frontlist'),
      TEST_POSTGRES_ADMIN_URL: cluster.url(),
    }
    return await runOnServer(runOutput, urls, again)
  } finally {
    await cluster.remove()
  }
}

async function runOnServer(
  runOutput: RunOutput,
  environment: { TEST_POSTGRES_URL: string; TEST_POSTGRES_ADMIN_URL?: string },
  again: readonly string[],
): Promise<Outcome> {
  const admin = environment.TEST_POSTGRES_ADMIN_URL ?? process.env.TEST_POSTGRES_ADMIN_URL
  const template = await createMigratedTemplate(environment.TEST_POSTGRES_URL, admin)
  try {
    return await run('postgres', runOutput, { ...environment, TEST_POSTGRES_TEMPLATE: template.name }, again)
  } finally {
    await template.drop()
  }
}

const runOn = (engine: Engine, runOutput: RunOutput, again: readonly string[] = []) =>
  engine === 'sqlite' ? run(engine, runOutput, {}, again) : runOnPostgres(runOutput, again)

/** Runs the files with failures again, if the run was of a whole selection. */
async function runFailedAgain(engine: Engine, first: Outcome): Promise<Outcome> {
  const { counts, failedFiles } = first
  if (first.isGood || !counts || failedFiles.length === 0) return first
  if (namesPath(args) || failedFiles.length > filesAgainMax) return first
  const again = await runOn(engine, new RunOutput(), failedFiles)
  if (!again.counts) return first
  const line = toLine(engine, withSecondRun(counts, again.counts), again.isGood ? 0 : 1)
  return { ...again, line: `${line}. Run again by themselves: ${failedFiles.join(', ')}` }
}

const wanted = enginesFor(selection === 'fast' ? 'sqlite' : process.env.TEST_DATABASE)
if (!wanted) {
  process.stderr.write(`TEST_DATABASE must be ${Object.keys(engines).join(' or ')}.\n`)
  process.exit(2)
}
process.env.TMPDIR ??= findMemoryFolder() ?? tmpdir()
const keeper = keepFolder('frontlist-executable-', null)
const executable = buildExecutable(keeper.folder)
// Without PostgreSQL, its tests say why they are left out.
const initial = selection === 'fast' ? null : await createInitialData().catch(() => null)
if (initial) process.env.TEST_POSTGRES_DATA = initial.data
const outputs = wanted.map(() => new RunOutput())
for (const runOutput of outputs.slice(1)) runOutput.hold()
const firstOutcomes = await Promise.all(
  wanted.map(async (engine, place) => {
    const runOutput = outputs[place]!
    const outcome = await runOn(engine, runOutput)
    outputs[place + 1]?.release()
    return outcome
  }),
)
const outcomes: Outcome[] = []
for (const [place, engine] of wanted.entries()) {
  outcomes.push(await runFailedAgain(engine, firstOutcomes[place]!))
}
await Promise.all([keeper.end(), initial?.keeper.end()])
// After the output is flushed: a pipe is slow, and exiting discards what was not written yet.
await new Promise<void>(done => {
  const lines = [...outcomes.map(({ line }) => line), `Took ${toDuration(performance.now() - startedAt)}.`]
  process.stderr.write(`\n${lines.join('\n')}\n`, () => done())
})
process.exit(outcomes.every(({ isGood }) => isGood) ? 0 : 1)
