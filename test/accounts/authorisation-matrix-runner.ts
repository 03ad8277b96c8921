// How the authorisation matrix is asked: each route by each caller about each space's things, each response looked through.
import { beforeAll, expect, test } from 'bun:test'
import { openApi } from '../kit/app/open-api.ts'
import { checkResponse, type ReceivedResponse, readProblem, readResponse } from '../kit/app/responses.ts'
import { testOrigin } from '../kit/app/signed-in.ts'
import { canaries, type Side, sides } from './authorisation-matrix-content.ts'
import { type MatrixFixture, openMatrixFixture, type Things } from './authorisation-matrix-setup.ts'

/**
 * How routes are guarded: by a key's scope, by a right of a session or a key, by a session's role, by a session, or not
 * at all; as OpenAPI says it.
 */
const guards = {
  content: [{ apiKey: ['content.read'] }],
  schema: [{ apiKey: ['schema.read'] }],
  token: [{ apiKey: ['content.preview'] }, { previewToken: [] }],
  read: [{ session: [] }, { apiKey: ['draft.read'] }],
  publish: [{ session: [] }, { apiKey: ['content.publish'] }],
  write: [{ session: [] }, { apiKey: ['content.write'] }],
  remove: [{ session: [] }, { apiKey: ['content.write', 'content.publish'] }],
  model: [{ session: [] }, { apiKey: ['model.write'] }],
  preview: [{ session: [] }, { apiKey: ['content.preview'] }, { previewToken: [] }],
  manage: [{ session: [] }],
  look: [{ session: [] }],
  session: [{ session: [] }],
  open: [],
} as const
export type Guard = keyof typeof guards

/** Let in, to what the row says. */
export const IN = 'in'

export interface Row {
  readonly route: string
  readonly guard: Guard
  /** The response about things of the caller's own space. */
  readonly own: string
  /** About things of another space; absent where the request names no thing. */
  readonly other?: string
  /** What stands in the path's places. */
  readonly places?: (things: Things) => Promise<readonly string[]> | readonly string[]
  readonly query?: string
  readonly body?: (things: Things) => object
  /** What the response has for whom is let in, by the caller's space. */
  readonly shows?: Readonly<Record<Side, object>>
  /** Callers whom being let in brings to another answer. */
  readonly but?: Readonly<Record<string, string>>
  /** The same where the request is about things of their own space. */
  readonly butOwn?: Readonly<Record<string, string>>
  /** Writes although it refuses: a failure is counted. */
  readonly writes?: boolean
  /** The same bytes for everybody. */
  readonly isPage?: boolean
}

/** Each caller's answer at each guard, in the order of `guards`. */
export type Matrix = Readonly<Record<string, readonly string[]>>

/** Mounted for what no route answers: a 404 under the policy of the paths around it. */
const fallbacks = ['/*', '/api/v1/public', '/api/v1/public/*', '/assets', '/assets/*']

export function describeMatrix(matrix: Matrix, rows: readonly Row[]): void {
  let fixture: MatrixFixture
  beforeAll(async () => {
    fixture = await openMatrixFixture()
  })

  test('has a row for every route of the app, and a route for every row', () => {
    const routes = fixture.app.app.routes.filter(({ path }) => !fallbacks.includes(path))
    // HEAD is asked with GET, ALL is the 405 of a path, and OPTIONS tells browsers what they may send.
    const aside = routes.filter(({ method }) => ['HEAD', 'ALL', 'OPTIONS'].includes(method))
    const sent = routes.filter(route => !aside.includes(route))
    const names = (all: typeof routes) =>
      [...new Set(all.map(({ method, path }) => `${method} ${path}`))].sort()
    expect(names(sent)).toEqual([...new Set(rows.map(({ route }) => route))].sort())
    for (const { path } of aside) expect(sent.map(route => route.path)).toContain(path)
    const preflights = aside.filter(({ method }) => method === 'OPTIONS')
    expect(preflights.length).toBeGreaterThan(0)
    // Content, previews by token, published files, and documents without data of a space.
    const open =
      /^\/(?:(?:api\/v1\/(?:public|preview)|assets)\/.+|api\/v1\/openapi\.json|llms\.txt|docs\/[\w-]+\.md)$/
    for (const { path } of preflights) expect(path).toMatch(open)
  })

  test('has every caller, each with a response at every guard', () => {
    expect(Object.keys(matrix).sort()).toEqual(Object.keys(fixture.callers).sort())
    for (const verdicts of Object.values(matrix)) expect(verdicts.length).toBe(Object.keys(guards).length)
  })

  test('says of guards what the published document says', () => {
    for (const { route, guard } of rows) {
      const [method = '', path = ''] = route.split(' ')
      const operation = openApi.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
      if (operation)
        expect({ route, security: operation.security }).toEqual({ route, security: guards[guard] as never })
      else expect({ route, isApi: /^\/api\/(?!v1\/openapi)/.test(path) }).toEqual({ route, isApi: false })
    }
  })

  for (const row of rows) {
    for (const target of row.other === undefined ? sides.slice(0, 1) : sides) {
      const about =
        row.other === undefined ? (row.query ? ` with ${row.query}` : '') : ` about things of ${target}`
      test(`holds for ${row.route}${about}`, async () => {
        const wanted = Object.fromEntries(
          Object.keys(matrix).map(name => [name, expectedOf(fixture, matrix, name, row, target)]),
        )
        const [refused = [], letIn = []] = [true, false].map(isRefused =>
          Object.keys(wanted).filter(name => wanted[name]!.verdict >= '400' === isRefused),
        )
        const responses: Record<string, string> = {}
        const texts = new Set<string>()
        const send = async (name: string, subject: Subject) => {
          const { isIn } = wanted[name]!
          const { verdict, text } = await request(fixture, { name, row, subject, isIn })
          responses[name] = verdict
          texts.add(text)
        }
        // What is refused changes nothing, so everybody is refused about the same things.
        const subject = await prepare(fixture, row, target)
        const before = await fixture.dataVersion()
        for (const name of refused) await send(name, subject)
        if (!row.writes)
          expect({ refused, version: await fixture.dataVersion() }).toEqual({ refused, version: before })
        for (const name of letIn) await send(name, await prepare(fixture, row, target))
        if (row.isPage) expect(texts.size).toBe(1)
        const verdicts = Object.entries(wanted).map(([name, { verdict }]) => [name, verdict])
        expect(responses).toEqual(Object.fromEntries(verdicts))
      })
    }
  }
}

/** Whose the caller is at this guard: by the key, or by the session. */
function sideOf({ callers }: MatrixFixture, name: string, { guard }: Row): Side | null {
  const { side, keySide = side } = callers[name]!
  return guard === 'content' || guard === 'schema' || guard === 'token' || isForKeysToo(guard)
    ? keySide
    : side
}

const isForKeysToo = (guard: Guard) =>
  ['read', 'publish', 'write', 'remove', 'model', 'preview'].includes(guard)

/** Whether it is refused for its origin, which a write with a key at a guard for keys is not. */
function isFromElsewhere({ callers }: MatrixFixture, name: string, { route, guard }: Row): boolean {
  const { headers } = callers[name]!
  if (headers.Origin === undefined || route.startsWith('GET ')) return false
  return !(isForKeysToo(guard) && headers.Authorization !== undefined)
}

interface Expected {
  /** `status code`, or the status alone. */
  readonly verdict: string
  /** Whether the guard lets the caller in, whatever the route then responds. */
  readonly isIn: boolean
}

function expectedOf(fixture: MatrixFixture, matrix: Matrix, name: string, row: Row, target: Side): Expected {
  const verdict = matrix[name]![Object.keys(guards).indexOf(row.guard)]!
  if (verdict !== IN) return { verdict, isIn: false }
  if (isFromElsewhere(fixture, name, row)) return { verdict: '403 origin_refused', isIn: false }
  const isOwn = row.other === undefined || sideOf(fixture, name, row) === target
  const usual = isOwn ? (row.butOwn?.[name] ?? row.own) : row.other!
  return { verdict: row.but?.[name] ?? usual, isIn: true }
}

/** What a request is about: its path and its body. */
interface Subject {
  readonly path: string
  readonly body: string | undefined
}

async function prepare({ things: all }: MatrixFixture, row: Row, target: Side): Promise<Subject> {
  const things = all[target]
  const [, pattern = ''] = row.route.split(' ')
  const places = [...((await row.places?.(things)) ?? [])]
  const path = pattern.replaceAll(/:\w+/g, () => encodeURIComponent(places.shift() ?? ''))
  return { path, body: row.body && JSON.stringify(row.body(things)) }
}

interface Sent {
  readonly name: string
  readonly row: Row
  readonly subject: Subject
  readonly isIn: boolean
}

async function request(fixture: MatrixFixture, { name, row, subject, isIn }: Sent) {
  const { headers, query, isInBoth } = fixture.callers[name]!
  const { path, body } = subject
  const [method = ''] = row.route.split(' ')
  const send = async (by: string) => {
    const json: Record<string, string> = body ? { 'Content-Type': 'application/json' } : {}
    const init = { method: by, headers: { Origin: testOrigin, ...headers, ...json }, ...(body && { body }) }
    const search = [query, row.query].filter(part => part !== undefined).join('&')
    return readResponse(await fixture.app.request(search ? `${path}?${search}` : path, init))
  }
  const response = await send(method)
  const isRefused = response.status >= 400
  look(response, row)
  const own = sideOf(fixture, name, row)
  if (!isRefused && row.shows && own) expect(JSON.parse(response.text)).toMatchObject(row.shows[own])
  const everything = response.text + JSON.stringify([...(response.headers as Headers)])
  const reportedOfBoth = isInBoth && row.guard === 'session'
  for (const foreign of reportedOfBoth ? [] : sides.filter(each => !isIn || each !== own)) {
    expect({ name, leak: everything.includes(canaries[foreign]) }).toEqual({ name, leak: false })
  }
  if (method === 'GET') expect((await send('HEAD')).status).toBe(response.status)
  return {
    verdict: isRefused ? `${response.status} ${readProblem(response).code}` : String(response.status),
    text: response.text,
  }
}

/** A list counts what it shows. Only sign-in and what belongs to it sets a cookie. */
function look(response: ReceivedResponse, { guard, query }: Row): void {
  if (guard !== 'session' && guard !== 'open') checkResponse(response)
  else if (response.status >= 400) expect(response.headers.get('Set-Cookie')).toBeNull()
  if (!/perPage=100\b/.test(query ?? '') || response.status !== 200) return
  const { list, count } = JSON.parse(response.text) as { list: object[]; count: number }
  expect(list.length).toBe(count)
}
