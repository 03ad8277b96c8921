// Reads the structure of a PNG (third edition, including animated ones): its chunks, its size, and the pieces that remain
// without metadata. Pixels are never decoded.
import { type Orientation, orientationOnly, readOrientation } from './exif.ts'
import { type FileBytes, windowBytes } from './file-bytes.ts'
import { unreadableImage } from './file-problems.ts'
import { countParts, hasName, type Piece, type Range, rewrite } from './pieces.ts'

interface Chunk extends Range {
  readonly name: string
  readonly data: number
  readonly dataEnd: number
}

const type = 'image/png'
const signatureBytes = 8

/**
 * The chunks that affect how an image looks: pixels, palette, transparency, color space and profile, density, background,
 * animation. All others are removed: text, time, EXIF except the orientation, and private chunks of programs.
 */
const visible = new Set([
  ...['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'bKGD', 'sBIT', 'pHYs'],
  ...['gAMA', 'cHRM', 'sRGB', 'iCCP', 'cICP', 'mDCV', 'mDCv', 'cLLI', 'cLLi'],
  ...['acTL', 'fcTL', 'fdAT'],
])
/** Chunks that are useful without their end, because browsers show what is there. */
const pixels = new Set(['IDAT', 'fdAT'])
/** Chunks that a chunk with a wrong length may contain: those that follow in a file, and those that must be removed. */
const others = ['IDAT', 'IEND', 'fcTL', 'fdAT', 'eXIf', 'tEXt', 'zTXt', 'iTXt', 'tIME']

/** Returns null if the file does not begin with the size of the image. */
export async function readPngHead(bytes: FileBytes) {
  const header = await bytes.view(signatureBytes, 16)
  if (header === null || header.getUint32(0) !== 13 || header.getUint32(4) !== 0x49484452) return null
  const size = { width: header.getUint32(8), height: header.getUint32(12) }
  if (size.width === 0 || size.height === 0) return null
  return { size, orientation: await findOrientation(bytes) }
}

/** Decoders ignore EXIF that is cut off by the end of the file. */
async function findOrientation(bytes: FileBytes): Promise<Orientation> {
  for await (const { name, data, dataEnd, to } of chunksOf(bytes)) {
    if (name === 'eXIf') return to > bytes.size ? 1 : readOrientation(bytes, data, dataEnd)
  }
  return 1
}

/** Yields the pieces to keep. If the file ends early, its last chunk is kept only if it contains pixels. */
export async function* pngPieces(bytes: FileBytes): AsyncGenerator<Piece> {
  yield { from: 0, to: signatureBytes }
  let hasExif = false
  for await (const chunk of chunksOf(bytes)) {
    const { name, from, data, dataEnd, to } = chunk
    const isWhole = to <= bytes.size
    if (visible.has(name)) {
      if (await isKept(bytes, chunk)) yield { from, to: Math.min(to, bytes.size) }
    } else if (isCritical(name) || !(isWhole || isName(name))) {
      // If the length of an earlier chunk was wrong, any data may be part of the kept chunks.
      throw unreadableImage(type, `it has an unknown chunk (${printable(name)})`)
    } else if (name === 'eXIf' && isWhole && !hasExif) {
      hasExif = true
      const orientation = await readOrientation(bytes, data, dataEnd)
      if (orientation !== 1) yield* rewrite(bytes, from, to, toChunk('eXIf', orientationOnly(orientation)))
    }
  }
}

/**
 * Checks whether a chunk is kept. Without a correct checksum its length may be wrong, so a chunk that contains others is
 * dropped, because they may be metadata.
 */
async function isKept(bytes: FileBytes, chunk: Chunk): Promise<boolean> {
  // The length of the first chunk was checked when the head was read.
  if (chunk.from === signatureBytes) return true
  const isWhole = chunk.to <= bytes.size
  if (!isWhole && !pixels.has(chunk.name)) return false
  if (isWhole && (await hasRightChecksum(bytes, chunk))) return true
  return !(await hasName(bytes, { from: chunk.data, to: chunk.to }, others))
}

async function hasRightChecksum(bytes: FileBytes, { from, dataEnd }: Chunk): Promise<boolean> {
  let checksum = 0
  for (let at = from + 4; at < dataEnd; at += windowBytes) {
    checksum = Bun.hash.crc32(await bytes.read(at, Math.min(windowBytes, dataEnd - at)), checksum)
  }
  return (await bytes.view(dataEnd, 4))?.getUint32(0) === checksum
}

/** The case of the first letter tells whether a decoder may skip the chunk. */
function isCritical(name: string): boolean {
  return !/^[a-z]/.test(name)
}

function isName(name: string): boolean {
  return /^[A-Za-z]{4}$/.test(name)
}

function printable(name: string): string {
  return name.replaceAll(/[^A-Za-z]/g, '?')
}

function toChunk(name: string, data: Uint8Array): Uint8Array {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(Bun.hash.crc32(named))
  return Buffer.concat([length, named, checksum])
}

/**
 * Yields the chunks up to the one that ends the image. The last one may reach beyond the end of the file; an incomplete
 * chunk header is ignored.
 */
async function* chunksOf(bytes: FileBytes): AsyncGenerator<Chunk> {
  const count = countParts(type)
  for (let from = signatureBytes; from < bytes.size; ) {
    const length = (await bytes.view(from, 8))?.getUint32(0)
    if (length === undefined) return
    const name = await bytes.latin1(from + 4, 4)
    const dataEnd = from + 8 + length
    await count()
    yield { name, from, data: from + 8, dataEnd, to: dataEnd + 4 }
    if (name === 'IEND') return
    from = dataEnd + 4
  }
}
