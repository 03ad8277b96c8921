// What the cache has let go of is memory until the collector finds it. What was kept for long is found only by a
// collection of everything, and the runtime puts that off until the heap has doubled; of the bytes of answers it sees
// little. So this says when there is enough of it.
import { fullGC } from 'bun:jsc'

const mebibyte = 1024 * 1024

/** So much may lie about where a collection keeps nobody waiting, and so much where it does. */
const enough = 16 * mebibyte
const tooMuch = 4 * enough

/** Of the time, what collections in pauses may take. */
const timeShare = 1 / 10

/**
 * Nothing else runs while everything is collected, which takes the longer the more is kept: some 30 ms for 64 MiB. Who
 * allows more than this has memory, and the runtime collects in its own time, beside the work.
 */
const keptMax = 128 * mebibyte

export interface Collector {
  readonly collect: () => void
  /** Runs the work once what is being done now is done. */
  readonly defer: (work: () => void) => void
  /** Milliseconds that never go back. */
  readonly now: () => number
}

const runtime: Collector = { collect: fullGC, defer: setImmediate, now: () => performance.now() }

export class GcPacer {
  readonly #isFelt: boolean
  readonly #collector: Collector
  #bytes = 0
  /** When the share of time is kept to again. */
  #pauseAt = Number.NEGATIVE_INFINITY

  constructor(bytesMax: number, collector: Collector = runtime) {
    this.#isFelt = bytesMax > keptMax
    this.#collector = collector
  }

  add(bytes: number): void {
    this.#bytes += bytes
    if (this.#bytes >= tooMuch) this.#collect()
  }

  /** No answer is being made. */
  rest(): void {
    if (this.#bytes >= enough && this.#collector.now() >= this.#pauseAt) this.#collect()
  }

  #collect(): void {
    if (this.#isFelt) return
    this.#bytes = 0
    const { collect, defer, now } = this.#collector
    defer(() => {
      const startedAt = now()
      collect()
      const endedAt = now()
      this.#pauseAt = endedAt + (endedAt - startedAt) * (1 / timeShare - 1)
    })
  }
}
