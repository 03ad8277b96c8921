// Writes an error to the response: application/problem+json (RFC 9457), one format for all errors. It also has the errors
// that several modules throw.
import { type ErrorCode, errorTable } from '../base/error-table.ts'
import { Problem, Refusal } from '../base/errors.ts'

interface ProblemBody {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly code: ErrorCode
  readonly requestId: string
  readonly errors?: Problem['errors']
}

/** The page that describes every code, each at an anchor with its name. */
export const errorsPagePath = '/docs/errors'

/** Returns the absolute URL of the code's section, which any client can open. */
export function toProblemType(code: ErrorCode, origin: string): string {
  return `${origin}${errorsPagePath}#${code}`
}

/** Creates the response. `origin` is that of `PUBLIC_URL`, or of the request. */
export function toProblemResponse(problem: Problem, requestId: string, origin: string): Response {
  const json = toProblemJson(problem, requestId, origin)
  const headers = { ...problemHeaders(problem), 'Content-Length': String(Buffer.byteLength(json)) }
  return new Response(json, { status: problem.status, headers })
}

export function toProblemJson(problem: Problem, requestId: string, origin: string): string {
  const { code, detail, errors, members, status } = problem
  const { title } = errorTable[code]
  const type = toProblemType(code, origin)
  const body: ProblemBody = { type, title, status, detail, code, requestId, ...(errors && { errors }) }
  return JSON.stringify({ ...body, ...members })
}

/** Returns the headers that do not depend on the request. */
export function problemHeaders({ status, headers }: Problem): Record<string, string> {
  return {
    'Content-Type': 'application/problem+json',
    'Cache-Control': 'no-store',
    // Without CORS, a page of another origin must not learn which error it is (Fetch, section 3.7: CORP).
    'Cross-Origin-Resource-Policy': 'same-origin',
    // A 503 always means that the request was not processed, and that the same one may succeed later.
    ...(status === 503 && { 'Retry-After': '1' }),
    ...headers,
  }
}

/** Converts anything thrown to a problem. Unexpected errors become a server error, and their text stays in the log. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (error instanceof Refusal && error.code !== null)
    return new Problem(error.code, error.message, { cause: error })
  return new Problem('internal_error', 'The server failed. Its log has the reason under the `requestId`.', {
    cause: error,
  })
}

/**
 * Returns the error for a path that leads to no file. It is the same for a file that is not published, for one of another
 * space, and for one that never existed.
 */
export function fileNotFound(): Problem {
  return new Problem('asset_not_found', 'No published content shows a file at this path.', {
    headers: { 'Access-Control-Allow-Origin': '*' },
  })
}

/**
 * Throws if the caller has disconnected. The surrounding transaction is then rolled back, so that no change is made that
 * its caller does not learn of. Call it between slices of work, and last before the transaction is committed.
 */
export function requireCallerPresent({ aborted }: AbortSignal): void {
  if (!aborted) return
  const detail = 'The connection was closed before the change was complete. Nothing was changed.'
  throw new Problem('unavailable', detail, { isExpected: true })
}
