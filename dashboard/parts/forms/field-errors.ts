// The server's errors about the inputs of a form, and the focus on the first of them.

import { type RefObject, useEffect, useRef } from 'react'
import { ApiProblem } from '../../api/request.ts'

/** Returns the messages by field, for `form.setErrors`; empty if the error names none of the fields. */
export function toFieldErrors(error: unknown, fields: readonly string[]): Record<string, string> {
  const found: Record<string, string> = {}
  if (!(error instanceof ApiProblem)) return found
  for (const field of fields) {
    const message = error.messageFor(field)
    if (message !== null) found[field] = message
  }
  return found
}

/** Returns the error unless all its messages are shown beside fields. */
export function toOtherError(error: unknown, fields: readonly string[]): unknown {
  if (!(error instanceof ApiProblem) || error.errors.length === 0) return error
  return error.errors.every(({ name }) => fields.includes(name)) ? null : error
}

interface FormWithNodes {
  readonly getInputNode: (path: string) => HTMLElement | null
}

/** Focuses the first invalid field. */
export function focusFirst(form: FormWithNodes, errors: object): void {
  const [field] = Object.keys(errors)
  if (field !== undefined) form.getInputNode(field)?.focus()
}

/** Returns the ref of the form. Inputs that the error makes invalid must be marked `aria-invalid`. */
export function useFocusInvalid(error: unknown): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [error])
  return form
}
