// The type `integer`: a number without a fraction, which conditions compare exactly.
import type { FieldTypeDefinition } from './field-type.ts'
import { convertNumber, isExactInteger, notDecimal, number, parseNumber } from './number.ts'
import { toRange } from './query-facts.ts'

export const integer: FieldTypeDefinition = {
  ...number,
  limit: {
    meaning: 'number',
    expectation: 'an integer',
    toNumber: limit => (Number.isInteger(limit) ? (limit as number) : null),
  },
  expectation: () => 'an integer',
  read: value => (Number.isInteger(value) ? value : undefined),
  isExact: true,
  query: {
    ...number.query,
    isFacetable: true,
    parse(operator, text) {
      const value = parseNumber(text)
      if (value === null) return { error: { message: notDecimal } }
      return comparesExactly(text, value) ? toRange(operator, value) : { error: { message: notExact } }
    },
  },
  convert: (item, conversion) => convertNumber(item, conversion, isExactInteger),
}

const notExact = 'must be a number that a double holds exactly: integers are compared exactly'

/** Checks whether the value compares with whole numbers exactly like its text. */
function comparesExactly(text: string, value: number): boolean {
  const [whole = '', fraction = ''] = text.split('.')
  const isWhole = /^0*$/.test(fraction)
  return isWhole ? Number.isInteger(value) && BigInt(whole) === BigInt(value) : !Number.isInteger(value)
}
