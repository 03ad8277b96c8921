// Whether tests notice a fault: they run in the copy, one file after the other, until one fails.
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

export type Verdict = 'killed' | 'timed out' | 'survived'

export interface Judged {
  readonly verdict: Verdict
  /** The test file that noticed it. */
  readonly by: string | null
}

export interface Place {
  readonly folder: string
  readonly temporary: string
}

/** No test needs this long, on a busy machine either. */
const testMs = 60_000

/** How long a file takes where nothing is wrong, in milliseconds; throws where it fails. */
export async function timeTest(place: Place, test: string): Promise<number> {
  const startedAt = performance.now()
  const { exitCode, output } = await runTests(place, test, 10 * testMs)
  if (exitCode !== 0) throw new Error(`${test} fails without any fault.\n${output.slice(-2000)}`)
  return performance.now() - startedAt
}

/** `timeOf`: of {@link timeTest}. A run that takes far longer than it should is one that hangs. */
export async function judge(
  place: Place,
  tests: readonly string[],
  timeOf: (test: string) => Promise<number>,
): Promise<Judged> {
  for (const test of tests) {
    const limitMs = 20_000 + 4 * (await timeOf(test))
    const { exitCode } = await runTests(place, test, limitMs)
    if (exitCode === null) return { verdict: 'timed out', by: test }
    if (exitCode !== 0) return { verdict: 'killed', by: test }
  }
  return { verdict: 'survived', by: null }
}

async function runTests(
  { folder, temporary }: Place,
  test: string,
  limitMs: number,
): Promise<{ exitCode: number | null; output: string }> {
  mkdirSync(temporary, { recursive: true })
  // In a group of its own: what a test has started ends with it.
  const child = Bun.spawn([process.execPath, 'test', '--bail', `--timeout=${testMs}`, `./${test}`], {
    cwd: folder,
    env: { ...process.env, TEST_DATABASE: 'sqlite', TMPDIR: temporary },
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  const endGroup = () => {
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch {
      // Nobody of it is left.
    }
  }
  process.once('exit', endGroup)
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    endGroup()
  }, limitMs)
  const said = new Response(child.stderr).text()
  const exitCode = await child.exited
  clearTimeout(timer)
  endGroup()
  process.off('exit', endGroup)
  const output = await said
  for (const left of readdirSync(temporary)) rmSync(join(temporary, left), { recursive: true, force: true })
  return { exitCode: isLate ? null : exitCode, output }
}
