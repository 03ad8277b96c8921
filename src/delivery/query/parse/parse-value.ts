// Parses the texts of a condition as values of the path's type. Nothing is guessed, and no message repeats a value.
import type { Scalar, ValueRange } from '../../../content/index/query-keys.ts'
import type { Operator, QueryType } from '../../../content/model/query-model.ts'
import type { Test } from '../bound-query.ts'
import { parseDate, parseTime, type TimeSpan } from './parse-time.ts'
import type { QueryError } from './query-errors.ts'

export const valuesMax = 100

/** The test of a condition, and whether the condition is its complement. */
export interface ParsedTest {
  readonly test: Test
  readonly isNegated: boolean
}

/** Parses the values of a condition. The operator must apply to the type. */
export function parseTest(
  type: QueryType,
  operator: Operator,
  texts: readonly string[],
): ParsedTest | { readonly error: QueryError } {
  if (operator === 'exists') return { test: { kind: 'present' }, isNegated: texts[0] === 'false' }
  const ranges: ValueRange[] = []
  for (const text of texts) {
    const range = parseRange(type, operator, text)
    if ('error' in range) return range
    ranges.push(range)
  }
  const unique = toUnique(ranges)
  if (unique.length > valuesMax) {
    return { error: { message: `must have at most ${valuesMax} values`, max: valuesMax } }
  }
  return {
    test: { kind: operator === 'all' ? 'all' : 'any', ranges: unique },
    isNegated: operator === 'ne' || operator === 'nin',
  }
}

/** Removes duplicates and sorts the ranges, because their order has no meaning. */
function toUnique(ranges: readonly ValueRange[]): ValueRange[] {
  const byText = new Map(ranges.map(range => [JSON.stringify(range), range]))
  return [...byText.keys()].sort().map(text => byText.get(text)!)
}

type RangeResult = ValueRange | { readonly error: QueryError }

function parseRange(type: QueryType, operator: Operator, text: string): RangeResult {
  if (type === 'date' || type === 'dateTime') {
    const span = type === 'date' ? parseDate(text) : parseTime(text)
    return 'error' in span ? span : rangeOfTime(operator, span)
  }
  if (type === 'text' && (operator === 'eqi' || operator === 'prefix')) return rangeOfText(operator, text)
  const value = parseScalar(type, text)
  if (typeof value === 'object') return value
  return rangeOfValue(operator, value)
}

function rangeOfText(operator: 'eqi' | 'prefix', text: string): RangeResult {
  const normal = text.normalize('NFC')
  if (operator === 'eqi') return { kind: 'fold', text: normal }
  // A text of accents alone would be empty after folding, and every text begins with the empty text.
  return text.normalize('NFKD').replace(/[\u0300-\u036f]+/g, '') === ''
    ? { error: { message: 'must have at least one character beside accents' } }
    : { kind: 'prefix', text: normal }
}

function rangeOfValue(operator: Operator, value: Scalar): ValueRange {
  switch (operator) {
    case 'prefix':
      return { kind: 'prefix', text: String(value) }
    case 'lt':
    case 'lte':
      return { kind: 'range', from: null, to: { value, isInclusive: operator === 'lte' } }
    case 'gt':
    case 'gte':
      return { kind: 'range', from: { value, isInclusive: operator === 'gte' }, to: null }
    default:
      return { kind: 'value', value }
  }
}

/** Returns the range of a time span: `lt` ends before it, `lte` includes it up to its end. */
function rangeOfTime(operator: Operator, { from, to }: TimeSpan): ValueRange {
  if (to === null) return rangeOfValue(operator, from)
  const start = { value: from, isInclusive: true }
  const end = { value: to, isInclusive: false }
  switch (operator) {
    case 'lt':
      return { kind: 'range', from: null, to: { value: from, isInclusive: false } }
    case 'lte':
      return { kind: 'range', from: null, to: end }
    case 'gt':
      return { kind: 'range', from: { value: to, isInclusive: true }, to: null }
    case 'gte':
      return { kind: 'range', from: start, to: null }
    default:
      return { kind: 'range', from: start, to: end }
  }
}

function parseScalar(type: QueryType, text: string): Scalar | { readonly error: QueryError } {
  switch (type) {
    case 'text':
      return text.normalize('NFC')
    case 'boolean':
      if (text === 'true' || text === 'false') return text === 'true'
      return { error: { message: 'must be true or false', allowed: ['true', 'false'] } }
    case 'integer':
    case 'number':
      return parseNumber(type, text)
    default:
      if (text === '') return { error: { message: `must not be empty` } }
      // Slugs are stored in Unicode NFC, and found by either form.
      return type === 'slug' ? text.normalize('NFC') : text
  }
}

const decimal = /^-?(0|[1-9][0-9]*)(\.[0-9]+)?$/

function parseNumber(type: 'integer' | 'number', text: string): number | { readonly error: QueryError } {
  if (!decimal.test(text)) return { error: { message: notDecimal } }
  // Turns -0 into 0.
  const value = Number(text) + 0
  if (type === 'integer' && !isExact(text, value)) return { error: { message: notExact } }
  return value
}

const notDecimal =
  'must be a number in decimal digits, such as -2 or 9.5: without +, exponent, spaces and leading zeros'
const notExact = 'must be a number that a double holds exactly: integers are compared exactly'

/** Checks whether the value compares with whole numbers exactly like its text. */
function isExact(text: string, value: number): boolean {
  const [whole = '', fraction = ''] = text.split('.')
  const isWhole = /^0*$/.test(fraction)
  return isWhole ? Number.isInteger(value) && BigInt(whole) === BigInt(value) : !Number.isInteger(value)
}
