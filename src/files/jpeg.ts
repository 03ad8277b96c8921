// The structure of a JPEG (ITU-T T.81, annex B): its segments, its size, and the pieces that remain without metadata.
// Pixels are never decoded.
import { type ImageSize, type Orientation, orientationOnly, readOrientation } from './exif.ts'
import type { FileBytes } from './file-bytes.ts'
import { unreadableImage } from './file-problems.ts'
import { countParts, type Piece, rewrite } from './pieces.ts'

interface Segment {
  readonly marker: number
  readonly from: number
  /** Behind the marker and the length. */
  readonly data: number
  readonly to: number
}

const startOfScan = 0xda
const endOfImage = 0xd9
/** Compressed pixels, which follow the segment that starts a scan. */
const scanData = 0

const exifName = 'Exif\0\0'
const profileName = 'ICC_PROFILE\0'
const jfifBytes = 14
const adobeBytes = 12

/** Null if the file ends before its pixels, or does not say how large it is. */
export async function readJpegHead(bytes: FileBytes) {
  let size: ImageSize | null = null
  let orientation: Orientation | null = null
  for await (const segment of segmentsOf(bytes)) {
    if (isFrame(segment.marker)) size = (await readFrame(bytes, segment)) ?? size
    else if (orientation === null && (await isExif(bytes, segment))) {
      orientation = await readOrientation(bytes, segment.data + exifName.length, segment.to)
    } else if (segment.marker === startOfScan) return size && { size, orientation: orientation ?? 1 }
  }
  return null
}

/**
 * What decoders need: frames, tables, scans, the marker of JFIF and of Adobe, which tell how colours are stored, the
 * colour profile, and of EXIF the orientation. What a decoder skips goes, also between segments and behind the end.
 */
export async function* jpegPieces(bytes: FileBytes): AsyncGenerator<Piece> {
  yield { from: 0, to: 2 }
  let hasExif = false
  let hasScan = false
  for await (const segment of segmentsOf(bytes)) {
    if (!hasScan && !hasExif && (await isExif(bytes, segment))) {
      hasExif = true
      const orientation = await readOrientation(bytes, segment.data + exifName.length, segment.to)
      if (orientation !== 1) yield* rewrite(bytes, segment.from, segment.to, toExif(orientation))
    } else yield* withoutMetadata(bytes, segment)
    hasScan ||= segment.marker === startOfScan
  }
  if (!hasScan) throw unreadableImage('image/jpeg', 'the file ends before its pixels')
}

async function* withoutMetadata(bytes: FileBytes, segment: Segment): AsyncGenerator<Piece> {
  const { marker, from, data, to } = segment
  if (marker === 0xe0 && (await bytes.latin1(data, 5)) === 'JFIF\0' && to - data >= jfifBytes) {
    // A thumbnail may follow, whose width and height are the last two bytes.
    const fields = (await bytes.read(data, jfifBytes)).slice()
    fields.fill(0, jfifBytes - 2)
    yield* rewrite(bytes, from, to, toSegment(marker, fields))
  } else if (marker === 0xee && (await bytes.latin1(data, 5)) === 'Adobe' && to - data >= adobeBytes) {
    yield* rewrite(bytes, from, to, toSegment(marker, (await bytes.read(data, adobeBytes)).slice()))
  } else if (marker === 0xe2 && (await bytes.latin1(data, profileName.length)) === profileName) {
    yield { from, to }
  } else if (marker === scanData || isDecoded(marker)) yield { from, to }
}

/** Frames, tables of any kind, scans, restart intervals, the number of lines, and the end. */
function isDecoded(marker: number): boolean {
  return (marker >= 0xc0 && marker <= 0xcf) || (marker >= 0xd9 && marker <= 0xdd)
}

/** SOF0 to SOF15: in their range are tables (C4, CC) and a reserved marker (C8) too. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}

async function readFrame(bytes: FileBytes, { data, to }: Segment): Promise<ImageSize | null> {
  const frame = await bytes.view(data, 6)
  if (frame === null || to - data < 6) return null
  const [height, width] = [frame.getUint16(1), frame.getUint16(3)]
  return width > 0 && height > 0 ? { width, height } : null
}

async function isExif(bytes: FileBytes, { marker, data, to }: Segment): Promise<boolean> {
  return marker === 0xe1 && to - data > exifName.length && (await bytes.latin1(data, 6)) === exifName
}

function toExif(orientation: Orientation): Uint8Array {
  return toSegment(0xe1, Buffer.concat([Buffer.from(exifName, 'latin1'), orientationOnly(orientation)]))
}

function toSegment(marker: number, data: Uint8Array): Uint8Array {
  const length = data.length + 2
  return Buffer.concat([Uint8Array.of(0xff, marker, length >> 8, length & 0xff), data])
}

/** Up to the end of the image. A segment that the file does not have whole ends it. */
async function* segmentsOf(bytes: FileBytes): AsyncGenerator<Segment> {
  const count = countParts('image/jpeg')
  for (let at = 2; ; ) {
    const found = await findMarker(bytes, at)
    if (found === null) return
    const { marker, from, to: data } = found
    await count()
    if (marker === endOfImage) {
      yield { marker, from, data, to: data }
      return
    }
    at = data
    if (isStandalone(marker)) continue
    const length = (await bytes.view(data, 2))?.getUint16(0) ?? 0
    if (length < 2 || data + length > bytes.size) return
    at = data + length
    yield { marker, from, data: data + 2, to: at }
    if (marker === startOfScan) {
      const end = await findScanEnd(bytes, at)
      yield { marker: scanData, from: at, data: at, to: end }
      at = end
    }
  }
}

/** A restart marker, the start of an image, or TEM: without a length. */
function isStandalone(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)
}

interface Marker {
  readonly marker: number
  readonly from: number
  readonly to: number
}

/** The next marker, like decoders find it: they skip what is none, and a marker may begin with several bytes FF. */
async function findMarker(bytes: FileBytes, start: number): Promise<Marker | null> {
  let from = -1
  for (let at = start; ; ) {
    const part = await bytes.read(at, 16 * 1024)
    if (part.length === 0) return null
    for (let index = 0; index < part.length; index++) {
      const byte = part[index]!
      if (byte === 0xff) from = from < 0 ? at + index : from
      else if (byte !== 0 && from >= 0) return { marker: byte, from, to: at + index + 1 }
      else from = -1
    }
    at += part.length
  }
}

/** Where a marker stands that is neither a stuffed byte (FF 00) nor a restart (FF D0 to D7); or the end of the file. */
async function findScanEnd(bytes: FileBytes, start: number): Promise<number> {
  let from = -1
  for (let at = start; ; ) {
    const part = await bytes.read(at, 64 * 1024)
    if (part.length === 0) return at
    for (let index = 0; index < part.length; index++) {
      if (from < 0) {
        const next = part.indexOf(0xff, index)
        if (next < 0) break
        from = at + next
        index = next
        continue
      }
      const byte = part[index]!
      if (byte === 0xff) continue
      if (byte !== 0 && (byte < 0xd0 || byte > 0xd7)) return from
      from = -1
    }
    at += part.length
  }
}
