// Sends one request to the address of a webhook, and reads as little of the response as needed.
import { type AddressParts, type CheckedAddress, checkAddress } from './check-address.ts'
import { maskSecrets } from './mask-secrets.ts'

const attemptMs = 15_000
const readBytesMax = 64 * 1024
const storedBytesMax = 1024

export const attemptErrors = ['timeout', 'tls', 'dns', 'connection', 'address_refused'] as const
export type AttemptError = (typeof attemptErrors)[number]

export interface AttemptRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Values that are masked in the body of the response, in case the receiver repeats what it was sent. */
  readonly secrets: readonly string[]
}

export interface AttemptResult {
  /** The status of the response; null if there was none. */
  readonly status: number | null
  /** Why there was no response; null if there was one. */
  readonly error: AttemptError | null
  /** At most 1 KiB of the response. */
  readonly body: string
  readonly retryAfter: string | null
}

export interface AttemptParts extends AddressParts {
  /** Certificates (PEM) of an authority that is trusted besides those of the system. */
  readonly ca?: string
  /** The time for the whole attempt in milliseconds. */
  readonly limitMs?: number
}

/**
 * Checks the address and sends the request to it. Never throws: whatever fails is the result. Redirects are not followed.
 * Ends within 15 seconds, resolving the host included; a response that is not complete by then counts by its status.
 */
export async function sendAttempt(request: AttemptRequest, parts: AttemptParts): Promise<AttemptResult> {
  const aborter = new AbortController()
  const ended = Promise.withResolvers<null>()
  const timer = setTimeout(() => {
    aborter.abort()
    ended.resolve(null)
  }, parts.limitMs ?? attemptMs)
  try {
    const checked = await Promise.race([checkAddress(request.url, parts), ended.promise])
    if (checked === null) return failed('timeout')
    if ('code' in checked) return failed(checked.code)
    const response = await Promise.race([send(checked, request, parts, aborter.signal), ended.promise])
    if (response === null) return failed('timeout')
    const bytes = await readStart(response, ended.promise)
    return {
      status: response.status,
      error: null,
      body: toStoredText(bytes, request.secrets),
      retryAfter: response.headers.get('Retry-After'),
    }
  } catch (error) {
    return failed(aborter.signal.aborted ? 'timeout' : classify(error))
  } finally {
    clearTimeout(timer)
    // Closes the connection, whatever is left of the response.
    aborter.abort()
  }
}

function failed(error: AttemptError): AttemptResult {
  return { status: null, error, body: '', retryAfter: null }
}

/** Sends to the checked address. Name and certificate are those of the host. */
function send(
  { url, ip }: CheckedAddress,
  { headers, body }: AttemptRequest,
  { ca }: AttemptParts,
  signal: AbortSignal,
): Promise<Response> {
  const target = new URL(url)
  target.hostname = ip.includes(':') ? `[${ip}]` : ip
  const isName = target.hostname !== url.hostname
  return fetch(target, {
    method: 'POST',
    headers: { 'Accept-Encoding': 'identity', ...headers, Host: url.host },
    body,
    redirect: 'manual',
    keepalive: false,
    decompress: false,
    signal,
    tls: { ...(isName && { serverName: url.hostname }), ...(ca !== undefined && { ca }) },
  })
}

/** Reads the first 64 KiB. What a broken or slow response has sent so far is returned. */
async function readStart(response: Response, ended: Promise<null>): Promise<Uint8Array> {
  const reader = response.body?.getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    while (reader && length < readBytesMax) {
      const chunk = await Promise.race([reader.read(), ended])
      if (chunk === null || chunk.done) break
      chunks.push(chunk.value)
      length += chunk.value.length
    }
  } catch {
    // The status is the result, also of a response that breaks off.
  }
  return Buffer.concat(chunks).subarray(0, readBytesMax)
}

function toStoredText(bytes: Uint8Array, secrets: readonly string[]): string {
  const masked = new TextEncoder().encode(maskSecrets(new TextDecoder().decode(bytes), secrets))
  // A stream decoder leaves out a character that was cut. PostgreSQL stores no NUL.
  return new TextDecoder()
    .decode(masked.subarray(0, storedBytesMax), { stream: true })
    .replaceAll('\0', '\u{fffd}')
}

/** Returns the kind of an error of `fetch`, whose code is that of the system, of OpenSSL, or a name of Bun. */
function classify(error: unknown): AttemptError {
  const { code = '', message = '' } = error as { readonly code?: string; readonly message?: string }
  return /CERT|TLS|SSL|ISSUER|VERIFY|SIGNATURE|CRL/.test(`${code} ${message}`) ? 'tls' : 'connection'
}
