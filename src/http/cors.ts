// Which pages of other origins may read an answer. Content is for any of them: a key in a header is the credential,
// never a cookie.

export type CorsPolicy = 'any-origin' | 'same-origin'

/** Adds the headers that let any page read the answer, and a preflight pass. */
export function allowAnyOrigin(response: Response): Response {
  const { headers } = response
  headers.set('Access-Control-Allow-Origin', '*')
  headers.set('Access-Control-Expose-Headers', 'ETag, X-Request-Id, X-Ignored-Parameters')
  if (response.status === 204) {
    headers.set('Access-Control-Allow-Methods', 'GET, HEAD')
    headers.set('Access-Control-Allow-Headers', 'Authorization, If-None-Match, Prefer')
    headers.set('Access-Control-Max-Age', '7200')
  }
  return response
}
