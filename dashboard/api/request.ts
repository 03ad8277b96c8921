// Sends JSON requests to the server, and turns every error into one kind of exception with the server's message.

/** One error of a 400 response. */
export interface FieldError {
  readonly in: string
  readonly name: string
  readonly message: string
  readonly code?: string
  /** The accepted values. */
  readonly allowed?: readonly string[]
  /** An existing name that is similar. */
  readonly didYouMean?: string
}

/** An error response, or no response at all (then `code` is `offline` and `status` 0). */
export class ApiProblem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly detail: string,
    readonly errors: readonly FieldError[] = [],
    /** The value of `Retry-After`, if present. */
    readonly retryAfterSeconds: number | null = null,
    /** All members of the problem document. Their names depend on `code`. */
    readonly members: Readonly<Record<string, unknown>> = {},
  ) {
    super(detail)
  }

  /** Returns the message about one field of the request body, with a capital letter and a full stop. */
  messageFor(field: string): string | null {
    const error = this.errors.find(({ name }) => name === field)
    return error ? `${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}.` : null
  }
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

interface RequestOptions {
  readonly body?: unknown
  /** The slug of the space that the request is about. */
  readonly space?: string | null
  /** Sends the request even if the page is closed. Browsers support that for small bodies only. */
  readonly keepalive?: boolean
}

/** Returns the JSON of a successful response; throws an {@link ApiProblem} otherwise. */
export async function request<Json>(
  method: Method,
  path: string,
  { body, space, keepalive = false }: RequestOptions = {},
): Promise<Json> {
  const headers = {
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...(space && { 'Frontlist-Space': space }),
  }
  const init: RequestInit = { method, headers, keepalive, credentials: 'same-origin' }
  if (body !== undefined) init.body = JSON.stringify(body)
  const response = await fetch(path, init).catch(() => null)
  if (response === null) throw toOffline()
  const json: unknown = await response.json().catch(() => null)
  if (response.ok && json !== null) return json as Json
  throw toApiProblem(response.status, json, response.headers.get('Retry-After'))
}

/** Creates the error for a request that got no response. */
export function toOffline(): ApiProblem {
  return new ApiProblem(0, 'offline', 'Could not reach the server. Check that it is running, then try again.')
}

/** `json` is the body of an error response; null if the body is not JSON. */
export function toApiProblem(status: number, json: unknown, retryAfterHeader: string | null): ApiProblem {
  const problem = (json ?? {}) as {
    readonly code?: string
    readonly detail?: string
    readonly errors?: readonly FieldError[]
    readonly [member: string]: unknown
  }
  const retryAfter = Number(retryAfterHeader ?? Number.NaN)
  return new ApiProblem(
    status,
    problem.code ?? 'unknown',
    problem.detail ?? `The server responded with status ${status}.`,
    problem.errors,
    Number.isFinite(retryAfter) ? retryAfter : null,
    problem,
  )
}
