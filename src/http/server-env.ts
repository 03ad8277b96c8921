// What is known of a request while it is handled, and how the server treats requests to a route. Types and constants.
import type { Problem } from '../base/errors.ts'
import type { Caller as LoggedCaller } from './log.ts'
import type { RateLimitTicket } from './rate-limit-ticket.ts'
import type { SentParams } from './request-url.ts'

/** How requests to a route are treated, declared with the route. */
export interface RoutePolicy {
  /** Pages of any origin may read the responses (CORS). */
  readonly anyOrigin: boolean
  /** Which requests it competes with where there are too many; null: it never waits. */
  readonly queue: 'content' | 'management' | null
  /** It is answered while the server is starting. */
  readonly duringStart: boolean
}

/** For sign-in, management, the dashboard and documents. */
export const managementPolicy: RoutePolicy = {
  anyOrigin: false,
  queue: 'management',
  duringStart: false,
}

/** Pages of other origins may read errors too, or they could not tell what is wrong. */
export const contentPolicy: RoutePolicy = {
  anyOrigin: true,
  queue: 'content',
  duringStart: false,
}

/** Answered whatever else there is to do. */
export const metricsPolicy: RoutePolicy = { ...managementPolicy, queue: null }
export const probePolicy: RoutePolicy = { ...metricsPolicy, duringStart: true }

/** For one of the requests that are worked on at once; see concurrency-limiter.ts. */
export interface Permit {
  /** While the body is waited for; others use the permit. */
  pause(): void
  /** Waits for a permit again, before requests that were not begun. */
  resume(): Promise<void>
  release(): void
}

export type OnBody = (request: Request, state: 'awaited' | 'read') => void

export interface ServerEnv {
  Bindings: {
    /** Absent where nobody can say how the path was sent. */
    sentParams?: SentParams
  }
  Variables: {
    requestId: string
    /** Where pages of this server come from, if that is not the address asked. */
    publicOrigin: string | null
    problem?: Problem
    /** The path that the endpoint declares. */
    route?: string
    policy?: RoutePolicy
    /** As far as a guard has found out, whether it lets them in or not. */
    caller?: LoggedCaller
    /** Where the caller's requests are counted. */
    rateLimitTicket?: RateLimitTicket
    /** Where the number of requests at once is limited. */
    permit?: Permit
    onBody?: OnBody
  }
}
