// Divides the work of one request into slices, so that other requests are served in between.
import { nextTurn } from '../../base/turns.ts'
import { requireCallerPresent } from '../../http/problem.ts'

/** Milliseconds of work between two pauses. */
const sliceMs = 4

export class Pace {
  readonly #signal: AbortSignal
  #pausedAt = performance.now()

  constructor(signal: AbortSignal) {
    this.#signal = signal
  }

  /** True if the time of a slice is up. */
  get isDue(): boolean {
    return performance.now() - this.#pausedAt >= sliceMs
  }

  /** Must be awaited wherever {@link isDue} is true. Throws if the caller has disconnected. */
  async pause(): Promise<void> {
    await nextTurn()
    requireCallerPresent(this.#signal)
    this.#pausedAt = performance.now()
  }
}
