// The errors of requests about models.
import { type FieldError, Problem } from '../base/errors.ts'
import type { OperationError } from './model-operations.ts'

const errorsMax = 50

export function collectionNotFound(): Problem {
  return new Problem('collection_not_found', 'The space has no collection with this API name.')
}

export function invalidModel(found: readonly OperationError[]): Problem {
  const errors = found
    .slice(0, errorsMax)
    .map(({ path, message }): FieldError => ({ in: 'body', name: toName(path), message }))
  const detail = errors.map(({ name, message }) => `${name || 'The body'} ${message}.`).join(' ')
  return new Problem('invalid_body', detail, { errors })
}

/** A field of the body by its name, what is below one by its JSON Pointer. */
function toName(path: string): string {
  return path.lastIndexOf('/') === 0 ? path.slice(1) : path
}
