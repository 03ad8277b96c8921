// Virtual time for the simulation of freshness: chance from a seed, and events in the order in which they are due.

/** Mulberry32: the same numbers for the same seed, everywhere. */
export class Chance {
  #state: number

  constructor(seed: number) {
    this.#state = seed | 0
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** Whole, both ends included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  is(probability: number): boolean {
    return this.next() < probability
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.between(0, items.length - 1)] as Item
  }
}

interface Event {
  readonly at: number
  readonly tie: number
  readonly work: () => void
}

const isBefore = (a: Event, b: Event) => a.at < b.at || (a.at === b.at && a.tie < b.tie)

/** Events that are due together come in an order that is left to chance. */
export class Timeline {
  now = 0
  readonly #chance: Chance
  readonly #heap: Event[] = []

  constructor(chance: Chance) {
    this.#chance = chance
  }

  in(ms: number, work: () => void): void {
    const heap = this.#heap
    const event = { at: this.now + ms, tie: this.#chance.next(), work }
    let place = heap.length
    while (place > 0) {
      const parent = (place - 1) >> 1
      if (isBefore(heap[parent]!, event)) break
      heap[place] = heap[parent]!
      place = parent
    }
    heap[place] = event
  }

  /** Runs what is due until then, as long as `goOn` says so behind each event. */
  runUntil(end: number, goOn: () => boolean): boolean {
    for (let next = this.#heap[0]; next !== undefined && next.at <= end; next = this.#heap[0]) {
      this.#takeFirst()
      this.now = Math.max(this.now, next.at)
      next.work()
      if (!goOn()) return false
    }
    this.now = end
    return true
  }

  #takeFirst(): void {
    const heap = this.#heap
    const last = heap.pop()!
    if (heap.length === 0) return
    let place = 0
    for (;;) {
      let child = place * 2 + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child += 1
      if (isBefore(last, heap[child]!)) break
      heap[place] = heap[child]!
      place = child
    }
    heap[place] = last
  }
}

/** Timers as a node is given them, each of which can be cancelled, and the count of those that still run. */
export class Timers {
  running = 0
  readonly #in: (ms: number, work: () => void) => void

  constructor(inMs: (ms: number, work: () => void) => void) {
    this.#in = inMs
  }

  schedule(ms: number, work: () => void): () => void {
    this.running += 1
    let isDue = true
    const end = () => {
      if (isDue) this.running -= 1
      isDue = false
    }
    this.#in(ms, () => {
      if (!isDue) return
      end()
      work()
    })
    return end
  }
}
