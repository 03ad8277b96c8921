// The rules in CONTRIBUTING.md: each names what holds it, and that exists.
import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readText, root, sectionOf, tableRowsOf } from './documents.ts'

const lintRules = new Set(readText('biome.json').match(/\bno[A-Z]\w+|\buse[A-Z]\w+/g))

/** Why the second cell of a rule holds nothing, or null. */
function errorOf(holder: string): string | null {
  if (holder === 'taste') return null
  const name = /^`(.+)`$/.exec(holder)?.[1] ?? ''
  if (/^(?:test|scripts)\/.+\.ts$/.test(name))
    return existsSync(join(root, name)) ? null : `${name} is missing`
  return lintRules.has(name) ? null : `${holder} is neither a test, nor a lint rule, nor taste`
}

test('each rule names a test, a lint rule or taste', () => {
  const rules = tableRowsOf(sectionOf(readText('CONTRIBUTING.md'), 'Rules'))
  expect(rules.length).toBeGreaterThan(15)
  expect(rules.flatMap(([, holder = '']) => errorOf(holder) ?? [])).toEqual([])
})

test('a rule that nothing holds is found', () => {
  for (const holder of ['', 'habit', '`test/attic.test.ts`', '`noAttic`', 'noDefaultExport']) {
    expect(errorOf(holder)).toBeString()
  }
})
