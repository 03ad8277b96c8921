// Commands that npx runs: a name alone would be looked up as a package of somebody else.
import { expect, test } from 'bun:test'
import { Glob } from 'bun'
import { readText, root } from './documents.ts'

const places = ['*.md', 'docs/**/*.md', 'client/*.md', 'client/examples/*/README.md', 'dashboard/**/*.tsx']

test('wherever npx runs the command for types, its package is named', () => {
  const paths = places.flatMap(pattern => [...new Glob(pattern).scanSync(root)])
  const lines = paths.flatMap(path => readText(path).match(/npx .*frontlist-types/g) ?? [])
  expect(lines.length).toBeGreaterThanOrEqual(3)
  for (const line of lines) expect(line).toContain('npx -p @frontlist/client frontlist-types')
})
