// Validates the form of an API key, field by field: first locally, then with the server's messages.
import { ApiProblem } from '../../api/request.ts'
import { type ExpiryChoice, toExpiresAt } from './expiry.ts'

export type KeyFaults = Partial<Record<'name' | 'scopes' | 'expiresAt', string>>

interface KeyFormValues {
  readonly name: string
  readonly scopes: readonly string[]
  readonly expiry: ExpiryChoice
}

/** Empty if the form is valid; `now` in milliseconds since 1970. */
export function findFaults({ name, scopes, expiry }: KeyFormValues, now: number): KeyFaults {
  const faults: KeyFaults = {}
  if (name.trim() === '') faults.name = 'Enter a name.'
  if (scopes.length === 0) faults.scopes = 'Choose at least one scope.'
  if (expiry.kind === 'date') {
    const expiresAt = toExpiresAt(expiry, now)
    if (!expiresAt) faults.expiresAt = 'Choose a date.'
    else if (Date.parse(expiresAt) <= now) faults.expiresAt = 'Choose today or a later date.'
  }
  return faults
}

/** The server's messages, by field. */
export function toFaults(error: unknown): KeyFaults {
  const faults: KeyFaults = {}
  if (!(error instanceof ApiProblem)) return faults
  for (const field of ['name', 'scopes', 'expiresAt'] as const) {
    const fault = error.faultOf(field)
    if (fault) faults[field] = fault
  }
  return faults
}

export function isFaulty(faults: KeyFaults): boolean {
  return Object.keys(faults).length > 0
}
