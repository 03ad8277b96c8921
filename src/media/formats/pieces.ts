// Describes a file as pieces of another one, such as an image without its metadata before it is written.
import type { FileBytes } from './file-bytes.ts'
import { unreadableImage } from './file-problems.ts'

export interface Range {
  readonly from: number
  readonly to: number
}

/** A range of the file as it is, or new bytes. */
export type Piece = Range | Uint8Array

/**
 * The limit of segments in a JPEG, or of chunks in a PNG or WebP. A picture of 4 GB in chunks of 8 KiB has half as many.
 */
const partsMax = 1_000_000

/**
 * The number of parts after which other requests get their turn. A part can have as few as four bytes, so one window can
 * contain many.
 */
const partsInTurn = 1000

/** The length of the name of a chunk in a PNG or WebP. */
const nameBytes = 4
const searchBytes = 64 * 1024

/** Counts a part, and must be awaited for each: a part costs time even if it is small. */
export type PartCount = () => Promise<void> | null

export function countParts(type: string): PartCount {
  let count = 0
  return () => {
    count++
    if (count > partsMax) throw unreadableImage(type, `it has more than ${partsMax} parts`)
    return count % partsInTurn === 0 ? new Promise(resolve => setImmediate(resolve)) : null
  }
}

/**
 * Yields new bytes for a short range, or the range itself if it already has these bytes, so that nothing counts as changed.
 */
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

/** Yields the same pieces, with adjoining ranges merged. */
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
 * Checks whether the name of a chunk occurs in the range. A chunk whose length is wrong contains others, and these may be
 * metadata, which must not stay.
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
