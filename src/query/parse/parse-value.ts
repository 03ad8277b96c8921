// Parses the texts of a condition as values of the path's type.
import type { Operator, ValueRange } from '../../content/fields/query-facts.ts'
import { factsOf, type QueryType } from '../../content/model/query-model.ts'
import type { Test } from '../bound-query.ts'
import type { QueryError } from './query-errors.ts'

export const valuesMax = 100

/** The test of a condition, and whether the condition is its complement. */
interface ParsedTest {
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
    const range = factsOf(type).parse(operator, text)
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
