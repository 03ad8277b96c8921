// Where the errors of tried operations belong in a form. No React here.
import { partsOfPointer } from '../../../../src/base/json/json-pointer.ts'
import { ApiProblem } from '../../../api/request.ts'

export interface FormErrors {
  /** By input. */
  readonly fields: Readonly<Record<string, string>>
  /** What belongs to no input, in sentences. */
  readonly others: readonly string[]
}

export const noErrors: FormErrors = { fields: {}, others: [] }

/** `from` is the place of the form's first operation among those that were sent. */
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

/** The server calls the other limit what it is called in requests. */
function toSentence(message: string): string {
  const words = message.replace(/^(must not be greater than) (?:max|maxItems)$/, '$1 the upper limit')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}

/** Null for what is wrong with other operations; empty for an operation as a whole. */
function findInput(pointer: string, from: number): string | null {
  if (!pointer.startsWith('/operations/')) return null
  const [, index, ...parts] = partsOfPointer(pointer)
  if (Number(index) < from) return null
  const [first, ...rest] = parts
  if (first === 'field' || first === 'properties') return rest[0] ?? ''
  // Of a new name.
  if (first === 'to') return 'apiName'
  return first === 'type' || first === 'format' || first === 'many' ? 'kind' : ''
}
