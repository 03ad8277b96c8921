// A program: the minimum that can return Frontlist's responses on the same runtime. No routing, no keys, no content:
// the first response to a target is fetched from the Frontlist server at the URL in its argument, then cached and
// returned from then on. If also given the file of an embedded database, it does the indispensable work of a server
// that takes an API key, shows each change at once and returns a request id: for each request it hashes the key,
// reads the header of SQLite's WAL index, and creates an id.
import { openSync, readSync } from 'node:fs'

interface CachedResponse {
  /** A Blob is what Bun sends with the least overhead. */
  readonly body: Blob | null
  readonly init: { readonly status: number; readonly headers: Record<string, string> }
}

const [, , frontlistUrl = '', databaseFile] = process.argv
const full = new Map<string, CachedResponse>()
const notModified = new Map<string, CachedResponse>()
/** Headers that belong to the connection. */
const connectionHeaders: ReadonlySet<string> = new Set(['date', 'connection', 'keep-alive', 'content-length'])

async function fetchAndCache(target: string, request: Request): Promise<Response> {
  const response = await fetch(frontlistUrl + target, { headers: request.headers })
  const bytes = await response.arrayBuffer()
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !connectionHeaders.has(name)))
  const cache = response.status === 304 ? notModified : full
  const body = response.status === 304 ? null : new Blob([bytes])
  const cached = { body, init: { status: response.status, headers } }
  cache.set(target, cached)
  return new Response(cached.body, cached.init)
}

function respond(request: Request): Response | Promise<Response> {
  const target = request.url.slice(request.url.indexOf('/', 'http://'.length))
  const cached = (request.headers.has('If-None-Match') ? notModified : full).get(target)
  return cached ? new Response(cached.body, cached.init) : fetchAndCache(target, request)
}

const log = databaseFile === undefined ? null : openSync(`${databaseFile}-shm`, 'r')
const head = new Uint8Array(48)

function respondWithChecks(request: Request, handle: number): Response | Promise<Response> {
  Bun.SHA256.hash(request.headers.get('Authorization') ?? '', 'hex')
  readSync(handle, head, 0, head.byteLength, 0)
  const response = respond(request)
  if (response instanceof Response) response.headers.set('X-Request-Id', crypto.randomUUID())
  return response
}

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  development: false,
  fetch: log === null ? respond : request => respondWithChecks(request, log),
})
process.on('SIGTERM', () => process.exit(0))
process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${server.port}` })}\n`)
