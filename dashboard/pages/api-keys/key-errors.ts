// Validates the form of an API key by field, first locally, then with the server's messages.
import { ApiProblem } from '../../api/request.ts'
import { type ExpiryChoice, toExpiresAt } from './expiry.ts'

export type KeyErrors = Partial<Record<'name' | 'scopes' | 'expiresAt', string>>

interface KeyFormValues {
  readonly name: string
  readonly scopes: readonly string[]
  readonly expiry: ExpiryChoice
}

/** Returns no errors if the form is valid. `now` is in milliseconds since 1970. */
export function findErrors({ name, scopes, expiry }: KeyFormValues, now: number): KeyErrors {
  const errors: KeyErrors = {}
  if (name.trim() === '') errors.name = 'Enter a name.'
  if (scopes.length === 0) errors.scopes = 'Choose at least one scope.'
  if (expiry.kind === 'date') {
    const expiresAt = toExpiresAt(expiry, now)
    if (!expiresAt) errors.expiresAt = 'Choose a date.'
    else if (Date.parse(expiresAt) <= now) errors.expiresAt = 'Choose today or a later date.'
  }
  return errors
}

/** Returns the server's messages by field. */
export function toErrors(error: unknown): KeyErrors {
  const errors: KeyErrors = {}
  if (!(error instanceof ApiProblem)) return errors
  for (const field of ['name', 'scopes', 'expiresAt'] as const) {
    const message = error.messageFor(field)
    if (message) errors[field] = message
  }
  return errors
}

export function hasErrors(errors: KeyErrors): boolean {
  return Object.keys(errors).length > 0
}
