// The structure of a WebP (RFC 9649, animated ones included): its chunks, its size, and the pieces that remain without
// metadata. Pixels are never decoded.
import { type ImageSize, type Orientation, orientationOnly, readOrientation } from './exif.ts'
import type { FileBytes } from './file-bytes.ts'
import { unreadableImage } from './file-problems.ts'
import { countParts, lengthOf, type PartCount, type Piece, type Range, rewrite } from './pieces.ts'

interface Chunk extends Range {
  readonly name: string
  readonly data: number
  readonly dataEnd: number
}

const type = 'image/webp'
const headerBytes = 12
/** Before the chunks of a frame: its place, size and duration. */
const frameBytes = 16

/** `VP8X` and `VP8L` as numbers. */
const extendedName = 0x56503858
const losslessName = 0x5650384c
const exifFlag = 0x08
const xmpFlag = 0x04
const pixels = new Set(['VP8 ', 'VP8L', 'ANMF'])
const visible = new Set([...pixels, 'VP8X', 'ICCP', 'ANIM', 'ALPH'])

/** Null if the first chunk does not say the size of the image. */
export async function readWebpHead(bytes: FileBytes) {
  const size = await readSize(bytes)
  return size && { size, orientation: await findOrientation(bytes) }
}

/** From the first chunk alone: what follows it may be metadata, which is not there later. */
async function readSize(bytes: FileBytes): Promise<ImageSize | null> {
  const head = await bytes.view(headerBytes, 8)
  if (head === null) return null
  const [name, length] = [head.getUint32(0), head.getUint32(4, true)]
  const needed = name === losslessName ? 5 : 10
  const data = headerBytes + 8
  if (length < needed || data + needed > (await imageEnd(bytes))) return null
  const view = await bytes.view(data, needed)
  if (view === null) return null
  // Two numbers of 24 bits
  if (name === extendedName) {
    return {
      width: 1 + view.getUint16(4, true) + view.getUint8(6) * 65536,
      height: 1 + view.getUint16(7, true) + view.getUint8(9) * 65536,
    }
  }
  if (name === losslessName) {
    // A signature, then two numbers of 14 bits
    const bits = view.getUint32(1, true)
    return view.getUint8(0) === 0x2f
      ? { width: 1 + (bits & 0x3fff), height: 1 + ((bits >> 14) & 0x3fff) }
      : null
  }
  // A key frame with its start code, then two numbers of 14 bits
  const isKeyFrame = (view.getUint8(0) & 1) === 0
  const startCode = view.getUint16(3) * 256 + view.getUint8(5)
  const width = view.getUint16(6, true) & 0x3fff
  const height = view.getUint16(8, true) & 0x3fff
  return isKeyFrame && startCode === 0x9d012a && width > 0 && height > 0 ? { width, height } : null
}

/** Upright if the image does not announce EXIF: decoders skip it then. */
async function findOrientation(bytes: FileBytes): Promise<Orientation> {
  if ((((await readFlags(bytes)) ?? 0) & exifFlag) === 0) return 1
  const end = Math.min(await imageEnd(bytes), bytes.size)
  for await (const { name, data, dataEnd } of chunksOf(
    bytes,
    { from: headerBytes, to: end },
    countParts(type),
  )) {
    if (name !== 'EXIF') continue
    const prefix = (await bytes.latin1(data, 6)) === 'Exif\0\0' ? 6 : 0
    return readOrientation(bytes, data + prefix, Math.min(dataEnd, end))
  }
  return 1
}

/** Null if the image is of the simple kind: pixels alone, and no metadata that decoders read. */
async function readFlags(bytes: FileBytes): Promise<number | null> {
  const view = await bytes.view(headerBytes, 9)
  return view?.getUint32(0) === extendedName ? view.getUint8(8) : null
}

async function imageEnd(bytes: FileBytes): Promise<number> {
  return 8 + ((await bytes.view(4, 4))?.getUint32(0, true) ?? 0)
}

export async function* webpPieces(bytes: FileBytes): AsyncGenerator<Piece> {
  const end = await imageEnd(bytes)
  if (end > bytes.size) throw unreadableImage(type, 'the file ends before the image does')
  const orientation = await findOrientation(bytes)
  const header = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  header.writeUInt32LE(headerBytes - 8 + (await lengthOf(visiblePieces(bytes, end, orientation))), 4)
  yield* rewrite(bytes, 0, headerBytes, header)
  yield* visiblePieces(bytes, end, orientation)
}

async function* visiblePieces(
  bytes: FileBytes,
  end: number,
  orientation: Orientation,
): AsyncGenerator<Piece> {
  const count = countParts(type)
  let hasPixels = false
  let hasExif = orientation === 1
  for await (const chunk of chunksOf(bytes, { from: headerBytes, to: end }, count)) {
    const { name, from, to } = chunk
    hasPixels ||= pixels.has(name)
    if (name === 'VP8X') {
      if (from === headerBytes) yield* withFlags(bytes, chunk, orientation)
    } else if (name === 'ANMF') yield* frameWithoutMetadata(bytes, chunk, count)
    else if (name === 'EXIF' && !hasExif) {
      hasExif = true
      yield* rewrite(bytes, from, to, Buffer.concat([toHeader('EXIF', 26), orientationOnly(orientation)]))
    } else if (visible.has(name)) yield* padded(chunk, end)
  }
  if (!hasPixels) throw unreadableImage(type, 'it has no pixels')
}

async function* withFlags(bytes: FileBytes, chunk: Chunk, orientation: Orientation): AsyncGenerator<Piece> {
  const { from, data, to } = chunk
  if (to - data !== 10) throw unreadableImage(type, 'its first chunk is not 10 bytes long')
  const flags = (await readFlags(bytes)) ?? 0
  const wanted = (flags & ~(exifFlag | xmpFlag)) | (orientation === 1 ? 0 : exifFlag)
  yield { from, to: data }
  yield* rewrite(bytes, data, data + 1, Uint8Array.of(wanted))
  yield { from: data + 1, to }
}

/** A frame of an animation has chunks of its own, and may have some that no decoder reads. */
async function* frameWithoutMetadata(
  bytes: FileBytes,
  frame: Chunk,
  count: PartCount,
): AsyncGenerator<Piece> {
  const { from, data, dataEnd } = frame
  const chunks = { from: data + frameBytes, to: dataEnd }
  if (chunks.from > dataEnd) throw unreadableImage(type, 'a frame has no pixels')
  const length = frameBytes + (await lengthOf(visibleChunks(bytes, chunks, count)))
  yield* rewrite(bytes, from, data, toHeader('ANMF', length))
  yield { from: data, to: chunks.from }
  yield* visibleChunks(bytes, chunks, count)
}

async function* visibleChunks(bytes: FileBytes, within: Range, count: PartCount): AsyncGenerator<Piece> {
  for await (const chunk of chunksOf(bytes, within, count)) {
    if (visible.has(chunk.name)) yield* padded(chunk, within.to)
  }
}

/** Chunks have an even length. Where the last byte for that is missing at the end, it is added. */
function* padded({ from, to }: Range, end: number): Generator<Piece> {
  yield { from, to: Math.min(to, end) }
  if (to > end) yield Uint8Array.of(0)
}

function toHeader(name: string, length: number): Uint8Array {
  const header = Buffer.from(`${name}\0\0\0\0`, 'latin1')
  header.writeUInt32LE(length, 4)
  return header
}

/** What follows the last whole chunk is none. */
async function* chunksOf(
  bytes: FileBytes,
  { from, to: end }: Range,
  count: PartCount,
): AsyncGenerator<Chunk> {
  for (let at = from; at + 8 <= end; ) {
    const length = (await bytes.view(at, 8))?.getUint32(4, true) ?? 0
    const name = await bytes.latin1(at, 4)
    const data = at + 8
    const dataEnd = data + length
    await count()
    if (dataEnd > end) throw unreadableImage(type, 'a chunk is longer than what it is in')
    const to = dataEnd + (length % 2)
    yield { name, from: at, data, dataEnd, to }
    at = to
  }
}
