// Limits the number of requests that run at once. Others wait in a queue or are refused. Reading requests has priority
// over running them: on an embedded database a request runs as one synchronous piece, and unread requests, including
// probes, would wait unnoticed in the system's socket buffers.
import type { MiddlewareHandler } from 'hono'
import { Problem } from '../base/errors.ts'
import { type Cors, contentCors } from './cors.ts'
import { problemHeaders, toProblemJson } from './problem.ts'
import { commonHeaders, corsFor, type RequestContextOptions, requestIdHeader } from './request-context.ts'
import { originOf } from './request-url.ts'
import type { Fetch, Permit, RoutePolicy, ServerEnv } from './server-env.ts'

/** The time that a request may wait while more than {@link LimiterOptions.patientMax} are waiting. */
export const waitMsMax = 200
/** A request with a longer expected wait is refused on arrival. It is less than the limit, because estimates vary. */
const expectedMsMax = waitMsMax / 2
/** A request that has waited this long runs before newly arrived ones. */
export const overdueMs = 300
/**
 * The time in which requests are started as they are read, before the next ones are read. Only then does Bun send a
 * large response with two system calls. Otherwise it needs four for each header, which a strictly ordered queue would
 * cause for nearly every response.
 */
export const turnMsMax = 50
const queueMax = 1000
/** One log line covers all requests refused in this time. */
const logEveryMs = 10_000
/** The weight of the newest interval in the mean time between two starts. */
const intervalWeight = 1 / 16

export interface LimiterOptions {
  /** 0 means no limit. */
  readonly permitsMax: number
  /** This many requests may wait without a time limit, because a site build sends dozens of requests at once. */
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
  /** True if the request was started before. It then runs before newly arrived ones, and is never refused. */
  readonly isResumed: boolean
  readonly settle: (permit: Permit | null) => void
}

const unlimited: Permit = { pause: () => {}, resume: async () => {}, release: () => {} }

export class ConcurrencyLimiter {
  readonly #options: LimiterOptions
  #inUse = 0
  #queue: Waiter[] = []
  /** The time of the first start since all arrived requests were read; null if there was none. */
  #turnAt: number | null = null
  /**
   * The time of the last start of a waiting request, and the mean time between two such starts, since the queue was empty.
   */
  #startedAt: number | null = null
  #intervalMs = 0

  constructor(options: LimiterOptions) {
    this.#options = options
  }

  /** True if a request that arrives now is refused because the expected wait is too long. */
  get isFull(): boolean {
    const { length } = this.#queue
    if (length < this.#options.patientMax) return false
    const isLong = length >= queueMax || length * this.#intervalMs > expectedMsMax
    return isLong && !this.#canStart(this.#options.now())
  }

  /** Returns a permit, immediately or after waiting; null if the request must be refused. */
  acquire(): Permit | null | Promise<Permit | null> {
    const { permitsMax, now, delay } = this.#options
    if (permitsMax === 0) return unlimited
    const at = now()
    if (this.#canStart(at)) return this.#start()
    if (this.isFull) return null
    return new Promise(settle => {
      this.#queue.push({ since: at, isResumed: false, settle })
      this.#schedule()
      delay(waitMsMax, () => this.#refuseLate())
    })
  }

  /** Checks whether a request may run as soon as it is read. */
  #canStart(at: number): boolean {
    const isInTurn = at - (this.#turnAt ?? at) < turnMsMax
    const isAnotherDue = this.#queue[0]?.isResumed || this.#waitedMs(at) >= overdueMs
    return isInTurn && !isAnotherDue && this.#inUse < this.#options.permitsMax
  }

  /** Returns how long the first request in the queue has waited. */
  #waitedMs(at: number): number {
    return at - (this.#queue[0]?.since ?? at)
  }

  #start(): Permit {
    this.#measureInterval()
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
      this.#queue.unshift({ since: this.#options.now(), isResumed: true, settle: resolve })
      this.#schedule()
      await promise
      isHeld = true
    }
    return { pause: release, resume, release }
  }

  #measureInterval(): void {
    const at = this.#options.now()
    if (this.#startedAt !== null)
      this.#intervalMs += (at - this.#startedAt - this.#intervalMs) * intervalWeight
    this.#startedAt = this.#queue.length > 0 ? at : null
  }

  /** Starts one waiting request. The arrived requests are read afterwards. */
  #startNext(): void {
    this.#turnAt = null
    this.#refuseLate()
    if (this.#queue.length > 0 && this.#inUse < this.#options.permitsMax)
      this.#queue.shift()?.settle(this.#start())
  }

  #refuseLate(): void {
    const { now, patientMax } = this.#options
    const isLate = () => !this.#queue[0]?.isResumed && this.#waitedMs(now()) >= waitMsMax
    while (this.#queue.length > patientMax && isLate()) this.#queue.shift()?.settle(null)
  }

  #schedule(): void {
    if (this.#turnAt !== null) return
    this.#turnAt = this.#options.now()
    this.#options.defer(() => this.#startNext())
  }
}

interface OverloadOptions extends RequestContextOptions {
  readonly onRefused: () => void
  /** The policy of each route, by its pattern. */
  readonly policies: ReadonlyMap<string, RoutePolicy>
}

interface Overload {
  /** Acquires a permit for each request, or refuses it. */
  readonly limit: MiddlewareHandler<ServerEnv>
  /** Refuses immediately if the route is known and its queue is full; otherwise calls `next`. */
  before(next: Fetch): Fetch
}

/** Created once, because creating an error collects a stack trace. */
const overloaded = new Problem('overloaded', 'Server overloaded. Retry after the delay in `Retry-After`.', {
  headers: { 'Retry-After': '1' },
})

/** Creates one limiter per queue, so that requests of content, previews and the dashboard cannot block each other. */
export function createOverload(limits: LimiterOptions, options: OverloadOptions): Overload {
  const { logger, newRequestId, onRefused, onResponse, policies, publicOrigin } = options
  const limiters = {
    content: new ConcurrencyLimiter(limits),
    preview: new ConcurrencyLimiter(limits),
    management: new ConcurrencyLimiter(limits),
  }
  const addHeaders = commonHeaders(publicOrigin)
  const isLogged = logger.isLevelEnabled('info')
  let [unlogged, loggedAt] = [0, Number.NEGATIVE_INFINITY]
  const count = () => {
    onRefused()
    unlogged += 1
    const at = limits.now()
    if (at - loggedAt < logEveryMs) return
    logger.warn({ refused: unlogged }, 'server overloaded: requests refused')
    unlogged = 0
    loggedAt = at
  }
  const prepareHeaders = (cors: Cors | null) => {
    const headers = new Headers(problemHeaders(overloaded))
    addHeaders(headers, cors)
    return headers
  }
  const [sameOriginHeaders, anyOriginHeaders] = [prepareHeaders(null), prepareHeaders(contentCors)]
  const refuse = (request: Request, { cors }: RoutePolicy): Response => {
    count()
    const requestId = newRequestId()
    const { status } = overloaded
    const json = toProblemJson(overloaded, requestId, publicOrigin ?? originOf(request))
    const headers = corsFor(cors, request) === null ? sameOriginHeaders : anyOriginHeaders
    const response = new Response(json, { status, headers })
    response.headers.set('Content-Length', String(Buffer.byteLength(json)))
    response.headers.set(requestIdHeader, requestId)
    onResponse?.({ status, seconds: 0 })
    return response
  }
  return {
    limit: async (context, next) => {
      const { queue = 'management' } = context.get('policy') ?? {}
      if (queue === null) return next()
      const acquired = limiters[queue].acquire()
      const permit = acquired instanceof Promise ? await acquired : acquired
      if (permit === null) {
        count()
        throw overloaded
      }
      context.set('permit', permit)
      try {
        return await next()
      } finally {
        permit.release()
      }
    },
    before: next => (request, env, execution) => {
      // The access log needs data that only the full pipeline provides.
      const policy = isLogged || env?.pattern === undefined ? undefined : policies.get(env.pattern)
      const isRefused = policy !== undefined && policy.queue !== null && limiters[policy.queue].isFull
      return isRefused ? refuse(request, policy) : next(request, env, execution)
    },
  }
}
