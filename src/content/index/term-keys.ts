// Represents terms during collection: slots, and keys as strings, which are fast to compare and to look up.

import type { QueryType } from '../model/query-model.ts'
import { eachToken } from '../values/query-text.ts'
import { foldLengthMax, keyOf, keyOfLetters, type Scalar } from './query-keys.ts'

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
  if (type !== 'text') return keyOfWord(value)
  const isFolded = plainText.test(value) && value.length <= foldLengthMax
  return isFolded ? `\u0001${value}\0\u0001\0\0` : toKeyText(keyOf(type, value))
}

/** Matches ASCII without upper case and NUL, which equals its fold. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII but these
const plainText = /^[\x01-@[-\x7f]*$/
