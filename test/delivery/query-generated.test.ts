// Generated queries: none makes the parser fail, and writing one differently changes nothing.
import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { operators } from '../../src/content/fields/query-facts.ts'
import { fuzzRuns } from '../kit/fuzz.ts'
import { bindEntry, bindList, bookshop } from './query-bookshop-model.ts'

const piece = fc.constantFrom(
  ...[
    'filter',
    'any',
    'any.2',
    'not',
    'sort',
    'q',
    'fields',
    'facets',
    'queryVariant',
    'Filter',
    'where',
    'x',
    '[',
    ']',
    '.',
    ',',
    '=',
    '&',
  ],
  ...[
    '-',
    '+',
    '*',
    '%5B',
    '%5D',
    '%255B',
    '%',
    '%ff',
    '%00',
    '\\',
    '%5C',
    ' ',
    'é',
    '🌊',
    '__proto__',
    'data.',
    'a.b',
    'id',
    'slug',
  ],
  ...[
    'author.',
    'related.',
    'country',
    'name',
    'price',
    'title',
    'tags',
    'note',
    'extra.weight',
    '1',
    '-0',
    '2026-02',
    'true',
    'sea',
  ],
  ...operators,
)
const nonsense = fc.array(piece, { maxLength: 40 }).map(pieces => pieces.join(''))

test('no address makes the parser fail, and every error names a parameter that was sent', () => {
  fc.assert(
    fc.property(nonsense, fc.constantFrom(...bookshop.map(({ apiName }) => apiName)), (search, name) => {
      for (const { errors } of [bindList(`${name}?${search}`), bindEntry(`${name}?${search}`)]) {
        for (const error of errors) {
          expect(error.in).toBe('query')
          expect(error.message).not.toBe('')
        }
      }
    }),
    { numRuns: fuzzRuns(5000) },
  )
})

const value = fc.constantFrom('1', '2.5', '0', '14', '-3')
const listOf = fc.array(value, { minLength: 1, maxLength: 5 })
const single = fc.constantFrom('eq', 'ne', 'lt', 'lte', 'gt', 'gte')
const group = fc.constantFrom('filter', 'not', 'any', 'any.2', 'any.3')
const path = fc.constantFrom('price', 'pages', 'scores', 'a.b', 'author.born', 'extra.weight')

/** A condition with another way to write it. */
const condition = fc.oneof(
  fc.record({ group, path: path.filter(one => one !== 'a.b'), operator: single, value }).map(one => ({
    key: `${one.group} ${one.path} ${one.operator}`,
    plain: `${one.group}[${one.path}][${one.operator}]=${one.value}`,
    other: `${one.group}%5Bdata.${one.path}%5D${one.operator === 'eq' ? '' : `[${one.operator}]`}=${one.value.includes('.') ? `${one.value}0` : `${one.value}.0`}`,
  })),
  fc.record({ group, operator: fc.constantFrom('in', 'nin'), values: listOf }).map(one => ({
    key: `${one.group} price ${one.operator}`,
    plain: `${one.group}[price][${one.operator}]=${one.values.join(',')}`,
    other: `${one.group}[price][${one.operator}]=${[...one.values, ...one.values].reverse().join('%2C')}`,
  })),
)

test('a query that is written differently has the same canonical text', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(condition, { minLength: 1, maxLength: 15, selector: ({ key }) => key }),
      fc.integer(),
      (conditions, seed) => {
        const plain = bindList(`books?${conditions.map(one => one.plain).join('&')}`)
        const order = (one: { key: string }) => Number(Bun.hash(`${seed} ${one.key}`) % 1000n)
        const shuffled = conditions.toSorted((one, two) => order(one) - order(two))
        const other = bindList(`books?${shuffled.map(one => one.other).join('&')}`)
        expect(plain.errors).toEqual([])
        expect(other.errors).toEqual([])
        expect(other.selection?.canonicalText).toBe(plain.selection!.canonicalText)
      },
    ),
    { numRuns: fuzzRuns(1000) },
  )
})
