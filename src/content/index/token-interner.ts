// A hash table that interns runs of letters and digits in texts. It stores numbers only, so that a lookup allocates no
// string.

/** 1 for a letter or digit, 2 for an upper case letter, 0 otherwise. */
const kinds = new Uint8Array(128)
for (const character of 'abcdefghijklmnopqrstuvwxyz0123456789') kinds[character.charCodeAt(0)] = 1
for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') kinds[character.charCodeAt(0)] = 2

/** Returns true for all code units outside ASCII. */
export const isInRun = (code: number): boolean => code >= 128 || kinds[code] !== 0

/** Lowers the case in ASCII only. */
const toLower = (code: number): number => (code < 128 && kinds[code] === 2 ? code + 32 : code)

export const addToHash = (hash: number, code: number): number =>
  (Math.imul(hash ^ toLower(code), 0x01000193) + 0x7feb352d) | 0

/** A slot has four numbers: hash, run + 1 (0 if free), the start of its code units, and their count. */
const slotShift = 2
const slotSize = 1 << slotShift
const firstSlots = 256

export class TokenInterner {
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
