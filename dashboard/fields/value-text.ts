// Converts a single value to text: the name of a choice, and a time in the user's time zone. No React here.
import { toExactText } from '../parts/time/moment-text.ts'

interface ReadField {
  readonly type: string
  readonly options?: readonly { readonly value: string | number; readonly name: string }[] | undefined
}

/**
 * Returns null for null, lists and objects, which cannot be shown as text. Without a field, a string is returned
 * unchanged.
 */
export function toValueText(field: ReadField | null, value: unknown): string | null {
  const choice = field?.options?.find(one => one.value === value)
  if (choice) return choice.name
  if (typeof value === 'boolean' && field?.type !== 'json') return value ? 'Yes' : 'No'
  if (typeof value === 'boolean' || typeof value === 'number') return String(value)
  if (typeof value !== 'string') return null
  return field?.type === 'dateTime' && !Number.isNaN(Date.parse(value)) ? toExactText(value) : value
}
