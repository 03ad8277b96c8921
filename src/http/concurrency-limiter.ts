// Limits how many requests run at once; others wait in a queue or are refused with a 503. Reading requests has priority
// over running them: on an embedded database a request runs as one synchronous piece, and unread requests would wait
// unnoticed in the system's socket buffers, probes among them.
import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import { Problem } from '../base/errors.ts'
import type { Permit, ServerEnv } from './server-env.ts'

/** How long a request may wait while more than {@link LimiterOptions.patientMax} are waiting. */
export const waitMsMax = 200
/**
 * How long requests are started as they are read, before others are read. Bun sends a large response in one piece only
 * then.
 */
export const turnMsMax = 50
const queueMax = 1000
/** How often the queue is checked while no permit is released. */
const queueCheckMs = 50
/** One log line covers all requests refused in this time. */
const logEveryMs = 10_000

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
  readonly since: number
  readonly settle: (isGranted: boolean) => void
}

const unlimited: Permit = { pause: () => {}, resume: async () => {}, release: () => {} }

export class ConcurrencyLimiter {
  readonly #options: LimiterOptions
  #inUse = 0
  #queue: Waiter[] = []
  #resuming: Waiter[] = []
  /** When the first request was started since all arrived ones were read; null if none was. */
  #turnAt: number | null = null
  #isDelayed = false

  constructor(options: LimiterOptions) {
    this.#options = options
  }

  /** A permit, at once or after waiting; null if the request is to be refused. */
  acquire(): Permit | null | Promise<Permit | null> {
    const { permitsMax, now } = this.#options
    if (permitsMax === 0) return unlimited
    const at = now()
    const isFree = this.#inUse < permitsMax && at - (this.#turnAt ?? at) < turnMsMax
    if (isFree && this.#queue.length + this.#resuming.length === 0) {
      this.#inUse += 1
      this.#schedule()
      return this.#toPermit()
    }
    if (this.#queue.length >= queueMax) return null
    return this.#wait(this.#queue, at).then(isGranted => (isGranted ? this.#toPermit() : null))
  }

  #wait(waiters: Waiter[], since: number): Promise<boolean> {
    return new Promise(settle => {
      waiters.push({ since, settle })
      this.#schedule()
    })
  }

  #toPermit(): Permit {
    let isHeld = true
    const release = () => {
      if (!isHeld) return
      isHeld = false
      this.#inUse -= 1
      if (this.#queue.length + this.#resuming.length > 0) this.#schedule()
    }
    const resume = async () => {
      await this.#wait(this.#resuming, this.#options.now())
      isHeld = true
    }
    return { pause: release, resume, release }
  }

  /** Starts one waiting request; then the requests that have arrived are read. */
  #startNext(): void {
    this.#turnAt = null
    const { now, patientMax, permitsMax } = this.#options
    const at = now()
    while (this.#queue.length > patientMax && at - this.#queue[0]!.since > waitMsMax)
      this.#queue.shift()?.settle(false)
    if (this.#queue.length + this.#resuming.length === 0) return
    if (this.#inUse >= permitsMax) {
      this.#scheduleLater()
      return
    }
    this.#inUse += 1
    ;(this.#resuming.shift() ?? this.#queue.shift())?.settle(true)
    this.#schedule()
  }

  #schedule(): void {
    if (this.#turnAt !== null) return
    this.#turnAt = this.#options.now()
    this.#options.defer(() => this.#startNext())
  }

  /** Ensures that waiting requests are refused in time while no permit is released. */
  #scheduleLater(): void {
    if (this.#isDelayed) return
    this.#isDelayed = true
    this.#options.delay(queueCheckMs, () => {
      this.#isDelayed = false
      this.#schedule()
    })
  }
}

interface RefusalOptions {
  readonly logger: Logger
  readonly onRefused: () => void
}

/** Created once, because creating an error collects a stack trace. */
const overloaded = new Problem('overloaded', 'Server overloaded. Retry after the delay in `Retry-After`.', {
  headers: { 'Retry-After': '1' },
})

/** One limiter for each queue, so that content requests and dashboard requests cannot block each other. */
export function limitConcurrency(
  options: LimiterOptions,
  { logger, onRefused }: RefusalOptions,
): MiddlewareHandler<ServerEnv> {
  const limiters = { content: new ConcurrencyLimiter(options), management: new ConcurrencyLimiter(options) }
  let [unlogged, loggedAt] = [0, Number.NEGATIVE_INFINITY]
  const logRefusal = () => {
    unlogged += 1
    const at = options.now()
    if (at - loggedAt < logEveryMs) return
    logger.warn({ refused: unlogged }, 'server overloaded: requests refused')
    unlogged = 0
    loggedAt = at
  }
  return async (context, next) => {
    const { queue = 'management' } = context.get('policy') ?? {}
    if (queue === null) return next()
    const acquired = limiters[queue].acquire()
    const permit = acquired instanceof Promise ? await acquired : acquired
    if (permit === null) {
      onRefused()
      logRefusal()
      throw overloaded
    }
    context.set('permit', permit)
    try {
      return await next()
    } finally {
      permit.release()
    }
  }
}
