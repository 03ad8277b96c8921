// The context of a request while it is handled, its rate limit, and the policies of routes.
import type { ExecutionContext } from 'hono'
import type { Problem } from '../base/errors.ts'
import { type Cors, contentCors, fileCors, previewCors } from './cors.ts'
import type { LoggedCaller } from './log.ts'
import type { SentParams } from './request-url.ts'

/** A request that was counted, or refused by the rate limit. */
export interface RateLimitTicket {
  /** Seconds until the next request is allowed; null if this one is. */
  readonly waitSeconds: number | null
  /** Call it when the status is known. Returns header fields with the remaining rate. A 304 is not charged. */
  readonly consume: (status: number) => Readonly<Record<string, string>>
}

/** Adds the remaining rate to the headers of a response. */
export function consume(ticket: RateLimitTicket, { status, headers }: Response): void {
  for (const [name, value] of Object.entries(ticket.consume(status))) headers.set(name, value)
}

/** The handling of requests to a route, declared with the route. */
export interface RoutePolicy {
  /** The access of pages of any origin; null means none. */
  readonly cors: Cors | null
  /** The queue in which the request waits under load; null means that it never waits. */
  readonly queue: 'content' | 'preview' | 'management' | null
  /** True if the route is served while the server is starting. */
  readonly duringStart: boolean
  /** True if the route is also served under the separate host of files, if there is one. */
  readonly onFilesHost?: boolean
  /** The largest body in bytes; 64 KiB by default. */
  readonly bodyBytesMax?: number
  /**
   * True if the work may take minutes. The server waits for it without a limit, and the handler rolls back if the caller
   * disconnects (`requireCallerPresent` in problem.ts).
   */
  readonly isLong?: boolean
  /** True if numbers that JSON.parse would round are refused anywhere in a body, because it holds content. */
  readonly exactNumbers?: boolean
}

/** The policy of sign-in, management, the dashboard and documents. */
export const managementPolicy: RoutePolicy = {
  cors: null,
  queue: 'management',
  duringStart: false,
}

/** The policy of content. Pages of other origins can read errors too; otherwise they could not tell what is wrong. */
export const contentPolicy: RoutePolicy = {
  cors: contentCors,
  queue: 'content',
  duringStart: false,
}

/** The policy of previews. They wait in a queue of their own, because they may read much. */
export const previewPolicy: RoutePolicy = { cors: previewCors, queue: 'preview', duringStart: false }

/** The policy of API documents. They have no data of a space, and tools that run in a browser load them. */
export const documentPolicy: RoutePolicy = { ...managementPolicy, cors: contentCors }

/**
 * The policy of published files. They do not wait in a queue, because a slow download would keep other requests from
 * running.
 */
export const filePolicy: RoutePolicy = { cors: fileCors, queue: null, duringStart: false, onFilesHost: true }

/** Served regardless of load. */
export const metricsPolicy: RoutePolicy = { ...managementPolicy, queue: null }
export const probePolicy: RoutePolicy = { ...metricsPolicy, duringStart: true, onFilesHost: true }

/** A permit to run, one of a limited number; see concurrency-limiter.ts. */
export interface Permit {
  /** Releases the permit while the body is awaited. */
  pause(): void
  /** Waits for a permit again, with priority over requests that have not started. */
  resume(): Promise<void>
  release(): void
}

/** `streamed` means that the body of an upload is awaited, `long` that the body was read and the work may take minutes. */
export type OnBody = (request: Request, state: 'awaited' | 'streamed' | 'read' | 'long') => void

export interface ServerEnv {
  Bindings: {
    /** Absent if the path as sent is unavailable. */
    sentParams?: SentParams
    /** The pattern of the route that matched the path as sent, such as `/things/:id`. */
    pattern?: string
  }
  Variables: {
    requestId: string
    /** The origin of this server's pages, if it differs from the request's. */
    publicOrigin: string | null
    problem?: Problem
    /** The path that the endpoint declares. */
    route?: string
    policy?: RoutePolicy
    /** Set as soon as a guard has identified the caller, whether or not it grants access. */
    caller?: LoggedCaller
    /** Set if the caller's requests are rate limited. */
    rateLimitTicket?: RateLimitTicket
    /** Set if the number of concurrent requests is limited. */
    permit?: Permit
    onBody?: OnBody
  }
}

/** Hono's `fetch`, and the handlers that are tried before it. */
export type Fetch = (
  request: Request,
  env?: ServerEnv['Bindings'],
  execution?: ExecutionContext,
) => Response | Promise<Response>
