// Errors of query parameters. A single 400 response lists them. Messages repeat names, but never the values that a filter
// or a search looks for, because a visitor may have typed those.
import { type FieldError, Problem } from '../../base/errors.ts'

/** An error of a parameter, without the name of the parameter. */
export interface QueryError {
  readonly message: string
  readonly allowed?: readonly string[]
  readonly didYouMean?: string
  readonly max?: number
}

export function toFieldError(name: string, error: QueryError): FieldError {
  return { in: 'query', name, ...error }
}

/** Returns one 400 with all errors of a request that has query parameters. */
export function invalidQuery(errors: readonly FieldError[]): Problem {
  const detail = errors.map(({ name, message }) => `${name}: ${message}.`).join(' ')
  return new Problem('invalid_parameters', detail, { errors })
}

const shownLengthMax = 100

/** Returns a name for a message, cut if it is longer than any valid name. */
export function shown(name: string): string {
  const characters = [...name]
  return characters.length <= shownLengthMax ? name : `${characters.slice(0, shownLengthMax).join('')}…`
}
