// The facts that a type gives to queries: operators, order, and the values that conditions compare.
import type { Json } from '../values/model.ts'

export interface QueryFacts {
  /** Operators on single values, in the order of {@link operators}. */
  readonly operators: readonly Operator[]
  readonly isSortable?: true
  readonly isFacetable?: true
  /** True if values are found and sorted by their fold, and compared exactly beside it. */
  readonly isFolded?: true
  /** True if values refer to entries, whose ids are compared. */
  readonly refers?: true
  /** True if values name assets, and a value whose asset does not exist is none. */
  readonly namesAsset?: true
  /** True if the model declares paths inside of values. */
  readonly hasPaths?: true
  /** True if values are blocks, whose fields paths can name. */
  readonly hasBlocks?: true
  /**
   * Returns the comparable form of a stored value; null if the value does not have the type. Types whose values are not
   * compared, and references, do not have this function.
   */
  readonly toScalar?: (value: Json) => Scalar | null
  /** Parses a value of a condition. Nothing is guessed, and no message repeats the value. */
  readonly parse: (operator: Operator, text: string) => ParsedRange
}

export const operators = [
  'eq',
  'ne',
  'in',
  'nin',
  'all',
  'eqi',
  'prefix',
  'lt',
  'lte',
  'gt',
  'gte',
  'exists',
] as const
export type Operator = (typeof operators)[number]

/** The operators of values with an order. */
export const orderOperators = ['eq', 'ne', 'in', 'nin', 'lt', 'lte', 'gt', 'gte', 'exists'] as const

/** Times are milliseconds since 1970. Texts are in Unicode NFC; ids, slugs and collections are as sent. */
export type Scalar = string | number | boolean

export interface RangeEnd {
  readonly value: Scalar
  readonly isInclusive: boolean
}

/** A set of values of a field. */
export type ValueRange =
  | { readonly kind: 'value'; readonly value: Scalar }
  /** All texts with the same fold. */
  | { readonly kind: 'fold'; readonly text: string }
  /** A prefix of the fold for texts, an exact prefix for other strings. */
  | { readonly kind: 'prefix'; readonly text: string }
  /** Numbers, times or ids. A partial date is the range of time that it covers. */
  | { readonly kind: 'range'; readonly from: RangeEnd | null; readonly to: RangeEnd | null }

export type ParsedRange =
  | ValueRange
  | { readonly error: { readonly message: string; readonly allowed?: readonly string[] } }

export function toRange(operator: Operator, value: Scalar): ValueRange {
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

/** Parses a string that is compared exactly, such as an id. */
export function parseExact(operator: Operator, text: string): ParsedRange {
  return text === '' ? { error: { message: 'must not be empty' } } : toRange(operator, text)
}

/** Supports only the operator `exists`. */
export const presenceOnly: QueryFacts = { operators: ['exists'], parse: parseExact }
