// Splits the value of a condition into texts and checks what needs no model: lists, lengths, `exists`.
import type { Operator } from '../../content/fields/query-facts.ts'
import type { QueryError } from './query-errors.ts'
import { findObjectInList } from './stringified.ts'

/** In code points. */
export const valueLengthMax = 200

const listOperators: ReadonlySet<Operator> = new Set(['in', 'nin', 'all'])

/** Returns the texts of a condition's value. Those of a list have no duplicates. */
export function readValues(operator: Operator, text: string): readonly string[] | QueryError {
  if (operator === 'exists' && text !== 'true' && text !== 'false') {
    return { message: 'must be true or false', allowed: ['true', 'false'] }
  }
  if (operator === 'prefix' && text === '') return { message: 'must have at least one character' }
  const values = listOperators.has(operator) ? splitList(text) : [text]
  if (!Array.isArray(values)) return values as QueryError
  const object = listOperators.has(operator) ? findObjectInList(values) : null
  if (object !== null) return object
  return values.some(isTooLong)
    ? { message: `must have at most ${valueLengthMax} characters in a value`, max: valueLengthMax }
    : values
}

/** Checks the length. Texts that differ only in their Unicode form are equal, so the shorter of text and NFC counts. */
export function isTooLong(text: string): boolean {
  const isLong = (form: string) => form.length > valueLengthMax && [...form].length > valueLengthMax
  return isLong(text) && isLong(text.normalize('NFC'))
}

function splitList(text: string): string[] | QueryError {
  if (text === '') return { message: 'must have at least one value, with commas between values' }
  if (/\\(?![\\,])/.test(text.replaceAll('\\\\', ''))) {
    return { message: 'has a backslash that is neither \\, (a comma) nor \\\\ (a backslash)' }
  }
  const values = ['']
  for (const [piece] of text.matchAll(/\\[\\,]|[^\\]/gs)) {
    if (piece === ',') values.push('')
    else values[values.length - 1] += piece.length === 2 && piece.startsWith('\\') ? piece.slice(1) : piece
  }
  return [...new Set(values)]
}
