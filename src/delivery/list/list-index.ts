// How many entries a collection has and where in it each page stands, without a row for each entry: keys at some
// distance from each other, and how many entries there are between them. It is made from the front on, as far as pages
// are asked for. No I/O is done here.
import { beginning, comparePositions, type ListPosition } from './list-position.ts'

/**
 * Entries that stand one after the other. Whoever has a block has it as it was: another takes its place once one goes
 * into it or out of it.
 */
export interface Block {
  /** Nothing of the block stands before it; whether it stands there itself is not said. */
  readonly start: ListPosition
  readonly count: number
}

/** Where a part of the list stands. */
export interface BlockRange {
  /** One after the other; all of the part is in them. */
  readonly blocks: readonly Block[]
  /** Entries from the start of the first one to the part. */
  readonly skip: number
}

/** What it is made with: more entries in a block cost each page, fewer cost memory. */
export const blockSize = 128

/** A block that has grown beyond this is worth reading again. */
const blockMax = 4 * blockSize

/** So many blocks at a time: reading their starts stays below what a page may cost. */
const blocksPerPart = 64

export class ListIndex {
  readonly #blocks: Block[] = []
  /** How many entries stand before each block; null where that has to be counted anew. */
  #before: number[] | null = null
  #total: number
  /** Entries that are in blocks: the first ones of the list. */
  #known = 0
  /** Nothing of the others stands before it; null where there are none. */
  #rest: ListPosition | null = beginning

  /** Of a list with so many entries, of which nothing else is known. */
  constructor(total: number) {
    this.#total = total
  }

  get total(): number {
    return this.#total
  }

  /** Of memory, about. */
  get bytes(): number {
    return 160 * this.#blocks.length
  }

  /** What to read next so that the entries from a place on can be located, so many at the most; null where they can. */
  missing(place: number, limit: number): Block | null {
    if (place >= this.#total || this.#rest === null) return null
    const wanted = Math.min(place + limit, this.#total) - this.#known
    if (wanted <= 0) return null
    const blocks = Math.min(Math.ceil(wanted / blockSize), blocksPerPart)
    return { start: this.#rest, count: Math.min(blocks * blockSize, this.#total - this.#known) }
  }

  /**
   * The starts of the blocks in a part that was missing, and of the one behind it where there is one: as the list is
   * now. Where somebody else has brought them meanwhile they change nothing.
   */
  append(part: Block, starts: readonly ListPosition[]): void {
    if (part.start !== this.#rest) return
    this.#blocks.push(...cut(part, starts))
    this.#known += part.count
    this.#rest = starts[Math.ceil(part.count / blockSize)] ?? null
    this.#before = null
  }

  /** The entries from a place on, so many at the most, of which none is missing; null behind the last entry. */
  locate(place: number, limit: number): BlockRange | null {
    if (place >= this.#total) return null
    const before = this.#counted()
    const first = lastAtMost(before, place)
    const last = lastAtMost(before, place + limit - 1)
    return { blocks: this.#blocks.slice(first, last + 1), skip: place - before[first]! }
  }

  add(key: ListPosition): void {
    this.#total += 1
    if (this.#isOfRest(key)) return
    this.#known += 1
    this.#before = null
    if (this.#blocks.length === 0) {
      this.#blocks.push({ start: key, count: 1 })
      return
    }
    const place = this.#find(key)
    const { start, count } = this.#blocks[place]!
    // The first block is also for what comes before it.
    const from = comparePositions(key, start) < 0 ? key : start
    this.#blocks[place] = { start: from, count: count + 1 }
  }

  /** Of a key that was in it. */
  remove(key: ListPosition): void {
    this.#total -= 1
    if (this.#isOfRest(key)) return
    this.#known -= 1
    this.#before = null
    const place = this.#find(key)
    const block = this.#blocks[place]
    if (block === undefined) return
    if (block.count === 1) this.#blocks.splice(place, 1)
    else this.#blocks[place] = { start: block.start, count: block.count - 1 }
  }

  /** A block that has become so large that reading in it costs; null where there is none. */
  overgrown(): Block | null {
    return this.#blocks.find(({ count }) => count > blockMax) ?? null
  }

  /** In place of a block the smaller ones with these starts; nothing where it is another one by now. */
  split(block: Block, starts: readonly ListPosition[]): void {
    const place = this.#blocks.indexOf(block)
    if (place < 0) return
    this.#blocks.splice(place, 1, ...cut(block, starts))
    this.#before = null
  }

  #isOfRest(key: ListPosition): boolean {
    return this.#rest !== null && comparePositions(key, this.#rest) >= 0
  }

  /** The last block that does not begin behind the key, the first one where all do. */
  #find(key: ListPosition): number {
    let low = 0
    let high = this.#blocks.length - 1
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if (comparePositions(this.#blocks[middle]!.start, key) <= 0) low = middle
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

/** Full blocks, but for the last one. */
function cut({ start, count }: Block, starts: readonly ListPosition[]): Block[] {
  return starts.slice(0, Math.ceil(count / blockSize)).map((key, at) => ({
    start: at === 0 ? start : key,
    count: Math.min(blockSize, count - at * blockSize),
  }))
}

/** Where the last of these stands that is not larger; they go up, and the first one is not larger. */
function lastAtMost(values: readonly number[], value: number): number {
  let low = 0
  let high = values.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (values[middle]! <= value) low = middle
    else high = middle - 1
  }
  return low
}
