// Which pages of other origins may read a response. Content is open to all of them: the credential is a key in a header,
// never a cookie. Every route
// with contentPolicy is open, the schema and errors too (401, 404, 405, 503), or a page could not tell what is wrong.

/** Which response headers a page may read, beside the few that it always may. */
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

/** The answer to a preflight: which methods and headers a page of another origin may use. */
export function answerPreflight(allow: string): Response {
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
