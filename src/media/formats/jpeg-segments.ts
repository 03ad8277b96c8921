// Reads the segments of a JPEG (ITU-T T.81, annex B), and finds the end of its compressed pixels. Callers interpret the
// segments.
import type { FileBytes } from './file-bytes.ts'
import { countParts } from './pieces.ts'

export interface Segment {
  readonly marker: number
  readonly from: number
  /** The position after the marker and the length. */
  readonly data: number
  readonly to: number
}

export const startOfScan = 0xda
export const endOfImage = 0xd9
/** The pseudo-marker of compressed pixels, which follow the segment that starts a scan. */
export const scanData = 0

/** Checks whether the data of the segment begins with this name and contains more than it. */
export async function isNamed(bytes: FileBytes, { data, to }: Segment, name: string): Promise<boolean> {
  return to - data > name.length && (await bytes.latin1(data, name.length)) === name
}

export function toSegment(marker: number, data: Uint8Array): Uint8Array {
  const length = data.length + 2
  return Buffer.concat([Uint8Array.of(0xff, marker, length >> 8, length & 0xff), data])
}

/** Yields the segments of the image that starts here, up to its end. Stops at a segment that is cut off. */
export async function* segmentsOf(bytes: FileBytes, start: number): AsyncGenerator<Segment> {
  const count = countParts('image/jpeg')
  for (let at = start + 2; ; ) {
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

/** Checks for a marker without a length: a restart marker, the start of an image, or TEM. */
function isStandalone(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)
}

interface Marker {
  readonly marker: number
  readonly from: number
  readonly to: number
}

/** Returns the next marker. Like decoders, skips other bytes, and accepts several FF bytes before a marker. */
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

/**
 * Returns the position of the next marker that is neither a stuffed byte (FF 00) nor a restart (FF D0 to D7), or the end of
 * the file.
 */
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
