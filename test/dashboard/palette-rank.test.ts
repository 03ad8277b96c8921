// The order of what Ctrl+K found.
import { expect, test } from 'bun:test'
import { rankByTitle } from '../../dashboard/shell/search/palette-results.ts'

test('titles that begin with the words come first, then those that contain them, then slugs alone', () => {
  const titles = [null, 'A review', 'Riptide', 'The tide', 'Tïde Tables', 'Tide Pools']
  const ranked = rankByTitle(
    titles.map(title => ({ title })),
    ' TIDE ',
  )
  expect(ranked.map(({ title }) => title)).toEqual([
    'Tïde Tables',
    'Tide Pools',
    'The tide',
    'Riptide',
    null,
    'A review',
  ])
})
