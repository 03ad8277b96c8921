// The errors that calls reject with: one shape, a union over `code`. What the client does about them is in transport.ts.
import { hashOf } from './code-hash.ts'
import { codeGaps, type ErrorStatuses } from './error-codes.ts'

/** One error in a request, as the server reports it. */
export interface ParameterError {
  readonly in: 'path' | 'query' | 'header' | 'body' | 'draft'
  readonly name: string
  readonly message: string
  readonly allowed?: readonly string[]
  readonly min?: number
  readonly max?: number
  readonly didYouMean?: string
  readonly code?: string
}

/** The body of an error response (RFC 9457). */
export interface Problem {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly code: string
  readonly requestId: string
  readonly errors?: readonly ParameterError[]
  readonly [member: string]: unknown
}

/** The client's own codes. `status` is 0 where there is no response. */
interface ClientStatuses {
  /** No response: connection refused, reset, no such host. `cause` is the error of `fetch`. */
  readonly network_failed: 0
  /** No response within `timeoutMs`, waits and tries included. */
  readonly timed_out: 0
  /** The request cannot be sent as it is; none was. */
  readonly request_invalid: 0
  /** The response is no JSON of the server, such as the HTML of a proxy; `detail` has its first 200 characters. */
  readonly answer_unreadable: number
  /** A code that is newer than this client: `problem.code`. */
  readonly unknown_error: number
}

type Statuses = ErrorStatuses & ClientStatuses

export type FrontlistErrorCode = keyof Statuses

type ErrorsOf<Code extends FrontlistErrorCode> = Code extends 'request_invalid'
  ? readonly ParameterError[]
  : number extends Statuses[Code]
    ? readonly ParameterError[] | undefined
    : 400 extends Statuses[Code]
      ? readonly ParameterError[]
      : undefined

type RetryAfterOf<Code extends FrontlistErrorCode> = number extends Statuses[Code]
  ? number | null | undefined
  : Statuses[Code] extends 429 | 503
    ? number | null
    : undefined

export interface FrontlistErrorOf<Code extends FrontlistErrorCode> extends Error {
  readonly name: 'FrontlistError'
  readonly code: Code
  readonly status: Statuses[Code]
  readonly title: string
  readonly detail: string
  readonly requestId: string | null
  /** The body of the error response; null if there was none. */
  readonly problem: Problem | null
  /** Requests that were sent for this call. */
  readonly attempts: number
  /** What is wrong with the request, parameter by parameter. */
  readonly errors: ErrorsOf<Code>
  /** What `Retry-After` said, in milliseconds; null without one. */
  readonly retryAfterMs: RetryAfterOf<Code>
}

/** `switch (error.code)` narrows it. */
export type FrontlistError = { [Code in FrontlistErrorCode]: FrontlistErrorOf<Code> }[FrontlistErrorCode]

export interface ErrorFacts {
  readonly code: FrontlistErrorCode
  readonly status?: number
  readonly detail?: string
  readonly problem?: Problem | null | undefined
  readonly attempts?: number
  readonly errors?: readonly ParameterError[]
  readonly retryAfterMs?: number | null
  readonly cause?: unknown
}

/** `path` is the one sent, without its query. */
export function createError(path: string, facts: ErrorFacts): FrontlistError {
  const { code, status = 0, problem = null } = facts
  const {
    title = code,
    detail = code,
    requestId = null,
    errors = status === 400 ? [] : undefined,
  }: { [Member in keyof FrontlistError]?: unknown } = { ...problem, ...facts }
  return Object.assign(
    new Error(`${status} ${code}: ${detail} (GET ${path}${problem ? `, request ${requestId}` : ''})`),
    {
      attempts: 0,
      ...facts,
      status,
      problem,
      title,
      detail,
      requestId,
      errors,
      name: 'FrontlistError',
    },
  ) as FrontlistError
}

/** Undefined where it is not JSON. */
// biome-ignore lint/suspicious/noExplicitAny: what the server sent.
export function parse(text: string): any {
  try {
    return JSON.parse(text)
  } catch {}
}

const hasTexts = (value: Readonly<Record<string, unknown>> | null, ...names: readonly string[]) =>
  names.every(name => typeof value?.[name] === 'string')

/** What a response other than a success says. */
export function readError(text: string, status: number, retryAfterMs: number | null): ErrorFacts {
  const problem = parse(text)
  const { errors = [] } = Object(problem)
  // Redirects are not followed, whatever they say; in browsers their status is 0. Other JSON is of a proxy.
  const isOurs =
    status > 399 &&
    hasTexts(problem, 'code', 'title', 'detail', 'requestId') &&
    Array.isArray(errors) &&
    errors.every(error => hasTexts(error, 'name', 'message'))
  if (!isOurs) return { code: 'answer_unreadable', status, retryAfterMs, detail: text.slice(0, 200) }
  let rest = hashOf(problem.code)
  // biome-ignore lint/suspicious/noAssignInExpressions: the client has no bytes to spare.
  const isKnown = codeGaps.match(/.../g)!.some(gap => !(rest -= hashOf(gap)))
  const code = isKnown ? problem.code : 'unknown_error'
  return { code, status, retryAfterMs, problem }
}

/** Whether it is an error of a client, also of another copy of this package or of another realm. */
export function isFrontlistError(error: unknown): error is FrontlistError {
  return (error as Error | null | undefined)?.name === 'FrontlistError'
}

export type SafeResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: FrontlistError }

/** The result or the error as a value. An abort still rejects, with the signal's reason. */
export async function safe<Value>(call: PromiseLike<Value>): Promise<SafeResult<Value>> {
  try {
    return { ok: true, value: await call }
  } catch (error) {
    if (isFrontlistError(error)) return { ok: false, error }
    throw error
  }
}
