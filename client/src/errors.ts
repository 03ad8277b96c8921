// The errors that calls reject with: one type, a union over `code`. Retries are in transport.ts.
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

/** The codes of the client itself. `status` is 0 if there was no response. */
interface ClientStatuses {
  /** There was no response: connection refused, reset, no such host. `cause` has the error of `fetch` as text. */
  readonly network_failed: 0
  /** There was no response within `timeoutMs`, including waits and retries. */
  readonly timed_out: 0
  /** The request is invalid and was not sent. */
  readonly request_invalid: 0
  /** The response is not JSON of the server, such as a proxy's HTML page. `detail` has its first 200 characters. */
  readonly answer_unreadable: number
  /** The code is newer than this client; `problem.code` has it. */
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
  /** The number of requests that were sent for this call. */
  readonly attempts: number
  /** The mistakes in the request, one per parameter. */
  readonly errors: ErrorsOf<Code>
  /** The value of `Retry-After` in milliseconds; null without the header. */
  readonly retryAfterMs: RetryAfterOf<Code>
}

/** An error of the client. `switch (error.code)` narrows its type. */
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

/** `path` is the path of the request without its query. */
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

/** Returns undefined if the text is not JSON. */
// biome-ignore lint/suspicious/noExplicitAny: what the server sent.
export function parse(text: string): any {
  try {
    return JSON.parse(text)
  } catch {}
}

const hasTexts = (value: Readonly<Record<string, unknown>> | null, ...names: readonly string[]) =>
  names.every(name => typeof value?.[name] === 'string')

/** Reads the error from a response that was not successful. */
export function readError(text: string, status: number, retryAfterMs: number | null): ErrorFacts {
  const problem = parse(text)
  const { errors = [] } = Object(problem)
  // Redirects are not followed, so their body is ignored; in browsers their status is 0. Any other JSON is a proxy's.
  const isOurs =
    status > 399 &&
    hasTexts(problem, 'code', 'title', 'detail', 'requestId') &&
    Array.isArray(errors) &&
    errors.every(error => hasTexts(error, 'name', 'message'))
  if (!isOurs) return { code: 'answer_unreadable', status, retryAfterMs, detail: text.slice(0, 200) }
  let rest = hashOf(problem.code)
  // biome-ignore lint/suspicious/noAssignInExpressions: the client has no bytes to spare.
  const isKnown = codeGaps.match(/../g)!.some(gap => !(rest -= hashOf(gap)))
  const code = isKnown ? problem.code : 'unknown_error'
  return { code, status, retryAfterMs, problem }
}

/** Checks whether an error was thrown by a client, including one of another copy of this package or of another realm. */
export function isFrontlistError(error: unknown): error is FrontlistError {
  return (error as Error | null | undefined)?.name === 'FrontlistError'
}

export type SafeResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: FrontlistError }

/** Returns the result or the error as a value. An abort still rejects, with the signal's reason. */
export async function safe<Value>(call: PromiseLike<Value>): Promise<SafeResult<Value>> {
  try {
    return { ok: true, value: await call }
  } catch (error) {
    if (isFrontlistError(error)) return { ok: false, error }
    throw error
  }
}
