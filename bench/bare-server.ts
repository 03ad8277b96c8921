// A program: the minimum that can return Frontlist's responses on the same runtime. No routing, no keys, no content:
// the first response to a target is fetched from the Frontlist server at the URL in its argument, then cached and
// returned from then on.

interface CachedResponse {
  /** A Blob is what Bun sends with the least overhead. */
  readonly body: Blob | null
  readonly init: { readonly status: number; readonly headers: Record<string, string> }
}

const [, , frontlistUrl = ''] = process.argv
const full = new Map<string, CachedResponse>()
const notModified = new Map<string, CachedResponse>()
/** Headers that belong to the connection. */
const connectionHeaders: ReadonlySet<string> = new Set(['date', 'connection', 'keep-alive', 'content-length'])

async function fetchAndCache(target: string, request: Request): Promise<Response> {
  const response = await fetch(frontlistUrl + target, { headers: request.headers })
  const bytes = await response.arrayBuffer()
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !connectionHeaders.has(name)))
  const isFull = response.status !== 304
  const cached = { body: isFull ? new Blob([bytes]) : null, init: { status: response.status, headers } }
  const cache = isFull ? full : notModified
  cache.set(target, cached)
  return new Response(cached.body, cached.init)
}

function respond(request: Request): Response | Promise<Response> {
  const target = request.url.slice(request.url.indexOf('/', 'http://'.length))
  const cached = (request.headers.has('If-None-Match') ? notModified : full).get(target)
  return cached ? new Response(cached.body, cached.init) : fetchAndCache(target, request)
}

const server = Bun.serve({ hostname: '127.0.0.1', port: 0, development: false, fetch: respond })
process.on('SIGTERM', () => process.exit(0))
process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${server.port}` })}\n`)
