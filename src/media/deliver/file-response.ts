// Sends a file, or a part of it: conditional requests, then ranges (RFC 9110, sections 13 and 14).
import { Problem } from '../../base/errors/errors.ts'
import { matches } from '../../http/response/json-response.ts'
import { parseRange, toContentRange, unsatisfiable } from './byte-range.ts'
import { contentHeaders, type FileContent } from './file-headers.ts'

/** Whether the client has what it asks for. */
export function isNotModified(noneMatch: string | null, { etag }: Pick<FileContent, 'etag'>): boolean {
  return matches(noneMatch, etag.slice(1, -1))
}

/** `headers` are those besides the ones of every file. */
export async function sendFile(
  request: Request,
  content: FileContent,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const isHead = request.method === 'HEAD'
  const { size, open } = await content.load(isHead)
  const range = isHead ? null : rangeOf(request, content, size)
  if (range === unsatisfiable) {
    // A store that is away is told first: it may be back before the client asks for another range.
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

/** Bun serves ranges of a file by itself, also those that are malformed or whose `If-Range` names another file. */
function withoutRanges(file: Blob): ReadableStream {
  return file.stream().pipeThrough(new TransformStream())
}

/** Each download of a slow client holds as much. */
const readWholeMax = 256 * 1024

/** Bun sends streams in chunks and drops their `Content-Length`; of a small file the bytes are read first. */
function withLength(body: ReadableStream, length: number): ReadableStream | Promise<ArrayBuffer> {
  return length > readWholeMax ? body : new Response(body).arrayBuffer()
}

/** Of a response with `size` bytes of the content. */
export function bodyHeaders(
  content: FileContent,
  headers: Readonly<Record<string, string>>,
  size: number,
): Record<string, string> {
  return { ...contentHeaders(content), ...headers, 'Content-Length': String(size) }
}

/** With `If-Range`, a range counts only of the bytes that the client has begun with. */
function rangeOf({ headers }: Request, { etag }: FileContent, size: number) {
  const ifRange = headers.get('If-Range')
  return ifRange === null || ifRange.trim() === etag ? parseRange(headers.get('Range'), size) : null
}
