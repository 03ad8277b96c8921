// A request test as a table row: the request, the expected response, and what must never appear in it.
import { describe, expect, test } from 'bun:test'
import { oncePerFile } from '../cleanup.ts'
import { type Library, openLibrary } from './library-space.ts'
import { checkResponse, readProblem, readResponse } from './responses.ts'

export interface RequestRow {
  /** The guarantee, used as the test's title. */
  readonly name: string
  /** Path and query; relative to `/api/v1/public/content` unless it begins with `/api`, `/docs` or `/healthz`. */
  readonly path: string
  readonly method?: string
  /** Sent besides the key, which is sent unless `Authorization` is given here; null sends none. */
  readonly headers?: Readonly<Record<string, string | null>>
  readonly status: number
  readonly code?: string
  /** Texts that the body must contain. */
  readonly shows?: readonly string[]
  /** Texts that must appear neither in the body nor in a header. */
  readonly never?: readonly string[]
  /** Names of `errors`, in order. */
  readonly invalid?: readonly string[]
  /** Null: the header must be absent. */
  readonly responses?: Readonly<Record<string, string | RegExp | null>>
}

/** All rows of a file use the same library; none of them changes it. */
const openOnce = oncePerFile(openLibrary)

export function describeRows(title: string, rows: readonly RequestRow[]): void {
  describe(title, () => {
    for (const row of rows) test(row.name, async () => checkRow(await openOnce(), row))
  })
}

async function checkRow(library: Library, row: RequestRow): Promise<void> {
  const method = row.method ?? 'GET'
  const headers = new Headers()
  const wanted = { Authorization: `Bearer ${library.key}`, ...row.headers }
  for (const [name, value] of Object.entries(wanted)) if (value !== null) headers.set(name, value)
  const response = await readResponse(await library.request(toPath(row.path), { method, headers }))
  expect({ status: response.status, text: response.text }).toMatchObject({ status: row.status })
  checkResponse(response, method)
  if (row.code !== undefined) expect(readProblem(response).code).toBe(row.code)
  if (row.invalid !== undefined) {
    expect((readProblem(response).errors ?? []).map(error => error.name)).toEqual([...row.invalid])
  }
  for (const text of row.shows ?? []) expect(response.text).toContain(text)
  for (const [name, value] of Object.entries(row.responses ?? {}))
    expectHeader(response.headers.get(name), value)
  const everything = response.text + JSON.stringify(Object.entries(response.headers))
  for (const text of row.never ?? []) expect(everything).not.toContain(text)
}

function expectHeader(actual: string | null, wanted: string | RegExp | null): void {
  if (wanted instanceof RegExp) expect(actual).toMatch(wanted)
  else expect(actual).toBe(wanted)
}

function toPath(path: string): string {
  return /^\/(?:api|docs|healthz|readyz|metrics)\b/.test(path) || !path.startsWith('/')
    ? path
    : `/api/v1/public/content${path}`
}
