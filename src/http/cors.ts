// CORS: decides which pages of other origins may read a response. Content is open to all of them, because its credential
// is a key in a header, never a cookie. So are published files and the documents of the API, which need no credential.
// Every route with such a policy is open, including its errors (401, 404, 405, 503): otherwise a page could not tell
// what is wrong.

/** The access of pages of other origins to a route. */
export interface Cors {
  /**
   * The headers of every response. They also list the headers that a page may read, besides the few that are always
   * readable.
   */
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Checks whether the response to a request has these headers; every response if absent. */
  readonly appliesTo?: (request: Request) => boolean
}

function anyOrigin(exposed: readonly string[]): Cors {
  return {
    headers: [
      ['Access-Control-Allow-Origin', '*'],
      ['Access-Control-Expose-Headers', exposed.join(', ')],
    ],
  }
}

export const contentCors = anyOrigin([
  'ETag',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'X-Request-Id',
  'X-Ignored-Parameters',
  'Content-Revision',
  'X-Cache-Tags',
])

/** The prefix of tokens of previews, the only credential of previews that pages of other origins may use. */
export const previewTokenPrefix = 'flpv_'

/** True if the request has a bearer that begins as a token of previews does. */
export function hasPreviewToken({ headers }: Request): boolean {
  const credential = headers
    .get('Authorization')
    ?.trim()
    .replace(/^bearer +/i, '')
  return credential?.startsWith(previewTokenPrefix) === true
}

/** Pages of other origins read previews with a token only. A preflight has no credential, so it is always allowed. */
export const previewCors: Cors = {
  ...anyOrigin(['Retry-After', 'RateLimit', 'RateLimit-Policy', 'X-Request-Id', 'X-Ignored-Parameters']),
  appliesTo: request => request.method === 'OPTIONS' || hasPreviewToken(request),
}

export const fileCors = anyOrigin(['ETag', 'Content-Range', 'Accept-Ranges', 'X-Request-Id'])

const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

/**
 * Responds to a preflight. It allows every header that the page requests: tracing in browsers adds `traceparent`,
 * `baggage` and others to each request, and without credentials no header gives a page more rights than its key.
 */
export function respondToPreflight(allow: string, request: Request): Response {
  const asked = request.headers.get('Access-Control-Request-Headers') ?? ''
  const names = asked.split(',').map(name => name.trim())
  const allowed = names.filter(name => headerName.test(name)).join(', ')
  const headers = new Headers({
    Allow: allow,
    'Access-Control-Allow-Methods': 'GET, HEAD',
    'Access-Control-Max-Age': '7200',
    Vary: 'Access-Control-Request-Headers',
  })
  if (allowed !== '') headers.set('Access-Control-Allow-Headers', allowed)
  return new Response(null, { status: 204, headers })
}
