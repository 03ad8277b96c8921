// Compares the terms that entries have before and after a change, collects those that they gain and lose, and applies them
// to the postings in few statements.
import type { SpaceId } from '../../base/ids.ts'
import type { Writes } from '../../database/database.ts'
import { eachTerm, type IndexedEntry, type TermPlan, type Terms, termsOf } from './index-terms.ts'
import { addToBits, chunkOf, chunkSize, chunkWords, encodePosting, placeOf } from './postings.ts'
import {
  deletePostings,
  type PostingKey,
  type PostingRow,
  readPostings,
  savePostings,
} from './query-index.store.ts'
import { fromKeyText, fromSlot, isSortBlockKey, type Slot } from './query-keys.ts'
import {
  applySortChanges,
  blockSize,
  decodeSortBlock,
  encodeSortBlock,
  type SortChanges,
  SortNumbers,
} from './sort-blocks.ts'
import type { TermListener } from './term-emitters.ts'
import { type Changes, TermPostings } from './term-postings.ts'

/** The maximum number of collected pairs of a term and an entry. It bounds the memory. */
const heldMax = 4_000_000
const rowsPerBatch = 1000

/** The entries of a chunk that gain or lose a term, or the changes of a sort block, as the key tells. */
export interface PostingChange extends PostingKey {
  readonly collection: string
  readonly changes: Changes | SortChanges
}

/** The changes of one index field. */
interface FieldChanges {
  readonly postings: TermPostings
  readonly sortNumbers: SortNumbers
}

type Plans = Pick<ReadonlyMap<string, TermPlan>, 'get'>

export class PostingChanges {
  readonly #collections = new Map<string, Map<Slot, FieldChanges>>()
  #held = 0

  get isEmpty(): boolean {
    return this.#held === 0
  }

  get isFull(): boolean {
    return this.#held >= heldMax
  }

  /** Returns a listener for the terms of one entry, each of which may be reported several times. */
  add(collection: string, number: number): TermListener {
    return this.#collect(collection, number)
  }

  remove(collection: string, number: number): TermListener {
    return this.#collect(collection, ~number)
  }

  /** Adds all terms of an entry. */
  addEntry(plan: TermPlan, number: number, entry: IndexedEntry): void {
    eachTerm(plan, entry, this.add(entry.collection, number))
  }

  /** Adds the terms that an entry gains and loses. Entries of collections without a plan have none. */
  addDifference(plans: Plans, number: number, old: IndexedEntry | null, next: IndexedEntry | null): void {
    const before = toTerms(plans, old)
    const after = toTerms(plans, next)
    const isSameCollection = old?.collection === next?.collection
    if (old) eachOutside(before, isSameCollection ? after : noTerms, this.remove(old.collection, number))
    if (next) eachOutside(after, isSameCollection ? before : noTerms, this.add(next.collection, number))
  }

  #collect(collection: string, change: number): TermListener {
    const slots = this.#collections.get(collection) ?? new Map<Slot, FieldChanges>()
    this.#collections.set(collection, slots)
    const changesIn = (slot: Slot) => {
      const known = slots.get(slot)
      if (known) return known
      const created = { postings: new TermPostings(), sortNumbers: new SortNumbers() }
      slots.set(slot, created)
      return created
    }
    return {
      onKey: (slot, key) => {
        this.#held += changesIn(slot).postings.addKey(key, change)
      },
      onText: (slot, text) => {
        this.#held += changesIn(slot).postings.addText(text, change)
      },
      onSortNumber: (slot, value) => {
        this.#held += changesIn(slot).sortNumbers.set(numberOf(change), change < 0 ? Number.NaN : value)
      },
    }
  }

  /**
   * Yields the changes in the order of the table's key, and clears them. `offset` is added to every number; it must be 0 if
   * there are removals.
   */
  *drain(offset = 0): Generator<PostingChange> {
    for (const [collection, slots] of this.#collections) {
      for (const change of changesOf(slots, offset)) yield { collection, ...change }
    }
    this.#collections.clear()
    this.#held = 0
  }

  /** Writes all changes and clears them. */
  async write(writes: Writes, space: SpaceId, offset = 0): Promise<void> {
    for (const batch of inBatches(this.drain(offset))) await applyChanges(writes, space, batch)
  }
}

export function* inBatches<Item>(items: Iterable<Item>, size = rowsPerBatch): Generator<Item[]> {
  let batch: Item[] = []
  for (const item of items) {
    batch.push(item)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

function* changesOf(slots: ReadonlyMap<Slot, FieldChanges>, offset: number) {
  const ordered = [...slots]
    .map(([slot, changes]) => ({ ...fromSlot(slot), ...changes }))
    .sort((a, b) => compare(a.field, b.field) || compare(a.variant, b.variant))
  for (const { field, variant, postings, sortNumbers } of ordered) {
    for (const [text, changes] of postings.inOrder()) {
      const key = fromKeyText(text)
      const shifted = offset === 0 ? changes : changes.map(change => change + offset)
      for (const [chunk, part] of byChunk(shifted)) yield { field, variant, key, chunk, changes: part }
    }
    for (const block of sortNumbers.inBlocks(offset)) yield { field, variant, ...block }
  }
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

const numberOf = (change: number) => (change < 0 ? ~change : change)

function byChunk(changes: Changes): readonly (readonly [chunk: number, changes: Changes])[] {
  const first = chunkOf(numberOf(changes[0]!))
  if (changes.every(change => chunkOf(numberOf(change)) === first)) return [[first, changes]]
  const chunks = new Map<number, number[]>()
  for (const change of changes) {
    const chunk = chunkOf(numberOf(change))
    const part = chunks.get(chunk)
    if (part) part.push(change)
    else chunks.set(chunk, [change])
  }
  return [...chunks].sort(([a], [b]) => a - b).map(([chunk, part]) => [chunk, Int32Array.from(part)])
}

/** Applies the changes to the stored postings. Each key and chunk may be in the batch once. */
export async function applyChanges(
  writes: Writes,
  space: SpaceId,
  batch: readonly PostingChange[],
): Promise<void> {
  const present = new Map((await readPostings(writes, space, batch)).map(row => [row.place, row] as const))
  const saved: PostingRow[] = []
  const gone: PostingKey[] = []
  for (const [place, { changes, ...key }] of batch.entries()) {
    const old = present.get(place) ?? null
    const next = changePosting(old, { ...key, changes })
    if (next.count > 0) saved.push({ space, ...key, ...next })
    else if (old) gone.push(key)
  }
  if (gone.length > 0) await deletePostings(writes, space, gone)
  if (saved.length > 0) await savePostings(writes, saved)
}

/** The columns of a stored posting or sort block. */
type StoredPosting = Pick<PostingRow, 'count' | 'numbers'>

/** Returns the posting or sort block of a change that only adds. */
export function toPosting(change: PostingChange): StoredPosting {
  const { key, changes } = change
  // Entries may arrive in another order than that of their numbers.
  if (isSortBlockKey(key) || !isAscending(changes)) return changePosting(null, change)
  return { count: changes.length, numbers: encodePosting(changes.map(placeOf)) }
}

/**
 * Returns the posting or sort block after a change; `old` is null if there was none. It must be deleted if its count is 0.
 */
export function changePosting(old: StoredPosting | null, { key, changes }: PostingChange): StoredPosting {
  return isSortBlockKey(key) ? changeSortBlock(old, changes) : changeSet(old, changes)
}

function isAscending(numbers: Changes): boolean {
  for (let index = 1; index < numbers.length; index++) {
    if (numbers[index - 1]! >= numbers[index]!) return false
  }
  return true
}

const bits = new Uint32Array(chunkWords)

function changeSet(old: StoredPosting | null, changes: Changes): StoredPosting {
  bits.fill(0)
  if (old) addToBits(bits, old.count, old.numbers)
  for (const number of changes) {
    const at = placeOf(numberOf(number))
    if (number >= 0) bits[at >>> 5]! |= 1 << (at & 31)
    else bits[at >>> 5]! &= ~(1 << (at & 31))
  }
  const places = placesOf(bits)
  return { count: places.length, numbers: encodePosting(places) }
}

const block = new Float64Array(blockSize)

function changeSortBlock(old: StoredPosting | null, changes: SortChanges): StoredPosting {
  if (old) decodeSortBlock(old.numbers, block)
  else block.fill(Number.NaN)
  applySortChanges(block, changes)
  return encodeSortBlock(block)
}

const scratch = new Uint16Array(chunkSize)

/** Returns the places of the bits in a shared buffer, which is valid until the next call. */
function placesOf(bits: Uint32Array): Uint16Array {
  let count = 0
  for (let word = 0; word < chunkWords; word++) {
    for (let rest = bits[word]!; rest !== 0; rest &= rest - 1) {
      scratch[count++] = word * 32 + (31 - Math.clz32(rest & -rest))
    }
  }
  return scratch.subarray(0, count)
}

const noTerms: Terms = { keys: new Map(), sortNumbers: new Map() }

function toTerms(plans: Plans, entry: IndexedEntry | null): Terms {
  const plan = entry && plans.get(entry.collection)
  if (!plan) return noTerms
  return termsOf(plan, entry)
}

/**
 * Calls the listener for everything that `other` lacks. Losses must be collected before gains, because a new sort number
 * replaces the previous one.
 */
function eachOutside(terms: Terms, other: Terms, { onKey, onSortNumber }: TermListener): void {
  for (const [slot, keys] of terms.keys) {
    const there = other.keys.get(slot)
    for (const key of keys) if (!there?.has(key)) onKey(slot, key)
  }
  for (const [slot, value] of terms.sortNumbers) {
    if (other.sortNumbers.get(slot) !== value) onSortNumber(slot, value)
  }
}
