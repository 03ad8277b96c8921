// Checks that hold for every response of the server, whatever the request; each test client of these folders runs
// them.
import { expect } from 'bun:test'
import type { FieldError } from '../../../src/base/errors.ts'
import { schemaError } from './open-api.ts'

export interface ProblemJson {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly code: string
  readonly requestId: string
  readonly errors?: readonly FieldError[]
}

/** An error must not contain a stack trace, a statement or a path of the server. */
const internals = [
  /\bat\s+\S+\s*\(/,
  /\.(?:ts|js|tsx):\d+/,
  /node_modules|bun:sqlite|SQLITE_|SQLiteError|TypeError|ReferenceError|RangeError/,
  /\b(?:select|insert|update|delete)\b.+\b(?:from|into|set)\b\s+\\?["`]/i,
  /"?(?:publication_variant|api_key_hash|from_revision|to_revision|json_each)"?/,
  /\/(?:work|home|root|tmp|usr|src)\//,
]

export interface ReceivedResponse {
  readonly status: number
  readonly headers: { get(name: string): string | null }
  readonly text: string
}

const problemKeys = ['type', 'title', 'status', 'detail', 'code', 'requestId', 'errors']
/** What errors of these codes have besides. */
const membersOf: Readonly<Record<string, readonly string[]>> = {
  draft_conflict: ['draftVersion', 'paths', 'updatedAt', 'updatedBy'],
  slug_taken: ['suggestion'],
  model_conflict: ['modelVersion'],
  model_change_loses: ['report'],
  asset_in_use: ['uses', 'usedBy'],
}
const withErrors: readonly string[] = ['draft_invalid', 'operations_refused']

/** The body of an error, after checking everything that errors have in common. */
export function readProblem({ status, headers, text }: ReceivedResponse): ProblemJson {
  expect(headers.get('Content-Type')).toBe('application/problem+json')
  const body = JSON.parse(text) as ProblemJson
  expect(schemaError('Problem', body)).toBeNull()
  expect(Object.keys(body).filter(key => !problemKeys.includes(key))).toEqual([
    ...(membersOf[body.code] ?? []),
  ])
  expect(body.status).toBe(status)
  expect(body.type).toMatch(/^https?:\/\/[^/]+\/docs\/errors#/)
  expect(body.type).toEndWith(`#${body.code}`)
  expect(body.title.length).toBeGreaterThan(0)
  expect(body.detail.length).toBeGreaterThan(0)
  expect(body.requestId).toBe(headers.get('X-Request-Id')!)
  expect(body.errors !== undefined).toBe(status === 400 || (status === 409 && withErrors.includes(body.code)))
  for (const internal of internals) expect(text).not.toMatch(internal)
  return body
}

/** Checks the headers of every response, and the shape of errors. A response to HEAD has no body to check. */
export function checkResponse(response: ReceivedResponse, method = 'GET'): void {
  expect(response.headers.get('X-Request-Id')).toMatch(/^\S+$/)
  expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(response.headers.get('Server')).toBeNull()
  expect(response.headers.get('X-Powered-By')).toBeNull()
  expect(response.headers.get('Set-Cookie')).toBeNull()
  if (response.status >= 400 && method !== 'HEAD') readProblem(response)
  if (response.status === 304 || method === 'HEAD') expect(response.text).toBe('')
}

/** A response whose body was read. */
export async function readResponse(response: Response): Promise<ReceivedResponse> {
  return { status: response.status, headers: response.headers, text: await response.text() }
}
