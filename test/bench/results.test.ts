// What is told of the results cannot drift from them: the document and the chart are those of the latest results.
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { chartFile, drawChart } from '../../bench/chart.ts'
import { updateSection } from '../../bench/document.ts'
import { type GrowthResults, toGrowthMarkdown } from '../../bench/growth.ts'
import { type MemoryResults, toMemoryMarkdown } from '../../bench/memory.ts'
import { type PublishResults, toPublishMarkdown } from '../../bench/publish.ts'
import { toMarkdown } from '../../bench/report.ts'
import {
  median,
  type ResultName,
  type Results,
  resultNames,
  resultsFile,
  toCaseResult,
} from '../../bench/results.ts'

async function read<Kept>(name: ResultName): Promise<Kept> {
  return (await Bun.file(resultsFile(name)).json()) as Kept
}

const latest = await read<Results>('bench')
const sections = {
  bench: toMarkdown(latest),
  publish: toPublishMarkdown(await read<PublishResults>('publish')),
  growth: toGrowthMarkdown(await read<GrowthResults>('growth')),
  memory: toMemoryMarkdown(await read<MemoryResults>('memory')),
} satisfies Record<ResultName, string>

describe('the latest results', () => {
  test.each(resultNames)('of %s are the ones in docs/performance.md', async name => {
    const document = await Bun.file(join(import.meta.dir, '../../docs/performance.md')).text()
    expect(updateSection(document, name, sections[name])).toBe(document)
  })

  test('are the ones in the chart', async () => {
    expect(await Bun.file(chartFile).text()).toBe(drawChart(latest))
  })

  test('are the medians of their rounds', () => {
    for (const result of latest.cases) expect(toCaseResult(result, result.rounds)).toMatchObject(result)
  })
})

describe('a median', () => {
  test('is the middle value, or halfway between the two', () => {
    expect(median([5, 1, 3])).toBe(3)
    expect(median([4, 1, 2, 100])).toBe(3)
  })
})
