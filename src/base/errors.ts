// The error table: every code that the server answers with, its status and its meaning. docs/errors.md is held equal
// to it by a test. How an error is written to the wire is http/problem.ts's business.

interface ErrorKind {
  readonly status: number
  /** What the code answers with instead on some endpoints. */
  readonly otherStatus?: number
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
  invalid_body: {
    status: 400,
    title: 'Invalid body',
    meaning:
      'The body is not a JSON object, or not one with the fields that are accepted. `errors` lists every fault, each with its field.',
  },
  api_key_missing: {
    status: 401,
    title: 'API key missing',
    meaning: 'Send exactly one header `Authorization: Bearer <API_KEY>`.',
  },
  api_key_invalid: {
    status: 401,
    title: 'API key invalid',
    meaning:
      'The key is malformed or unknown. Check that it was copied whole; a key that was rotated is unknown once its overlap is over.',
  },
  api_key_expired: {
    status: 401,
    title: 'API key expired',
    meaning: 'The key was right, but its expiry has passed. Create a new one.',
  },
  api_key_revoked: {
    status: 401,
    otherStatus: 409,
    title: 'API key revoked',
    meaning:
      'The key was revoked, which is for good. 401 to who sends it; 409 to who would change or rotate it. Create a new one.',
  },
  session_required: {
    status: 401,
    title: 'Session required',
    meaning: 'Sign in first: this endpoint takes the session cookie. An API key is no session.',
  },
  credentials_invalid: {
    status: 401,
    title: 'Credentials invalid',
    meaning: 'The e-mail or the password is wrong. Which of them is not told.',
  },
  insufficient_scope: {
    status: 403,
    title: 'Insufficient scope',
    meaning: 'The key does not carry the scope that this endpoint needs; `WWW-Authenticate` names it.',
  },
  role_required: {
    status: 403,
    title: 'Role required',
    meaning: 'The session is right, but its user has no role in the current space that allows this.',
  },
  origin_refused: {
    status: 403,
    title: 'Origin refused',
    meaning:
      'A write with a session must come from a page of this server: `Sec-Fetch-Site: same-origin`, or an `Origin` that is the address of the server (`PUBLIC_URL`, where it is set).',
  },
  setup_token_invalid: {
    status: 403,
    title: 'Set-up token invalid',
    meaning:
      'The set-up link is not one that this server has printed, or it is over. The newest one is in its output.',
  },
  collection_not_found: {
    status: 404,
    title: 'Collection not found',
    meaning: 'The space has no collection of this API name.',
  },
  entry_not_found: {
    status: 404,
    title: 'Entry not found',
    meaning:
      'The collection has no published entry with this slug: drafts and missing entries answer alike. In the dashboard: the space has no entry with this id.',
  },
  api_key_not_found: {
    status: 404,
    title: 'API key not found',
    meaning:
      'The current space has no API key with this id. Keys of other spaces and missing ones answer alike.',
  },
  member_not_found: {
    status: 404,
    title: 'Member not found',
    meaning: 'The current space has no member with this id.',
  },
  invitation_not_found: {
    status: 404,
    title: 'Invitation not found',
    meaning: 'There is no such invitation: it was accepted, withdrawn, has expired, or never was.',
  },
  space_not_found: {
    status: 404,
    title: 'Space not found',
    meaning: 'There is no such space, or the user is not a member of it.',
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
  setup_closed: {
    status: 409,
    title: 'Set-up closed',
    meaning: 'There is an owner already: a set-up link works once. Sign in, or let an owner invite you.',
  },
  last_owner: {
    status: 409,
    title: 'Last owner',
    meaning: 'A space keeps at least one owner. Make somebody else an owner first.',
  },
  member_exists: {
    status: 409,
    title: 'Member exists',
    meaning: 'This e-mail is a member of the space already. Change the role instead.',
  },
  draft_invalid: {
    status: 409,
    title: 'Draft invalid',
    meaning: 'The draft does not fit its model, so it cannot be published. `detail` says where.',
  },
  body_too_large: {
    status: 413,
    title: 'Body too large',
    meaning: 'A request body may have 64 KiB.',
  },
  uri_too_long: {
    status: 414,
    title: 'URI too long',
    meaning: 'The path and query are longer than 8 KiB.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    meaning: 'A body must be `application/json`, in UTF-8 and without a content coding.',
  },
  too_many_requests: {
    status: 429,
    title: 'Too many requests',
    meaning:
      'The key has used up its requests a second, too many keys that nobody has came from this address, or sign-in failed too often for this account or from this address. `Retry-After` says how many seconds to wait.',
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
  storage_full: {
    status: 503,
    title: 'Storage full',
    meaning: "The server's disk is full: nothing was changed, and reading goes on.",
  },
  overloaded: {
    status: 503,
    title: 'Overloaded',
    meaning:
      'The server has more to do than it can in good time, and has not begun with this. `Retry-After` says how many seconds to wait.',
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
  /** The code's other status, on the endpoints where it has one. */
  readonly status?: number
  readonly errors?: readonly Fault[]
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
  readonly errors: readonly Fault[] | undefined
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
