// Calculates the expiry of API keys: the choices of the forms, the time that is sent, and which keys expire soon.
import type { ApiKeyView } from '../../../src/keys/keys.schema.ts'

const dayMilliseconds = 86_400_000
const soonDays = 14

/** In the order of the form. */
export const expiryPresetDays = [7, 30, 90, 365] as const

/** `keep` is only for an existing key. */
export type ExpiryKind = 'keep' | `${(typeof expiryPresetDays)[number]}` | 'date' | 'never'

export interface ExpiryChoice {
  readonly kind: ExpiryKind
  /** `2027-01-31`, or empty; used if `kind` is `date`. */
  readonly date: string
}

/**
 * Returns the time in RFC 3339 format; null means never. Returns undefined if nothing is sent, because the expiry is kept
 * or the date is incomplete. `now` is in milliseconds since 1970.
 */
export function toExpiresAt({ kind, date }: ExpiryChoice, now: number): string | null | undefined {
  if (kind === 'keep') return undefined
  if (kind === 'never') return null
  if (kind === 'date') return toEndOfDay(date)
  return new Date(now + Number(kind) * dayMilliseconds).toISOString()
}

/** Returns the end of the day in local time. */
function toEndOfDay(date: string): string | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date)
  if (!match) return undefined
  return new Date(Number(match[1]), Number(match[2]) - 1, Number(match[3]), 23, 59, 59, 999).toISOString()
}

/** Returns the local date in the format of a date field. */
export function toLocalDate(time: number): string {
  const date = new Date(time)
  const twoDigits = (number: number) => String(number).padStart(2, '0')
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`
}

/** Checks whether the key is active and expires within 14 days. */
export function endsSoon({ status, expiresAt }: ApiKeyView, now: number): boolean {
  if (status !== 'active' || expiresAt === null) return false
  return Date.parse(expiresAt) - now <= soonDays * dayMilliseconds
}
