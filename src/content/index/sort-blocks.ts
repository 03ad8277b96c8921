// What entries are sorted by, as numbers, which the query index stores for 64 entries at a time: so what decides about
// the order of hundreds of entries is read from few places, however many entries there are.
import { chunkOf, chunkSize, countOnes, numberAt } from './postings.ts'
import { sortBlockKey } from './query-keys.ts'
import type { KeyText } from './term-keys.ts'

const blockBits = 6
/** Numbers of entries per block. */
export const blockSize = 1 << blockBits
const maskBytes = blockSize / 8
const valueBytes = Float64Array.BYTES_PER_ELEMENT

export const blockOf = (number: number): number => number >>> blockBits
export const placeInBlock = (number: number): number => number & (blockSize - 1)
export const blocksPerChunk = chunkSize / blockSize
/** Where a block is stored: its key and its chunk. */
export const blockInChunk = (block: number): number => block & (blocksPerChunk - 1)
export const keyOfBlock = (block: number): Uint8Array => sortBlockKey(blockInChunk(block))
export const chunkOfBlock = (block: number): number => chunkOf(block * blockSize)
/** The first number of a stored block. */
export const firstNumberOf = (key: Uint8Array, chunk: number): number => numberAt(chunk, key[1]! * blockSize)

/** Bytes of a text that are part of its sort number. */
const beginningLength = 6
/** Added to the sort number of a longer text. */
const isLonger = 0.5

/**
 * The number that sorts as the value does. Of a text it is the beginning, so that two longer ones with the same number
 * may differ.
 */
export function sortNumberOf(value: string | number | boolean, key: KeyText): number {
  if (typeof value === 'number') return value + 0
  if (typeof value === 'boolean') return value ? 1 : 0
  let number = 0
  let isEnded = false
  for (let at = 1; at <= beginningLength; at++) {
    isEnded ||= isEnd(key, at)
    number = number * 256 + (isEnded ? 0 : key.charCodeAt(at))
  }
  return isEnded || isEnd(key, beginningLength + 1) ? number : number + isLonger
}

/** Whether the letters of a key end there, see query-keys.ts. */
function isEnd(key: KeyText, at: number): boolean {
  return at >= key.length || (key.charCodeAt(at) === 0 && key.charCodeAt(at + 1) === 1)
}

/** Whether a sort number of a text does not tell all that decides about the order. */
export const isBeginning = (sortNumber: number): boolean => sortNumber % 1 !== 0

/** A bit for each place that has a value, then the values; all little-endian. `values` has NaN where there is none. */
export function encodeSortBlock(values: Float64Array): {
  readonly count: number
  readonly numbers: Uint8Array
} {
  const numbers = new Uint8Array(maskBytes + blockSize * valueBytes)
  const view = new DataView(numbers.buffer)
  let count = 0
  for (let place = 0; place < blockSize; place++) {
    const value = values[place]!
    if (Number.isNaN(value)) continue
    numbers[place >>> 3]! |= 1 << (place & 7)
    view.setFloat64(maskBytes + count++ * valueBytes, value, true)
  }
  return { count, numbers: numbers.slice(0, sortBlockBytes(count)) }
}

/** The length of an encoded block. */
export const sortBlockBytes = (count: number): number => maskBytes + count * valueBytes

const halves = new Int32Array(2)
const bytes = new Uint8Array(halves.buffer)
const value = new Float64Array(halves.buffer)

/** Copies the bytes: a view on a small array would first move them. */
function valueAt(numbers: Uint8Array, at: number): number {
  for (let index = 0; index < valueBytes; index++) bytes[index] = numbers[at + index]!
  return value[0]!
}

/** Into `values`, with NaN where there is none. */
export function decodeSortBlock(numbers: Uint8Array, values: Float64Array): void {
  let at = maskBytes
  for (let place = 0; place < blockSize; place++) {
    if ((numbers[place >>> 3]! & (1 << (place & 7))) === 0) values[place] = Number.NaN
    else {
      values[place] = valueAt(numbers, at)
      at += valueBytes
    }
  }
}

/** The same for one place. */
export function sortNumberAt(numbers: Uint8Array, place: number): number {
  const byte = place >>> 3
  const bit = 1 << (place & 7)
  if ((numbers[byte]! & bit) === 0) return Number.NaN
  let before = countOnes(numbers[byte]! & (bit - 1))
  for (let index = 0; index < byte; index++) before += countOnes(numbers[index]!)
  return valueAt(numbers, maskBytes + before * valueBytes)
}

/** The entries of a stored block, by their numbers, with what they are sorted by. */
export function* sortNumbersOf(
  key: Uint8Array,
  chunk: number,
  numbers: Uint8Array,
): Generator<readonly [number: number, value: number]> {
  const values = new Float64Array(blockSize)
  decodeSortBlock(numbers, values)
  const first = firstNumberOf(key, chunk)
  for (const [place, value] of values.entries()) if (!Number.isNaN(value)) yield [first + place, value]
}

/** Changes of sort numbers: of each, the number of the entry and the two halves of the value, NaN for none. */
export type SortChanges = Int32Array
const changeLength = 3

export function applySortChanges(block: Float64Array, changes: SortChanges): void {
  for (let at = 0; at < changes.length; at += changeLength) {
    halves[0] = changes[at + 1]!
    halves[1] = changes[at + 2]!
    block[placeInBlock(changes[at]!)] = value[0]!
  }
}

/** Collects the sort numbers of an index field, for many entries. */
export class SortNumbers {
  readonly #numbers: number[] = []
  readonly #values: number[] = []

  /** NaN for none. Returns what it takes in memory, in pairs of a term and an entry. */
  set(number: number, value: number): number {
    this.#numbers.push(number)
    this.#values.push(value)
    return 2
  }

  /** In the order of the table's key. `offset` is added to every number. */
  *inBlocks(offset: number) {
    const blocks = new Map<number, number[]>()
    for (const [index, unshifted] of this.#numbers.entries()) {
      const number = unshifted + offset
      const block = blockOf(number)
      const changes = blocks.get(block) ?? []
      blocks.set(block, changes)
      value[0] = this.#values[index]!
      changes.push(number, halves[0]!, halves[1]!)
    }
    const rows = [...blocks].map(([block, changes]) => {
      return { key: keyOfBlock(block), chunk: chunkOfBlock(block), changes: Int32Array.from(changes) }
    })
    yield* rows.sort((a, b) => a.key[1]! - b.key[1]! || a.chunk - b.chunk)
  }
}
