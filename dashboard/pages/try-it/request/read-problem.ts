// Reads an error response. No React here.
import type { FieldError } from '../../../api/request.ts'

/** The part of a response that is needed. */
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

/** Null if the response is not a problem. */
export function readProblem({ status, json }: ReadResponse): Problem | null {
  if (status < 400 || typeof json !== 'object' || json === null) return null
  const { type = '', title = '', detail = '', code = '', errors = [] } = json as Partial<Problem>
  return { type, title, detail, code, errors }
}
