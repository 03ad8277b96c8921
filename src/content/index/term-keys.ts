// Terms while they are collected: where a key belongs, and keys as strings, which are cheap to compare and to look up.

import type { QueryType } from '../model/query-model.ts'
import { eachToken } from '../values/query-text.ts'
import { foldLengthMax, keyOf, keyOfLetters, type Scalar } from './query-keys.ts'

/** Index field and variant, in one string: see {@link toSlot}. */
export type Slot = string

/** A key as a string of bytes: one character, up to U+00FF, for each. */
export type KeyText = string

/** Variant ids hold no line feed. */
export function toSlot(indexField: string, variant: string): Slot {
  return `${variant}\n${indexField}`
}

export function fromSlot(slot: Slot): { readonly field: string; readonly variant: string } {
  const at = slot.indexOf('\n')
  return { field: slot.slice(at + 1), variant: slot.slice(0, at) }
}

export function toKeyText(key: Uint8Array): KeyText {
  // Looking at the buffer of a small array moves its bytes.
  const bytes = key instanceof Buffer ? key : Buffer.from(key.buffer, key.byteOffset, key.byteLength)
  return bytes.toString('latin1')
}

export function fromKeyText(key: KeyText): Buffer {
  return Buffer.from(key, 'latin1')
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
const ascii = /^[\x00-\x7f]*$/

/** The keys of a text's words; a key may come several times. */
export function eachWordKey(text: string, onKey: (key: KeyText) => void): void {
  eachToken(text, token => onKey(keyOfWord(token)))
}

/** The key that query-keys.ts gives for a word, without going through bytes where they are the characters. */
export function keyOfWord(token: string): KeyText {
  return ascii.test(token) ? `\u0001${token}` : toKeyText(keyOfLetters(token))
}

/** The same for a value. */
export function keyTextOf(type: QueryType, value: Scalar): KeyText {
  if (typeof value !== 'string') return toKeyText(keyOf(type, value))
  if (type !== 'text') return keyOfWord(value)
  const isFolded = plainText.test(value) && value.length <= foldLengthMax
  return isFolded ? `\u0001${value}\0\u0001\0\0` : toKeyText(keyOf(type, value))
}

/** ASCII without upper case and NUL: its own fold. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII but these
const plainText = /^[\x01-@[-\x7f]*$/
