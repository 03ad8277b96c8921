// Errors: a Problem is answered to a client, a Refusal is told at the terminal. How a problem is written to the wire is
// http/problem.ts's business; the codes stand in error-table.ts.
import { type ErrorCode, errorTable } from './error-table.ts'

/** One error of a 400: where it is, what is wrong, and, where the check knows it, what would be accepted. */
export interface FieldError {
  readonly in: 'path' | 'query' | 'header' | 'body'
  readonly name: string
  readonly message: string
  /** The values that are accepted. */
  readonly allowed?: readonly string[]
  readonly min?: number
  readonly max?: number
  /** A name that exists and is close to the one sent. */
  readonly didYouMean?: string
  /** Tells errors apart that have the same place. */
  readonly code?: string
}

interface ProblemOptions {
  /** The code's other status, on the endpoints where it has one. */
  readonly status?: number
  readonly errors?: readonly FieldError[]
  readonly headers?: Readonly<Record<string, string>>
  readonly cause?: unknown
  /** Nothing has failed, as while the server starts or closes: it is no error in the log. */
  readonly isExpected?: boolean
}

/** An error with two texts: `detail` goes to the client, `cause` to the log only. */
export class Problem extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly detail: string
  readonly errors: readonly FieldError[] | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly isExpected: boolean

  constructor(code: ErrorCode, detail: string, options: ProblemOptions = {}) {
    super(detail, { cause: options.cause })
    this.code = code
    this.status = options.status ?? errorTable[code].status
    this.detail = detail
    this.errors = options.errors
    this.headers = options.headers ?? {}
    this.isExpected = options.isExpected ?? false
  }
}

/**
 * What cannot be done as it was asked, in words for the person at the terminal, where the exit code is 1. Where it can
 * happen to a request too, `code` says how it is answered.
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
