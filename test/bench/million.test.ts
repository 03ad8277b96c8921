// The measurement of a large embedded space as a program, on little data.
import { expect } from 'bun:test'
import { join } from 'node:path'
import type { MillionResults } from '../../bench/million/results.ts'
import { testWhere } from '../kit/installed.ts'
import { projectFolder } from '../kit/process.ts'
import { makeFolder } from '../kit/test-folder.ts'

const testOnLinux = testWhere(process.platform === 'linux', 'no measurement of a large space: it needs /proc')

testOnLinux(
  'npm run bench:million measures every figure, prints JSON and a table, and leaves nothing behind',
  async () => {
    const temporary = makeFolder()
    const child = Bun.spawn([process.execPath, join(projectFolder, 'bench/million.ts'), '--quick'], {
      env: { PATH: process.env.PATH ?? '', TMPDIR: temporary },
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
      timeout: 280_000,
    })
    const [stdout, stderr, exitCode] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.exited,
    ])
    expect([exitCode, exitCode === 0 ? '' : stderr]).toEqual([0, ''])
    const { alone, bare, besideReads, reads, serving } = JSON.parse(stdout) as MillionResults
    for (const figures of [alone, bare, besideReads, reads.without, reads.during, serving]) {
      for (const figure of Object.values(figures)) expect(figure).toBeGreaterThan(0)
    }
    expect(stderr).toContain('Bare inserts of the same rows')
    expect([...new Bun.Glob('*').scanSync({ cwd: temporary, onlyFiles: false })]).toEqual([])
  },
  120_000,
)
