// Encodes postings: sets of entry numbers as the query index stores them, in chunks.

/** Numbers per chunk. */
export const chunkSize = 4096
const chunkBits = 12
/** The number of 32-bit words that hold a chunk as bits. */
export const chunkWords = chunkSize / 32
const chunkBytes = chunkSize / 8
/** The maximum number of places that are stored as a list. More places take less space as bits. */
const listedMax = chunkBytes / 2 - 1

export const chunkOf = (number: number): number => number >>> chunkBits
/** Returns the position of a number within its chunk. */
export const placeOf = (number: number): number => number & (chunkSize - 1)
export const numberAt = (chunk: number, place: number): number => chunk * chunkSize + place

/**
 * Encodes up to 255 places as a list of two bytes each, little-endian, and more as 512 bytes of bits.
 * @param places within the chunk, ascending
 */
export function encodePosting(places: ArrayLike<number>): Uint8Array {
  const count = places.length
  if (count <= listedMax) {
    const list = new Uint8Array(2 * count)
    for (let index = 0; index < count; index++) {
      const place = places[index]!
      list[2 * index] = place & 0xff
      list[2 * index + 1] = place >>> 8
    }
    return list
  }
  const bits = new Uint8Array(chunkBytes)
  for (let index = 0; index < count; index++) bits[places[index]! >>> 3]! |= 1 << (places[index]! & 7)
  return bits
}

/** Returns the length of an encoded posting. */
export const postingBytes = (count: number): number => (count <= listedMax ? 2 * count : chunkBytes)

/** Returns the places within the chunk, ascending. */
export function decodePosting(count: number, numbers: Uint8Array): Uint16Array {
  const places = new Uint16Array(count)
  if (count <= listedMax) {
    for (let index = 0; index < count; index++) places[index] = listedAt(numbers, index)
    return places
  }
  let next = 0
  for (let byte = 0; byte < chunkBytes; byte++) {
    for (let rest = numbers[byte]!; rest !== 0; rest &= rest - 1) {
      places[next++] = byte * 8 + (31 - Math.clz32(rest & -rest))
    }
  }
  return places
}

/** Adds a posting to a chunk as bits: place `p` is bit `p & 31` of word `p >>> 5`. */
export function addToBits(bits: Uint32Array, count: number, numbers: Uint8Array): void {
  if (count <= listedMax) {
    for (let index = 0; index < count; index++) {
      const place = listedAt(numbers, index)
      bits[place >>> 5]! |= 1 << (place & 31)
    }
    return
  }
  for (let word = 0; word < chunkWords; word++) bits[word]! |= wordAt(numbers, word)
}

/** Counts the places of a posting that are set in the bits of a chunk. */
export function countInBits(bits: Uint32Array, count: number, numbers: Uint8Array): number {
  let found = 0
  if (count <= listedMax) {
    for (let index = 0; index < count; index++) {
      const place = listedAt(numbers, index)
      found += (bits[place >>> 5]! >>> (place & 31)) & 1
    }
    return found
  }
  for (let word = 0; word < chunkWords; word++) found += countOnes(bits[word]! & wordAt(numbers, word))
  return found
}

export function countOnes(word: number): number {
  let rest = word - ((word >>> 1) & 0x55555555)
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333)
  return Math.imul((rest + (rest >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

function wordAt(numbers: Uint8Array, word: number): number {
  const byte = 4 * word
  return numbers[byte]! | (numbers[byte + 1]! << 8) | (numbers[byte + 2]! << 16) | (numbers[byte + 3]! << 24)
}

/** Checks whether a posting contains this place. */
export function hasPlace(count: number, numbers: Uint8Array, place: number): boolean {
  if (count > listedMax) return (numbers[place >>> 3]! & (1 << (place & 7))) !== 0
  for (let index = 0; index < count; index++) if (listedAt(numbers, index) === place) return true
  return false
}

function listedAt(numbers: Uint8Array, index: number): number {
  return numbers[2 * index]! | (numbers[2 * index + 1]! << 8)
}
