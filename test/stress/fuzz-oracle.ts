// The oracle of the fuzz test: what no request may cause: a failure, a delay, leaked internals, a response that
// openapi.json does not document, an injected header, content of another space.

import { foreignCanary } from '../kit/app/library-space.ts'
import { documentedPath, openApi, promisedSchema, schemaError } from '../kit/app/open-api.ts'
import { type ReceivedResponse, readProblem } from '../kit/app/responses.ts'
import type { Call } from './fuzz-calls.ts'

/** A response, or the reason why there is none. */
export type Outcome = ReceivedResponse | { readonly failure: string }

/** Null if nothing is wrong. */
export function findError(url: string, { target, method }: Call, outcome: Outcome): string | null {
  if ('failure' in outcome) return `no response: ${outcome.failure}`
  const { status, headers, text } = outcome
  const isOverload = status === 503 && text.includes('"code":"overloaded"')
  if (status >= 500 && !isOverload) return `${status} ${text.slice(0, 300)}`
  if (text.includes(foreignCanary)) return 'content of another space'
  const missing = commonHeaders.find(([name, value]) => headers.get(name) !== value)
  if (missing) return `the header ${missing[0]} is ${headers.get(missing[0])}`
  if (!headers.get('X-Request-Id')) return 'no request id'
  if (method === 'HEAD' || status === 204 || status === 304) return text === '' ? null : 'a body'
  try {
    if (status >= 400) readProblem(outcome)
  } catch (error) {
    return `${status} is no problem as others are: ${firstLine(error)} in ${text.slice(0, 300)}`
  }
  // URLs are normalized first: `.` and `..` segments are resolved.
  const path = documentedPath(new URL(url + target).pathname)
  return path === null ? null : contractError(path, method.toLowerCase(), outcome)
}

/** A missing page is served as HTML if HTML was requested; an error of the API never is. */
const commonHeaders: readonly (readonly [string, string | null])[] = [
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Evil', null],
  ['Server', null],
  ['X-Powered-By', null],
]

function contractError(
  path: string,
  method: string,
  { status, headers, text }: ReceivedResponse,
): string | null {
  const operation = openApi.paths[path]?.[method]
  // An empty name is invalid, and the request is rejected before its method is checked.
  if (!operation) return status >= 400 ? null : `${status} by ${method}, which is not in the document`
  const type = headers.get('Content-Type') ?? ''
  const { content } = operation.responses[status] ?? operation.responses.default ?? {}
  if (status < 400 && !operation.responses[status]) return `${status} is not in the document`
  if (!(content?.[type] ?? content?.['*/*'])) return `${status} as ${type} is not in the document`
  const schema = promisedSchema(path, status, type, method)
  return schema && schemaError(schema, JSON.parse(text))
}

function firstLine(error: unknown): string {
  return String(error).replaceAll(/\s+/g, ' ').slice(0, 200)
}
