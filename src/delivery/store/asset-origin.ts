// Stored values have the path of a file alone: where it begins, the origin is put in when they are read. So a server that is
// given another origin serves other texts, with other ETags, without anything being written.
import { storedPathHead } from '../../content/stored-data.ts'

const mark = Buffer.from(storedPathHead)

/** What stands in the place of {@link storedPathHead}. Without an origin, a path alone. */
export function toPathHead(origin: string | null): Buffer {
  return Buffer.from(`"url":${JSON.stringify(`${origin ?? ''}/assets/`).slice(0, -1)}`)
}

/** The same bytes where no file is named, which is one search. */
export function withOrigin(data: Buffer, pathHead: Buffer): Buffer {
  let at = data.indexOf(mark)
  if (at < 0) return data
  const parts: Buffer[] = []
  let from = 0
  for (; at >= 0; at = data.indexOf(mark, from)) {
    parts.push(data.subarray(from, at), pathHead)
    from = at + mark.byteLength
  }
  parts.push(data.subarray(from))
  return Buffer.concat(parts)
}
