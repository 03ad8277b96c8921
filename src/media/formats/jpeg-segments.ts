// The segments of a JPEG (ITU-T T.81, annex B), and where its compressed pixels end. What a segment means is the business
// of those who ask for it.
import type { FileBytes } from './file-bytes.ts'
import { countParts } from './pieces.ts'

export interface Segment {
  readonly marker: number
  readonly from: number
  /** Behind the marker and the length. */
  readonly data: number
  readonly to: number
}

export const startOfScan = 0xda
export const endOfImage = 0xd9
/** Compressed pixels, which follow the segment that starts a scan. */
export const scanData = 0

/** Whether the data of the segment begins with this name and has more than it. */
export async function isNamed(bytes: FileBytes, { data, to }: Segment, name: string): Promise<boolean> {
  return to - data > name.length && (await bytes.latin1(data, name.length)) === name
}

export function toSegment(marker: number, data: Uint8Array): Uint8Array {
  const length = data.length + 2
  return Buffer.concat([Uint8Array.of(0xff, marker, length >> 8, length & 0xff), data])
}

/** Of the image that starts here, up to its end. A segment that the file does not have whole ends it. */
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
