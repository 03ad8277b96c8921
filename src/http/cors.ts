// CORS: which pages of other origins may read a response. Content is open to all of them, because its credential is a
// key in a header, never a cookie. Every route with contentPolicy is open, including the schema and errors (401, 404,
// 405, 503): otherwise a page could not tell what is wrong.

/** Response headers that a page may read, beside the few that are always readable. */
const exposed = [
  'ETag',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'X-Request-Id',
  'X-Ignored-Parameters',
].join(', ')

export const anyOriginHeaders: readonly (readonly [name: string, value: string])[] = [
  ['Access-Control-Allow-Origin', '*'],
  ['Access-Control-Expose-Headers', exposed],
]

/** The response to a preflight: the methods and headers that a page of another origin may use. */
export function respondToPreflight(allow: string): Response {
  return new Response(null, {
    status: 204,
    headers: {
      Allow: allow,
      'Access-Control-Allow-Methods': 'GET, HEAD',
      'Access-Control-Allow-Headers': 'Authorization, If-None-Match, Prefer',
      'Access-Control-Max-Age': '7200',
    },
  })
}
