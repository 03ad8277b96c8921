// Evicted values are memory until they are collected. Those that were cached for long are found only by a full collection,
// which the runtime puts off until the heap has doubled; of the bytes of responses it sees little. So this decides when.
import { fullGC } from 'bun:jsc'

const mebibyte = 1024 * 1024

/** Evicted bytes before a collection at rest, and before one that requests have to wait for. */
const enough = 16 * mebibyte
const tooMuch = 4 * enough

/** Of the time, what collections at rest may take. */
const timeShare = 1 / 10

/**
 * A full collection stops everything, for longer the more is cached: some 30 ms for 64 MiB. With a larger cache there is
 * memory enough to leave it to the runtime, which collects beside the work.
 */
const cachedMax = 128 * mebibyte

export interface Collector {
  readonly collect: () => void
  /** Runs the work once what is being done now is done. */
  readonly defer: (work: () => void) => void
  /** Milliseconds that never go back. */
  readonly now: () => number
}

const runtime: Collector = { collect: fullGC, defer: setImmediate, now: () => performance.now() }

export class GcPacer {
  /** Whether there is enough for a collection at rest. */
  isDue = false
  readonly #isOff: boolean
  readonly #collector: Collector
  #bytes = 0
  /** When collections have taken no more than their share of the time. */
  #pauseAt = Number.NEGATIVE_INFINITY

  constructor(bytesMax: number, collector: Collector = runtime) {
    this.#isOff = bytesMax > cachedMax
    this.#collector = collector
  }

  /** So many bytes were evicted. */
  add(bytes: number): void {
    this.#bytes += bytes
    this.isDue = this.#bytes >= enough
    if (this.#bytes >= tooMuch) this.#collect()
  }

  /** No response is being built. */
  rest(): void {
    if (this.isDue && this.#collector.now() >= this.#pauseAt) this.#collect()
  }

  #collect(): void {
    if (this.#isOff) return
    this.#bytes = 0
    this.isDue = false
    const { collect, defer, now } = this.#collector
    defer(() => {
      const startedAt = now()
      collect()
      const endedAt = now()
      this.#pauseAt = endedAt + (endedAt - startedAt) * (1 / timeShare - 1)
    })
  }
}
