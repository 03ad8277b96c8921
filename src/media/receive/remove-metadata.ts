// Removes from images what their pictures do not show: places, devices, names, thumbnails, comments, films after a picture.
// JPEG, PNG and WebP only; pixels, animation, color profile and orientation are kept.
import { type FileBytes, windowBytes } from '../formats/file-bytes.ts'
import { jpegPieces } from '../formats/jpeg.ts'
import { merge, type Piece } from '../formats/pieces.ts'
import { pngPieces } from '../formats/png.ts'
import { webpPieces } from '../formats/webp.ts'
import type { InlineType } from './file-type.ts'

/** Functions that describe the image without metadata. They throw if the file violates its format. */
const formats: Partial<Record<InlineType, (bytes: FileBytes) => AsyncIterable<Piece>>> = {
  'image/jpeg': jpegPieces,
  'image/png': pngPieces,
  'image/webp': webpPieces,
}

/** Returns the image without its metadata, as pieces of the file; null if there is nothing to remove. */
export async function withoutMetadata(
  bytes: FileBytes,
  type: InlineType | null,
): Promise<AsyncIterable<Piece> | null> {
  const piecesOf = type && formats[type]
  if (!piecesOf) return null
  for await (const piece of merge(piecesOf(bytes))) {
    const isWhole = !(piece instanceof Uint8Array) && piece.from === 0 && piece.to === bytes.size
    return isWhole ? null : merge(piecesOf(bytes))
  }
  return null
}

/** Writes the pieces. The bytes that `write` gets are valid until it returns. */
export async function copyPieces(
  bytes: FileBytes,
  pieces: AsyncIterable<Piece>,
  write: (part: Uint8Array) => Promise<void>,
): Promise<void> {
  for await (const piece of pieces) {
    if (piece instanceof Uint8Array) await write(piece)
    else {
      for (let at = piece.from; at < piece.to; at += windowBytes) {
        await write(await bytes.read(at, Math.min(windowBytes, piece.to - at)))
      }
    }
  }
}
