// Seeded random numbers: the data set and the requests are the same in every run.

export interface SeededRandom {
  /** An integer from 0 up to, not including, `end`. */
  below(end: number): number
  pick<Item>(items: readonly Item[]): Item
}

/** mulberry32: 32 bits of state, good enough to spread text and references. */
export function createRandom(seed: number): SeededRandom {
  let state = seed >>> 0
  const below = (end: number) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * end)
  }
  return { below, pick: items => items[below(items.length)]! }
}
