// A file as pieces of another one: how an image without its metadata is described before it is written.
import type { FileBytes } from './file-bytes.ts'
import { unreadableImage } from './file-problems.ts'

export interface Range {
  readonly from: number
  readonly to: number
}

/** Bytes of the file as they are, or others. */
export type Piece = Range | Uint8Array

/** Segments of a JPEG, chunks of a PNG or a WebP. A picture of 4 GB in chunks of 8 KiB has half as many. */
const partsMax = 1_000_000

/** After so many, other requests have their turn: a part can have as few as four bytes, and many are in one window. */
const partsInTurn = 1000

/** Of the name of a chunk in a PNG or a WebP. */
const nameBytes = 4
const searchBytes = 64 * 1024

/** Awaited for each part, which costs time however small it is. */
export type PartCount = () => Promise<void> | null

export function countParts(type: string): PartCount {
  let count = 0
  return () => {
    count++
    if (count > partsMax) throw unreadableImage(type, `it has more than ${partsMax} parts`)
    return count % partsInTurn === 0 ? new Promise(resolve => setImmediate(resolve)) : null
  }
}

/** New bytes for a short range; the range itself if it has these bytes, so that nothing counts as changed. */
export async function* rewrite(
  bytes: FileBytes,
  from: number,
  to: number,
  wanted: Uint8Array,
): AsyncGenerator<Piece> {
  const isSame =
    to - from === wanted.length && Buffer.compare(await bytes.read(from, to - from), wanted) === 0
  yield isSame ? { from, to } : wanted
}

/** The same pieces, ranges that adjoin each other as one. */
export async function* merge(pieces: AsyncIterable<Piece>): AsyncGenerator<Piece> {
  let open: Range | null = null
  for await (const piece of pieces) {
    if (!(piece instanceof Uint8Array) && open?.to === piece.from) {
      open = { from: open.from, to: piece.to }
      continue
    }
    if (open) yield open
    open = piece instanceof Uint8Array ? null : piece
    if (piece instanceof Uint8Array) yield piece
  }
  if (open) yield open
}

export async function lengthOf(pieces: AsyncIterable<Piece>): Promise<number> {
  let length = 0
  for await (const piece of pieces) length += bytesOf(piece)
  return length
}

export function bytesOf(piece: Piece): number {
  return piece instanceof Uint8Array ? piece.length : piece.to - piece.from
}

/**
 * Whether the name of a chunk is somewhere in the range. A chunk whose length is wrong has others inside of it, and
 * with them what must not stay.
 */
export async function hasName(
  bytes: FileBytes,
  { from, to }: Range,
  names: readonly string[],
): Promise<boolean> {
  const end = Math.min(to, bytes.size)
  for (let at = from; at < end; at += searchBytes) {
    // A name may begin in one part and end in the next.
    const text = await bytes.latin1(at, Math.min(searchBytes + nameBytes - 1, end - at))
    if (names.some(name => text.includes(name))) return true
  }
  return false
}
