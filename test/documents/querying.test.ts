// docs/querying.md and the Querying section of the API reference: their examples run against the demo on the tested
// engine, and their tables are those of the code. The requests of the guide run in guides.test.ts.

import { describe, expect, test } from 'bun:test'
import { conditionForms, operatorsOf, queryingSection } from '../../src/api-docs/querying-text.ts'
import { operators } from '../../src/content/fields/query-facts.ts'
import { queryTypes } from '../../src/content/model/query-model.ts'
import { queryLimits } from '../../src/delivery/select/costs.ts'
import { fieldNamesMax } from '../../src/query/bind/bind-fields.ts'
import { conditionsMax, searchWordsMax, sortKeysMax } from '../../src/query/parse/parse-parameters.ts'
import { valuesMax } from '../../src/query/parse/parse-value.ts'
import { valueLengthMax } from '../../src/query/parse/read-values.ts'
import { openApi } from '../kit/app/open-api.ts'
import { createTestSpace } from '../kit/app/test-space.ts'
import { oncePerFile } from '../kit/cleanup.ts'
import { demoSpace } from '../kit/import/demo-space.ts'
import { readText, sectionOf, spansOf, tableRowsOf } from './documents.ts'

const guide = readText('docs/querying.md')

const openDemo = oncePerFile(() => createTestSpace(demoSpace))

async function count(query: string): Promise<unknown> {
  const response = await (await openDemo()).get(`/content/${query}`)
  return ((await response.json()) as { count?: number }).count
}

describe('the table of values', () => {
  test.each(conditionForms.map(({ example, count }) => [example, count] as const))(
    '%s finds what it says',
    async (example, expected) => {
      expect(await count(example)).toBe(expected)
    },
  )

  test('has a row of each type, and of many values', () => {
    const types = new Set<string>(conditionForms.flatMap(form => form.types))
    expect([...types].toSorted()).toEqual(queryTypes.toSorted())
    expect(conditionForms.some(({ isMany }) => isMany)).toBe(true)
  })

  test('is in the guide, with what each example finds', () => {
    const rows = tableRowsOf(sectionOf(guide, 'Operators')).filter(row => row.length === 4)
    expect(rows.map(row => row.slice(2))).toEqual(
      conditionForms.map(form => [`\`${form.example}\``, String(form.count)]),
    )
  })

  test('is in the API reference, with the operators of each type', () => {
    const { description } = (openApi as unknown as { info: { description: string } }).info
    expect(description).toContain(queryingSection)
    const rows = tableRowsOf(sectionOf(description, 'Querying'))
    for (const [type, names] of Object.entries(operatorsOf)) {
      const row = rows.find(([types = '']) => spansOf(types).includes(type))
      expect([type, spansOf(row?.[1] ?? '')]).toEqual([type, [...names]])
    }
  })
})

test('the guide says what each operator means', () => {
  const rows = tableRowsOf(sectionOf(guide, 'Operators')).filter(row => row.length === 2)
  expect(rows.flatMap(([names = '']) => spansOf(names)).toSorted()).toEqual([...operators].toSorted())
})

/** What the text says that queries find. */
const statements: readonly (readonly [query: string, count: number])[] = [
  ['books', 21],
  ['books?filter[translator]=author-isbel-tarvoe', 2],
  ['books?filter[translator][ne]=author-isbel-tarvoe', 19],
  ['books?filter[translator][exists]=false', 16],
  ['books?filter[categories.slug]=handbooks&filter[categories.shelf]=C1', 0],
  ['books?filter[categories.slug]=handbooks&any[categories.shelf]=C1', 2],
  ['books?filter[series.editor.livesIn]=Port+Carrow', 4],
  ['books?filter[author.id]=author-edwin-loam', 2],
  ['books?filter[data.title]=Marram', 1],
  ['events?filter[location.steps][gte]=10', 2],
  ['authors?filter[name][prefix]=thord', 1],
  ['books?filter[title]=', 0],
  ['books?filter[releasedOn]=2025', 8],
  ['books?filter[releasedOn][lt]=2025', 10],
  ['books?filter[releasedOn][gte]=2025', 11],
  ['books?filter[releasedOn][lte]=2025', 18],
  ['books?filter[releasedOn][gt]=2025', 3],
  ['books?filter[author.slug]=petra-vantongel', 0],
  ['posts?filter[firstPublishedAt][gte]=2026', 3],
]

test.each(statements)('as the guides say, %s finds %d', async (query, expected) => {
  expect(await count(query)).toBe(expected)
})

test('the limits are those of the code', () => {
  const shown = tableRowsOf(sectionOf(guide, 'Limits')).map(([, limit = '']) => limit)
  expect(shown).toEqual([
    String(conditionsMax),
    String(valuesMax),
    `${valueLengthMax} code points`,
    `${searchWordsMax}, each cut at 64 code points`,
    `${sortKeysMax}; ${fieldNamesMax}`,
    queryLimits.pairs.toLocaleString('en'),
    queryLimits.targets.toLocaleString('en'),
  ])
})

test('what is not there is refused', async () => {
  const space = await openDemo()
  for (const query of [
    'facets=tags',
    'sort=author.name',
    'queryVariant=de,en',
    'filter[series.editor.books.title]=x',
  ]) {
    expect([query, (await space.get(`/content/books?${query}`)).status]).toEqual([query, 400])
  }
})
