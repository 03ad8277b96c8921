// What readers copy: commands that npx runs, where a name alone would be looked up as a package of somebody else, and the
// variable with the API key.
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

test('the variable with the API key has one name, wherever people copy it', () => {
  const copied = [...places, 'dashboard/**/*.ts', 'src/**/*.ts', 'client/examples/*/src/**/*.ts']
  const paths = copied.flatMap(pattern => [...new Glob(pattern).scanSync(root)])
  const others = paths.filter(path => /(?:\$\{?|process\.env\.|environ\[")API_KEY\b/.test(readText(path)))
  expect(others).toEqual([])
})
