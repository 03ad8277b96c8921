// Reads the structure of a WebP (RFC 9649, including animated ones): its chunks, its size, and the pieces that remain
// without metadata. Pixels are never decoded.
import { type ImageSize, type Orientation, orientationOnly, readOrientation } from './exif.ts'
import type { FileBytes } from './file-bytes.ts'
import { unreadableImage } from './file-problems.ts'
import { countParts, hasName, lengthOf, type PartCount, type Piece, type Range, rewrite } from './pieces.ts'

interface Chunk extends Range {
  readonly name: string
  readonly data: number
  readonly dataEnd: number
  /** True if the chunk ends within its container and the file. */
  readonly isWhole: boolean
}

interface Image {
  /** The end of the image in the file, which may be cut off. */
  readonly end: number
  /** The end of the image according to its header. */
  readonly saidEnd: number
  readonly orientation: Orientation
  /** True if a length in the image may be wrong, or the file ends early. */
  readonly isDoubtful: boolean
}

const type = 'image/webp'
const headerBytes = 12
/** The position, size and duration before the chunks of a frame. */
const frameBytes = 16

/** `VP8X` and `VP8L` as numbers. */
const extendedName = 0x56503858
const losslessName = 0x5650384c
const exifFlag = 0x08
const xmpFlag = 0x04
/** Chunks that are useful without their end, because browsers may show what is there. */
const pixels = new Set(['VP8 ', 'VP8L'])
const inFrame = new Set([...pixels, 'ALPH'])
const visible = new Set([...inFrame, 'VP8X', 'ICCP', 'ANIM', 'ANMF'])
/** Chunks that a chunk with a wrong length may contain: those that follow in a file, and those that must be removed. */
const others = [...inFrame, 'ICCP', 'ANMF', 'EXIF', 'XMP ']

/** Returns null if the first chunk does not contain the size of the image. */
export async function readWebpHead(bytes: FileBytes) {
  const size = await readSize(bytes)
  return size && { size, orientation: await findOrientation(bytes) }
}

/** Reads the first chunk alone. Later chunks may be metadata, which is removed. */
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

/** Returns 1 (upright) if the image does not announce EXIF, or contains only a part of it, which decoders skip. */
async function findOrientation(bytes: FileBytes): Promise<Orientation> {
  if ((((await readFlags(bytes)) ?? 0) & exifFlag) === 0) return 1
  const image = { from: headerBytes, to: Math.min(await imageEnd(bytes), bytes.size) }
  for await (const { name, data, dataEnd, isWhole } of chunksOf(bytes, image, countParts(type))) {
    if (name !== 'EXIF' || !isWhole) continue
    const prefix = (await bytes.latin1(data, 6)) === 'Exif\0\0' ? 6 : 0
    return readOrientation(bytes, data + prefix, dataEnd)
  }
  return 1
}

/** Returns null for a simple image, which has only pixels and no metadata that decoders read. */
async function readFlags(bytes: FileBytes): Promise<number | null> {
  const view = await bytes.view(headerBytes, 9)
  return view?.getUint32(0) === extendedName ? view.getUint8(8) : null
}

async function imageEnd(bytes: FileBytes): Promise<number> {
  return 8 + ((await bytes.view(4, 4))?.getUint32(0, true) ?? 0)
}

/** Yields the pieces to keep. If the file ends early, its last chunk is kept only if it contains pixels. */
export async function* webpPieces(bytes: FileBytes): AsyncGenerator<Piece> {
  const image = await examine(bytes)
  const header = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  const length = (await lengthOf(visiblePieces(bytes, image))) + (await missingBytes(bytes, image))
  // The declared length may be close to the maximum, and EXIF with only the orientation may be longer than before.
  header.writeUInt32LE(Math.min(headerBytes - 8 + length, 2 ** 32 - 1), 4)
  yield* rewrite(bytes, 0, headerBytes, header)
  yield* visiblePieces(bytes, image)
}

async function examine(bytes: FileBytes): Promise<Image> {
  const saidEnd = await imageEnd(bytes)
  const end = Math.min(saidEnd, bytes.size)
  const flags = (await readFlags(bytes)) ?? 0
  // Metadata that the file announces but does not have may be inside another chunk.
  const missing = new Set([...(flags & exifFlag ? ['EXIF'] : []), ...(flags & xmpFlag ? ['XMP '] : [])])
  let isCut = false
  for await (const { name, isWhole } of chunksOf(bytes, { from: headerBytes, to: end }, countParts(type))) {
    missing.delete(name)
    isCut ||= !isWhole
  }
  const isDoubtful = isCut || missing.size > 0
  return { end, saidEnd, orientation: await findOrientation(bytes), isDoubtful }
}

async function* visiblePieces(bytes: FileBytes, image: Image): AsyncGenerator<Piece> {
  const { end, orientation } = image
  const count = countParts(type)
  let hasExif = orientation === 1
  for await (const chunk of chunksOf(bytes, { from: headerBytes, to: end }, count)) {
    const { name, from, to, isWhole } = chunk
    if (name === 'VP8X') {
      if (from === headerBytes) yield* withFlags(bytes, chunk, orientation)
    } else if (name === 'ANMF') {
      if (isWhole) yield* frameWithoutMetadata(bytes, chunk, image.isDoubtful, count)
    } else if (name === 'EXIF' && isWhole && !hasExif) {
      hasExif = true
      yield* rewrite(bytes, from, to, Buffer.concat([toHeader('EXIF', 26), orientationOnly(orientation)]))
    } else if (visible.has(name) && (await isKept(bytes, chunk, image))) {
      if (isWhole) yield* padded(chunk, end)
      else yield { from, to: end }
    }
  }
}

/**
 * Returns the missing bytes of a chunk that is cut off but kept. It keeps its length, which counts for that of the image.
 */
async function missingBytes(bytes: FileBytes, image: Image): Promise<number> {
  const { end, isDoubtful } = image
  if (!isDoubtful) return 0
  for await (const chunk of chunksOf(bytes, { from: headerBytes, to: end }, countParts(type))) {
    if (!chunk.isWhole && (await isKept(bytes, chunk, image))) return chunk.to - end
  }
  return 0
}

/**
 * Checks whether a chunk is kept. If lengths may be wrong, a chunk that contains others is dropped, because they may be
 * metadata. The first chunk has the size of the image and cannot be dropped, so its error is thrown.
 */
async function isKept(bytes: FileBytes, chunk: Chunk, { saidEnd, isDoubtful }: Image): Promise<boolean> {
  const { name, from, data, dataEnd, isWhole } = chunk
  if (!isWhole && !pixels.has(name)) return false
  if (dataEnd <= saidEnd && !(isDoubtful && (await hasName(bytes, { from: data, to: dataEnd }, others)))) {
    return true
  }
  if (from > headerBytes) return false
  throw unreadableImage(type, 'its first chunk is longer than its pixels')
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

/** Yields a frame of an animation with only the chunks that decoders read. */
async function* frameWithoutMetadata(
  bytes: FileBytes,
  { from, data, dataEnd }: Chunk,
  isDoubtful: boolean,
  count: PartCount,
): AsyncGenerator<Piece> {
  const chunks = { from: data + frameBytes, to: dataEnd }
  if (chunks.from > dataEnd) return
  const length = frameBytes + (await lengthOf(visibleChunks(bytes, chunks, isDoubtful, count)))
  yield* rewrite(bytes, from, data, toHeader('ANMF', length))
  yield { from: data, to: chunks.from }
  yield* visibleChunks(bytes, chunks, isDoubtful, count)
}

async function* visibleChunks(
  bytes: FileBytes,
  within: Range,
  isDoubtful: boolean,
  count: PartCount,
): AsyncGenerator<Piece> {
  for await (const chunk of chunksOf(bytes, within, count)) {
    if (!inFrame.has(chunk.name) || !chunk.isWhole) continue
    const { data, dataEnd } = chunk
    const isHiding = isDoubtful && (await hasName(bytes, { from: data, to: dataEnd }, others))
    if (!isHiding) yield* padded(chunk, within.to)
  }
}

/** Yields a chunk with an even length. A missing padding byte at the end is added. */
function* padded({ from, to }: Range, end: number): Generator<Piece> {
  yield { from, to: Math.min(to, end) }
  if (to > end) yield Uint8Array.of(0)
}

function toHeader(name: string, length: number): Uint8Array {
  const header = Buffer.from(`${name}\0\0\0\0`, 'latin1')
  header.writeUInt32LE(length, 4)
  return header
}

/** Yields the chunks of a range. One that reaches beyond the range is the last; an incomplete chunk header is ignored. */
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
    const to = dataEnd + (length % 2)
    yield { name, from: at, data, dataEnd, to, isWhole: dataEnd <= end }
    at = to
  }
}
