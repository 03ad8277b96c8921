// Errors of query parameters: their parts and their one 400. Messages repeat names, never the values of conditions or of
// a search: those are what a visitor typed.
import { type FieldError, Problem } from '../../../base/errors/errors.ts'

/** What is wrong with a parameter, without the parameter. */
export interface QueryError {
  readonly message: string
  readonly allowed?: readonly string[]
  readonly didYouMean?: string
  readonly max?: number
}

export function toFieldError(name: string, error: QueryError): FieldError {
  return { in: 'query', name, ...error }
}

/** One 400 with every error of a request that has query parameters. */
export function invalidQuery(errors: readonly FieldError[]): Problem {
  const detail = errors.map(({ name, message }) => `${name}: ${message}.`).join(' ')
  return new Problem('invalid_parameters', detail, { errors })
}

const shownLengthMax = 100

/** A name as messages repeat it: cut where it is longer than any name can be. */
export function shown(name: string): string {
  const characters = [...name]
  return characters.length <= shownLengthMax ? name : `${characters.slice(0, shownLengthMax).join('')}…`
}
