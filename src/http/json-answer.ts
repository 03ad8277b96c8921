// A 200 with JSON: strong validator, conditional requests (RFC 9110, section 13) and content codings.
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'
import { type Coding, chooseCoding } from './content-coding.ts'

/** In our order of preference, which counts where the client has none. */
const codings: readonly Coding[] = ['zstd', 'br', 'gzip']

/** Below this many bytes an encoded answer saves no packet. */
const encodedBytesMin = 1024

const encoders: Record<Coding, (bytes: Uint8Array) => Promise<Uint8Array>> = {
  zstd: promisify<Uint8Array, Uint8Array>(zstdCompress),
  br: bytes => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: promisify<Uint8Array, Uint8Array>(gzip),
}

/** The tag depends on the JSON alone; each content coding is a representation of its own, so its name is part of it. */
export async function answerJson(
  request: Request,
  json: string,
  headers: Record<string, string>,
): Promise<Response> {
  const body = Buffer.from(json)
  const coding = body.byteLength < encodedBytesMin ? null : chooseCoding(request, codings)
  const digest = new Bun.CryptoHasher('sha256').update(body).digest().subarray(0, 16).toString('base64url')
  const all: Record<string, string> = {
    ...headers,
    ETag: coding ? `"${digest}-${coding}"` : `"${digest}"`,
    'Cache-Control': 'private, no-cache',
    Vary: 'Authorization, Accept-Encoding',
  }
  if (matches(request.headers.get('If-None-Match'), digest))
    return new Response(null, { status: 304, headers: all })
  const bytes = coding ? await encoders[coding](body) : body
  all['Content-Type'] = 'application/json'
  all['Content-Length'] = String(bytes.byteLength)
  if (coding) all['Content-Encoding'] = coding
  return new Response(bytes as Uint8Array<ArrayBuffer>, { headers: all })
}

/** Weak comparison, as section 13.1.2 asks; the same content in any coding is known to the client. */
function matches(header: string | null, digest: string): boolean {
  if (header === null) return false
  if (header.trim() === '*') return true
  const known = new Set([`"${digest}"`, ...codings.map(coding => `"${digest}-${coding}"`)])
  return (header.match(/"[^"]*"/g) ?? []).some(tag => known.has(tag))
}
