// Detects values that a client created by converting an object, `undefined` or NaN into text. A condition with such a value
// would match nothing, or everything with `not`. A query for such a text is still possible if the operator is in the name,
// as in `filter[title][eq]=[object Object]`.
import { operators } from '../../content/fields/query-facts.ts'
import { factsOf, type QueryType } from '../../content/model/query-model.ts'
import type { QueryError } from './query-errors.ts'

/** Matches one object or a list of objects, as `String` writes them. */
const objectPattern = /^\[object [A-Z]\w*\](?:,\[object [A-Z]\w*\])*$/

const nothings: ReadonlySet<string> = new Set([
  'undefined',
  'null',
  'NaN',
  'Infinity',
  '-Infinity',
  'Invalid Date',
])

/** Returns the error of a value that is an object although the condition has no operator; null if it is none. */
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

/** Returns the error of a list that contains an object; null if there is none. */
export function findObjectInList(values: readonly string[]): QueryError | null {
  return values.some(value => objectPattern.test(value)) ? { message: turnedIntoText } : null
}

/** Returns the error of a value that cannot be an id; null if there is none. */
export function findNoId(
  type: QueryType,
  hasOperator: boolean,
  values: readonly string[],
): QueryError | null {
  if (type !== 'id' && !factsOf(type).refers) return null
  if (values.some(value => objectPattern.test(value))) return { message: turnedIntoText }
  return hasOperator || !nothings.has(values[0]!)
    ? null
    : { message: `is no id: ${type === 'id' ? leaveOut : leaveOutOrExists}` }
}

/** Adds the cause to the error of a value if the client created the value by converting something else. */
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

/** Detects objects such as `{"gte":"5"}`, as some clients write nested parameters. */
function isOperatorObject(text: string): boolean {
  if (!text.startsWith('{')) return false
  try {
    const keys = Object.keys(JSON.parse(text))
    return keys.length > 0 && keys.every(key => (operators as readonly string[]).includes(key))
  } catch {
    return false
  }
}
