// Limits how many requests run at once; others wait in a queue or are refused. Reading requests has priority over
// running them: on an embedded database a request runs as one synchronous piece, and unread requests would wait
// unnoticed in the system's socket buffers, probes among them.
import type { Permit } from './server-env.ts'

/** How long a request may wait while more than {@link LimiterOptions.patientMax} are waiting. */
export const waitMsMax = 200
/** A request that would wait longer than this is refused on arrival: less than the limit, because estimates vary. */
const expectedMsMax = waitMsMax / 2
/**
 * How long requests are started as they are read, before others are read. Bun sends a large response in one piece only
 * then.
 */
export const turnMsMax = 50
const queueMax = 1000
/** The weight of the newest interval in the mean time between two starts. */
const intervalWeight = 1 / 16

export interface LimiterOptions {
  /** 0 means no limit. */
  readonly permitsMax: number
  /** This many may wait without a time limit: a site build sends some dozens of requests at once. */
  readonly patientMax: number
  /** A monotonic clock in milliseconds. */
  readonly now: () => number
  /** Runs the work after the requests that have arrived in the meantime are read. */
  readonly defer: (work: () => void) => void
  /** Runs the work later, without keeping the process alive. */
  readonly delay: (ms: number, work: () => void) => void
}

interface Waiter {
  /** Infinity if it has no time limit. */
  readonly since: number
  readonly settle: (permit: Permit | null) => void
}

const unlimited: Permit = { pause: () => {}, resume: async () => {}, release: () => {} }

export class ConcurrencyLimiter {
  readonly #options: LimiterOptions
  #inUse = 0
  #queue: Waiter[] = []
  /** When the first request was started since all arrived ones were read; null if none was. */
  #turnAt: number | null = null
  /** When a waiting request was last started, and the mean time between two such starts, since the queue was empty. */
  #startedAt: number | null = null
  #intervalMs = 0

  constructor(options: LimiterOptions) {
    this.#options = options
  }

  /** Whether a request that arrives now is refused: those that wait cannot all be started in time. */
  get isFull(): boolean {
    const { length } = this.#queue
    if (length < this.#options.patientMax) return false
    return length >= queueMax || length * this.#intervalMs > expectedMsMax
  }

  /** A permit, at once or after waiting; null if the request is to be refused. */
  acquire(): Permit | null | Promise<Permit | null> {
    const { permitsMax, now, delay } = this.#options
    if (permitsMax === 0) return unlimited
    const at = now()
    const isFree = this.#inUse < permitsMax && at - (this.#turnAt ?? at) < turnMsMax
    if (isFree && this.#queue.length === 0) return this.#start()
    if (this.isFull) return null
    return new Promise(settle => {
      this.#queue.push({ since: at, settle })
      this.#schedule()
      delay(waitMsMax, () => this.#refuseLate())
    })
  }

  #start(): Permit {
    this.#inUse += 1
    this.#schedule()
    let isHeld = true
    const release = () => {
      if (!isHeld) return
      isHeld = false
      this.#inUse -= 1
      if (this.#queue.length > 0) this.#schedule()
    }
    const resume = async () => {
      const { promise, resolve } = Promise.withResolvers<Permit | null>()
      this.#queue.unshift({ since: Number.POSITIVE_INFINITY, settle: resolve })
      this.#schedule()
      await promise
      isHeld = true
    }
    return { pause: release, resume, release }
  }

  /** Starts one waiting request; then the requests that have arrived are read. */
  #startNext(): void {
    this.#turnAt = null
    this.#refuseLate()
    if (this.#queue.length === 0) {
      this.#startedAt = null
      this.#intervalMs = 0
    } else if (this.#inUse < this.#options.permitsMax) {
      const at = this.#options.now()
      this.#intervalMs += (at - (this.#startedAt ?? at) - this.#intervalMs) * intervalWeight
      this.#startedAt = at
      this.#queue.shift()?.settle(this.#start())
    }
  }

  #refuseLate(): void {
    const { now, patientMax } = this.#options
    const limit = now() - waitMsMax
    while (this.#queue.length > patientMax && this.#queue[0]!.since <= limit)
      this.#queue.shift()?.settle(null)
  }

  #schedule(): void {
    if (this.#turnAt !== null) return
    this.#turnAt = this.#options.now()
    this.#options.defer(() => this.#startNext())
  }
}
