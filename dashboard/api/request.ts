// Talking to the server: JSON both ways, and every error as one kind of exception with the server's own words.

/** One fault of a 400, as the server names it. */
export interface Fault {
  readonly in: string
  readonly name: string
  readonly message: string
}

/** An answer that is an error, or no answer at all (`code` is then `offline`, `status` 0). */
export class ApiProblem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly detail: string,
    readonly errors: readonly Fault[] = [],
    /** Of `Retry-After`, where there is one. */
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(detail)
  }

  /** The fault of one field of the body that was sent, in words that begin with a capital letter. */
  faultOf(field: string): string | null {
    const fault = this.errors.find(({ name }) => name === field)
    return fault ? `${fault.message.charAt(0).toUpperCase()}${fault.message.slice(1)}.` : null
  }
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** The JSON of a good answer; throws an {@link ApiProblem} for any other. */
export async function request<Answer>(method: Method, path: string, body?: unknown): Promise<Answer> {
  const init: RequestInit =
    body === undefined
      ? { method }
      : { method, body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }
  const response = await fetch(path, { ...init, credentials: 'same-origin' }).catch(() => null)
  if (response === null) throw new ApiProblem(0, 'offline', 'The server does not answer. Is it running?')
  const json: unknown = await response.json().catch(() => null)
  if (response.ok && json !== null) return json as Answer
  const problem = (json ?? {}) as { code?: string; detail?: string; errors?: readonly Fault[] }
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN)
  throw new ApiProblem(
    response.status,
    problem.code ?? 'unknown',
    problem.detail ?? `The server answered ${response.status}.`,
    problem.errors,
    Number.isFinite(retryAfter) ? retryAfter : null,
  )
}
