// Writes an error to the response: application/problem+json (RFC 9457), one format for all errors.
import { type ErrorCode, errorTable } from '../base/error-table.ts'
import { Problem, Refusal } from '../base/errors.ts'

export interface ProblemBody {
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

/** The absolute URL of the code's section, which any client can open. */
export function toProblemType(code: ErrorCode, origin: string): string {
  return `${origin}${errorsPagePath}#${code}`
}

/** `origin` is that of `PUBLIC_URL`, or of the request. */
export function toProblemResponse(problem: Problem, requestId: string, origin: string): Response {
  const { status } = problem
  const { title } = errorTable[problem.code]
  const body: ProblemBody = {
    type: toProblemType(problem.code, origin),
    title,
    status,
    detail: problem.detail,
    code: problem.code,
    requestId,
    ...(problem.errors && { errors: problem.errors }),
  }
  const json = JSON.stringify(body)
  return new Response(json, {
    status,
    headers: {
      'Content-Type': 'application/problem+json',
      'Content-Length': String(Buffer.byteLength(json)),
      'Cache-Control': 'no-store',
      // Without CORS, a page of another origin must not learn which error it is (Fetch, section 3.7: CORP).
      'Cross-Origin-Resource-Policy': 'same-origin',
      ...problem.headers,
    },
  })
}

/** Converts anything thrown to a problem; unexpected errors become a server error, and their text stays in the log. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (error instanceof Refusal && error.code !== null) {
    const headers = errorTable[error.code].status === 503 ? { 'Retry-After': '1' } : {}
    return new Problem(error.code, error.message, { headers, cause: error })
  }
  return new Problem('internal_error', 'The server failed. Its log has the reason under the `requestId`.', {
    cause: error,
  })
}
