// How many entries a collection has and where in it each page begins, without a row for each entry: keys at some
// distance from each other, and how many entries there are between them. No I/O is done here.
import { compareKeys, type ListKey } from './list-key.ts'

export interface Block {
  /** Nothing of the block stands before it; whether it stands there itself is not said. */
  readonly start: ListKey
  readonly count: number
}

/** Where to begin reading for a place in the list. */
export interface Location {
  readonly start: ListKey
  /** Entries from there to the place. */
  readonly skip: number
}

/** What it is made with: more entries in a block cost each page, fewer cost memory. */
export const blockSize = 256

/** A block that has grown beyond this is worth reading again. */
const blockMax = 4 * blockSize

export class CollectionIndex {
  #blocks: { start: ListKey; count: number }[]
  /** How many entries stand before each block; null where that has to be counted anew. */
  #before: number[] | null = null
  #total = 0

  constructor(blocks: readonly Block[]) {
    this.#blocks = blocks.map(block => ({ ...block }))
    for (const { count } of blocks) this.#total += count
  }

  get total(): number {
    return this.#total
  }

  /** Of memory, about. */
  get bytes(): number {
    return 160 * this.#blocks.length
  }

  /** Null behind the last entry. */
  locate(place: number): Location | null {
    if (place >= this.#total) return null
    const before = this.#counted()
    let low = 0
    let high = before.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (before[middle]! <= place) low = middle
      else high = middle - 1
    }
    return { start: this.#blocks[low]!.start, skip: place - before[low]! }
  }

  add(key: ListKey): void {
    this.#total += 1
    this.#before = null
    const first = this.#blocks[0]
    if (first === undefined) this.#blocks.push({ start: key, count: 1 })
    else if (compareKeys(key, first.start) < 0) {
      first.start = key
      first.count += 1
    } else this.#blocks[this.#find(key)]!.count += 1
  }

  /** Of a key that was in it. */
  remove(key: ListKey): void {
    this.#total -= 1
    this.#before = null
    const place = this.#find(key)
    const block = this.#blocks[place]
    if (block === undefined) return
    block.count -= 1
    if (block.count === 0) this.#blocks.splice(place, 1)
  }

  /** A block that has become so large that reading in it costs; null where there is none. */
  overgrown(): Block | null {
    return this.#blocks.find(({ count }) => count > blockMax) ?? null
  }

  /** The same entries in smaller blocks. False where they are not the same any more. */
  replace(block: Block, parts: readonly Block[]): boolean {
    const place = this.#blocks.findIndex(({ start }) => start === block.start)
    let count = 0
    for (const part of parts) count += part.count
    if (place < 0 || this.#blocks[place]!.count !== count) return false
    this.#blocks.splice(place, 1, ...parts.map(part => ({ ...part })))
    this.#before = null
    return true
  }

  /** The last block that does not begin behind the key. */
  #find(key: ListKey): number {
    let low = 0
    let high = this.#blocks.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (compareKeys(this.#blocks[middle]!.start, key) <= 0) low = middle
      else high = middle - 1
    }
    return low
  }

  #counted(): number[] {
    if (this.#before !== null) return this.#before
    let sum = 0
    this.#before = this.#blocks.map(({ count }) => {
      const before = sum
      sum += count
      return before
    })
    return this.#before
  }
}
