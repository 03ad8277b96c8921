// Collects the entries that gain or lose terms of one index field.

import { eachToken } from '../values/query-text.ts'
import { type KeyText, keyOfWord } from './term-keys.ts'
import { addToHash, isInRun, TokenInterner } from './token-interner.ts'

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
