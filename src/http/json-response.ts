// A 200 with JSON: strong validator, conditional requests (RFC 9110, section 13) and content codings.
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'
import { type Coding, chooseCoding } from './content-coding.ts'

/** Of a digest, what a tag has: 128 bits are the same for no two bodies that there will be. */
const digestBytes = 16

/** In our order of preference, which counts where the client has none. */
export const codings: readonly Coding[] = ['zstd', 'br', 'gzip']

/** Below this many bytes an encoded answer saves no packet. */
const encodedBytesMin = 1024

type Bytes = Uint8Array<ArrayBuffer>

const encoders: Record<Coding, (bytes: Bytes) => Promise<Bytes>> = {
  zstd: promisify<Bytes, Bytes>(zstdCompress),
  br: bytes => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: promisify<Bytes, Bytes>(gzip),
}

/**
 * The JSON as it is sent, with what follows from it alone; each coding is made when it is first asked for. All who are
 * sent a Blob read the same memory; of an array of bytes Bun makes a copy for each of them.
 */
export interface JsonResponse {
  readonly body: Blob
  /** Of the JSON; the tag of a content coding has its name behind it, since each is a representation of its own. */
  readonly digest: string
  readonly encoded: Partial<Record<Coding, Blob | Promise<Blob>>>
  /** Is told of the bytes of each coding that is made, once. */
  onEncoded: ((bytes: number) => void) | null
}

/** Of the body's parts, one after the other. `digest` is equal for two bodies where, and only where, they are. */
export function toJsonResponse(parts: readonly Uint8Array[], digest: Uint8Array): JsonResponse {
  const body = new Blob(parts as Bytes[])
  return {
    body,
    digest: Buffer.from(digest).toString('base64url', 0, digestBytes),
    encoded: {},
    onEncoded: null,
  }
}

export async function respondJson(
  request: Request,
  answer: JsonResponse,
  headers: Record<string, string>,
): Promise<Response> {
  const coding = isEncoded(answer) ? chooseCoding(request, codings) : null
  if (matches(request.headers.get('If-None-Match'), answer.digest)) {
    return new Response(null, { status: 304, headers: { ...headers, ...validators(answer, coding) } })
  }
  const body = coding ? await encode(answer, coding) : answer.body
  return new Response(body, {
    headers: { ...headers, ...validators(answer, coding), ...describe(body, coding) },
  })
}

/** Whether a coding is worth it. */
export function isEncoded({ body }: JsonResponse): boolean {
  return body.size >= encodedBytesMin
}

/** What a 200 and a 304 both say. */
export function validators({ digest }: JsonResponse, coding: Coding | null): Record<string, string> {
  return {
    ETag: coding ? `"${digest}-${coding}"` : `"${digest}"`,
    'Cache-Control': 'private, no-cache',
    Vary: 'Authorization, Accept-Encoding',
  }
}

/** What a 200 says of its bytes. */
export function describe(body: Blob, coding: Coding | null): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'Content-Length': String(body.size),
    ...(coding && { 'Content-Encoding': coding }),
  }
}

/** The answer in that coding where it has been made; null where it has not. */
export function encodedNow(answer: JsonResponse, coding: Coding | null): Blob | null {
  const body = coding === null ? answer.body : answer.encoded[coding]
  return body instanceof Blob ? body : null
}

async function encode(answer: JsonResponse, coding: Coding): Promise<Blob> {
  const { body, encoded } = answer
  const make = async () => {
    const bytes = await encoders[coding](await body.bytes())
    answer.onEncoded?.(bytes.byteLength)
    return new Blob([bytes])
  }
  encoded[coding] ??= make()
  const made = await encoded[coding]
  encoded[coding] = made
  return made
}

/** Weak comparison, as section 13.1.2 asks; the same content in any coding is known to the client. */
export function matches(header: string | null, digest: string): boolean {
  if (header === null) return false
  if (header.trim() === '*') return true
  const known = new Set([`"${digest}"`, ...codings.map(coding => `"${digest}-${coding}"`)])
  return (header.match(/"[^"]*"/g) ?? []).some(tag => known.has(tag))
}
