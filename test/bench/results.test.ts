// The documents have the figures of the latest results, and the figures follow from what was measured.
import { describe, expect, test } from 'bun:test'
import { type AuthoringResults, toAuthoringMarkdown } from '../../bench/authoring-report.ts'
import { type BlockResults, toBlocksMarkdown } from '../../bench/blocks.ts'
import { type CompareResults, toCompareMarkdown } from '../../bench/compare.ts'
import { type GrowthResults, toGrowthMarkdown } from '../../bench/growth.ts'
import { toComparison } from '../../bench/measure.ts'
import { type MemoryResults, toMemoryGrowth, toMemoryMarkdown, toMemorySlope } from '../../bench/memory.ts'
import { type PublishResults, toPublishMarkdown } from '../../bench/publish.ts'
import { type QueryResults, toQueriesMarkdown } from '../../bench/query-report.ts'
import {
  documentFile,
  median,
  type ResultName,
  resultNames,
  resultsFile,
  updateSection,
} from '../../bench/results.ts'
import { claimMemory } from '../stress/memory.ts'
import { Findings } from '../stress/runner.ts'

async function read<Results>(name: ResultName): Promise<Results> {
  return (await Bun.file(resultsFile(name)).json()) as Results
}

const compared = await read<CompareResults>('compare')
const inBlocks = await read<BlockResults>('blocks')
const published = await read<PublishResults>('publish')
const sections = {
  compare: toCompareMarkdown(compared),
  publish: toPublishMarkdown(published),
  authoring: toAuthoringMarkdown(await read<AuthoringResults>('authoring')),
  'authoring-postgres': toAuthoringMarkdown(await read<AuthoringResults>('authoring-postgres')),
  blocks: toBlocksMarkdown(inBlocks),
  growth: toGrowthMarkdown(await read<GrowthResults>('growth')),
  memory: toMemoryMarkdown(await read<MemoryResults>('memory')),
  scaling: toGrowthMarkdown(await read<GrowthResults>('scaling')),
  queries: toQueriesMarkdown(await read<QueryResults>('queries')),
  'queries-postgres': toQueriesMarkdown(await read<QueryResults>('queries-postgres')),
} satisfies Record<ResultName, string>

describe('the latest results', () => {
  test.each(resultNames)('of %s are the ones in the documents', async name => {
    const document = await Bun.file(documentFile(name)).text()
    expect(updateSection(document, name, sections[name])).toBe(document)
  })

  test('are the medians of their rounds', () => {
    for (const result of [...compared.cases, ...published.cases, ...inBlocks.cases])
      expect(result).toMatchObject(toComparison(result.rounds))
  })
})

test('a median is the middle value, or halfway between the two', () => {
  expect(median([5, 1, 3])).toBe(3)
  expect(median([4, 1, 2, 100])).toBe(3)
})

test.each([
  ['within 3 %', [1.02, 1.01, 0.98]],
  ['slower', [1.05, 1.06, 1.04]],
  ['faster', [0.9, 0.95, 0.91]],
  ['undecided', [1.02, 1.06, 0.98]],
])('two checkouts are compared as %s', (verdict, ratios) => {
  const about = compared.cases[0]!
  const { baseline } = about
  const rounds = ratios.map(ratio => ({
    subject: { ...baseline, cpuMicrosPerRequest: ratio * baseline.cpuMicrosPerRequest },
    baseline,
  }))
  const cases = [{ ...about, beside: 'checkout', ...toComparison(rounds) } as const]
  expect(toCompareMarkdown({ ...compared, cases })).toContain(` ${verdict} |`)
})

describe('the memory of a server', () => {
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

  test('is compared between the last quarter and the one before it', () => {
    const samples = [9, 9, 9, 9, 100, 110, 150, 170].map((residentBytes, at) => {
      return { requests: at, seconds: at, residentBytes }
    })
    const growth = { thirdBytes: 105, lastBytes: 160, ratio: 1.524, highestBytes: 170 }
    expect(toMemoryGrowth(samples)).toEqual(growth)
  })

  test('may fill the cache in the first minutes and then go up and down', () => {
    const samples = samplesOf(minute => Math.min(200, 100 + 20 * minute) + 5 * Math.sin(minute * 7))
    expect(brokenOf(samples)).toEqual([])
  })

  test('may neither grow a little with every request nor be too much', () => {
    const slowly = 'grows by less than 1 MiB in ten minutes, as far as can be told'
    expect(brokenOf(samplesOf(minute => 150 + 0.2 * minute))).toEqual([slowly])
    expect(brokenOf(samplesOf(() => 260))).toEqual(['under 256 MiB'])
    expect(brokenOf(samplesOf(minute => 100 + 2 * minute + 5 * Math.sin(minute * 7)))).toEqual([slowly])
  })
})
