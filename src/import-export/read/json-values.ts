// Makes JSON storable: text without NUL and lone surrogates, and limited nesting.
import type { Json } from '../../content/values/model.ts'

/** The changes that were made. The caller reports them. */
interface Cleaning {
  replacedText: boolean
  lostNumber: boolean
  tooDeep: boolean
}

export const noCleaning = (): Cleaning => ({ replacedText: false, lostNumber: false, tooDeep: false })

// The importer allows 64 levels per line; the record, its values and an overlay's id use four of them.
const nestingMax = 60

/** Returns a copy and records changes in `cleaning`. Values beyond the nesting limit become null. */
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
  // fromEntries creates own keys for any name, including `__proto__`.
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      cleanText(key, cleaning),
      cleanJson(item, cleaning, depth + 1),
    ]),
  )
}

/** Replaces NUL and lone surrogates, which PostgreSQL cannot store, by U+FFFD. */
export function cleanText(text: string, cleaning: Cleaning): string {
  const clean = text.toWellFormed().replaceAll('\0', '\uFFFD')
  if (clean !== text) cleaning.replacedText = true
  return clean
}

// JSON.parse turns 1e999 into Infinity, which cannot be serialized as JSON.
function finite(value: number, cleaning: Cleaning): number | null {
  if (Number.isFinite(value)) return value
  cleaning.lostNumber = true
  return null
}
