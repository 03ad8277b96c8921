// Keys of the query index: bytes that sort as the values do. The first byte tells what a key is for.
import type { QueryType } from '../model/query-model.ts'
import { cutAt, fold } from '../values/query-text.ts'

/** Times are milliseconds since 1970. Texts are in Unicode NFC; ids, slugs and collections are as sent. */
export type Scalar = string | number | boolean

export interface RangeEnd {
  readonly value: Scalar
  readonly isInclusive: boolean
}

/** A set of values of a field. */
export type ValueRange =
  | { readonly kind: 'value'; readonly value: Scalar }
  /** All texts with the same fold. */
  | { readonly kind: 'fold'; readonly text: string }
  /** For texts, the beginning of the fold; otherwise, to the letter. */
  | { readonly kind: 'prefix'; readonly text: string }
  /** Numbers, times or ids. A part of a date is the range of time that it covers. */
  | { readonly kind: 'range'; readonly from: RangeEnd | null; readonly to: RangeEnd | null }

/** The keys from `from` on, and before `to`. */
export interface KeyInterval {
  readonly from: Uint8Array
  readonly to: Uint8Array
}

const valueTag = 1

/** The entry has a value in this field. */
export const presenceKey = Uint8Array.of(0)
/** In the rows of a variant: the overlay sets this field, with or without a value, so the base values do not count. */
export const overrideKey = Uint8Array.of(2)
/** Of rows that hold what entries are sorted by: see sort-blocks.ts. */
const sortTag = 3
export const sortBlockKey = (blockInChunk: number): Uint8Array => Uint8Array.of(sortTag, blockInChunk)
export const sortBlockKeys: KeyInterval = { from: Uint8Array.of(sortTag), to: Uint8Array.of(sortTag + 1) }
export const isSortBlockKey = (key: Uint8Array): boolean => key[0] === sortTag
/** All keys of values. */
export const valueKeys: KeyInterval = { from: Uint8Array.of(valueTag), to: Uint8Array.of(valueTag + 1) }

/** Texts are sorted by so much of their fold, and found by a prefix of it; the rest is in a hash. */
export const foldLengthMax = 255

/** Strings of other types than `text` are compared exactly. Slugs have keys of both kinds: see query-model.ts. */
export function keyOf(type: QueryType, value: Scalar): Uint8Array {
  if (typeof value === 'number') return keyOfNumber(value)
  if (typeof value === 'boolean') return Uint8Array.of(valueTag, value ? 1 : 0)
  return type === 'text' ? keyOfText(value) : keyOfLetters(value)
}

const numberKeyLength = 9

/** Big-endian; the sign is flipped so that negative numbers come first, and in their order. */
function keyOfNumber(value: number): Uint8Array {
  const key = Buffer.allocUnsafe(numberKeyLength)
  key[0] = valueTag
  // Without the sum, -0 would be another value than 0.
  key.writeDoubleBE(value + 0, 1)
  if (key[1]! < 0x80) key[1]! |= 0x80
  else for (let at = 1; at < key.length; at++) key[at] = ~key[at]!
  return key
}

/** The number of a key, or of the key that {@link nextAfter} follows; null for the limits of all values. */
export function numberOfKey(key: Uint8Array): { readonly value: number; readonly isAfter: boolean } | null {
  if (key.length < numberKeyLength) return null
  const bytes = Buffer.from(key.subarray(1, numberKeyLength))
  if (bytes[0]! >= 0x80) bytes[0]! &= 0x7f
  else for (let at = 0; at < bytes.length; at++) bytes[at] = ~bytes[at]!
  return { value: bytes.readDoubleBE(0), isAfter: key.length > numberKeyLength }
}

/** The key of a word of a searched field, and of a reference's target. */
export function keyOfLetters(text: string): Uint8Array {
  const key = Buffer.allocUnsafe(1 + Buffer.byteLength(text))
  key[0] = valueTag
  key.write(text, 1)
  return key
}

/**
 * The fold, what hides that it was cut, and what distinguishes texts with the same fold: so equality is a whole key,
 * and equality of folds and prefixes are intervals.
 */
function keyOfText(text: string): Uint8Array {
  const exact = text.toWellFormed().normalize('NFC')
  const folded = fold(exact)
  const isFolded = exact === folded
  const key = foldPart(folded)
  return isFolded ? Buffer.concat([key, plain]) : Buffer.concat([key, hashed, hash(exact)])
}

const terminator = Uint8Array.of(0, 1)
const plain = Uint8Array.of(0)
const hashed = Uint8Array.of(1)

/** Up to and including what follows the terminator. */
function foldPart(folded: string): Uint8Array {
  const cut = cutAt(folded, foldLengthMax)
  const key = [foldedLetters(cut), terminator]
  return Buffer.concat(cut === folded ? [...key, plain] : [...key, hashed, hash(folded)])
}

/** NUL is written as two bytes that sort after the terminator. */
function foldedLetters(folded: string): Uint8Array {
  const key = keyOfLetters(folded)
  if (!folded.includes('\0')) return key
  return Uint8Array.from([...key].flatMap(byte => (byte === 0 ? [0, 0xff] : [byte])))
}

const hashLength = 16

function hash(text: string): Uint8Array {
  return new Bun.CryptoHasher('sha256').update(text).digest().subarray(0, hashLength)
}

export function keyIntervalOf(type: QueryType, range: ValueRange): KeyInterval {
  switch (range.kind) {
    case 'value':
      return exactly(keyOf(type, range.value))
    case 'fold':
      return beginningWith(foldPart(fold(range.text)))
    case 'prefix':
      return beginningWith(type === 'text' ? prefixOfText(range.text) : keyOfLetters(range.text))
    case 'range':
      return {
        from: range.from === null ? valueKeys.from : limitAt(type, range.from, !range.from.isInclusive),
        to: range.to === null ? valueKeys.to : limitAt(type, range.to, range.to.isInclusive),
      }
  }
}

/** What follows the cut cannot be told from a key, so a prefix counts as far as the cut. */
function prefixOfText(prefix: string): Uint8Array {
  return foldedLetters(cutAt(fold(prefix), foldLengthMax))
}

function limitAt(type: QueryType, { value }: RangeEnd, isAfter: boolean): Uint8Array {
  const key = keyOf(type, value)
  return isAfter ? nextAfter(key) : key
}

/** All keys that begin with these bytes. */
export function beginningWith(bytes: Uint8Array): KeyInterval {
  const to = Uint8Array.from(bytes)
  // No key consists of 0xff alone: the first byte is a tag.
  let last = to.length - 1
  while (to[last] === 0xff) last--
  to[last]!++
  return { from: bytes, to: to.subarray(0, last + 1) }
}

/** The interval of one key. */
export function exactly(key: Uint8Array): KeyInterval {
  return { from: key, to: nextAfter(key) }
}

function nextAfter(key: Uint8Array): Uint8Array {
  const next = new Uint8Array(key.length + 1)
  next.set(key)
  return next
}

/** Of the key of a text: what it is sorted by. Texts tie where it is equal. */
export function sortPartOf(key: Uint8Array, codePoints = sortedLength): Uint8Array {
  let left = codePoints
  for (let at = valueOffset; at < key.length; at++) {
    const byte = key[at]!
    // Bytes that continue a code point.
    if (byte >> 6 === 0b10) continue
    if (byte === 0 && key[at + 1] === terminator[1]) return key.subarray(0, at)
    if (left-- === 0) return key.subarray(0, at)
    if (byte === 0) at++
  }
  return key
}

/** Code points of a fold that decide about the order of a list. */
const sortedLength = 100
const valueOffset = 1
