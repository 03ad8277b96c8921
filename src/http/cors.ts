// CORS: which pages of other origins may read a response. Content is open to all of them, because its credential is a
// key in a header, never a cookie; so are published files, which need no credential. Every route with such a policy is
// open, including its errors (401, 404, 405, 503): otherwise a page could not tell what is wrong.

/** What pages of other origins may do on a route. */
export interface Cors {
  /** Of every response. `exposed` are the headers that a page may read, beside the few that are always readable. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Of the response to a preflight: the headers that a page may send. */
  readonly allowedHeaders: string
}

function anyOrigin(exposed: readonly string[], allowed: readonly string[]): Cors {
  return {
    headers: [
      ['Access-Control-Allow-Origin', '*'],
      ['Access-Control-Expose-Headers', exposed.join(', ')],
    ],
    allowedHeaders: allowed.join(', '),
  }
}

export const contentCors = anyOrigin(
  ['ETag', 'Retry-After', 'RateLimit', 'RateLimit-Policy', 'X-Request-Id', 'X-Ignored-Parameters'],
  ['Authorization', 'If-None-Match', 'Prefer'],
)

export const fileCors = anyOrigin(
  ['ETag', 'Content-Range', 'Accept-Ranges', 'X-Request-Id'],
  ['Range', 'If-Range', 'If-None-Match'],
)

/** The response to a preflight: the methods and headers that a page of another origin may use. */
export function respondToPreflight(allow: string, { allowedHeaders }: Cors): Response {
  return new Response(null, {
    status: 204,
    headers: {
      Allow: allow,
      'Access-Control-Allow-Methods': 'GET, HEAD',
      'Access-Control-Allow-Headers': allowedHeaders,
      'Access-Control-Max-Age': '7200',
    },
  })
}
