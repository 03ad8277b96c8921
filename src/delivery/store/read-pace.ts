// How much one query reads: in slices, so that other requests are served between them, and beyond a number of rows only
// with a permit, of which a node has few.
import { setImmediate } from 'node:timers/promises'
import { Problem } from '../../base/errors.ts'

/** Rows that a query may read without a permit, or a tenth as many reads. */
const narrowRowsMax = 10_000
/** As many rows as a read costs that has none. */
const rowsOfRead = 10
/** Milliseconds of reading between two yields. */
const sliceMs = 5

/** Thrown where a query without a permit has to read more; it starts over with one. */
export class BroadQuery extends Error {}

export class ReadPace {
  readonly #isBroad: boolean
  #rows = 0
  #yieldedAt = performance.now()

  constructor(isBroad: boolean) {
    this.#isBroad = isBroad
  }

  /** Call after each read. Reads on SQLite block the thread. */
  async count(rows: number): Promise<void> {
    this.#rows += Math.max(rows, rowsOfRead)
    if (this.#rows > narrowRowsMax && !this.#isBroad) throw new BroadQuery()
    if (performance.now() - this.#yieldedAt < sliceMs) return
    await setImmediate()
    this.#yieldedAt = performance.now()
  }
}

/** For what reads little by its nature: a list in its usual order, or one entry. */
export const unlimitedPace = new ReadPace(true)

const broadMax = 2
const waitingMax = 32

/** Created once, because creating an error collects a stack trace. */
const overloaded = new Problem(
  'overloaded',
  'Too many queries that read much of a collection. Retry after the delay in `Retry-After`.',
  { headers: { 'Retry-After': '1' }, isExpected: true },
)

/** The permits of a node for broad queries. */
export class BroadQueries {
  #running = 0
  readonly #waiting: (() => void)[] = []

  /** Tries without a permit, and again with one if that turns out to be needed. */
  async run<Result>(attempt: (pace: ReadPace) => Promise<Result>): Promise<Result> {
    try {
      return await attempt(new ReadPace(false))
    } catch (error) {
      if (!(error instanceof BroadQuery)) throw error
    }
    await this.#acquire()
    try {
      return await attempt(new ReadPace(true))
    } finally {
      this.#running -= 1
      this.#waiting.shift()?.()
    }
  }

  async #acquire(): Promise<void> {
    if (this.#running >= broadMax) {
      if (this.#waiting.length >= waitingMax) throw overloaded
      await new Promise<void>(resolve => this.#waiting.push(resolve))
    }
    this.#running += 1
  }
}
