// JSON that the database and its limits can hold: text without NUL and lone surrogates, bounded nesting.
import type { Json } from '../content/model.ts'

/** What had to be changed on the way; the caller reports it. */
export interface Cleaning {
  replacedText: boolean
  lostNumber: boolean
  tooDeep: boolean
}

export const noCleaning = (): Cleaning => ({ replacedText: false, lostNumber: false, tooDeep: false })

// The importer allows 64 levels in a line; the record, its values and an overlay's id take four of them.
const nestingMax = 60

/** A copy; `cleaning` collects what is different in it. Beyond the nesting limit there is null. */
export function cleanJson(value: unknown, cleaning: Cleaning, depth = 1): Json {
  if (typeof value === 'string') return cleanText(value, cleaning)
  if (typeof value === 'number') return finite(value, cleaning)
  if (typeof value === 'boolean') return value
  if (typeof value !== 'object' || value === null) return null
  if (depth > nestingMax) {
    cleaning.tooDeep = true
    return null
  }
  if (Array.isArray(value)) return value.map(item => cleanJson(item, cleaning, depth + 1))
  // fromEntries makes own keys of whatever it is given, `__proto__` too.
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      cleanText(key, cleaning),
      cleanJson(item, cleaning, depth + 1),
    ]),
  )
}

/** PostgreSQL holds neither NUL nor half a surrogate pair: U+FFFD stands for them. */
export function cleanText(text: string, cleaning: Cleaning): string {
  const clean = text.toWellFormed().replaceAll('\0', '\uFFFD')
  if (clean !== text) cleaning.replacedText = true
  return clean
}

// JSON.parse makes Infinity of 1e999, which no JSON can write again.
function finite(value: number, cleaning: Cleaning): number | null {
  if (Number.isFinite(value)) return value
  cleaning.lostNumber = true
  return null
}
