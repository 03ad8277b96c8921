// Sends a file or a part of it: evaluates conditional requests, then ranges (RFC 9110, sections 13 and 14).
import { Problem } from '../../base/errors/errors.ts'
import { matches } from '../../http/response/json-response.ts'
import { parseRange, toContentRange, unsatisfiable } from './byte-range.ts'
import { contentHeaders, type FileContent } from './file-headers.ts'

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
