// Reads and writes the orientation in EXIF. It is the only property that a viewer needs, and the only one that is written.
// JPEG, PNG and WebP all contain EXIF as a TIFF structure.
import type { FileBytes } from './file-bytes.ts'

/** A number from 1 to 8, as in EXIF: 1 is upright, 5 to 8 swap width and height. */
export type Orientation = number

const orientationTag = 0x0112
const shortType = 3
const littleEndian = 0x4949
const bigEndian = 0x4d4d

/** Returns 1 (upright) if the structure is unreadable or has no orientation. */
export async function readOrientation(bytes: FileBytes, from: number, to: number): Promise<Orientation> {
  const header = await bytes.view(from, 8)
  if (header === null || from + 8 > to) return 1
  const order = header.getUint16(0)
  if (order !== littleEndian && order !== bigEndian) return 1
  const isLittle = order === littleEndian
  if (header.getUint16(2, isLittle) !== 42) return 1
  const directory = from + header.getUint32(4, isLittle)
  const count = directory + 2 > to ? 0 : ((await bytes.view(directory, 2))?.getUint16(0, isLittle) ?? 0)
  for (let at = directory + 2; at < directory + 2 + count * 12 && at + 12 <= to; at += 12) {
    const entry = await bytes.view(at, 12)
    if (entry?.getUint16(0, isLittle) !== orientationTag) continue
    const value = entry.getUint16(8, isLittle)
    const isShort = entry.getUint16(2, isLittle) === shortType && entry.getUint32(4, isLittle) === 1
    return isShort && value >= 1 && value <= 8 ? value : 1
  }
  return 1
}

/** Returns a TIFF structure that contains only the orientation. */
export function orientationOnly(orientation: Orientation): Uint8Array {
  const view = new DataView(new ArrayBuffer(26))
  view.setUint16(0, bigEndian)
  view.setUint16(2, 42)
  view.setUint32(4, 8)
  view.setUint16(8, 1)
  view.setUint16(10, orientationTag)
  view.setUint16(12, shortType)
  view.setUint32(14, 1)
  view.setUint16(18, orientation)
  return new Uint8Array(view.buffer)
}

/** Returns width and height as a viewer shows the image. */
export function orient(size: ImageSize, orientation: Orientation): ImageSize {
  return orientation >= 5 ? { width: size.height, height: size.width } : size
}

export interface ImageSize {
  readonly width: number
  readonly height: number
}
