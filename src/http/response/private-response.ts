// Responses that belong to a session. No cache may store them.

interface ResponseOptions {
  /** Defaults to 200. */
  readonly status?: 200 | 201
  readonly headers?: Readonly<Record<string, string>>
  /** Complete values of Set-Cookie headers. */
  readonly cookies?: readonly string[]
}

/** Responds with JSON and `no-store`, not readable by pages of other origins (Fetch, section 3.7: CORP). */
export function respondPrivate(
  value: unknown,
  { status = 200, headers = {}, cookies = [] }: ResponseOptions = {},
) {
  const json = JSON.stringify(value)
  const response = new Response(json, {
    status,
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(json)),
      'Cache-Control': 'no-store',
      Vary: 'Cookie',
      'Cross-Origin-Resource-Policy': 'same-origin',
      ...headers,
    },
  })
  for (const cookie of cookies) response.headers.append('Set-Cookie', cookie)
  return response
}
