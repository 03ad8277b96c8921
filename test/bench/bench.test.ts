// The benchmark as a program: a small run ends well, and no run with a wrong answer in it does.
import { describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Results } from '../../bench/results.ts'
import { projectFolder } from '../kit/process.ts'
import { makeFolder } from '../kit/test-folder.ts'
import { runProgram } from './run-program.ts'

const runBench = (args: readonly string[]) => runProgram('bench.ts', args)

const small = ['--posts', '50', '--rounds', '1', '--seconds', '0.1', '--connections', '4']

/** Frontlist, but from its answer number `from` on one byte of every body is another. */
async function writeWrongProgram(from: number): Promise<string> {
  const file = join(makeFolder(), 'wrong.ts')
  await Bun.write(
    file,
    `const serve = Bun.serve
let answers = 0
Bun.serve = options => serve({
  ...options,
  fetch: async request => {
    const response = await options.fetch(request)
    if (++answers < ${from} || response.status !== 200) return response
    const text = (await response.text()).replace('the-year', 'tha-year')
    return new Response(text, response)
  },
})
await import(${JSON.stringify(join(projectFolder, 'src/main.ts'))})
`,
  )
  return file
}

describe('npm run bench', () => {
  test('measures every case on both servers, and leaves nothing behind', async () => {
    const out = join(makeFolder(), 'results.json')
    const { exitCode, stdout, stderr, left } = await runBench([...small, '--out', out])
    expect(stderr).toContain('Imported 57 entries')
    expect(exitCode).toBe(0)
    expect(left).toEqual([])
    const results = (await Bun.file(out).json()) as Results
    expect(results).toMatchObject({ posts: 50, roundCount: 1, cores: expect.any(Number), bun: Bun.version })
    expect(Date.parse(results.date)).toBeGreaterThan(0)
    expect(results.import.entriesPerSecond).toBeGreaterThan(0)
    expect(results.cases).toHaveLength(15)
    for (const { title, frontlist, bare, ratio, rounds } of results.cases) {
      expect(stdout).toContain(title)
      expect(rounds).toEqual([{ frontlist, bare }])
      for (const figure of [...Object.values(frontlist), ...Object.values(bare), ...Object.values(ratio)]) {
        expect(figure).toBeGreaterThan(0)
      }
    }
  }, 300_000)

  test('fails before measuring where content differs from what was imported', async () => {
    const out = join(makeFolder(), 'results.json')
    const program = await writeWrongProgram(1)
    const { exitCode, stderr, left } = await runBench([...small, '--out', out, '--program', program])
    expect(stderr).toContain('was answered with other content than the data set has.')
    expect(exitCode).toBe(1)
    expect(left).toEqual([])
    expect(existsSync(out)).toBe(false)
  }, 300_000)

  test('fails while measuring at the first answer that differs by a byte', async () => {
    const out = join(makeFolder(), 'results.json')
    const program = await writeWrongProgram(450)
    const { exitCode, stderr, left } = await runBench([...small, '--out', out, '--program', program])
    expect(stderr).toContain('was answered with other bytes.')
    expect(exitCode).toBe(1)
    expect(left).toEqual([])
    expect(existsSync(out)).toBe(false)
  }, 300_000)

  test('measures the cases that are asked for alone', async () => {
    const out = join(makeFolder(), 'results.json')
    const { exitCode } = await runBench([...small, '--out', out, '--only', 'entry,new-pages'])
    expect(exitCode).toBe(0)
    const results = (await Bun.file(out).json()) as Results
    expect(results.cases.map(({ name }) => name)).toEqual(['entry', 'new-pages'])
  }, 300_000)

  test.each([[['--posts', '1e3']], [['--rounds', '0']], [['--seconds', '61']], [['--forever']]])(
    'refuses %p as wrong usage, before anything starts',
    async args => {
      const { exitCode, stdout } = await runBench(args)
      expect(exitCode).toBe(2)
      expect(stdout).toBe('')
    },
  )
})
