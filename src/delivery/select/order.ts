// Finds a page of a set of entries in an order. It either looks up the sort numbers of all entries, or walks through the
// index of the first sort key until the page is full, whichever reads less.
import { isBeginning } from '../../content/index/sort-blocks.ts'
import type { SortKey } from '../../query/bound-query.ts'
import { compareBy } from '../../query/sort-order.ts'
import { readIdsOfNumbers, readValuesOfNumbers } from '../store/query-index.store.ts'
import { EntrySet } from './entry-set.ts'
import type { IndexReader } from './index-reader.ts'
import {
  defaultOrder,
  equalsOnPage,
  isId,
  isOfData,
  isOfLetters,
  type PageRange,
  readSortNumbers,
  type SortValue,
  sortValueOf,
  sortValueOfId,
} from './sort-values.ts'
import { walkSorted } from './sorted-walk.ts'

/**
 * Costs relative to reading the next row of the index. Looking up a sort number may read a row for it. Stored values are in
 * separate database pages: reading one takes as long as 5 rows in a small space, and as 50 rows with a million entries.
 */
const lookupCost = 2
const storedLookupCost = 30

/** The number of sort numbers that may be sorted without a pause. */
const lookedUpMax = 100_000

const entriesPerRead = 100

export class EntryOrder {
  readonly #reader: IndexReader
  readonly #collection: string
  readonly #keys: readonly SortKey[]

  constructor(reader: IndexReader, collection: string, sort: readonly SortKey[]) {
    this.#reader = reader
    this.#collection = collection
    this.#keys = [...sort, ...defaultOrder]
  }

  /** Returns the numbers on a page of several sets, one after the other. */
  async page(sets: readonly EntrySet[], range: PageRange): Promise<readonly number[]> {
    const found: number[] = []
    let { offset } = range
    for (const set of sets) {
      const limit = range.limit - found.length
      if (limit === 0) break
      found.push(...(await this.#page(set, this.#keys, { offset, limit })))
      offset = Math.max(0, offset - set.count)
    }
    return found
  }

  async #page(set: EntrySet, keys: readonly SortKey[], range: PageRange): Promise<readonly number[]> {
    const { offset, limit } = range
    if (limit <= 0 || offset >= set.count) return []
    const [key, ...others] = keys
    if (key === undefined || set.count === 1) return [...set].slice(offset, offset + limit)
    const rows = await this.#rowsToWalk(set, key, range)
    if (set.count <= lookedUpMax && set.count * lookupCost <= rows) return this.#lookUp(set, keys, range)
    const withValue = isOfData(key)
      ? set.and(await this.#reader.present(this.#collection, key.indexField))
      : set
    const first = await this.#walk(withValue, keys, range)
    if (first.length === limit || withValue === set) return first
    const rest = { offset: Math.max(0, offset - withValue.count), limit: limit - first.length }
    return [...first, ...(await this.#page(set.andNot(withValue), others, rest))]
  }

  async #lookUp(set: EntrySet, keys: readonly SortKey[], range: PageRange): Promise<readonly number[]> {
    const [key, ...others] = keys as [SortKey, ...SortKey[]]
    const found: number[] = []
    const values = await readSortNumbers(this.#reader, this.#collection, key, set)
    for (const { value, numbers, start } of equalsOnPage(values, range)) {
      const rest = { offset: Math.max(0, range.offset - start), limit: range.limit - found.length }
      const isCut = isOfLetters(key) && Number.isFinite(value) && isBeginning(value) && numbers.length > 1
      const equal = EntrySet.of(numbers)
      found.push(
        ...(isCut ? await this.#pageOfCut(equal, keys, rest) : await this.#page(equal, others, rest)),
      )
    }
    return found
  }

  /** Orders entries whose texts have the same sort number, because they begin alike. */
  async #pageOfCut(set: EntrySet, keys: readonly SortKey[], range: PageRange): Promise<readonly number[]> {
    if (set.count * storedLookupCost > (await this.#rowsToWalk(set, keys[0]!, range)))
      return this.#walk(set, keys, range)
    return (await this.#sort(set, keys)).slice(range.offset, range.offset + range.limit)
  }

  /** Sorts the whole set by the values that are stored with its entries. */
  async #sort(set: EntrySet, keys: readonly SortKey[]): Promise<readonly number[]> {
    const { reads, space, variant, pace } = this.#reader
    const numbers = [...set]
    const rows: { readonly number: number; readonly values: readonly SortValue[] }[] = []
    for (let from = 0; from < numbers.length; from += entriesPerRead) {
      const some = numbers.slice(from, from + entriesPerRead)
      // Only the id determines the order.
      if (isId(keys[0]!)) {
        for (const [number, id] of await readIdsOfNumbers(reads, space, some))
          rows.push({ number, values: [sortValueOfId(id)] })
      } else {
        for (const entry of await readValuesOfNumbers(reads, space, some, variant ?? ''))
          rows.push({ number: entry.number, values: keys.map(key => sortValueOf(key, entry)) })
      }
      await pace.count(some.length)
    }
    rows.sort(compareBy(keys))
    return rows.map(({ number }) => number)
  }

  /** Walks entries that all have a value, from the nearer end, one group of equal values at a time. */
  async #walk(set: EntrySet, keys: readonly SortKey[], range: PageRange): Promise<readonly number[]> {
    const { from, to } = { from: range.offset, to: Math.min(range.offset + range.limit, set.count) }
    if (from >= to) return []
    const [key, ...others] = keys as [SortKey, ...SortKey[]]
    const isFromEnd = set.count - to < from
    const walked = await walkSorted(
      this.#reader,
      this.#collection,
      set,
      { ...key, isDescending: key.isDescending !== isFromEnd },
      isFromEnd ? { from: set.count - to, to: set.count - from } : { from, to },
    )
    const found: number[] = []
    for (const { group, start: passed } of isFromEnd ? walked.toReversed() : walked) {
      const start = isFromEnd ? set.count - passed - group.count : passed
      const offset = Math.max(0, from - start)
      const limit = Math.min(to - start, group.count) - offset
      found.push(...(await this.#page(group.toSet(), others, { offset, limit })))
    }
    return found
  }

  async #rowsToWalk(set: EntrySet, { indexField }: SortKey, range: PageRange): Promise<number> {
    return rowsToWalk(set.count, await this.#reader.countPresent(this.#collection, indexField), range)
  }
}

/**
 * Estimates the rows of the index to read until a page is full if each value has one entry; shared values need fewer rows.
 */
function rowsToWalk(inSet: number, inField: number, { offset, limit }: PageRange): number {
  if (offset >= inSet) return 0
  const last = Math.min(offset + limit, inSet)
  return Math.min(last, inSet - offset) * (inField / Math.max(1, inSet))
}
