// The other benchmarks as programs: their short forms end well, have every figure, and leave nothing behind.
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { GrowthResults } from '../../bench/growth.ts'
import { type MemoryResults, toMemoryGrowth, toMemorySlope } from '../../bench/memory.ts'
import type { PublishResults } from '../../bench/publish.ts'
import { combine, hitRate, toLookups } from '../../bench/publishing/lookups.ts'
import { makeFolder } from '../kit/test-folder.ts'
import { claimMemory } from '../rigs/memory.ts'
import { Findings } from '../rigs/rig.ts'
import { runProgram } from './run-program.ts'

async function runQuick<Results>(name: string): Promise<Results & { stdout: string }> {
  const out = join(makeFolder(), 'results.json')
  const { exitCode, stdout, stderr, left } = await runProgram(name, ['--quick', '--out', out])
  expect([exitCode, exitCode === 0 ? '' : stderr]).toEqual([0, ''])
  expect(left).toEqual([])
  return { ...((await Bun.file(out).json()) as Results), stdout }
}

function requirePositive(figures: object): void {
  for (const figure of Object.values(figures))
    if (typeof figure === 'number') expect(figure).toBeGreaterThan(0)
}

test('npm run bench:growth measures each request in both spaces, kept and not', async () => {
  const { kept, unkept, stdout } = await runQuick<GrowthResults>('growth.ts')
  expect([kept.length, unkept.length]).toEqual([3, 3])
  for (const figures of [...kept, ...unkept]) {
    requirePositive(figures)
    expect(stdout).toContain(figures.what)
  }
}, 300_000)

test('npm run bench:publish measures reads with publishes among them, and checks each', async () => {
  const { cases, stdout } = await runQuick<PublishResults>('publish.ts')
  expect(cases.map(({ name }) => name)).toEqual(['entries', 'list'])
  for (const { title, calm, publishing, publishes, ratio } of cases) {
    requirePositive({ ...calm, publishes, ratio })
    requirePositive(publishing)
    expect(stdout).toContain(title)
  }
}, 300_000)

test('npm run bench:memory looks at the memory in equal steps', async () => {
  const { samples, growth, requests } = await runQuick<MemoryResults>('memory.ts')
  const seconds = samples.map(sample => sample.seconds ?? 0)
  expect(new Set(seconds).size).toBeGreaterThan(4)
  expect(seconds).toEqual([...seconds].sort((a, b) => a - b))
  expect(samples.map(sample => sample.requests)).toEqual(
    [1, 2, 3, 4, 5, 6, 7, 8].map(n => (n * requests) / 8),
  )
  requirePositive(growth)
}, 300_000)

describe('growth of memory', () => {
  test('is that of the last quarter over the one before it', () => {
    const samples = [9, 9, 9, 9, 100, 110, 150, 170].map((bytes, at) => ({
      requests: at,
      residentBytes: bytes,
    }))
    expect(toMemoryGrowth(samples)).toEqual({
      thirdBytes: 105,
      lastBytes: 160,
      ratio: 1.524,
      highestBytes: 170,
    })
  })
})

describe('what is claimed of memory', () => {
  const samplesOf = (mibAt: (minute: number) => number) =>
    Array.from({ length: 90 }, (_, at) => ({
      requests: at * 1000,
      seconds: at * 20,
      residentBytes: mibAt(at / 3) * 2 ** 20,
    }))
  const brokenOf = (samples: ReturnType<typeof samplesOf>) => {
    const findings = new Findings()
    const slope = toMemorySlope(samples)
    const growth = toMemoryGrowth(samples)
    claimMemory({ samples, requests: 90_000, growth, ...(slope && { slope }) }, findings)
    return findings.broken.map(words => words.replace(/ \(.*/, ''))
  }
  test('holds of a server that fills its cache in the first minutes and then goes up and down', () => {
    expect(
      brokenOf(samplesOf(minute => Math.min(200, 100 + 20 * minute) + 5 * Math.sin(minute * 7))),
    ).toEqual([])
  })

  test('does not hold of one that loses a little with every request, nor of one that holds too much', () => {
    const slowly = 'grows by less than 1 MiB in ten minutes, as far as can be told'
    expect(brokenOf(samplesOf(minute => 150 + 0.2 * minute))).toEqual([slowly])
    expect(brokenOf(samplesOf(() => 260))).toEqual(['under 256 MiB'])
    expect(brokenOf(samplesOf(minute => 100 + 2 * minute + 5 * Math.sin(minute * 7)))).toEqual([slowly])
  })
})

describe('what a server has looked up', () => {
  const metrics = `# TYPE frontlist_cache_lookups_total counter
frontlist_cache_lookups_total{kind="answer",outcome="hit"} 90
frontlist_cache_lookups_total{outcome="checked",kind="answer"} 5
frontlist_cache_lookups_total{kind="answer",outcome="miss"} 5
frontlist_cache_lookups_total{kind="fragment",outcome="miss"} 7
frontlist_cache_lookups_total{kind="else",outcome="miss"} 7
`

  test('is read from its metrics, in whatever order its labels stand', () => {
    const lookups = toLookups(metrics)
    expect(lookups).toEqual({
      answer: { hit: 90, checked: 5, miss: 5 },
      fragment: { hit: 0, checked: 0, miss: 7 },
    })
    expect(hitRate(lookups.answer)).toBe(0.95)
    expect(combine(lookups, lookups, -1).answer).toEqual({ hit: 0, checked: 0, miss: 0 })
  })

  test('is not known of a server that does not count it', () => {
    expect(hitRate(toLookups('').answer)).toBeNull()
  })
})
