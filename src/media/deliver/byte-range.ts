// The Range header of requests for files (RFC 9110, section 14): one range of bytes, or the whole file.
import type { ByteRange } from '../stores/store.ts'

/** The range contains none of the file's bytes. */
export const unsatisfiable = Symbol('unsatisfiable')

/** Parses the header. Returns null for the whole file: if there is no range, it is malformed, or there are several. */
export function parseRange(header: string | null, size: number): ByteRange | typeof unsatisfiable | null {
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
export function toContentRange({ start, end }: ByteRange, size: number): string {
  return `bytes ${start}-${end - 1}/${size}`
}
