// docs/reliability.md names tests: they are there, and so is what is quoted of them.
import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readText, root, sectionOf, tableRowsOf } from './documents.ts'

const text = readText('docs/reliability.md')

/** Each file of a cell, with what is quoted of it behind it. */
function namedIn(cell: string): { path: string; titles: string[] }[] {
  return [...cell.matchAll(/`((?:test|src|bench)\/[\w./-]+)`([^`]*)/g)].map(([, path = '', rest = '']) => ({
    path,
    titles: [...rest.matchAll(/\*([^*]+)\*/g)].map(([, title = '']) => title),
  }))
}

const sections = ['Rules', 'Attacks by queries', 'Attacks by files', 'Advisories of peers']
const rows = sections.flatMap(section =>
  tableRowsOf(sectionOf(text, section)).map(cells => [section, cells[0] ?? '', cells.at(-1) ?? ''] as const),
)

test('there are rules, attacks and advisories', () => {
  for (const section of sections) expect(rows.filter(([of]) => of === section).length).toBeGreaterThan(15)
})

test.each(rows)('%s: %s is held by tests that there are', (_, __, cell) => {
  const named = namedIn(cell)
  expect(named.length + Number(cell.startsWith('Cannot apply:'))).toBeGreaterThan(0)
  for (const { path, titles } of named) {
    expect([path, existsSync(join(root, path))]).toEqual([path, true])
    const source = readText(path).replaceAll("\\'", "'")
    for (const title of titles) expect([path, title, source.includes(title)]).toEqual([path, title, true])
  }
})
