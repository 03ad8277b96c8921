// Divides the work of one request into slices, so that other requests are served in between.
import { nextTurn } from '../../base/turns.ts'
import { requireCallerPresent } from '../../http/problem.ts'

/** Milliseconds of work between two pauses. */
const sliceMs = 4

export class Pace {
  readonly #signal: AbortSignal
  readonly #now: () => number
  #pausedAt: number

  /** `now` is a monotonic clock in milliseconds. */
  constructor(signal: AbortSignal, now = () => performance.now()) {
    this.#signal = signal
    this.#now = now
    this.#pausedAt = now()
  }

  /** True if the time of a slice is up. */
  get isDue(): boolean {
    return this.#now() - this.#pausedAt >= sliceMs
  }

  /** Must be awaited wherever {@link isDue} is true. Throws if the caller has disconnected. */
  async pause(): Promise<void> {
    await nextTurn()
    requireCallerPresent(this.#signal)
    this.#pausedAt = this.#now()
  }
}
