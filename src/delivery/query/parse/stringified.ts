// Recognizes values that a client made by turning something else into text: an object, `undefined`, NaN. A condition on
// such a value would find nothing, and with `not` everything. A text that reads like one can still be found where the
// operator is in the name, as in `filter[title][eq]=[object Object]`.
import { operators, type QueryType } from '../../../content/model/query-model.ts'
import type { QueryError } from './query-errors.ts'

/** One object or a list of them, as `String` writes it. */
const objectPattern = /^\[object [A-Z]\w*\](?:,\[object [A-Z]\w*\])*$/

const nothings: ReadonlySet<string> = new Set([
  'undefined',
  'null',
  'NaN',
  'Infinity',
  '-Infinity',
  'Invalid Date',
])

/** What is wrong with the value of a condition without an operator; null if nothing is. */
export function findOperatorsAsText(name: string, text: string): QueryError | null {
  const cause = objectPattern.test(text)
    ? 'turned an object into text'
    : isOperatorObject(text)
      ? 'wrote operators as JSON'
      : null
  if (cause === null) return null
  const condition = name.includes('[') ? name : `${name}[PATH]`
  return {
    message: `has no value, because the client ${cause}: the operator belongs in the name, ${condition}[OPERATOR]=VALUE; docs/clients.md has a serializer for clients that do so`,
  }
}

/** What is wrong with a list that has an object; null if none has. */
export function findObjectInList(values: readonly string[]): QueryError | null {
  return values.some(value => objectPattern.test(value)) ? { message: turnedIntoText } : null
}

/** What is wrong with an id that no entry has; null if nothing is. */
export function findNoId(
  type: QueryType,
  hasOperator: boolean,
  values: readonly string[],
): QueryError | null {
  if (type !== 'id' && type !== 'reference') return null
  if (values.some(value => objectPattern.test(value))) return { message: turnedIntoText }
  return hasOperator || !nothings.has(values[0]!)
    ? null
    : { message: `is no id: ${type === 'id' ? leaveOut : leaveOutOrExists}` }
}

/** An error of a value, with the reason where a client made that value. */
export function withCause(error: QueryError, values: readonly string[]): QueryError {
  if (values.some(value => objectPattern.test(value)))
    return { ...error, message: `${error.message}; ${turnedIntoText}` }
  return values.some(value => nothings.has(value))
    ? { ...error, message: `${error.message}; ${leaveOutOrExists}` }
    : error
}

const turnedIntoText =
  'has an object that the client turned into text: a value is a text, a number or a time, and that of a reference is the id'
const leaveOut = 'leave the parameter out where the client has no value'
const leaveOutOrExists = `${leaveOut}, and write [exists]=false to find entries without one`

/** `{"gte":"5"}`: how some clients write nested parameters. */
function isOperatorObject(text: string): boolean {
  if (!text.startsWith('{')) return false
  try {
    const keys = Object.keys(JSON.parse(text))
    return keys.length > 0 && keys.every(key => (operators as readonly string[]).includes(key))
  } catch {
    return false
  }
}
