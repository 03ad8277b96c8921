// Collects which entries have which words of a searched field, for many entries. A word that is known costs no string:
// texts are scanned once, and words are found by a hash of their characters.
import { eachToken } from './query-text.ts'

const wordLengthMax = 64
/** Longer runs are seldom found again. */
const cachedLengthMax = 32
const cachedMax = 20_000

/** Tokens of runs that are not ASCII, which take long to fold. */
const cachedTokens = new Map<string, readonly string[]>()

function tokensOf(run: string): readonly string[] {
  const known = cachedTokens.get(run)
  if (known) return known
  const tokens: string[] = []
  eachToken(run, token => tokens.push(token))
  if (run.length <= cachedLengthMax) {
    if (cachedTokens.size >= cachedMax) cachedTokens.clear()
    cachedTokens.set(run, tokens)
  }
  return tokens
}

/** 1: a letter or digit, 2: an upper case letter, 0: neither. */
const kinds = new Uint8Array(128)
for (const character of 'abcdefghijklmnopqrstuvwxyz0123456789') kinds[character.charCodeAt(0)] = 1
for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') kinds[character.charCodeAt(0)] = 2
const toLower = 32

export class WordPostings {
  readonly #words: string[] = []
  readonly #hashes: number[] = []
  readonly #changes: number[][] = []
  /** Places in the lists above, plus 1; 0 is free. Its length is a power of two. */
  #table = new Int32Array(1024)

  /** Returns how many words are new, and how many pairs of a word and an entry. */
  add(text: string, change: number): { readonly words: number; readonly pairs: number } {
    const before = this.#words.length
    let pairs = 0
    const length = text.length
    for (let at = 0; at < length; ) {
      const start = at
      let hash = 0
      let isPlain = true
      for (; at < length; at++) {
        const code = text.charCodeAt(at)
        if (code >= 128) {
          isPlain = false
          continue
        }
        const kind = kinds[code]!
        if (kind === 0) break
        if (at - start < wordLengthMax) hash = mix(hash, kind === 2 ? code + toLower : code)
      }
      if (at === start) {
        at++
        continue
      }
      if (isPlain) pairs += this.#push(text, start, Math.min(at, start + wordLengthMax), hash, change)
      else for (const token of tokensOf(text.slice(start, at))) pairs += this.#pushToken(token, change)
    }
    return { words: this.#words.length - before, pairs }
  }

  #pushToken(token: string, change: number): number {
    let hash = 0
    for (let at = 0; at < token.length; at++) hash = mix(hash, token.charCodeAt(at))
    return this.#push(token, 0, token.length, hash, change)
  }

  #push(text: string, start: number, end: number, hash: number, change: number): number {
    const mask = this.#table.length - 1
    for (let probe = scatter(hash) & mask; ; probe = (probe + 1) & mask) {
      const place = this.#table[probe]! - 1
      if (place < 0) {
        this.#words.push(text.slice(start, end).toLowerCase())
        this.#hashes.push(hash)
        this.#changes.push([change])
        this.#table[probe] = this.#words.length
        if (this.#words.length * 2 > this.#table.length) this.#grow()
        return 1
      }
      if (this.#hashes[place] !== hash || !isSame(this.#words[place]!, text, start, end)) continue
      const changes = this.#changes[place]!
      if (changes[changes.length - 1] === change) return 0
      changes.push(change)
      return 1
    }
  }

  #grow(): void {
    this.#table = new Int32Array(this.#table.length * 4)
    const mask = this.#table.length - 1
    for (const [place, hash] of this.#hashes.entries()) {
      let probe = scatter(hash) & mask
      while (this.#table[probe] !== 0) probe = (probe + 1) & mask
      this.#table[probe] = place + 1
    }
  }

  /** In no particular order. */
  entries(): readonly (readonly [word: string, changes: number[]])[] {
    return this.#words.map((word, place) => [word, this.#changes[place]!] as const)
  }
}

const mix = (hash: number, code: number) => Math.imul(hash ^ code, 0x01000193) + 0x7feb352d
const scatter = (hash: number) => hash ^ (hash >>> 15)

/** Whether a word is a part of the text, apart from upper case in ASCII. */
function isSame(word: string, text: string, start: number, end: number): boolean {
  if (word.length !== end - start) return false
  for (let at = 0; at < word.length; at++) {
    const code = text.charCodeAt(start + at)
    if (word.charCodeAt(at) !== (code < 128 && kinds[code] === 2 ? code + toLower : code)) return false
  }
  return true
}
