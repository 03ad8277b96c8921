// Walks through a set of entries in the order of one field by reading that field's postings.
import { decodePosting, numberAt } from '../../content/index/postings.ts'
import { valueKeys } from '../../content/index/query-keys.ts'
import type { SortKey } from '../../query/bound-query.ts'
import {
  type IndexScope,
  type PostingPosition,
  type PostingRow,
  readPostings,
  readPostingsBackwards,
  rowsPerRead,
} from '../store/query-index.store.ts'
import { EntrySet } from './entry-set.ts'
import { type IndexReader, startOf } from './index-reader.ts'
import { sortPart } from './sort-values.ts'

/** The number of rows of the first read. Most pages are found within a few hundred rows, so reads begin small and grow. */
const rowsOfFirstRead = 100
const growth = 4

/** Entries that are equal in the order. Most groups have one entry. */
class SortedGroup {
  readonly #numbers: number[] = []
  #set: EntrySet | null = null

  get count(): number {
    return this.#set?.count ?? this.#numbers.length
  }

  /** Adds the numbers of a posting that are also in the set. */
  add(row: PostingRow, within: EntrySet): void {
    if (this.#set === null && this.#numbers.length + row.count <= listedMax) {
      for (const place of decodePosting(row.count, row.numbers)) {
        const number = numberAt(row.chunk, place)
        if (within.has(number)) this.#numbers.push(number)
      }
      return
    }
    this.#set ??= EntrySet.of(this.#numbers)
    this.#set.addPosting(row, within)
  }

  toSet(): EntrySet {
    return this.#set ?? EntrySet.of(this.#numbers)
  }
}

const listedMax = 64

/** A group, and the number of entries of the set before it in the walk. */
interface PlacedGroup {
  readonly group: SortedGroup
  readonly start: number
}

/**
 * Returns the groups with the entries from one position of the walk to another. All entries of the set must have a value.
 */
export async function walkSorted(
  reader: IndexReader,
  collection: string,
  set: EntrySet,
  key: SortKey,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<readonly PlacedGroup[]> {
  const { indexField, isDescending } = key
  const overridden = await reader.overridden(collection, indexField)
  const cursorOf = (variant: string, within: EntrySet) =>
    new PostingCursor(reader, reader.scopeOf(collection, indexField, variant), within, isDescending)
  const cursors =
    overridden === null || reader.variant === null
      ? [cursorOf('', set)]
      : [cursorOf('', set.andNot(overridden)), cursorOf(reader.variant, set.and(overridden))]
  const found: PlacedGroup[] = []
  let part: Uint8Array | null = null
  let group = new SortedGroup()
  let start = 0
  const endGroup = () => {
    if (group.count === 0) return
    if (start < to && start + group.count > from) found.push({ group, start })
    start += group.count
    group = new SortedGroup()
  }
  while (start < to) {
    for (const cursor of cursors) if (cursor.needsRows) await cursor.read()
    const cursor = nextOf(cursors, isDescending)
    if (cursor === null) break
    if (cursors.length === 1 && start + group.count + cursor.entriesRead <= from) {
      const passed = cursor.passToLastGroup(row => sortPart(key, row.key))
      if (passed !== null) {
        endGroup()
        start += passed
      }
    }
    const row = cursor.take()
    const next = sortPart(key, row.key)
    if (part === null || Buffer.compare(part, next) !== 0) {
      endGroup()
      part = next
    }
    group.add(row, cursor.within)
  }
  endGroup()
  return found
}

/** Reads the postings of a field in the order of their keys, in slices. */
class PostingCursor {
  readonly within: EntrySet
  readonly #reader: IndexReader
  readonly #scope: IndexScope
  readonly #isDescending: boolean
  #rows: readonly PostingRow[] = []
  #entriesRead = 0
  #index = 0
  #last: PostingPosition | null
  #limit = rowsOfFirstRead

  constructor(reader: IndexReader, scope: IndexScope, within: EntrySet, isDescending: boolean) {
    this.#reader = reader
    this.#scope = scope
    this.within = within
    this.#isDescending = isDescending
    this.#last = startOf(isDescending ? valueKeys.to : valueKeys.from)
  }

  get needsRows(): boolean {
    return this.#index === this.#rows.length && this.#last !== null
  }

  get next(): PostingRow | null {
    return this.#rows[this.#index] ?? null
  }

  /**
   * The number of entries in the rows of the last read, whether in the set or not; infinite once one of the rows was taken.
   */
  get entriesRead(): number {
    return this.#index === 0 ? this.#entriesRead : Number.POSITIVE_INFINITY
  }

  take(): PostingRow {
    return this.#rows[this.#index++]!
  }

  /**
   * Skips the rows of the last read except those of its last group, which may continue. Returns the number of entries of
   * the set in the skipped rows; null if there is only that group.
   */
  passToLastGroup(partOf: (row: PostingRow) => Uint8Array): number | null {
    const rows = this.#rows
    const last = partOf(rows.at(-1)!)
    let end = rows.length - 1
    while (end > 0 && Buffer.compare(partOf(rows[end - 1]!), last) === 0) end--
    if (end === 0) return null
    let passed = 0
    for (this.#index = 0; this.#index < end; this.#index++) passed += this.within.countOf(rows[this.#index]!)
    return passed
  }

  async read(): Promise<void> {
    const { reads, pace } = this.#reader
    const at = this.#last!
    const limit = this.#limit
    this.#rows = this.#isDescending
      ? await readPostingsBackwards(reads, this.#scope, { before: at, from: valueKeys.from, limit })
      : await readPostings(reads, this.#scope, { after: at, to: valueKeys.to, limit })
    this.#index = 0
    this.#entriesRead = this.#rows.reduce((sum, { count }) => sum + count, 0)
    this.#last = this.#rows.length < limit ? null : this.#rows.at(-1)!
    this.#limit = Math.min(growth * limit, rowsPerRead(reads))
    await pace.count(this.#rows.length)
  }
}

function nextOf(cursors: readonly PostingCursor[], isDescending: boolean): PostingCursor | null {
  let best: PostingCursor | null = null
  for (const cursor of cursors) {
    if (cursor.next === null) continue
    if (best === null) best = cursor
    else {
      const order = Buffer.compare(cursor.next.key, best.next!.key)
      if (isDescending ? order > 0 : order < 0) best = cursor
    }
  }
  return best
}
