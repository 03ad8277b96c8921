// Computes the sort values of entries, as bytes that compare like the values. Reads the sort numbers of a set of entries,
// which are shorter and in few rows, and finds the entries of a page by them.
import type { Scalar } from '../../content/fields/query-facts.ts'
import { keyOf, sortPartOf } from '../../content/index/query-keys.ts'
import { blockOf, placeInBlock, sortNumberAt } from '../../content/index/sort-blocks.ts'
import { factsOf, ownIndexField, type QueryType, slugOrderField } from '../../content/model/query-model.ts'
import { readField } from '../../content/values/stored-data.ts'
import type { SortKey } from '../../query/bound-query.ts'
import {
  type IndexedEntry,
  type IndexScope,
  readSortBlocks,
  rowsPerRead,
} from '../store/query-index.store.ts'
import type { EntrySet } from './entry-set.ts'
import type { IndexReader } from './index-reader.ts'

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
  return factsOf(type).isFolded || type === 'id' || type === 'slug'
}

/** Returns the part of a key that determines the order. Texts compare by the beginning of their fold. */
export function sortPart({ type, indexField }: SortKey, key: Uint8Array): Uint8Array {
  return factsOf(type).isFolded || indexField === slugOrderField ? sortPartOf(key) : key
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
  return value === undefined ? null : factsOf(type).toScalar!(value)
}

export interface PageRange {
  readonly offset: number
  readonly limit: number
}

/** Entries and their sort numbers, in ascending order of a page; infinite if an entry has no value. */
interface SortNumberList {
  readonly numbers: readonly number[]
  readonly values: Float64Array
}

/** Reads the sort numbers of a set for a sort key. */
export async function readSortNumbers(
  reader: IndexReader,
  collection: string,
  { indexField, isDescending }: SortKey,
  set: EntrySet,
): Promise<SortNumberList> {
  const overridden = await reader.overridden(collection, indexField)
  const read = (variant: string, part: EntrySet) =>
    readOfScope(reader, reader.scopeOf(collection, indexField, variant), part, isDescending ? -1 : 1)
  if (overridden === null || reader.variant === null) return read('', set)
  const base = await read('', set.andNot(overridden))
  const overlay = await read(reader.variant, set.and(overridden))
  const values = new Float64Array(set.count)
  values.set(base.values)
  values.set(overlay.values, base.values.length)
  return { numbers: base.numbers.concat(overlay.numbers), values }
}

async function readOfScope(
  { reads, pace }: IndexReader,
  scope: IndexScope,
  set: EntrySet,
  sign: 1 | -1,
): Promise<SortNumberList> {
  const numbers = set.toNumbers()
  const values = new Float64Array(numbers.length).fill(Number.POSITIVE_INFINITY)
  const blocksMax = rowsPerRead(reads)
  for (let at = 0; at < numbers.length; ) {
    const blocks: number[] = []
    /** The index of the first number of each block. */
    const starts: number[] = []
    for (; at < numbers.length; at++) {
      const block = blockOf(numbers[at]!)
      if (block === blocks.at(-1)) continue
      if (blocks.length === blocksMax) break
      blocks.push(block)
      starts.push(at)
    }
    const rows = await readSortBlocks(reads, scope, blocks)
    starts.push(at)
    for (const { place, numbers: stored } of rows) {
      for (let index = starts[place]!; index < starts[place + 1]!; index++) {
        const value = sortNumberAt(stored, placeInBlock(numbers[index]!))
        if (!Number.isNaN(value)) values[index] = sign * value
      }
    }
    await pace.count(rows.length)
  }
  return { numbers, values }
}

/** Entries that have the same sort number, and the number of entries before them. */
interface EqualNumbers {
  readonly value: number
  readonly numbers: readonly number[]
  readonly start: number
}

/** Returns the groups of equal entries of which at least one is on the page, in order. */
export function equalsOnPage(
  { numbers, values }: SortNumberList,
  { offset, limit }: PageRange,
): EqualNumbers[] {
  const sorted = values.slice().sort()
  const lowest = sorted[offset]!
  const highest = sorted[Math.min(offset + limit, sorted.length) - 1]!
  const equals = new Map<number, number[]>()
  let start = 0
  for (const [index, value] of values.entries()) {
    if (value < lowest) start++
    else if (value <= highest) {
      const others = equals.get(value)
      if (others) others.push(numbers[index]!)
      else equals.set(value, [numbers[index]!])
    }
  }
  const groups: EqualNumbers[] = []
  for (const [value, equal] of [...equals].sort(([a], [b]) => a - b)) {
    groups.push({ value, numbers: equal, start })
    start += equal.length
  }
  return groups
}
