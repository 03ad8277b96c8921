// The structure of a PNG (third edition, animated ones included): its chunks, its size, and the pieces that remain
// without metadata. Pixels are never decoded.
import { type Orientation, orientationOnly, readOrientation } from './exif.ts'
import type { FileBytes } from './file-bytes.ts'
import { unreadableImage } from './file-problems.ts'
import { countParts, type Piece, type Range, rewrite } from './pieces.ts'

interface Chunk extends Range {
  readonly name: string
  readonly data: number
  readonly dataEnd: number
}

const type = 'image/png'
const signatureBytes = 8

/**
 * What changes how an image looks: pixels, palette, transparency, colour space and profile, density, background,
 * animation. Everything else goes: text, time, EXIF but the orientation, and what programs add for themselves.
 */
const visible = new Set([
  ...['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'bKGD', 'sBIT', 'pHYs'],
  ...['gAMA', 'cHRM', 'sRGB', 'iCCP', 'cICP', 'mDCV', 'mDCv', 'cLLI', 'cLLi'],
  ...['acTL', 'fcTL', 'fdAT'],
])

/** Null if the file does not begin with the size of the image. */
export async function readPngHead(bytes: FileBytes) {
  const header = await bytes.view(signatureBytes, 16)
  if (header === null || header.getUint32(0) !== 13 || header.getUint32(4) !== 0x49484452) return null
  const size = { width: header.getUint32(8), height: header.getUint32(12) }
  if (size.width === 0 || size.height === 0) return null
  return { size, orientation: await findOrientation(bytes) }
}

async function findOrientation(bytes: FileBytes): Promise<Orientation> {
  for await (const { name, data, dataEnd } of chunksOf(bytes)) {
    if (name === 'eXIf') return readOrientation(bytes, data, Math.min(dataEnd, bytes.size))
  }
  return 1
}

export async function* pngPieces(bytes: FileBytes): AsyncGenerator<Piece> {
  yield { from: 0, to: signatureBytes }
  let hasExif = false
  let hasPixels = false
  for await (const chunk of chunksOf(bytes)) {
    const { name, from, data, dataEnd, to } = chunk
    if (to > bytes.size) throw unreadableImage(type, `the file ends inside of a chunk (${printable(name)})`)
    hasPixels ||= name === 'IDAT'
    if (name === 'eXIf' && !hasExif) {
      hasExif = true
      const orientation = await readOrientation(bytes, data, dataEnd)
      if (orientation !== 1) yield* rewrite(bytes, from, to, toChunk('eXIf', orientationOnly(orientation)))
    } else if (visible.has(name)) yield { from, to }
    else if (isCritical(name)) throw unreadableImage(type, `it has an unknown chunk (${printable(name)})`)
  }
  if (!hasPixels) throw unreadableImage(type, 'the file ends before its pixels')
}

/** The first letter says in its case whether a decoder may skip the chunk. */
function isCritical(name: string): boolean {
  return !/^[a-z]/.test(name)
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

/** Up to the chunk that ends the image. The last one may reach beyond the end of the file. */
async function* chunksOf(bytes: FileBytes): AsyncGenerator<Chunk> {
  const count = countParts(type)
  for (let from = signatureBytes; from < bytes.size; ) {
    const length = (await bytes.view(from, 8))?.getUint32(0)
    if (length === undefined) {
      yield { name: '????', from, data: bytes.size, dataEnd: bytes.size, to: from + 12 }
      return
    }
    const name = await bytes.latin1(from + 4, 4)
    const dataEnd = from + 8 + length
    await count()
    yield { name, from, data: from + 8, dataEnd, to: dataEnd + 4 }
    if (name === 'IEND') return
    from = dataEnd + 4
  }
}
