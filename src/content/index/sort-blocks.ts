// Stores the sort values of entries as numbers, 64 entries per row of the query index. The sort values of hundreds of
// entries are thus read from few rows, however many entries exist.
import { chunkOf, chunkSize, countOnes, numberAt } from './postings.ts'
import type { KeyText } from './query-keys.ts'
import { sortBlockKey } from './query-keys.ts'

const blockBits = 6
/** The number of entries per block. */
export const blockSize = 1 << blockBits
const maskBytes = blockSize / 8
const valueBytes = Float64Array.BYTES_PER_ELEMENT

export const blockOf = (number: number): number => number >>> blockBits
export const placeInBlock = (number: number): number => number & (blockSize - 1)
export const blocksPerChunk = chunkSize / blockSize
/** The position of a block within its chunk, which its key contains. */
export const blockInChunk = (block: number): number => block & (blocksPerChunk - 1)
export const keyOfBlock = (block: number): Uint8Array => sortBlockKey(blockInChunk(block))
export const chunkOfBlock = (block: number): number => chunkOf(block * blockSize)
/** Returns the first entry number of a stored block. */
export const firstNumberOf = (key: Uint8Array, chunk: number): number => numberAt(chunk, key[1]! * blockSize)

/** The number of bytes of a text that its sort number contains. */
const beginningLength = 6
/** Added to the sort number of a longer text. */
const isLonger = 0.5

/**
 * Returns a number that sorts like the value. The number of a text contains only its beginning, so that different longer
 * texts may have the same number.
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

/** Checks whether the text in a key ends at this position, see query-keys.ts. */
function isEnd(key: KeyText, at: number): boolean {
  return at >= key.length || (key.charCodeAt(at) === 0 && key.charCodeAt(at + 1) === 1)
}

/** Checks whether a text's sort number contains only the beginning of the text, so that it may not determine the order. */
export const isBeginning = (sortNumber: number): boolean => sortNumber % 1 !== 0

/** Encodes a bit for each place with a value, then the values, all little-endian. NaN in `values` means no value. */
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

/** Returns the length of an encoded block. */
export const sortBlockBytes = (count: number): number => maskBytes + count * valueBytes

const halves = new Int32Array(2)
const bytes = new Uint8Array(halves.buffer)
const value = new Float64Array(halves.buffer)

/** Copies the bytes, because creating a view on a small array would move them first. */
function valueAt(numbers: Uint8Array, at: number): number {
  for (let index = 0; index < valueBytes; index++) bytes[index] = numbers[at + index]!
  return value[0]!
}

/** Decodes a block into `values`, with NaN where there is no value. */
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

/** Decodes the value at one place; NaN if there is none. */
export function sortNumberAt(numbers: Uint8Array, place: number): number {
  const byte = place >>> 3
  const bit = 1 << (place & 7)
  if ((numbers[byte]! & bit) === 0) return Number.NaN
  let before = countOnes(numbers[byte]! & (bit - 1))
  for (let index = 0; index < byte; index++) before += countOnes(numbers[index]!)
  return valueAt(numbers, maskBytes + before * valueBytes)
}

/** Yields the entry numbers of a stored block with their sort numbers. */
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

/** Changes of sort numbers, as triples: the number of the entry, and the two halves of the value. NaN removes the value. */
export type SortChanges = Int32Array
const changeLength = 3

export function applySortChanges(block: Float64Array, changes: SortChanges): void {
  for (let at = 0; at < changes.length; at += changeLength) {
    halves[0] = changes[at + 1]!
    halves[1] = changes[at + 2]!
    block[placeInBlock(changes[at]!)] = value[0]!
  }
}

/** Collects the sort numbers of many entries for one index field. */
export class SortNumbers {
  readonly #numbers: number[] = []
  readonly #values: number[] = []

  /** Sets a value; NaN removes it. Returns the memory used, in pairs of a term and an entry. */
  set(number: number, value: number): number {
    this.#numbers.push(number)
    this.#values.push(value)
    return 2
  }

  /** Yields the changes in the order of the table's key. `offset` is added to every number. */
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
