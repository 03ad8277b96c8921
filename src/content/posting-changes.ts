// Collects which entries get or lose which terms, and writes that to the postings in few statements.
import type { SpaceId } from '../base/ids.ts'
import type { Writes } from '../database/database.ts'
import { fromKeyText, fromSlot, type KeyText, type Slot } from './index-terms.ts'
import { addToBits, chunkOf, chunkSize, chunkWords, encodePosting, placeOf } from './postings.ts'
import {
  deletePostings,
  type PostingKey,
  type PostingRow,
  readPostings,
  savePostings,
} from './query-index.store.ts'

/** Bounds the memory of the changes that are collected before they are written. */
const heldMax = 2_000_000
const rowsPerBatch = 1000

/** Numbers of entries that get the term, and `~number` of those that lose it. */
type Numbers = number[]

export class PostingChanges {
  readonly #collections = new Map<string, Map<Slot, Map<KeyText, Numbers>>>()
  #held = 0

  get isFull(): boolean {
    return this.#held >= heldMax
  }

  /** The terms of one entry may be given several times, one after the other. */
  add(collection: string, slot: Slot, key: KeyText, number: number): void {
    this.#push(collection, slot, key, number)
  }

  remove(collection: string, slot: Slot, key: KeyText, number: number): void {
    this.#push(collection, slot, key, ~number)
  }

  #push(collection: string, slot: Slot, key: KeyText, change: number): void {
    let slots = this.#collections.get(collection)
    if (!slots) {
      slots = new Map()
      this.#collections.set(collection, slots)
    }
    let keys = slots.get(slot)
    if (!keys) {
      keys = new Map()
      slots.set(slot, keys)
    }
    const numbers = keys.get(key)
    if (!numbers) keys.set(key, [change])
    else if (numbers[numbers.length - 1] === change) return
    else numbers.push(change)
    this.#held++
  }

  /** Writes all changes in the order of the table's key, and forgets them. */
  async write(writes: Writes, space: SpaceId): Promise<void> {
    for (const [collection, slots] of this.#collections) {
      let batch: PostingChange[] = []
      for (const change of changesOf(slots)) {
        batch.push(change)
        if (batch.length < rowsPerBatch) continue
        await writeBatch(writes, space, collection, batch)
        batch = []
      }
      if (batch.length > 0) await writeBatch(writes, space, collection, batch)
    }
    this.#collections.clear()
    this.#held = 0
  }
}

interface PostingChange extends PostingKey {
  readonly numbers: Numbers
}

function* changesOf(slots: ReadonlyMap<Slot, ReadonlyMap<KeyText, Numbers>>): Generator<PostingChange> {
  const ordered = [...slots]
    .map(([slot, keys]) => ({ ...fromSlot(slot), keys }))
    .sort((a, b) => compare(a.field, b.field) || compare(a.variant, b.variant))
  for (const { field, variant, keys } of ordered) {
    for (const [text, numbers] of [...keys].sort(([a], [b]) => compare(a, b))) {
      const key = fromKeyText(text)
      for (const [chunk, part] of byChunk(numbers)) yield { field, variant, key, chunk, numbers: part }
    }
  }
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

const numberOf = (change: number) => (change < 0 ? ~change : change)

function byChunk(numbers: Numbers): readonly (readonly [chunk: number, numbers: Numbers])[] {
  const first = chunkOf(numberOf(numbers[0]!))
  if (numbers.every(change => chunkOf(numberOf(change)) === first)) return [[first, numbers]]
  const chunks = new Map<number, Numbers>()
  for (const change of numbers) {
    const chunk = chunkOf(numberOf(change))
    const part = chunks.get(chunk)
    if (part) part.push(change)
    else chunks.set(chunk, [change])
  }
  return [...chunks].sort(([a], [b]) => a - b)
}

async function writeBatch(
  writes: Writes,
  space: SpaceId,
  collection: string,
  batch: readonly PostingChange[],
): Promise<void> {
  const bits = new Uint32Array(chunkWords)
  const present = new Map(
    (await readPostings(writes, space, collection, batch)).map(row => [row.place, row] as const),
  )
  const saved: PostingRow[] = []
  const gone: PostingKey[] = []
  for (const [place, change] of batch.entries()) {
    const old = present.get(place)
    bits.fill(0)
    if (old) addToBits(bits, old.count, old.numbers)
    for (const number of change.numbers) {
      const at = placeOf(numberOf(number))
      if (number >= 0) bits[at >>> 5]! |= 1 << (at & 31)
      else bits[at >>> 5]! &= ~(1 << (at & 31))
    }
    const places = placesOf(bits)
    const { field, variant, key, chunk } = change
    if (places.length > 0) {
      const numbers = encodePosting(places)
      saved.push({ space, collection, field, variant, key, chunk, count: places.length, numbers })
    } else if (old) gone.push({ field, variant, key, chunk })
  }
  if (gone.length > 0) await deletePostings(writes, space, collection, gone)
  if (saved.length > 0) await savePostings(writes, saved)
}

const scratch = new Uint16Array(chunkSize)

/** Valid until the next call. */
function placesOf(bits: Uint32Array): Uint16Array {
  let count = 0
  for (let word = 0; word < chunkWords; word++) {
    for (let rest = bits[word]!; rest !== 0; rest &= rest - 1) {
      scratch[count++] = word * 32 + (31 - Math.clz32(rest & -rest))
    }
  }
  return scratch.subarray(0, count)
}
