// Sends a file or one range of its bytes (RFC 9110, section 14), and checks whether the client has it already (section 13).
// The headers restrict what a file can do in a browser that opens it, and set how long caches keep it.
import { Problem } from '../../base/errors.ts'
import { matches } from '../../http/json-response.ts'
import { inlineTypes } from '../receive/file-type.ts'
import type { ByteRange, OpenFile } from '../stores/store.ts'

/** The range contains none of the file's bytes. */
const unsatisfiable = Symbol('unsatisfiable')

/** Parses the header. Returns null for the whole file: if there is no range, it is malformed, or there are several. */
function parseRange(header: string | null, size: number): ByteRange | typeof unsatisfiable | null {
  const match = /^bytes=(?:(\d+)-(\d*)|-(\d+))$/i.exec(header ?? '')
  if (!match) return null
  const [, first, last, suffix] = match
  if (suffix !== undefined) {
    const length = Math.min(Number(suffix), size)
    return length === 0 ? unsatisfiable : { start: size - length, end: size }
  }
  const start = Number(first)
  const end = last ? Number(last) + 1 : size
  if (last && end <= start) return null
  return start >= size ? unsatisfiable : { start, end: Math.min(end, size) }
}

/** Returns, for example, `bytes 0-4/10`. */
function toContentRange({ start, end }: ByteRange, size: number): string {
  return `bytes ${start}-${end - 1}/${size}`
}

/** The content of a response: a file, or an image made from it. */
export interface FileContent {
  readonly filename: string
  readonly contentType: string
  /** The entity tag with its quotes. */
  readonly etag: string
  readonly variesByAccept: boolean
  /** Loads the content. With `isUnopened`, it is not opened afterwards, but must exist. */
  readonly load: (isUnopened: boolean) => Promise<LoadedContent>
  /** Opens the whole content synchronously; null if `load` has to decide. */
  readonly openNow: () => OpenFile | null
}

interface LoadedContent {
  readonly size: number
  readonly open: (range: ByteRange | null) => Promise<Blob | ReadableStream>
}

const strictPolicy = "default-src 'none'; style-src 'unsafe-inline'"
const mediaPolicy = "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'"

/** Browsers display these types; all others are downloads. */
const shownTypes: ReadonlySet<string> = new Set(inlineTypes)

/**
 * Returns the policy for a type. A sandbox would prevent browsers from showing a PDF, and from playing a film in its own
 * tab.
 */
function policyOf(contentType: string): string {
  if (/^(?:audio|video)\//.test(contentType)) return mediaPolicy
  return contentType === 'application/pdf' ? strictPolicy : `${strictPolicy}; sandbox`
}

/** Returns the headers of every response with a file's bytes. */
function contentHeaders({
  filename,
  contentType,
  variesByAccept,
}: Pick<FileContent, 'filename' | 'contentType' | 'variesByAccept'>): Record<string, string> {
  const disposition = shownTypes.has(contentType) ? 'inline' : 'attachment'
  return {
    'Content-Type': contentType,
    'Accept-Ranges': 'bytes',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': policyOf(contentType),
    'Content-Disposition': `${disposition}; filename*=UTF-8''${encodeName(filename)}`,
    ...(variesByAccept && { Vary: 'Accept' }),
  }
}

/** Returns the headers of public files, including a 304 (RFC 9110, section 15.4.5). */
export function deliveryHeaders(
  { etag, variesByAccept }: Pick<FileContent, 'etag' | 'variesByAccept'>,
  maxAge: number,
): Record<string, string> {
  return {
    ETag: etag,
    'Cache-Control': cacheControl(maxAge),
    ...(variesByAccept && { Vary: 'Accept' }),
    ...publicHeaders,
  }
}

const yearSeconds = 31_536_000

function cacheControl(maxAge: number): string {
  return `public, max-age=${maxAge}${maxAge === yearSeconds ? ', immutable' : ''}`
}

/** Any page may embed public files. */
export const publicHeaders = { 'Cross-Origin-Resource-Policy': 'cross-origin' } as const

/** Encodes a name as in RFC 8187, section 3.2.1. Some characters that `encodeURIComponent` keeps are reserved there. */
function encodeName(filename: string): string {
  return encodeURIComponent(filename).replaceAll(
    /['()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** Returns the name with another extension. */
export function withEnding(filename: string, ending: string): string {
  const stem = filename.replace(/(?<=.)\.[^.]*$/, '')
  return `${stem}.${ending}`
}

/** Checks whether the client already has the content. */
export function isNotModified(noneMatch: string | null, { etag }: Pick<FileContent, 'etag'>): boolean {
  return matches(noneMatch, etag.slice(1, -1))
}

/** Sends the content. `headers` are added to those of every file. */
export async function sendFile(
  request: Request,
  content: FileContent,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const isHead = request.method === 'HEAD'
  const { size, open } = await content.load(isHead)
  const range = isHead ? null : rangeOf(request, content, size)
  if (range === unsatisfiable) {
    // An unavailable store takes precedence, because it may be back before the client requests another range.
    await content.load(true)
    throw new Problem(
      'range_not_satisfiable',
      `The file has ${size} bytes, and none of them is in the range.`,
      {
        headers: { 'Content-Range': `bytes */${size}` },
      },
    )
  }
  const opened = isHead ? null : await open(range)
  const isSentWhole = range === null && request.headers.has('Range')
  const body = isSentWhole && opened instanceof Blob ? withoutRanges(opened) : opened
  const length = range ? range.end - range.start : size
  return new Response(body instanceof ReadableStream ? await withLength(body, length) : body, {
    status: range ? 206 : 200,
    headers: {
      ...bodyHeaders(content, headers, length),
      ...(range && { 'Content-Range': toContentRange(range, size) }),
    },
  })
}

/**
 * Turns a file into a stream. Bun serves ranges of a file itself, even malformed ones or those whose `If-Range` does not
 * match.
 */
function withoutRanges(file: Blob): ReadableStream {
  return file.stream().pipeThrough(new TransformStream())
}

/** The limit of bytes that each download of a slow client may keep in memory. */
const readWholeMax = 256 * 1024

/** Reads small files into memory. Bun sends streams in chunks and drops their `Content-Length`. */
function withLength(body: ReadableStream, length: number): ReadableStream | Promise<ArrayBuffer> {
  return length > readWholeMax ? body : new Response(body).arrayBuffer()
}

/** Returns the headers of a response with `size` bytes of the content. */
export function bodyHeaders(
  content: FileContent,
  headers: Readonly<Record<string, string>>,
  size: number,
): Record<string, string> {
  return { ...contentHeaders(content), ...headers, 'Content-Length': String(size) }
}

/** Returns the requested range. With `If-Range`, it applies only to the version that the client already has a part of. */
function rangeOf({ headers }: Request, { etag }: FileContent, size: number) {
  const ifRange = headers.get('If-Range')
  return ifRange === null || ifRange.trim() === etag ? parseRange(headers.get('Range'), size) : null
}
