// Decides when to collect garbage. Evicted values use memory until they are collected. Long-lived values are freed only by
// a full collection, which the runtime delays until the heap has doubled, and the runtime hardly counts the bytes of
// response bodies.
import { fullGC } from 'bun:jsc'

const mebibyte = 1024 * 1024

/** Evicted bytes that trigger a collection when idle, and those that trigger one that requests have to wait for. */
const idleThreshold = 16 * mebibyte
const forcedThreshold = 4 * idleThreshold

/** The largest share of the time that collections when idle may take. */
const timeShare = 1 / 10

/**
 * A full collection stops all work, for longer the more is cached: about 30 ms for 64 MiB. A larger cache implies enough
 * memory to leave the collection to the runtime, which collects concurrently.
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
  /** True if enough was evicted for a collection when idle. */
  isDue = false
  readonly #isOff: boolean
  readonly #collector: Collector
  #bytes = 0
  /** Until this time, further collections would exceed their share of the time. */
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
