// Limits the reads of one query. It reads in slices, so that other requests are served in between. To read more than a
// number of rows it needs a permit, of which a node has few.
import { Problem } from '../../base/errors.ts'
import { nextTurn } from '../../base/turns.ts'

/** The number of rows that a query may read without a permit, or a tenth as many reads. */
const narrowRowsMax = 10_000
/** The number of rows that a read counts as at least. */
const rowsOfRead = 10
/** Milliseconds of reading between two yields. */
const sliceMs = 1

/**
 * Thrown if a query has to read more and no permit is free. The query waits for a permit without a snapshot, and starts
 * over.
 */
export class BroadQuery extends Error {}

export class ReadPace {
  readonly #acquire: () => boolean
  #isBroad: boolean
  #rows = 0
  #yieldedAt = performance.now()

  /** `acquire` takes a permit if one is free. */
  constructor(isBroad: boolean, acquire = () => false) {
    this.#isBroad = isBroad
    this.#acquire = acquire
  }

  /** True if the query has a permit. */
  get isBroad(): boolean {
    return this.#isBroad
  }

  /** Must be called after each read. Yields if the time of a slice is up, because reads on SQLite block the thread. */
  async count(rows: number): Promise<void> {
    this.#rows += Math.max(rows, rowsOfRead)
    if (this.#rows > narrowRowsMax && !this.#isBroad) {
      this.#isBroad = this.#acquire()
      if (!this.#isBroad) throw new BroadQuery()
    }
    if (performance.now() - this.#yieldedAt < sliceMs) return
    await nextTurn()
    this.#yieldedAt = performance.now()
  }
}

/** For requests that always read little: a list in its default order, or one entry. */
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

  /** Tries without a permit and takes one when it is needed. If none is free, waits for one and starts over. */
  async run<Result>(attempt: (pace: ReadPace) => Promise<Result>): Promise<Result> {
    const pace = new ReadPace(false, () => this.#acquireNow())
    try {
      return await attempt(pace)
    } catch (error) {
      if (!(error instanceof BroadQuery)) throw error
    } finally {
      if (pace.isBroad) this.#release()
    }
    await this.#acquire()
    try {
      return await attempt(new ReadPace(true))
    } finally {
      this.#release()
    }
  }

  #acquireNow(): boolean {
    if (this.#running >= broadMax) return false
    this.#running += 1
    return true
  }

  #release(): void {
    const next = this.#waiting.shift()
    // The permit is handed over directly, so that no other query can take it in between.
    if (next === undefined) this.#running -= 1
    else next()
  }

  async #acquire(): Promise<void> {
    if (this.#acquireNow()) return
    if (this.#waiting.length >= waitingMax) throw overloaded
    await new Promise<void>(resolve => this.#waiting.push(resolve))
  }
}
