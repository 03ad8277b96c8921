// Collects the entries that gain or lose terms of one index field.
import { eachToken } from '../values/query-text.ts'
import { type KeyText, keyOfWord } from './query-keys.ts'

/** The numbers of entries that gain a term, and `~number` for those that lose it. */
export type Changes = Int32Array

/** The memory that a term, or a run of a text, takes, in pairs of a term and an entry. */
const termCost = 16

/** The same limit as in query-text.ts. */
const wordLengthMax = 64
/** Longer runs rarely repeat. */
const cachedLengthMax = 32
const cachedMax = 20_000

/** The keys of runs that are not ASCII, because folding these is slow. */
const cachedKeys = new Map<string, readonly KeyText[]>()

function keysOfRun(run: string): readonly KeyText[] {
  const known = cachedKeys.get(run)
  if (known) return known
  const keys: KeyText[] = []
  eachToken(run, token => keys.push(keyOfWord(token)))
  if (run.length <= cachedLengthMax) {
    if (cachedKeys.size >= cachedMax) cachedKeys.clear()
    cachedKeys.set(run, keys)
  }
  return keys
}

export class TermPostings {
  readonly #places = new Map<KeyText, number>()
  /** For each term, the number of its changes and the last one. */
  #terms = new Int32Array(8)
  /** Pairs of a term and a change, in insertion order. */
  #pairs = new Int32Array(8)
  #pairsEnd = 0
  #runs: TokenInterner | null = null
  /** The terms of run `r` are `#runTerms[#runStarts[r]]` up to, but excluding, `#runTerms[#runStarts[r + 1]]`. */
  readonly #runStarts: number[] = [0]
  readonly #runTerms: number[] = []
  /** The memory that everything takes, in pairs of a term and an entry. */
  #size = 0

  /** Adds a change, unless it is equal to the term's last one. Returns the memory used. */
  addKey(key: KeyText, change: number): number {
    const before = this.#size
    this.#add(this.#placeOf(key), change)
    return this.#size - before
  }

  /** Adds a change for each word of the text. Returns the memory used. */
  addText(text: string, change: number): number {
    const before = this.#size
    this.#runs ??= new TokenInterner()
    const length = text.length
    for (let at = 0; at < length; ) {
      const start = at
      let hash = 0
      let isAscii = true
      for (; at < length; at++) {
        const code = text.charCodeAt(at)
        if (!isInRun(code)) break
        if (code >= 128) isAscii = false
        if (at - start < wordLengthMax) hash = addToHash(hash, code)
      }
      if (at === start) at++
      else if (isAscii)
        this.#addRun(this.#runs, text, start, Math.min(at, start + wordLengthMax), hash, isAscii, change)
      else if (at - start <= wordLengthMax) this.#addRun(this.#runs, text, start, at, hash, isAscii, change)
      else for (const key of keysOfRun(text.slice(start, at))) this.addKey(key, change)
    }
    return this.#size - before
  }

  #addRun(
    runs: TokenInterner,
    text: string,
    start: number,
    end: number,
    hash: number,
    isAscii: boolean,
    change: number,
  ): void {
    let run = runs.find(text, start, end, hash)
    if (run < 0) {
      run = runs.add(text, start, end, hash)
      const letters = text.slice(start, end)
      const keys = isAscii ? [keyOfWord(letters.toLowerCase())] : keysOfRun(letters)
      for (const key of keys) this.#runTerms.push(this.#placeOf(key))
      this.#runStarts.push(this.#runTerms.length)
      this.#size += termCost
    }
    const next = this.#runStarts[run + 1]!
    for (let index = this.#runStarts[run]!; index < next; index++) this.#add(this.#runTerms[index]!, change)
  }

  #placeOf(key: KeyText): number {
    const known = this.#places.get(key)
    if (known !== undefined) return known
    const place = this.#places.size
    this.#places.set(key, place)
    if (2 * place === this.#terms.length) this.#terms = doubled(this.#terms)
    this.#size += termCost
    return place
  }

  #add(place: number, change: number): void {
    const terms = this.#terms
    if (terms[2 * place + 1] === change && terms[2 * place] !== 0) return
    terms[2 * place]!++
    terms[2 * place + 1] = change
    if (this.#pairsEnd === this.#pairs.length) this.#pairs = doubled(this.#pairs)
    this.#pairs[this.#pairsEnd++] = place
    this.#pairs[this.#pairsEnd++] = change
    this.#size++
  }

  /** Yields the terms in the order of their keys, with their changes in insertion order. */
  *inOrder(): Generator<readonly [key: KeyText, changes: Changes]> {
    const starts = new Int32Array(this.#places.size)
    let total = 0
    for (let place = 0; place < starts.length; place++) {
      starts[place] = total
      total += this.#terms[2 * place]!
    }
    const changes = new Int32Array(total)
    const ends = starts.slice()
    for (let at = 0; at < this.#pairsEnd; at += 2) changes[ends[this.#pairs[at]!]!++] = this.#pairs[at + 1]!
    // Without a comparator, strings are sorted by code units, which is several times faster.
    for (const key of [...this.#places.keys()].sort()) {
      const place = this.#places.get(key)!
      yield [key, changes.subarray(starts[place]!, ends[place])]
    }
  }
}

function doubled(array: Int32Array): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(array.length * 2)
  longer.set(array)
  return longer
}

/** 1 for a letter or digit, 2 for an upper case letter, 0 otherwise. */
const kinds = new Uint8Array(128)
for (const character of 'abcdefghijklmnopqrstuvwxyz0123456789') kinds[character.charCodeAt(0)] = 1
for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') kinds[character.charCodeAt(0)] = 2

/** Returns true for all code units outside ASCII. */
const isInRun = (code: number): boolean => code >= 128 || kinds[code] !== 0

/** Lowers the case in ASCII only. */
const toLower = (code: number): number => (code < 128 && kinds[code] === 2 ? code + 32 : code)

const addToHash = (hash: number, code: number): number =>
  (Math.imul(hash ^ toLower(code), 0x01000193) + 0x7feb352d) | 0

/** A slot has four numbers: hash, run + 1 (0 if free), the start of its code units, and their count. */
const slotShift = 2
const slotSize = 1 << slotShift
const firstSlots = 256

/**
 * A hash table that numbers the runs of letters and digits of texts. It stores code units and numbers instead of strings,
 * so that a lookup allocates no string.
 */
class TokenInterner {
  #count = 0
  #codes = new Uint16Array(1024)
  #codesEnd = 0
  #slots = new Int32Array(firstSlots * slotSize)

  get count(): number {
    return this.#count
  }

  /** Returns the run at this place of the text, ignoring upper case in ASCII; -1 if it is unknown. */
  find(text: string, start: number, end: number, hash: number): number {
    const slots = this.#slots
    const mask = slots.length - slotSize
    for (let slot = firstSlot(hash) & mask; ; slot = (slot + slotSize) & mask) {
      const run = slots[slot + 1]! - 1
      if (run < 0) return -1
      if (slots[slot] !== hash || slots[slot + 3] !== end - start) continue
      if (this.#isAt(slots[slot + 2]!, text, start, end)) return run
    }
  }

  #isAt(codesStart: number, text: string, start: number, end: number): boolean {
    const codes = this.#codes
    for (let at = start, place = codesStart; at < end; at++, place++) {
      if (codes[place] !== toLower(text.charCodeAt(at))) return false
    }
    return true
  }

  /** Adds a run, which must be unknown, and returns its number, from 0. */
  add(text: string, start: number, end: number, hash: number): number {
    const codesStart = this.#codesEnd
    if (codesStart + end - start > this.#codes.length) {
      const longer = new Uint16Array(this.#codes.length * 2)
      longer.set(this.#codes)
      this.#codes = longer
    }
    for (let at = start; at < end; at++) this.#codes[this.#codesEnd++] = toLower(text.charCodeAt(at))
    const run = this.#count++
    if (run * 2 * slotSize >= this.#slots.length) this.#grow()
    enter(this.#slots, [hash, run + 1, codesStart, end - start])
    return run
  }

  #grow(): void {
    const before = this.#slots
    this.#slots = new Int32Array(before.length * 4)
    for (let slot = 0; slot < before.length; slot += slotSize) {
      if (before[slot + 1] !== 0) enter(this.#slots, before.subarray(slot, slot + slotSize))
    }
  }
}

function enter(slots: Int32Array, values: ArrayLike<number>): void {
  const mask = slots.length - slotSize
  let slot = firstSlot(values[0]!) & mask
  while (slots[slot + 1] !== 0) slot = (slot + slotSize) & mask
  slots.set(values, slot)
}

const firstSlot = (hash: number) => (hash ^ (hash >>> 15)) << slotShift
