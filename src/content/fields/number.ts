// The type `number`: a number as a double holds it.
import { isInexactInteger, isRounded } from '../../base/json.ts'
import type { Json } from '../values/model.ts'
import type { Conversion, FieldTypeDefinition, LimitWords, StoredValue } from './field-type.ts'
import { orderOperators, toRange } from './query-facts.ts'

export const number: FieldTypeDefinition = {
  properties: ['min', 'max', 'options', 'unique'],
  limit: {
    meaning: 'number',
    expectation: 'a number',
    toNumber: limit => (typeof limit === 'number' ? limit : null),
  },
  expectation: () => 'a number',
  read: value => (typeof value === 'number' ? value : undefined),
  checkRules(value, field, path, checker) {
    if (typeof value !== 'number') return
    checker.checkLimits(field, value, path, limitWords)
    checker.checkOptions(field, value, path)
  },
  query: {
    operators: orderOperators,
    isSortable: true,
    toScalar: value => (typeof value === 'number' ? value : null),
    parse(operator, text) {
      const value = parseNumber(text)
      return value === null ? { error: { message: notDecimal } } : toRange(operator, value)
    },
  },
  convert: (item, conversion) => convertNumber(item, conversion, text => !isRounded(text)),
}

const limitWords: LimitWords = { min: 'be at least', max: 'be at most' }

const decimal = /^-?(0|[1-9][0-9]*)(\.[0-9]+)?$/

/** Returns the number of a condition; null if the text is not one. */
export function parseNumber(text: string): number | null {
  // The addition turns -0 into 0.
  return decimal.test(text) ? Number(text) + 0 : null
}

export const notDecimal =
  'must be a number in decimal digits, such as -2 or 9.5: without +, exponent, spaces and leading zeros'

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const numberLengthMax = 400

/** A text is converted only if the parsed number has exactly the same decimal value. */
export function convertNumber(
  item: Json,
  { from }: Conversion,
  isExact: (text: string) => boolean,
): StoredValue {
  if (from.type === 'json') return item
  if (from.type === 'richText') return undefined
  if (typeof item === 'number') return item
  if (typeof item !== 'string' || item.length > numberLengthMax || !jsonNumber.test(item)) return undefined
  return isExact(item) ? Number(item) : undefined
}

/** Checks whether a text of an integer is that of the parsed number. */
export function isExactInteger(text: string): boolean {
  return !isRounded(text) && !isInexactInteger(text)
}
