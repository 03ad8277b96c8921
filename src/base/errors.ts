// The error table: every code that the server answers with, its status and its meaning. docs/errors.md is held equal
// to it by a test. How an error is written to the wire is http/problem.ts's business.

interface ErrorKind {
  readonly status: number
  readonly title: string
  readonly meaning: string
}

const table = {
  invalid_parameters: {
    status: 400,
    title: 'Invalid parameters',
    meaning: 'One or more parameters are not accepted. `errors` lists every fault, each with its parameter.',
  },
  response_too_large: {
    status: 400,
    title: 'Response too large',
    meaning:
      'The answer is over the limit: 20,000 entries, 16 MiB of JSON, or 100,000 references to look up. `detail` names a smaller `depth` or `perPage` that fits.',
  },
  api_key_missing: {
    status: 401,
    title: 'API key missing',
    meaning: 'Send exactly one header `Authorization: Bearer <API_KEY>`.',
  },
  api_key_invalid: {
    status: 401,
    title: 'API key invalid',
    meaning: 'The key is malformed or unknown. Check that it was copied whole.',
  },
  api_key_expired: {
    status: 401,
    title: 'API key expired',
    meaning: 'The key was right, but its expiry has passed. Create a new one.',
  },
  api_key_revoked: {
    status: 401,
    title: 'API key revoked',
    meaning: 'The key was right, but it was revoked. Create a new one.',
  },
  insufficient_scope: {
    status: 403,
    title: 'Insufficient scope',
    meaning: 'The key does not carry the scope that this endpoint needs; `WWW-Authenticate` names it.',
  },
  collection_not_found: {
    status: 404,
    title: 'Collection not found',
    meaning: "The key's space has no collection of this API name.",
  },
  entry_not_found: {
    status: 404,
    title: 'Entry not found',
    meaning: 'The collection has no published entry with this slug. Drafts and missing entries answer alike.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    meaning: 'The server has nothing at this path. The paths are listed in `/docs`.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    meaning: 'The path exists, but not for this method; `Allow` lists the methods.',
  },
  body_too_large: {
    status: 413,
    title: 'Body too large',
    meaning: 'The request announces a body of more than 64 KiB.',
  },
  uri_too_long: {
    status: 414,
    title: 'URI too long',
    meaning: 'The path and query are longer than 8 KiB.',
  },
  too_many_requests: {
    status: 429,
    title: 'Too many requests',
    meaning: 'The key has used up its requests a second. `Retry-After` says how many seconds to wait.',
  },
  headers_too_large: {
    status: 431,
    title: 'Request headers too large',
    meaning: 'The request headers are larger than 16 KiB together.',
  },
  internal_error: {
    status: 500,
    title: 'Internal error',
    meaning: 'The server failed. The log holds the reason under the `requestId`.',
  },
  unavailable: {
    status: 503,
    title: 'Unavailable',
    meaning:
      'The server cannot answer at the moment: it is starting, closing, or its database is away. Try again.',
  },
} as const satisfies Record<string, ErrorKind>

export type ErrorCode = keyof typeof table
export const errorTable: Readonly<Record<ErrorCode, ErrorKind>> = table

/** One fault of a 400: where it is, and what would be accepted. */
export interface Fault {
  readonly in: 'path' | 'query' | 'header' | 'body'
  readonly name: string
  readonly message: string
}

interface ProblemOptions {
  readonly errors?: readonly Fault[]
  readonly headers?: Readonly<Record<string, string>>
  readonly cause?: unknown
}

/** An error with two texts: `detail` goes to the client, `cause` to the log only. */
export class Problem extends Error {
  readonly code: ErrorCode
  readonly detail: string
  readonly errors: readonly Fault[] | undefined
  readonly headers: Readonly<Record<string, string>>

  constructor(code: ErrorCode, detail: string, options: ProblemOptions = {}) {
    super(detail, { cause: options.cause })
    this.code = code
    this.detail = detail
    this.errors = options.errors
    this.headers = options.headers ?? {}
  }
}

/** A command that cannot do what it was asked: the message is for the person at the terminal, the exit code is 1. */
export class Refusal extends Error {
  readonly details: readonly string[]

  constructor(message: string, details: readonly string[] = []) {
    super(message)
    this.details = details
  }
}
