// Reads the problem document of an error response. No React here.
import type { FieldError } from '../../../api/request.ts'

/** The required part of a response. */
export interface ReadResponse {
  readonly status: number
  readonly json: unknown
}

interface Problem {
  /** The URL of the code's description. */
  readonly type: string
  readonly title: string
  readonly detail: string
  readonly code: string
  readonly errors: readonly FieldError[]
}

/** Returns null if the response is not a problem document. */
export function readProblem({ status, json }: ReadResponse): Problem | null {
  if (status < 400 || typeof json !== 'object' || json === null) return null
  const { type = '', title = '', detail = '', code = '', errors = [] } = json as Partial<Problem>
  return { type, title, detail, code, errors }
}
