// What is told of the results cannot drift from them: the document and the chart are those of the latest results.
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { chartFile, drawChart } from '../../bench/chart.ts'
import { updateDocument } from '../../bench/report.ts'
import { latestResultsFile, median, type Results, toCaseResult } from '../../bench/results.ts'

const latest: Results = await Bun.file(latestResultsFile).json()

describe('the latest results', () => {
  test('are the ones in docs/performance.md', async () => {
    const document = await Bun.file(join(import.meta.dir, '../../docs/performance.md')).text()
    expect(updateDocument(document, latest)).toBe(document)
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
