// How deep a JSON text is nested, compared with the depth of the value that JSON.parse makes of it.
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { isNestedDeeper } from '../../src/base/json.ts'
import { fuzzRuns } from '../kit/fuzz.ts'

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}

test('a text is as deep as its value, whatever brackets and quotes its strings hold', () => {
  const odd = fc.string({ unit: fc.constantFrom('[', '{', ']', '}', '"', '\\', 'a', 'é') })
  const { value } = fc.letrec(tie => ({
    value: fc.oneof({ maxDepth: 6 }, odd, fc.integer(), tie('list'), tie('object')),
    list: fc.array(tie('value'), { maxLength: 3 }),
    object: fc.dictionary(odd, tie('value'), { maxKeys: 3 }),
  }))
  fc.assert(
    fc.property(value, one => {
      const text = JSON.stringify(one)
      const depth = depthOf(one)
      expect(isNestedDeeper(text, depth)).toBe(false)
      if (depth > 0) expect(isNestedDeeper(text, depth - 1)).toBe(true)
    }),
    { numRuns: fuzzRuns(1000) },
  )
})

test('a text that is not JSON has a depth too', () => {
  expect(isNestedDeeper('['.repeat(65), 64)).toBe(true)
  expect(isNestedDeeper(`]]]${'['.repeat(65)}`, 64)).toBe(false)
  expect(isNestedDeeper(`"${'['.repeat(65)}`, 64)).toBe(false)
})
