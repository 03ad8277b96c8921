// How large an image is, from its head: nothing is decoded, so a small file that would fill the memory is refused
// before anything opens it.
import { readAvifHead } from '../formats/avif.ts'
import { type ImageSize, type Orientation, orient } from '../formats/exif.ts'
import type { FileBytes } from '../formats/file-bytes.ts'
import { invalidFile, unreadableImage } from '../formats/file-problems.ts'
import { readGifHead } from '../formats/gif.ts'
import { readJpegHead } from '../formats/jpeg.ts'
import { readPngHead } from '../formats/png.ts'
import { findSvgTag, svgSizeOf } from '../formats/svg.ts'
import { readWebpHead } from '../formats/webp.ts'
import { headBytesMax, type InlineType } from './file-type.ts'

interface ImageHead {
  readonly size: ImageSize
  readonly orientation: Orientation
  /** If decoders fill more than they show. */
  readonly coded?: ImageSize
}

const readers: Partial<Record<InlineType, (bytes: FileBytes) => Promise<ImageHead | null>>> = {
  'image/jpeg': readJpegHead,
  'image/png': readPngHead,
  'image/gif': readGifHead,
  'image/webp': readWebpHead,
  'image/avif': readAvifHead,
}

/**
 * Width and height as viewers show them, or null for what has none: other files, and an SVG that does not say. Throws
 * what an upload is refused for: a head that cannot be read, and more than `pixelsMax`.
 */
export async function readImageSize(
  bytes: FileBytes,
  type: InlineType | null,
  pixelsMax: number,
): Promise<ImageSize | null> {
  if (type === 'image/svg+xml') return svgSizeOf(findSvgTag(await bytes.read(0, headBytesMax)) ?? '')
  const read = type && readers[type]
  if (!read) return null
  const head = await read(bytes)
  if (head === null) throw unreadableImage(type, 'its head does not say how large it is')
  const { width, height } = head.coded ?? head.size
  // An AVIF needs twice the memory of other images.
  const weight = type === 'image/avif' ? 2 : 1
  if (width * height * weight > pixelsMax) {
    const limit = Math.floor(pixelsMax / weight)
    throw invalidFile(
      `is an image of ${width} × ${height} pixels; images of this type are limited to ${limit} pixels`,
    )
  }
  return orient(head.size, head.orientation)
}
