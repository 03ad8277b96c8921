// The sort values of entries, as bytes that compare like the values. No I/O here.
import { parseTimestamp } from '../../../base/clock.ts'
import { parsePlainDate } from '../../../base/plain-date.ts'
import { keyOf, type Scalar, sortPartOf } from '../../../content/index/query-keys.ts'
import { ownIndexField, type QueryType, slugOrderField } from '../../../content/model/query-model.ts'
import type { Json } from '../../../content/values/model.ts'
import type { IndexedEntry } from '../../store/query-index.store.ts'
import type { SortKey } from '../bound-query.ts'

/** The keys that end every order, so that it is total. */
export const defaultOrder: readonly SortKey[] = [
  { indexField: ownIndexField('publishedAt'), type: 'dateTime', isDescending: true },
  { indexField: ownIndexField('id'), type: 'id', isDescending: false },
]

/** Checks whether the key is a field of `data`, rather than a key of the entry itself. */
export function isOfData({ indexField }: SortKey): boolean {
  return !indexField.startsWith('@')
}

export function isId({ indexField }: SortKey): boolean {
  return indexField === ownIndexField('id')
}

/** Checks whether the values are strings. */
export function isOfLetters({ type }: SortKey): boolean {
  return type === 'text' || type === 'id' || type === 'slug'
}

/** Returns the part of a key that determines the order. Texts compare by the beginning of their fold. */
export function sortPart({ type, indexField }: SortKey, key: Uint8Array): Uint8Array {
  return type === 'text' || indexField === slugOrderField ? sortPartOf(key) : key
}

/** Null if there is no value. */
export type SortValue = Uint8Array | null

export function sortValueOfId(id: string): Uint8Array {
  return keyOf('id', id)
}

export function sortValueOf(sortKey: SortKey, entry: IndexedEntry): SortValue {
  const value = isOfData(sortKey) ? fieldValueOf(sortKey, entry) : ownValueOf(sortKey, entry)
  if (value === null) return null
  const type: QueryType = sortKey.indexField === slugOrderField ? 'text' : sortKey.type
  return sortPart(sortKey, keyOf(type, value))
}

function ownValueOf({ indexField }: SortKey, entry: IndexedEntry): Scalar {
  switch (indexField) {
    case ownIndexField('id'):
      return entry.entry
    case ownIndexField('publishedAt'):
      return entry.publishedAt
    case ownIndexField('firstPublishedAt'):
      return entry.firstPublishedAt
    default:
      return entry.slug
  }
}

function fieldValueOf({ indexField, type }: SortKey, { data, overlay }: IndexedEntry): Scalar | null {
  const set = overlay === null ? undefined : readField(overlay, indexField)
  const value = set === undefined ? readField(data, indexField) : set
  if (type === 'date') return typeof value === 'string' ? parsePlainDate(value) : null
  if (type === 'dateTime') return typeof value === 'string' ? parseTimestamp(value) : null
  const wanted = type === 'text' ? 'string' : type === 'boolean' ? 'boolean' : 'number'
  return typeof value === wanted ? (value as Scalar) : null
}

/**
 * Returns one field of stored values, which have one line per field: see content/values/stored-data.ts. Undefined if it is
 * absent.
 */
function readField(data: string, name: string): Json | undefined {
  const start = data.startsWith(`{"${name}":`) ? 0 : data.indexOf(`\n"${name}":`)
  if (start < 0) return undefined
  const end = data.indexOf('\n', start + 1)
  const line = data.slice(start + name.length + 4, end < 0 ? -1 : end - 1)
  return JSON.parse(line) as Json
}

/** Compares two values. Entries without a value come last in both directions. */
export function compareSortValues(a: SortValue, b: SortValue, isDescending: boolean): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
  const ascending = Buffer.compare(a, b)
  return isDescending ? -ascending : ascending
}
