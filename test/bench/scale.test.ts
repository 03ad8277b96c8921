// The measurement of scaling as a program, on little data; and the model that its figures go into.
import { describe, expect, test } from 'bun:test'
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import {
  demandOf,
  nodesPerCore,
  pollCpuMs,
  type ScaleResults,
  updateDocument,
} from '../../bench/scale/model.ts'
import { testWhere } from '../kit/installed.ts'
import { whyNoPostgres } from '../kit/postgres-programs.ts'
import { projectFolder } from '../kit/process.ts'
import { makeFolder } from '../kit/test-folder.ts'

const reason = await whyNoPostgres()
const testWithPostgres = testWhere(
  reason === null && process.platform === 'linux',
  `no measurement of scaling: ${reason ?? 'it needs /proc'}`,
)

testWithPostgres(
  'npm run bench:scale measures every constant, prints JSON and a table, and leaves nothing behind',
  async () => {
    const temporary = makeFolder()
    // PostgreSQL runs as somebody else where this is root's, and makes and removes its folder here.
    chmodSync(temporary, 0o777)
    const child = Bun.spawn([process.execPath, join(projectFolder, 'bench/scale.ts'), '--quick'], {
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
    const results = JSON.parse(stdout) as ScaleResults
    const { publish, spread, polls, beatCpuMs, cached, uncached, importPerSecond, growth } = results
    const figures = [{ beatCpuMs }, publish, spread, ...polls, cached, uncached, importPerSecond, ...growth]
    for (const figure of figures.flatMap(Object.values).filter(value => typeof value === 'number')) {
      expect(figure).toBeGreaterThan(0)
    }
    expect(results.memory.restBytes).toBeGreaterThan(0)
    expect(growth).toHaveLength(3)
    expect(stderr).toContain('Cores for polls')
    expect([...new Bun.Glob('*').scanSync({ cwd: temporary, onlyFiles: false })]).toEqual([])
  },
  180_000,
)

describe('the model', () => {
  const results = {
    polls: [
      { spaces: 1, cpuMs: 0.1, tookMs: 1 },
      { spaces: 1000, cpuMs: 2, tookMs: 3 },
    ],
    publish: { p50Ms: 1, p99Ms: 1, statements: 1, cpuMs: 4, walBytes: 1 },
    beatCpuMs: 0.2,
    uncached: { requestsPerSecond: 1, nodeCpuMicros: 1, primaryCpuMicros: 500, p99Ms: 1 },
  } as unknown as ScaleResults

  test('adds up what polls, publishes and the reads after them cost the primary', () => {
    const demand = demandOf(results, { spaces: 1000, nodes: 8, publishesPerSecond: 10, questions: 100 })
    expect(demand.polls).toBeCloseTo((8 * 2.5 * (2 + 0.2)) / 1000)
    expect(demand.publishes).toBeCloseTo(0.04)
    expect(demand.reads).toBeCloseTo(10 * 100 * 8 * 0.0005)
    expect(demand.total).toBeCloseTo(0.044 + 0.04 + 4)
  })

  test('takes a poll to cost something, and the same for each space more', () => {
    expect(pollCpuMs(results.polls, 1)).toBeCloseTo(0.1)
    expect(pollCpuMs(results.polls, 1999)).toBeCloseTo(3.9)
    expect(nodesPerCore(results, 1000)).toBe(181)
  })

  test('is refused a document that has no place for it', () => {
    expect(() => updateDocument('# Scaling', results)).toThrow('lost its markers')
  })
})
