// `npm test`: the tests on SQLite, then those that open a database on a PostgreSQL started for them. Arguments go to
// both runs: `npm test -- test/keys`. TEST_DATABASE=sqlite or TEST_DATABASE=postgres runs one of them only, and
// TEST_POSTGRES_URL names a server to use instead of starting one; it is filled with databases, which are dropped.
import { type Cluster, startCluster } from '../test/kit/cluster.ts'
import { argumentsOn, countsIn, type Engine, engines, enginesFor, toLine } from './test-runs.ts'

const root = new URL('..', import.meta.url).pathname
const args = process.argv.slice(2)

/** No test is about how fast a machine is: a test that takes longer hangs. */
const timeoutMs = 30_000

interface Outcome {
  readonly line: string
  readonly isGood: boolean
}

async function run(engine: Engine, environment: Record<string, string>): Promise<Outcome> {
  process.stderr.write(`\n— Tests on ${engines[engine]}\n`)
  const child = Bun.spawn(
    [process.execPath, 'test', `--timeout=${timeoutMs}`, ...argumentsOn(engine, args)],
    {
      cwd: root,
      env: {
        ...process.env,
        // Bun asks the pipe, which is no terminal.
        ...(process.stderr.isTTY && { FORCE_COLOR: '1' }),
        ...environment,
        TEST_DATABASE: engine,
      },
      stdio: ['ignore', 'inherit', 'pipe'],
    },
  )
  let output = ''
  const decoder = new TextDecoder()
  for await (const chunk of child.stderr) {
    process.stderr.write(chunk)
    // The counts come last.
    output = (output + decoder.decode(chunk, { stream: true })).slice(-4000)
  }
  const exitCode = await child.exited
  const line = toLine(engine, countsIn(Bun.stripANSI(output)), exitCode)
  return { line, isGood: exitCode === 0 }
}

async function runOnPostgres(): Promise<Outcome> {
  const given = process.env.TEST_POSTGRES_URL
  if (given) return run('postgres', { TEST_POSTGRES_URL: given })
  let cluster: Cluster
  try {
    cluster = await startCluster()
  } catch (error) {
    const line = `PostgreSQL: left out, it could not be started. ${(error as Error).message}`
    return { line, isGood: !process.env.CI }
  }
  try {
    // An ordinary role, to which row level security applies: as in production, and as an oracle of every test.
    await cluster.run('create role frontlist login createdb')
    return await run('postgres', {
      TEST_POSTGRES_URL: cluster.url('postgres', 'frontlist'),
      TEST_POSTGRES_ADMIN_URL: cluster.url(),
    })
  } finally {
    await cluster.remove()
  }
}

const wanted = enginesFor(process.env.TEST_DATABASE)
if (!wanted) {
  process.stderr.write(`TEST_DATABASE must be ${Object.keys(engines).join(' or ')}.\n`)
  process.exit(2)
}
const outcomes: Outcome[] = []
for (const engine of wanted)
  outcomes.push(engine === 'sqlite' ? await run(engine, {}) : await runOnPostgres())
process.stderr.write(`\n${outcomes.map(({ line }) => line).join('\n')}\n`)
process.exit(outcomes.every(({ isGood }) => isGood) ? 0 : 1)
