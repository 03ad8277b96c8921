// Reads the width and height of an image from its head. Nothing is decoded, so a small file that would fill the memory is
// refused before anything decodes it.
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
  /** Set if decoders allocate a larger size than they show. */
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
 * Returns width and height as viewers show them; null for other files and for an SVG without a size. Throws the Problem of
 * an upload if the head is unreadable or the image has more than `pixelsMax`.
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
