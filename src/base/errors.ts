// Error classes: a Problem is sent to a client, a Refusal is printed at the terminal. http/problem.ts writes
// problems to responses; the codes are in error-table.ts.
import { type ErrorCode, errorTable } from './error-table.ts'

/** One error of a request or of a draft: its location, its message and, if the check knows them, the accepted values. */
export interface FieldError {
  readonly in: 'path' | 'query' | 'header' | 'body' | 'draft'
  readonly name: string
  readonly message: string
  /** The accepted values, if the list is closed. */
  readonly allowed?: readonly string[]
  readonly min?: number
  readonly max?: number
  /** An existing name that is similar to the one sent. */
  readonly didYouMean?: string
  /** Distinguishes errors at the same location. */
  readonly code?: string
}

interface ProblemOptions {
  /** The code's other status, on the endpoints that use it. */
  readonly status?: number
  readonly errors?: readonly FieldError[]
  /** Further members of the body, such as the current version in a conflict. */
  readonly members?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
  readonly cause?: unknown
  /** True if this is not a failure, for example while the server starts or closes. It is not logged as an error then. */
  readonly isExpected?: boolean
}

/** An error with two texts: `detail` goes to the client, `cause` to the log only. */
export class Problem extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly detail: string
  readonly errors: readonly FieldError[] | undefined
  readonly members: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>
  readonly isExpected: boolean

  constructor(code: ErrorCode, detail: string, options: ProblemOptions = {}) {
    super(detail, { cause: options.cause })
    this.code = code
    this.status = options.status ?? errorTable[code].status
    this.detail = detail
    this.errors = options.errors
    this.members = options.members ?? {}
    this.headers = options.headers ?? {}
    this.isExpected = options.isExpected ?? false
  }
}

/**
 * A refused operation, with a message for the person at the terminal, where the exit code is 1. If it can happen in a
 * request too, `code` is the error code of the response.
 */
export class Refusal extends Error {
  readonly details: readonly string[]
  readonly code: ErrorCode | null

  constructor(message: string, details: readonly string[] = [], code: ErrorCode | null = null) {
    super(message)
    this.details = details
    this.code = code
  }
}
