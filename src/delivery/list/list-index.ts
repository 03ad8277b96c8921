// A sparse index of a collection's list. It contains every so many positions and the number of entries between them, so
// that pages are located without a row per entry. It is built from the front, as far as pages are requested. No I/O here.

/** An entry's position in the list of its collection, which is ordered newest first, then by id. */
export interface ListPosition {
  readonly publishedAt: number
  readonly entry: string
}

/** The position before every entry. */
export const beginning: ListPosition = { publishedAt: Number.MAX_SAFE_INTEGER, entry: '' }

/** Compares in list order. Ids are ASCII, so comparing UTF-16 units equals comparing code points, as the databases do. */
export function comparePositions(a: ListPosition, b: ListPosition): number {
  if (a.publishedAt !== b.publishedAt) return b.publishedAt - a.publishedAt
  if (a.entry === b.entry) return 0
  return a.entry < b.entry ? -1 : 1
}

/** A range of consecutive entries. Blocks are immutable: one that gains or loses an entry is replaced. */
export interface Block {
  /** A position at or before the first entry of the block. */
  readonly start: ListPosition
  readonly count: number
}

/** The start of a page in the list. */
interface PageStart {
  /** The start of the block that contains the first entry of the page. */
  readonly start: ListPosition
  /** The number of entries from there to the page. */
  readonly skip: number
}

/** The number of entries in a new block. Larger blocks make each page slower, smaller ones cost memory. */
export const blockSize = 128

/** A block that has grown beyond this is split. */
const blockMax = 4 * blockSize

/** The number of blocks read at a time, so that reading their starts costs less than a page may. */
const blocksPerPart = 64

export class ListIndex {
  readonly #blocks: Block[] = []
  /** The number of entries before each block; null if it has to be recomputed. */
  #before: number[] | null = null
  #total: number
  /** The number of entries in blocks, which are the first ones of the list. */
  #indexed = 0
  /** A position at or before the first entry that is not in a block; null if all are. */
  #unindexedFrom: ListPosition | null = beginning

  /** Creates an index that knows only the number of entries. */
  constructor(total: number) {
    this.#total = total
  }

  get total(): number {
    return this.#total
  }

  /** Approximate memory. */
  get bytes(): number {
    return 160 * this.#blocks.length
  }

  /** Returns the next block to read for locating up to `limit` entries from a list offset on; null if none is missing. */
  missing(offset: number, limit: number): Block | null {
    if (offset >= this.#total || this.#unindexedFrom === null) return null
    const wanted = Math.min(offset + limit, this.#total) - this.#indexed
    if (wanted <= 0) return null
    const blocks = Math.min(Math.ceil(wanted / blockSize), blocksPerPart)
    return { start: this.#unindexedFrom, count: Math.min(blocks * blockSize, this.#total - this.#indexed) }
  }

  /**
   * Adds the blocks of a missing part, given their starts and that of the following block, if any, in the current list.
   * Does nothing if a concurrent request has added them.
   */
  append(part: Block, starts: readonly ListPosition[]): void {
    if (part.start !== this.#unindexedFrom) return
    this.#blocks.push(...cut(part, starts))
    this.#indexed += part.count
    this.#unindexedFrom = starts[Math.ceil(part.count / blockSize)] ?? null
    this.#before = null
  }

  /** Locates a list offset whose block is not missing. Returns null after the last entry. */
  locate(offset: number): PageStart | null {
    if (offset >= this.#total) return null
    const before = this.#entriesBefore()
    const index = lastAtMost(before, offset)
    return { start: this.#blocks[index]!.start, skip: offset - before[index]! }
  }

  add(key: ListPosition): void {
    this.#total += 1
    if (this.#isUnindexed(key)) return
    this.#indexed += 1
    this.#before = null
    if (this.#blocks.length === 0) {
      this.#blocks.push({ start: key, count: 1 })
      return
    }
    const index = this.#find(key)
    const { start, count } = this.#blocks[index]!
    // The first block also takes entries before it.
    const from = comparePositions(key, start) < 0 ? key : start
    this.#blocks[index] = { start: from, count: count + 1 }
  }

  /** Removes a position, which must be in the list. */
  remove(key: ListPosition): void {
    this.#total -= 1
    if (this.#isUnindexed(key)) return
    this.#indexed -= 1
    this.#before = null
    const index = this.#find(key)
    const block = this.#blocks[index]
    if (block === undefined) return
    if (block.count === 1) this.#blocks.splice(index, 1)
    else this.#blocks[index] = { start: block.start, count: block.count - 1 }
  }

  /** Returns a block that has grown so large that reading in it is slow; null if there is none. */
  overgrown(): Block | null {
    return this.#blocks.find(({ count }) => count > blockMax) ?? null
  }

  /** Replaces a block by smaller ones with these starts, unless it was replaced in the meantime. */
  split(block: Block, starts: readonly ListPosition[]): void {
    const index = this.#blocks.indexOf(block)
    if (index < 0) return
    this.#blocks.splice(index, 1, ...cut(block, starts))
    this.#before = null
  }

  #isUnindexed(key: ListPosition): boolean {
    return this.#unindexedFrom !== null && comparePositions(key, this.#unindexedFrom) >= 0
  }

  /** Returns the index of the last block that starts at or before the position, or else of the first block. */
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

  #entriesBefore(): number[] {
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

/** Cuts a block into full blocks, of which only the last may be smaller. */
function cut({ start, count }: Block, starts: readonly ListPosition[]): Block[] {
  return starts.slice(0, Math.ceil(count / blockSize)).map((key, at) => ({
    start: at === 0 ? start : key,
    count: Math.min(blockSize, count - at * blockSize),
  }))
}

/** Returns the index of the last value that is not larger. The values are ascending, and the first one is not larger. */
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
