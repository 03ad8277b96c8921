// How many requests are worked on at once, which wait, and which are refused with a 503. Reading requests goes before
// working on them: work on an embedded database is one synchronous piece, and requests that were not read would wait
// unseen in the system's buffers, probes among them.
import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import { Problem } from '../base/errors.ts'
import type { Permit, ServerEnv } from './server-env.ts'

/** How long a request may wait where more than {@link LimiterOptions.patientMax} do. */
export const waitMsMax = 200
/** How long requests are worked on as they are read, before others are read. Bun sends a large response in one piece only then. */
export const turnMsMax = 50
const queueMax = 1000
/** How often the queue is looked at while no permit is released. */
const lookMs = 50
/** One line in the log for all requests that were refused in this time. */
const logEveryMs = 10_000

export interface LimiterOptions {
  /** 0 is no limit. */
  readonly permitsMax: number
  /** So many may wait without a limit of time: a build of a site sends some dozens of requests at once. */
  readonly patientMax: number
  /** Milliseconds that never go back. */
  readonly now: () => number
  /** Runs the work once the requests that have arrived meanwhile have been read. */
  readonly defer: (work: () => void) => void
  /** Runs the work later, in a process that may end before. */
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
  /** When the first request was begun since all that had arrived were read; null where none was. */
  #turnAt: number | null = null
  #isDelayed = false

  constructor(options: LimiterOptions) {
    this.#options = options
  }

  /** A permit, at once or in turn; null where the request is to be refused. */
  acquire(): Permit | null | Promise<Permit | null> {
    const { permitsMax, now } = this.#options
    if (permitsMax === 0) return unlimited
    const at = now()
    const isFree = this.#inUse < permitsMax && at - (this.#turnAt ?? at) < turnMsMax
    if (isFree && this.#queue.length + this.#resuming.length === 0) {
      this.#inUse += 1
      this.#look()
      return this.#toPermit()
    }
    if (this.#queue.length >= queueMax) return null
    return this.#wait(this.#queue, at).then(isGranted => (isGranted ? this.#toPermit() : null))
  }

  #wait(waiters: Waiter[], since: number): Promise<boolean> {
    return new Promise(settle => {
      waiters.push({ since, settle })
      this.#look()
    })
  }

  #toPermit(): Permit {
    let isHeld = true
    const release = () => {
      if (!isHeld) return
      isHeld = false
      this.#inUse -= 1
      if (this.#queue.length + this.#resuming.length > 0) this.#look()
    }
    const resume = async () => {
      await this.#wait(this.#resuming, this.#options.now())
      isHeld = true
    }
    return { pause: release, resume, release }
  }

  /** Begins one of those that wait; then what has arrived is read. */
  #next(): void {
    this.#turnAt = null
    const { now, patientMax, permitsMax } = this.#options
    const at = now()
    while (this.#queue.length > patientMax && at - this.#queue[0]!.since > waitMsMax)
      this.#queue.shift()?.settle(false)
    if (this.#queue.length + this.#resuming.length === 0) return
    if (this.#inUse >= permitsMax) {
      this.#lookLater()
      return
    }
    this.#inUse += 1
    ;(this.#resuming.shift() ?? this.#queue.shift())?.settle(true)
    this.#look()
  }

  #look(): void {
    if (this.#turnAt !== null) return
    this.#turnAt = this.#options.now()
    this.#options.defer(() => this.#next())
  }

  /** So that requests are refused in time where no permit is released. */
  #lookLater(): void {
    if (this.#isDelayed) return
    this.#isDelayed = true
    this.#options.delay(lookMs, () => {
      this.#isDelayed = false
      this.#look()
    })
  }
}

interface RefusalOptions {
  readonly logger: Logger
  readonly onRefused: () => void
}

/** One for all: creating an error collects a stack. */
const overloaded = new Problem('overloaded', 'Server overloaded. Retry after the delay in `Retry-After`.', {
  headers: { 'Retry-After': '1' },
})

/** A limiter for each queue, so that readers of content and users of the dashboard cannot shut each other out. */
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
    logger.warn({ refused: unlogged }, 'there is more to do than can be done in time: requests are refused')
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
