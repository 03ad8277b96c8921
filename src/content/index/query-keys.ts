// Encodes the keys of the query index as bytes that sort like the values. The first byte is the kind of key. While terms
// are collected, keys are strings, which are fast to compare and to look up.
import type { RangeEnd, Scalar, ValueRange } from '../fields/query-facts.ts'
import { factsOf, type QueryType } from '../model/query-model.ts'
import { cutAt, eachToken, fold } from '../values/query-text.ts'

/** The keys from `from` (inclusive) to `to` (exclusive). */
export interface KeyInterval {
  readonly from: Uint8Array
  readonly to: Uint8Array
}

const valueTag = 1

/** The key of all entries with a value in the field. */
export const presenceKey = Uint8Array.of(0)
/** In the rows of a variant: the overlay sets this field, with or without a value, so that the base values do not count. */
export const overrideKey = Uint8Array.of(2)
/** The first byte of the keys of sort blocks, see sort-blocks.ts. */
const sortTag = 3
export const sortBlockKey = (blockInChunk: number): Uint8Array => Uint8Array.of(sortTag, blockInChunk)
export const sortBlockKeys: KeyInterval = { from: Uint8Array.of(sortTag), to: Uint8Array.of(sortTag + 1) }
export const isSortBlockKey = (key: Uint8Array): boolean => key[0] === sortTag
/** The interval of all keys of values. */
export const valueKeys: KeyInterval = { from: Uint8Array.of(valueTag), to: Uint8Array.of(valueTag + 1) }

/**
 * The number of code points of a fold that a key contains, for sorting and prefixes. Longer folds are distinguished by a
 * hash.
 */
export const foldLengthMax = 255

/**
 * Returns the key of a value. Strings are compared exactly unless their type is folded. Slugs have keys of both kinds, see
 * query-model.ts.
 */
export function keyOf(type: QueryType, value: Scalar): Uint8Array {
  if (typeof value === 'number') return keyOfNumber(value)
  if (typeof value === 'boolean') return Uint8Array.of(valueTag, value ? 1 : 0)
  return factsOf(type).isFolded ? keyOfText(value) : keyOfLetters(value)
}

const numberKeyLength = 9

/**
 * Encodes a double in big-endian order. The sign bit is flipped, and all bits of negative numbers are inverted, so that
 * keys sort like the numbers.
 */
function keyOfNumber(value: number): Uint8Array {
  const key = Buffer.allocUnsafe(numberKeyLength)
  key[0] = valueTag
  // The addition turns -0 into 0.
  key.writeDoubleBE(value + 0, 1)
  if (key[1]! < 0x80) key[1]! |= 0x80
  else for (let at = 1; at < key.length; at++) key[at] = ~key[at]!
  return key
}

/** Returns the number of a key, or of the key that {@link nextAfter} follows; null for the limits of all values. */
export function numberOfKey(key: Uint8Array): { readonly value: number; readonly isAfter: boolean } | null {
  if (key.length < numberKeyLength) return null
  const bytes = Buffer.from(key.subarray(1, numberKeyLength))
  if (bytes[0]! >= 0x80) bytes[0]! &= 0x7f
  else for (let at = 0; at < bytes.length; at++) bytes[at] = ~bytes[at]!
  return { value: bytes.readDoubleBE(0), isAfter: key.length > numberKeyLength }
}

/**
 * Returns the key of a string that is compared exactly, such as a word of a searched field or the target of a reference.
 */
export function keyOfLetters(text: string): Uint8Array {
  const key = Buffer.allocUnsafe(1 + Buffer.byteLength(text))
  key[0] = valueTag
  key.write(text, 1)
  return key
}

/**
 * Concatenates the fold, a hash if the fold was cut, and a hash if the text differs from its fold. Equality is a single
 * key, and equality of folds and prefixes are intervals.
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

/** Returns the fold, the terminator, and the hash if the fold was cut. */
function foldPart(folded: string): Uint8Array {
  const cut = cutAt(folded, foldLengthMax)
  const key = [foldedLetters(cut), terminator]
  return Buffer.concat(cut === folded ? [...key, plain] : [...key, hashed, hash(folded)])
}

/** Encodes NUL as two bytes that sort after the terminator. */
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
      return beginningWith(factsOf(type).isFolded ? prefixOfText(range.text) : keyOfLetters(range.text))
    case 'range':
      return {
        from: range.from === null ? valueKeys.from : limitAt(type, range.from, !range.from.isInclusive),
        to: range.to === null ? valueKeys.to : limitAt(type, range.to, range.to.isInclusive),
      }
  }
}

/** Prefixes are compared up to the cut only, because keys do not contain the rest of the fold. */
function prefixOfText(prefix: string): Uint8Array {
  return foldedLetters(cutAt(fold(prefix), foldLengthMax))
}

function limitAt(type: QueryType, { value }: RangeEnd, isAfter: boolean): Uint8Array {
  const key = keyOf(type, value)
  return isAfter ? nextAfter(key) : key
}

/** Returns the interval of all keys that begin with these bytes. */
export function beginningWith(bytes: Uint8Array): KeyInterval {
  const to = Uint8Array.from(bytes)
  // A byte below 0xff exists, because the first byte is a tag.
  let last = to.length - 1
  while (to[last] === 0xff) last--
  to[last]!++
  return { from: bytes, to: to.subarray(0, last + 1) }
}

/** Returns the interval that contains one key. */
export function exactly(key: Uint8Array): KeyInterval {
  return { from: key, to: nextAfter(key) }
}

function nextAfter(key: Uint8Array): Uint8Array {
  const next = new Uint8Array(key.length + 1)
  next.set(key)
  return next
}

/** Returns the part of a text's key that determines its order. Texts with equal parts tie. */
export function sortPartOf(key: Uint8Array, codePoints = sortedLength): Uint8Array {
  let left = codePoints
  for (let at = valueOffset; at < key.length; at++) {
    const byte = key[at]!
    // The byte continues a code point.
    if (byte >> 6 === 0b10) continue
    if (byte === 0 && key[at + 1] === terminator[1]) return key.subarray(0, at)
    if (left-- === 0) return key.subarray(0, at)
    if (byte === 0) at++
  }
  return key
}

/** The number of code points of a fold that determine the order of a list. */
export const sortedLength = 100
const valueOffset = 1

/** An index field and a variant in one string, see {@link toSlot}. */
export type Slot = string

/** A key as a string with one character, up to U+00FF, per byte. */
export type KeyText = string

/** Combines both with a line feed, which variant ids cannot contain. */
export function toSlot(indexField: string, variant: string): Slot {
  return `${variant}\n${indexField}`
}

export function fromSlot(slot: Slot): { readonly field: string; readonly variant: string } {
  const at = slot.indexOf('\n')
  return { field: slot.slice(at + 1), variant: slot.slice(0, at) }
}

export function toKeyText(key: Uint8Array): KeyText {
  // Accessing `buffer` of a small array moves its bytes to a new buffer.
  const bytes = key instanceof Buffer ? key : Buffer.from(key.buffer, key.byteOffset, key.byteLength)
  return bytes.toString('latin1')
}

export function fromKeyText(key: KeyText): Buffer {
  return Buffer.from(key, 'latin1')
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
const ascii = /^[\x00-\x7f]*$/

/** Calls `onKey` for each word of a text. Keys may repeat. */
export function eachWordKey(text: string, onKey: (key: KeyText) => void): void {
  eachToken(text, token => onKey(keyOfWord(token)))
}

/** Returns the same key as {@link keyOfLetters}, without a conversion to bytes for ASCII. */
export function keyOfWord(token: string): KeyText {
  return ascii.test(token) ? `\u0001${token}` : toKeyText(keyOfLetters(token))
}

/** Returns the same key as {@link keyOf}, without a conversion to bytes for common values. */
export function keyTextOf(type: QueryType, value: Scalar): KeyText {
  if (typeof value !== 'string') return toKeyText(keyOf(type, value))
  if (!factsOf(type).isFolded) return keyOfWord(value)
  const isFolded = plainText.test(value) && value.length <= foldLengthMax
  return isFolded ? `\u0001${value}\0\u0001\0\0` : toKeyText(keyOf(type, value))
}

/** Matches ASCII without upper case and NUL, which equals its fold. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII but these
const plainText = /^[\x01-@[-\x7f]*$/
