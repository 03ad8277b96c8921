// Responds with JSON: strong validator, conditional requests (RFC 9110, section 13) and content codings (section 12.5.3).
// Responses of a session are stored by no cache.
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'
import Negotiator from 'negotiator'

export type Coding = 'zstd' | 'br' | 'gzip'

/** The bytes of a digest used in a tag. With 128 bits, collisions do not happen in practice. */
const digestBytes = 16

/** The codings in the server's order of preference, used when the client has none. */
export const codings: readonly Coding[] = ['zstd', 'br', 'gzip']

/** Compressing smaller bodies saves no packet. */
const compressedBytesMin = 1024

type Bytes = Uint8Array<ArrayBuffer>

const encoders: Record<Coding, (bytes: Bytes) => Promise<Bytes>> = {
  zstd: promisify<Bytes, Bytes>(zstdCompress),
  br: bytes => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: promisify<Bytes, Bytes>(gzip),
}

/**
 * JSON as it is sent, with values derived from it. Each coding is created when it is first requested. All clients share
 * the memory of one Blob; Bun would copy an array of bytes for each of them.
 */
export interface JsonResponse {
  readonly body: Blob
  /** The digest of the JSON. A coding's tag adds the coding's name, since each coding is a separate representation. */
  readonly digest: string
  readonly isCompressible: boolean
  readonly encoded: Partial<Record<Coding, Blob | Promise<Blob>>>
  /** Called once for each coding that is created, with its number of bytes. */
  onEncoded: ((bytes: number) => void) | null
}

/** Concatenates the parts of the body. `digest` must be equal for equal bodies, and only for those. */
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

/** Returns the headers of both a 200 and a 304. */
export function validators({ digest }: JsonResponse, coding: Coding | null): Record<string, string> {
  return {
    ETag: coding ? `"${digest}-${coding}"` : `"${digest}"`,
    'Cache-Control': 'private, no-cache',
    Vary: 'Authorization, Accept-Encoding',
  }
}

/** Returns the headers of a 200 that describe its bytes. */
export function describe(body: Blob, coding: Coding | null): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'Content-Length': String(body.size),
    ...(coding && { 'Content-Encoding': coding }),
  }
}

async function encode(response: JsonResponse, coding: Coding): Promise<Blob> {
  const { body, encoded } = response
  const encodeOnce = async () => {
    const bytes = await encoders[coding](await body.bytes())
    response.onEncoded?.(bytes.byteLength)
    return new Blob([bytes])
  }
  encoded[coding] ??= encodeOnce()
  try {
    const blob = await encoded[coding]
    encoded[coding] = blob
    return blob
  } catch (error) {
    // The next request retries.
    delete encoded[coding]
    throw error
  }
}

/** Compares weakly, as section 13.1.2 requires. The same content in any coding matches. */
export function matches(header: string | null, digest: string): boolean {
  if (header === null) return false
  if (header.trim() === '*') return true
  const known = new Set([`"${digest}"`, ...codings.map(coding => `"${digest}-${coding}"`)])
  return (header.match(/"[^"]*"/g) ?? []).some(tag => known.has(tag))
}

/** The option exists since negotiator 1.0, but its published types are older. */
interface EncodingNegotiator {
  encodings(available: string[], options?: { preferred: string[] }): string[]
}

/**
 * Chooses by Accept-Encoding among the available codings, in the server's order of preference. Returns null for no coding.
 */
export function chooseCoding<Available extends Coding>(
  accept: string | null | undefined,
  available: readonly Available[],
): Available | null {
  if (!accept) return null
  const negotiator: EncodingNegotiator = new Negotiator({ headers: { 'accept-encoding': accept } })
  const [chosen] = negotiator.encodings([...available, 'identity'], { preferred: [...available, 'identity'] })
  return available.find(coding => coding === chosen) ?? null
}

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
