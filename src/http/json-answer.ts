// A 200 with JSON: strong validator, conditional requests (RFC 9110, section 13) and content codings.
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'
import { type Coding, chooseCoding } from './content-coding.ts'

/** In our order of preference, which counts where the client has none. */
export const codings: readonly Coding[] = ['zstd', 'br', 'gzip']

/** Below this many bytes an encoded answer saves no packet. */
const encodedBytesMin = 1024

const encoders: Record<Coding, (bytes: Uint8Array) => Promise<Uint8Array>> = {
  zstd: promisify<Uint8Array, Uint8Array>(zstdCompress),
  br: bytes => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: promisify<Uint8Array, Uint8Array>(gzip),
}

/** The JSON as it is sent, with what follows from it alone; each coding is made when it is first asked for. */
export interface JsonAnswer {
  readonly body: Uint8Array
  /** Of the JSON; the tag of a content coding has its name behind it, since each is a representation of its own. */
  readonly digest: string
  readonly encoded: Partial<Record<Coding, Uint8Array | Promise<Uint8Array>>>
}

/** `digest` is equal for two bodies where, and only where, they are. */
export function toJsonAnswer(body: Uint8Array, digest: Uint8Array): JsonAnswer {
  return { body, digest: Buffer.from(digest).toString('base64url'), encoded: {} }
}

/** Bytes in memory, with every coding that it may get: an encoded answer is smaller than the answer. */
export function sizeOf({ body }: JsonAnswer): number {
  return body.byteLength < encodedBytesMin ? body.byteLength : 2 * body.byteLength
}

export async function answerJson(
  request: Request,
  answer: JsonAnswer,
  headers: Record<string, string>,
): Promise<Response> {
  const coding = isEncoded(answer) ? chooseCoding(request, codings) : null
  if (matches(request.headers.get('If-None-Match'), answer.digest)) {
    return new Response(null, { status: 304, headers: { ...headers, ...validators(answer, coding) } })
  }
  const bytes = coding ? await encode(answer, coding) : answer.body
  return toResponse(bytes, { ...headers, ...validators(answer, coding), ...describe(bytes, coding) })
}

/** Whether a coding is worth it. */
export function isEncoded({ body }: JsonAnswer): boolean {
  return body.byteLength >= encodedBytesMin
}

/** What a 200 and a 304 both say. */
export function validators({ digest }: JsonAnswer, coding: Coding | null): Record<string, string> {
  return {
    ETag: coding ? `"${digest}-${coding}"` : `"${digest}"`,
    'Cache-Control': 'private, no-cache',
    Vary: 'Authorization, Accept-Encoding',
  }
}

/** What a 200 says of its bytes. */
export function describe(bytes: Uint8Array, coding: Coding | null): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'Content-Length': String(bytes.byteLength),
    ...(coding && { 'Content-Encoding': coding }),
  }
}

export function toResponse(bytes: Uint8Array, headers: Headers | Record<string, string>): Response {
  return new Response(bytes as Uint8Array<ArrayBuffer>, { headers })
}

/** The bytes in that coding where they have been made; null where they have not. */
export function encodedNow(answer: JsonAnswer, coding: Coding | null): Uint8Array | null {
  const bytes = coding === null ? answer.body : answer.encoded[coding]
  return bytes instanceof Uint8Array ? bytes : null
}

async function encode(answer: JsonAnswer, coding: Coding): Promise<Uint8Array> {
  answer.encoded[coding] ??= encoders[coding](answer.body)
  const bytes = await answer.encoded[coding]
  answer.encoded[coding] = bytes
  return bytes
}

/** Weak comparison, as section 13.1.2 asks; the same content in any coding is known to the client. */
export function matches(header: string | null, digest: string): boolean {
  if (header === null) return false
  if (header.trim() === '*') return true
  const known = new Set([`"${digest}"`, ...codings.map(coding => `"${digest}-${coding}"`)])
  return (header.match(/"[^"]*"/g) ?? []).some(tag => known.has(tag))
}
