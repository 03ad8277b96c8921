// A space behind a port, as a client reaches it. What stands between the two in production, a balancer or a proxy, is a
// function here: it responds by itself or lets a request through.
import { createClient } from '../../client/src/client.ts'
import type { ClientOptions } from '../../client/src/options.ts'
import type { Client } from '../../client/src/types/client.ts'
import type { AnyModel } from '../../client/src/types/model.ts'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { createTestSpace, type TestSpace, type TestSpaceOptions } from '../kit/app/test-space.ts'
import { cleanUpLater } from '../kit/cleanup.ts'

export interface SentRequest {
  /** Path and query as they were sent. */
  readonly target: string
  readonly headers: Headers
  /** By `performance.now()`. */
  readonly at: number
}

/** Undefined lets the request through. */
export type Proxy = (request: Request, number: number) => Response | Promise<Response> | undefined

export interface ClientFixture {
  readonly space: TestSpace
  readonly url: string
  readonly requests: SentRequest[]
  /** From now on. */
  proxy: Proxy
  createClient(options?: Partial<ClientOptions>): Client<AnyModel>
}

export async function serveClient(options: TestSpaceOptions = {}): Promise<ClientFixture> {
  const space = await createTestSpace({ records: bookRecords, ...options })
  const requests: SentRequest[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: request => {
      const { pathname, search } = new URL(request.url)
      requests.push({ target: pathname + search, headers: request.headers, at: performance.now() })
      return fixture.proxy(request, requests.length) ?? space.app.fetch(request)
    },
  })
  cleanUpLater(() => server.stop(true))
  const url = `http://127.0.0.1:${server.port}`
  const fixture: ClientFixture = {
    space,
    url,
    requests,
    proxy: () => undefined,
    createClient: more => createClient<AnyModel>({ url, key: space.key, ...more }),
  }
  return fixture
}

/** A response of the server's own form. */
export function problem(status: number, code: string, headers: Record<string, string> = {}): Response {
  const body = {
    type: `http://localhost/docs/errors#${code}`,
    title: code,
    status,
    detail: `About ${code}.`,
    code,
  }
  return Response.json({ ...body, requestId: 'r1' }, { status, headers })
}

const entry = (collection: string, slug: string, data: ImportData, id = slug): ImportRecord => ({
  type: 'entry',
  collection,
  id,
  slug,
  liveData: data,
})
type ImportData = NonNullable<Extract<ImportRecord, { type: 'entry' }>['liveData']>

export const oddSlugs = ['a/b', '%2F', '日本', 'a b', '?x#y']
export const oddTexts = ['a,b', 'a\\b', '', '&x=1', '🌊']

/** Books by two authors, with titles and slugs that have to be encoded, and a singleton. */
export const bookRecords: readonly ImportRecord[] = [
  {
    type: 'collection',
    apiName: 'books',
    name: 'Books',
    fields: [
      { apiName: 'title', type: 'text' },
      { apiName: 'price', type: 'number' },
      { apiName: 'pages', type: 'integer' },
      { apiName: 'day', type: 'date' },
      { apiName: 'out', type: 'dateTime' },
      { apiName: 'author', type: 'reference', to: ['authors'] },
      { apiName: 'tags', type: 'text', many: true },
    ],
  },
  { type: 'collection', apiName: 'authors', name: 'Authors', fields: [{ apiName: 'name', type: 'text' }] },
  {
    type: 'collection',
    apiName: 'settings',
    name: 'Settings',
    singleton: true,
    fields: [{ apiName: 'title', type: 'text' }],
  },
  entry('authors', 'wren', { name: 'Wren' }),
  entry('settings', 'settings', { title: 'Shop' }),
  ...oddSlugs.map((slug, index) => entry('books', slug, { title: `Odd ${index}` }, `odd-${index}`)),
  ...oddTexts.map((title, index) => entry('books', `text-${index}`, { title, tags: [title] })),
  {
    ...entry('books', 'tide', {
      title: 'Tide',
      price: 12.5,
      pages: 96,
      day: '2026-03-07',
      out: '2026-03-07T10:30:00.000Z',
      author: { id: 'wren' },
    }),
    variants: { de: { title: 'Gezeiten' } },
  } as ImportRecord,
]
