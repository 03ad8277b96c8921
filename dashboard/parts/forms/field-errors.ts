// Shows the errors of a form beside their fields, and focuses the first of them.
import { ApiProblem } from '../../api/request.ts'

/** By field, for `form.setErrors`; empty if the error names none of the fields. */
export function toFieldErrors(error: unknown, fields: readonly string[]): Record<string, string> {
  const found: Record<string, string> = {}
  if (!(error instanceof ApiProblem)) return found
  for (const field of fields) {
    const message = error.messageFor(field)
    if (message !== null) found[field] = message
  }
  return found
}

/** The error, unless its messages are all shown beside fields. */
export function toOtherError(error: unknown, fields: readonly string[]): unknown {
  if (!(error instanceof ApiProblem) || error.errors.length === 0) return error
  return error.errors.every(({ name }) => fields.includes(name)) ? null : error
}

interface FormWithNodes {
  readonly getInputNode: (path: string) => HTMLElement | null
}

/** Focuses the first field that has to be corrected. */
export function focusFirst(form: FormWithNodes, errors: object): void {
  const [field] = Object.keys(errors)
  if (field !== undefined) form.getInputNode(field)?.focus()
}
