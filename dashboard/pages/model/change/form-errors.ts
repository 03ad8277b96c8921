// Maps the errors of tried operations to the inputs of a form. No React here.
import { partsOfPointer } from '../../../../src/base/json.ts'
import { ApiProblem } from '../../../api/request.ts'

export interface FormErrors {
  /** Messages by input. */
  readonly fields: Readonly<Record<string, string>>
  /** Messages that belong to no input, as sentences. */
  readonly others: readonly string[]
}

export const noErrors: FormErrors = { fields: {}, others: [] }

/** `from` is the index of the form's first operation in the request. */
export function toFormErrors(error: unknown, from: number): FormErrors {
  if (!(error instanceof ApiProblem) || error.errors.length === 0) return noErrors
  const fields: Record<string, string> = {}
  const others: string[] = []
  for (const { name, message } of error.errors) {
    const input = findInput(name, from)
    if (input === null) others.push(`${name} ${message}.`)
    else if (input === '') others.push(`The field ${message}.`)
    else fields[input] ??= toSentence(message)
  }
  return { fields, others }
}

/** Replaces the request's name of the upper limit by words. */
function toSentence(message: string): string {
  const words = message.replace(/^(must not be greater than) (?:max|maxItems)$/, '$1 the upper limit')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}

/** Returns the input's name; null for an error in other operations, empty for an error of the whole operation. */
function findInput(pointer: string, from: number): string | null {
  if (!pointer.startsWith('/operations/')) return null
  const [, index, ...parts] = partsOfPointer(pointer)
  if (Number(index) < from) return null
  const [first, ...rest] = parts
  if (first === 'field' || first === 'properties') return rest[0] ?? ''
  // The new name of a renamed field.
  if (first === 'to') return 'apiName'
  return first === 'type' || first === 'format' || first === 'many' ? 'kind' : ''
}
