// Errors of query parameters, which are returned in one 400. Messages repeat names, but never the values of conditions or of
// a search, because those may be the input of a visitor.
import { type FieldError, Problem } from '../../../base/errors/errors.ts'

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
