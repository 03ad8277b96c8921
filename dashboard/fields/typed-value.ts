// Parses values that are typed in the model editor and the query builder. No React here.
import type { Json } from '../../src/content/values/model.ts'

/** Text that is not a number is returned unchanged, so that the server reports the error. */
export function parseTypedNumber(text: string): Json | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  return Number.isNaN(Number(trimmed)) ? trimmed : Number(trimmed)
}

export function parseTypedText(text: string): string | undefined {
  return text.trim() === '' ? undefined : text.trim()
}

/** The texts of booleans in conditions. */
export const truths: readonly string[] = ['true', 'false']

/** Checks the form of a value that `findError` gets. */
export const must =
  (isValid: (value: unknown) => boolean, message: string) =>
  (value: unknown): string | null =>
    isValid(value) ? null : message

/** Checks whether the value is an object with a text that is not empty at one of the keys. */
export function hasTextAt(value: unknown, ...keys: readonly string[]): boolean {
  if (typeof value !== 'object' || value === null) return false
  const texts = value as Readonly<Record<string, unknown>>
  return keys.some(key => key in value && typeof texts[key] === 'string' && texts[key] !== '')
}

/** Returns the number as a literal for the typed client, which refuses numbers from 2^53 on: they may lose precision. */
export function toNumberLiteral(text: string): string | null {
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text) && Math.abs(Number(text)) < 2 ** 53 ? text : null
}
