// A 200 with JSON: strong validator, conditional requests (RFC 9110, section 13) and content codings (section 12.5.3).
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'
import Negotiator from 'negotiator'

export type Coding = 'zstd' | 'br' | 'gzip'

/** Of a digest, what a tag has: with 128 bits no two bodies will ever share one. */
const digestBytes = 16

/** In our order of preference, which counts where the client has none. */
export const codings: readonly Coding[] = ['zstd', 'br', 'gzip']

/** Compressing fewer bytes saves no packet. */
const compressedBytesMin = 1024

type Bytes = Uint8Array<ArrayBuffer>

const encoders: Record<Coding, (bytes: Bytes) => Promise<Bytes>> = {
  zstd: promisify<Bytes, Bytes>(zstdCompress),
  br: bytes => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: promisify<Bytes, Bytes>(gzip),
}

/**
 * JSON as it is sent, with what follows from it alone; each coding is made when it is first asked for. All clients are
 * sent the same memory of a Blob; of an array of bytes Bun makes a copy for each.
 */
export interface JsonResponse {
  readonly body: Blob
  /** Of the JSON; the tag of a coding has its name behind it, since each is a representation of its own. */
  readonly digest: string
  readonly isCompressible: boolean
  readonly encoded: Partial<Record<Coding, Blob | Promise<Blob>>>
  /** Called with the bytes of each coding that is made, once. */
  onEncoded: ((bytes: number) => void) | null
}

/** Of the body's parts, one after the other. `digest` is equal for two bodies where, and only where, they are. */
export function toJsonResponse(parts: readonly Uint8Array[], digest: Uint8Array): JsonResponse {
  const body = new Blob(parts as Bytes[])
  return {
    body,
    digest: Buffer.from(digest).toString('base64url', 0, digestBytes),
    isCompressible: body.size >= compressedBytesMin,
    encoded: {},
    onEncoded: null,
  }
}

export async function respondJson(
  request: Request,
  response: JsonResponse,
  headers: Record<string, string>,
): Promise<Response> {
  const coding = response.isCompressible
    ? chooseCoding(request.headers.get('Accept-Encoding'), codings)
    : null
  if (matches(request.headers.get('If-None-Match'), response.digest)) {
    return new Response(null, { status: 304, headers: { ...headers, ...validators(response, coding) } })
  }
  const body = coding ? await encode(response, coding) : response.body
  return new Response(body, {
    headers: { ...headers, ...validators(response, coding), ...describe(body, coding) },
  })
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

async function encode(response: JsonResponse, coding: Coding): Promise<Blob> {
  const { body, encoded } = response
  const make = async () => {
    const bytes = await encoders[coding](await body.bytes())
    response.onEncoded?.(bytes.byteLength)
    return new Blob([bytes])
  }
  encoded[coding] ??= make()
  try {
    const made = await encoded[coding]
    encoded[coding] = made
    return made
  } catch (error) {
    // The next request tries again.
    delete encoded[coding]
    throw error
  }
}

/** Weak comparison, as section 13.1.2 asks; the same content in any coding is known to the client. */
export function matches(header: string | null, digest: string): boolean {
  if (header === null) return false
  if (header.trim() === '*') return true
  const known = new Set([`"${digest}"`, ...codings.map(coding => `"${digest}-${coding}"`)])
  return (header.match(/"[^"]*"/g) ?? []).some(tag => known.has(tag))
}

/** The option came with negotiator 1.0; its published types are older. */
interface EncodingNegotiator {
  encodings(available: string[], options?: { preferred: string[] }): string[]
}

/** By the value of Accept-Encoding, one of those that there are in our order of preference; null is none of them. */
export function chooseCoding<Available extends Coding>(
  accept: string | null | undefined,
  available: readonly Available[],
): Available | null {
  if (!accept) return null
  const negotiator: EncodingNegotiator = new Negotiator({ headers: { 'accept-encoding': accept } })
  const [chosen] = negotiator.encodings([...available, 'identity'], { preferred: [...available, 'identity'] })
  return available.find(coding => coding === chosen) ?? null
}
