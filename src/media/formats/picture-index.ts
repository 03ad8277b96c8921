// The index of the pictures in a JPEG (CIPA DC-007, multi-picture format): a TIFF structure in a segment of the first
// picture. The positions of the other pictures are relative to the start of that structure.
import type { FileBytes } from './file-bytes.ts'
import { toSegment } from './jpeg-segments.ts'

export const indexName = 'MPF\0'
export const indexMarker = 0xe2

const littleEndian = 0x4949
const bigEndian = 0x4d4d
const versionTag = 0xb000
const countTag = 0xb001
const entriesTag = 0xb002
const directoryAt = 8
const entryBytes = 16
const longType = 4
const undefinedType = 7

/** The limit of pictures. Phones write three or four. */
const picturesMax = 32
const fieldsMax = 32

/** Returns the positions of all pictures in the file except the first. `from` and `to` are those of the structure. */
export async function readPictureStarts(bytes: FileBytes, from: number, to: number): Promise<number[]> {
  const header = await bytes.view(from, directoryAt)
  if (header === null) return []
  const order = header.getUint16(0)
  if (order !== littleEndian && order !== bigEndian) return []
  const isLittle = order === littleEndian
  const directory = from + header.getUint32(4, isLittle)
  const fields = (await bytes.view(directory, 2))?.getUint16(0, isLittle) ?? 0
  for (let field = 0; field < Math.min(fields, fieldsMax); field++) {
    const view = await bytes.view(directory + 2 + field * 12, 12)
    if (view === null || view.getUint16(0, isLittle) !== entriesTag) continue
    const count = Math.min(Math.floor(view.getUint32(4, isLittle) / entryBytes), picturesMax)
    const at = from + view.getUint32(8, isLittle)
    const entries = at + count * entryBytes <= to ? await bytes.view(at, count * entryBytes) : null
    if (entries === null) return []
    const places = Array.from({ length: count }, (_, entry) =>
      entries.getUint32(entry * entryBytes + 8, isLittle),
    )
    return places.filter(place => place > 0).map(place => from + place)
  }
  return []
}

/** Returns an index of two pictures, of which the second follows the first. `at` is the start of the segment. */
export function toPictureIndex(at: number, firstBytes: number, secondBytes: number): Uint8Array {
  const entriesAt = directoryAt + 2 + 3 * 12 + 4
  const view = new DataView(new ArrayBuffer(entriesAt + 2 * entryBytes))
  view.setUint16(0, bigEndian)
  view.setUint16(2, 42)
  view.setUint32(4, directoryAt)
  view.setUint16(directoryAt, 3)
  const field = (place: number, tag: number, type: number, count: number, value: number) => {
    const start = directoryAt + 2 + place * 12
    view.setUint16(start, tag)
    view.setUint16(start + 2, type)
    view.setUint32(start + 4, count)
    view.setUint32(start + 8, value)
  }
  // The version is the string 0100.
  field(0, versionTag, undefinedType, 4, 0x30313030)
  field(1, countTag, longType, 1, 2)
  field(2, entriesTag, undefinedType, 2 * entryBytes, entriesAt)
  const structureAt = at + 4 + indexName.length
  // The first picture is a JPEG and the one that viewers show. Its position is 0.
  view.setUint32(entriesAt, 0x0003_0000)
  view.setUint32(entriesAt + 4, firstBytes)
  view.setUint32(entriesAt + entryBytes + 4, secondBytes)
  view.setUint32(entriesAt + entryBytes + 8, firstBytes - structureAt)
  return toSegment(
    indexMarker,
    Buffer.concat([Buffer.from(indexName, 'latin1'), new Uint8Array(view.buffer)]),
  )
}
