// Reads the head of a GIF (89a): the size at which decoders show the image, from its screen and its first frame. Nothing is
// decoded, and the metadata of these files is kept.
import type { ImageSize } from './exif.ts'
import type { FileBytes } from './file-bytes.ts'
import { countParts } from './pieces.ts'

const headerBytes = 6
const screenBytes = 7
const frameIntroducer = 0x2c
const extensionIntroducer = 0x21
const commentLabel = 0xfe

/** Returns null if the file ends before its screen, or neither the screen nor the first frame has a size. */
export async function readGifHead(bytes: FileBytes) {
  const view = await bytes.view(headerBytes, 4)
  if (view === null) return null
  const screen = { width: view.getUint16(0, true), height: view.getUint16(2, true) }
  const frame = await findFrame(bytes)
  const size = frame ? larger(isBelieved(screen) ? screen : { width: 1, height: 1 }, frame) : screen
  // Browsers allocate the whole screen, even if sharp does not.
  return size.width > 0 && size.height > 0 ? { size, coded: larger(size, screen), orientation: 1 } : null
}

/**
 * Checks whether the size of the screen is plausible. Programs used to write the size of the monitor instead; then only the
 * first frame counts, as in libvips (libnsgif), which makes the images. A screen grows if the frame reaches beyond it.
 */
function isBelieved({ width, height }: ImageSize): boolean {
  const isMonitor = ['640×480', '640×512', '800×600', '1024×768', '1280×1024', '1600×1200'].includes(
    `${width}×${height}`,
  )
  return !isMonitor && width > 0 && height > 0 && width <= 2048 && height <= 2048
}

/** Returns the far corner of the first frame on the screen; null if no frame follows the colors and extensions. */
async function findFrame(bytes: FileBytes): Promise<ImageSize | null> {
  const count = countParts('image/gif')
  const byteAt = async (at: number) => (await bytes.view(at, 1))?.getUint8(0) ?? 0
  let at = headerBytes + screenBytes + colorBytes(await byteAt(headerBytes + 4))
  while ((await byteAt(at)) === extensionIntroducer) {
    // An extension consists of blocks, each preceded by its length, up to an empty one. Decoders take the first block for
    // its fields, even if it is empty.
    const hasFields = (await byteAt(at + 1)) !== commentLabel
    at += hasFields ? 3 + (await byteAt(at + 2)) : 2
    for (let length = await byteAt(at); length > 0; length = await byteAt(at)) {
      await count()
      at += 1 + length
    }
    await count()
    at++
  }
  const frame = await bytes.view(at, 9)
  if (frame?.getUint8(0) !== frameIntroducer) return null
  const sum = (place: number) => frame.getUint16(place, true) + frame.getUint16(place + 4, true)
  return { width: sum(1), height: sum(3) }
}

/** Returns the size of the color table after a screen. */
function colorBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1)
}

function larger(a: ImageSize, b: ImageSize): ImageSize {
  return { width: Math.max(a.width, b.width), height: Math.max(a.height, b.height) }
}
