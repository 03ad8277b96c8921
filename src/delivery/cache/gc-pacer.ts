// Decides when to collect garbage. Evicted values use memory until they are collected, and long-lived ones only by a
// full collection, which the runtime delays until the heap has doubled; it is hardly aware of the bytes of response
// bodies.
import { fullGC } from 'bun:jsc'

const mebibyte = 1024 * 1024

/** Evicted bytes that trigger a collection when idle, and one that requests have to wait for. */
const idleThreshold = 16 * mebibyte
const forcedThreshold = 4 * idleThreshold

/** The largest share of time for collections when idle. */
const timeShare = 1 / 10

/**
 * A full collection stops the world, for longer the more is cached: some 30 ms for 64 MiB. Larger caches imply enough
 * memory to leave it to the runtime, which collects concurrently.
 */
const cachedMax = 128 * mebibyte

export interface Collector {
  readonly collect: () => void
  /** Runs the work after the current task. */
  readonly defer: (work: () => void) => void
  /** Monotonic milliseconds. */
  readonly now: () => number
}

const runtime: Collector = { collect: fullGC, defer: setImmediate, now: () => performance.now() }

export class GcPacer {
  /** Whether enough was evicted for a collection when idle. */
  isDue = false
  readonly #isOff: boolean
  readonly #collector: Collector
  #bytes = 0
  /** Until then collections would exceed their share of the time. */
  #pauseAt = Number.NEGATIVE_INFINITY

  constructor(bytesMax: number, collector: Collector = runtime) {
    this.#isOff = bytesMax > cachedMax
    this.#collector = collector
  }

  /** Counts evicted bytes. */
  add(bytes: number): void {
    this.#bytes += bytes
    this.isDue = this.#bytes >= idleThreshold
    if (this.#bytes >= forcedThreshold) this.#collect()
  }

  /** Call when no response is being built. */
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
