// Which pages of other origins may read an answer. Content is for any of them: a key in a header is the credential,
// never a cookie. Everything below the content's prefix is open, errors too, or a page could not tell what is wrong.

/** What a page may read of an answer's headers, beside the few that it always may. */
const exposed = [
  'ETag',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-Request-Id',
  'X-Ignored-Parameters',
].join(', ')

export function allowAnyOrigin(headers: Headers): void {
  headers.set('Access-Control-Allow-Origin', '*')
  headers.set('Access-Control-Expose-Headers', exposed)
}

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
