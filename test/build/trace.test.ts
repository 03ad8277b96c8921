// How many files a request passes through, as `npm run trace` counts them: a reader of the code follows the same way.
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { projectFolder } from '../kit/command/process.ts'
import { testOnSqlite } from '../kit/database/test-engine.ts'

/** By the beginning of its line: at most so many. */
const limits = [
  ['cold list request', 31],
  ['cached list request', 10],
  ['PATCH of an entry', 76],
  ['publish of an entry', 99],
] as const

testOnSqlite(
  'the typical requests enter no more files than their limits',
  async () => {
    const script = join(projectFolder, 'scripts/trace-files.ts')
    const child = Bun.spawn([process.execPath, script], { stdout: 'pipe', stderr: 'pipe' })
    const text = await new Response(child.stdout).text()
    expect([await child.exited, await new Response(child.stderr).text()]).toEqual([0, ''])
    for (const [title, most] of limits) {
      const line = text.split('\n').find(one => one.startsWith(title)) ?? ''
      expect(Number(/: (\d+) files/.exec(line)?.[1])).toBeLessThanOrEqual(most)
    }
  },
  300_000,
)

test('the script refuses what it does not know', () => {
  const script = join(projectFolder, 'scripts/trace-files.ts')
  expect(Bun.spawnSync([process.execPath, script, '--unknown']).exitCode).not.toBe(0)
})
