// Sets of entries by their numbers in the query index, stored as one bitmap per chunk of numbers. No I/O here.
import {
  addToBits,
  chunkOf,
  chunkWords,
  countInBits,
  countOnes,
  numberAt,
  placeOf,
} from '../../content/index/postings.ts'

/** The part of a posting with the numbers of one chunk, as stored. */
interface ChunkPosting {
  readonly chunk: number
  /** The number of entries in `numbers`. */
  readonly count: number
  readonly numbers: Uint8Array
}

type Bits = Uint32Array

export class EntrySet {
  readonly #chunks: Map<number, Bits>
  #count: number | null

  constructor(chunks: Map<number, Bits> = new Map()) {
    this.#chunks = chunks
    this.#count = chunks.size === 0 ? 0 : null
  }

  static of(numbers: Iterable<number>): EntrySet {
    const set = new EntrySet()
    for (const number of numbers) set.add(number)
    return set
  }

  get count(): number {
    if (this.#count === null) {
      this.#count = 0
      for (const bits of this.#chunks.values()) this.#count += countBits(bits)
    }
    return this.#count
  }

  has(number: number): boolean {
    const bits = this.#chunks.get(chunkOf(number))
    if (bits === undefined) return false
    const place = placeOf(number)
    return (bits[place >>> 5]! & (1 << (place & 31))) !== 0
  }

  add(number: number): void {
    const place = placeOf(number)
    this.#bitsOf(chunkOf(number))[place >>> 5]! |= 1 << (place & 31)
    this.#count = null
  }

  /** Adds the numbers of a posting; with `within`, only those that are also in that set. */
  addPosting({ chunk, count, numbers }: ChunkPosting, within?: EntrySet): void {
    if (within === undefined) addToBits(this.#bitsOf(chunk), count, numbers)
    else {
      const others = within.#chunks.get(chunk)
      if (others === undefined) return
      const bits = new Uint32Array(chunkWords)
      addToBits(bits, count, numbers)
      const own = this.#bitsOf(chunk)
      for (let word = 0; word < chunkWords; word++) own[word]! |= bits[word]! & others[word]!
    }
    this.#count = null
  }

  addAll(other: EntrySet): void {
    for (const [chunk, bits] of other.#chunks) {
      const own = this.#bitsOf(chunk)
      for (let word = 0; word < chunkWords; word++) own[word]! |= bits[word]!
    }
    this.#count = null
  }

  and(other: EntrySet): EntrySet {
    const [small, large] = this.#chunks.size <= other.#chunks.size ? [this, other] : [other, this]
    return combine(small.#chunks, chunk => large.#chunks.get(chunk) ?? null, intersect)
  }

  andNot(other: EntrySet): EntrySet {
    return combine(this.#chunks, chunk => other.#chunks.get(chunk) ?? noBits, subtract)
  }

  or(other: EntrySet): EntrySet {
    const both = this.copy()
    both.addAll(other)
    return both
  }

  copy(): EntrySet {
    return new EntrySet(new Map([...this.#chunks].map(([chunk, bits]) => [chunk, bits.slice()])))
  }

  /** Counts the numbers of a posting that are in this set. */
  countOf({ chunk, count, numbers }: ChunkPosting): number {
    const own = this.#chunks.get(chunk)
    return own === undefined ? 0 : countInBits(own, count, numbers)
  }

  /** Counts the numbers of a posting that are not in this set. */
  countMissing(posting: ChunkPosting): number {
    return posting.count - this.countOf(posting)
  }

  /** Returns the numbers in ascending order. */
  toNumbers(): number[] {
    const numbers: number[] = []
    for (const chunk of [...this.#chunks.keys()].sort((a, b) => a - b)) {
      const bits = this.#chunks.get(chunk)!
      for (let word = 0; word < chunkWords; word++) {
        for (let rest = bits[word]!; rest !== 0; rest &= rest - 1)
          numbers.push(numberAt(chunk, word * 32 + (31 - Math.clz32(rest & -rest))))
      }
    }
    return numbers
  }

  [Symbol.iterator](): Iterator<number> {
    return this.toNumbers()[Symbol.iterator]()
  }

  #bitsOf(chunk: number): Bits {
    const known = this.#chunks.get(chunk)
    if (known !== undefined) return known
    const bits = new Uint32Array(chunkWords)
    this.#chunks.set(chunk, bits)
    return bits
  }
}

const noBits = new Uint32Array(chunkWords)

const intersect = (a: number, b: number) => a & b
const subtract = (a: number, b: number) => a & ~b

/** Applies the operation to each chunk. Chunks that have no counterpart or become empty are dropped. */
function combine(
  chunks: ReadonlyMap<number, Bits>,
  counterpart: (chunk: number) => Bits | null,
  operation: (a: number, b: number) => number,
): EntrySet {
  const result = new Map<number, Bits>()
  for (const [chunk, bits] of chunks) {
    const others = counterpart(chunk)
    if (others === null) continue
    const combined = new Uint32Array(chunkWords)
    let some = 0
    for (let word = 0; word < chunkWords; word++) {
      const value = operation(bits[word]!, others[word]!)
      combined[word] = value
      some |= value
    }
    if (some !== 0) result.set(chunk, combined)
  }
  return new EntrySet(result)
}

function countBits(bits: Bits): number {
  let count = 0
  for (let word = 0; word < chunkWords; word++) count += countOnes(bits[word]!)
  return count
}
