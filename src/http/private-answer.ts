// Answers that belong to a session: never stored, by nobody.

interface AnswerOptions {
  /** 200 where absent. */
  readonly status?: 200 | 201
  readonly headers?: Readonly<Record<string, string>>
  /** Cookies to set, each as its header's whole value. */
  readonly cookies?: readonly string[]
}

/** JSON with `no-store`, and not to be read by pages of other origins (Fetch, section 3.7: CORP). */
export function answerPrivate(
  value: unknown,
  { status = 200, headers = {}, cookies = [] }: AnswerOptions = {},
) {
  const json = JSON.stringify(value)
  const answer = new Response(json, {
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
  for (const cookie of cookies) answer.headers.append('Set-Cookie', cookie)
  return answer
}
