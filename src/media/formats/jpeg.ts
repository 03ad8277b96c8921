// Reads the size of a JPEG from its segments (ITU-T T.81, annex B), and the pieces that remain without metadata. Pixels are
// never decoded.
import { type ImageSize, type Orientation, orientationOnly, readOrientation } from './exif.ts'
import type { FileBytes } from './file-bytes.ts'
import { unreadableImage } from './file-problems.ts'
import { type Describe, describeGainMap, describePicture, findGainMap } from './gain-map.ts'
import { isNamed, type Segment, scanData, segmentsOf, startOfScan, toSegment } from './jpeg-segments.ts'
import { bytesOf, lengthOf, type Piece, rewrite } from './pieces.ts'

const exifMarker = 0xe1
const exifName = 'Exif\0\0'
const profileName = 'ICC_PROFILE\0'
const jfifBytes = 14
const adobeBytes = 12

/** Returns null if the file ends before its pixels, or has no size. */
export async function readJpegHead(bytes: FileBytes) {
  let size: ImageSize | null = null
  let orientation: Orientation | null = null
  for await (const segment of segmentsOf(bytes, 0)) {
    if (isFrame(segment.marker)) size = (await readFrame(bytes, segment)) ?? size
    else if (
      orientation === null &&
      segment.marker === exifMarker &&
      (await isNamed(bytes, segment, exifName))
    ) {
      orientation = await readOrientation(bytes, segment.data + exifName.length, segment.to)
    } else if (segment.marker === startOfScan) return size && { size, orientation: orientation ?? 1 }
  }
  return null
}

/** Yields the picture without its metadata, followed by its gain map, if it has one, without other metadata. */
export async function* jpegPieces(bytes: FileBytes): AsyncGenerator<Piece> {
  const gainMap = await findGainMap(bytes)
  if (gainMap === null) {
    yield* picturePieces(bytes, 0, () => null)
    return
  }
  const gainMapPieces = () => picturePieces(bytes, gainMap, describeGainMap(bytes))
  const gainMapBytes = await lengthOf(gainMapPieces())
  const pieces = (pictureBytes: number) =>
    picturePieces(bytes, 0, describePicture(bytes, pictureBytes, gainMapBytes))
  // The description of the gain map has the same length for all numbers.
  yield* pieces(await lengthOf(pieces(0)))
  yield* gainMapPieces()
}

/**
 * Yields the parts that decoders need: frames, tables, scans, the JFIF and Adobe markers, which tell how colors are stored,
 * the color profile, the replacements of `describe`, and the orientation of EXIF. Bytes that a decoder skips are dropped,
 * including those between segments and after the end.
 */
async function* picturePieces(bytes: FileBytes, start: number, describe: Describe): AsyncGenerator<Piece> {
  yield { from: start, to: start + 2 }
  let at = 2
  let hasExif = false
  let hasScan = false
  for await (const segment of segmentsOf(bytes, start)) {
    const mayBeExif: boolean = !hasScan && !hasExif && segment.marker === exifMarker
    const isExif: boolean = mayBeExif && (await isNamed(bytes, segment, exifName))
    const described = isExif || hasScan ? null : await describe(segment, at)
    const pieces = isExif
      ? orientationPieces(bytes, segment)
      : described
        ? rewrite(bytes, segment.from, segment.to, described)
        : withoutMetadata(bytes, segment)
    for await (const piece of pieces) {
      yield piece
      at += bytesOf(piece)
    }
    hasExif ||= isExif
    hasScan ||= segment.marker === startOfScan
  }
  if (!hasScan) throw unreadableImage('image/jpeg', 'the file ends before its pixels')
}

async function* orientationPieces(bytes: FileBytes, { from, data, to }: Segment): AsyncGenerator<Piece> {
  const orientation = await readOrientation(bytes, data + exifName.length, to)
  if (orientation !== 1) yield* rewrite(bytes, from, to, toExif(orientation))
}

async function* withoutMetadata(bytes: FileBytes, segment: Segment): AsyncGenerator<Piece> {
  const { marker, from, data, to } = segment
  if (marker === 0xe0 && (await bytes.latin1(data, 5)) === 'JFIF\0' && to - data >= jfifBytes) {
    // A thumbnail may follow; its width and height are the last two bytes.
    const fields = (await bytes.read(data, jfifBytes)).slice()
    fields.fill(0, jfifBytes - 2)
    yield* rewrite(bytes, from, to, toSegment(marker, fields))
  } else if (marker === 0xee && (await bytes.latin1(data, 5)) === 'Adobe' && to - data >= adobeBytes) {
    yield* rewrite(bytes, from, to, toSegment(marker, (await bytes.read(data, adobeBytes)).slice()))
  } else if (marker === 0xe2 && (await bytes.latin1(data, profileName.length)) === profileName) {
    yield { from, to }
  } else if (marker === scanData || isDecoded(marker)) yield { from, to }
}

/** Checks for frames, tables of any kind, scans, restart intervals, the number of lines, and the end. */
function isDecoded(marker: number): boolean {
  return (marker >= 0xc0 && marker <= 0xcf) || (marker >= 0xd9 && marker <= 0xdd)
}

/** Checks for SOF0 to SOF15. Their range also contains tables (C4, CC) and a reserved marker (C8). */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}

async function readFrame(bytes: FileBytes, { data, to }: Segment): Promise<ImageSize | null> {
  const frame = await bytes.view(data, 6)
  if (frame === null || to - data < 6) return null
  const [height, width] = [frame.getUint16(1), frame.getUint16(3)]
  return width > 0 && height > 0 ? { width, height } : null
}

function toExif(orientation: Orientation): Uint8Array {
  return toSegment(exifMarker, Buffer.concat([Buffer.from(exifName, 'latin1'), orientationOnly(orientation)]))
}
