// Reads the head of an AVIF: the size of its primary item, from the boxes of an ISO base media file (ISO/IEC 23008-12).
// Nothing is decoded, and the metadata of these files is kept.
import type { ImageSize, Orientation } from './exif.ts'
import type { FileBytes } from './file-bytes.ts'
import { countParts, type PartCount, type Range } from './pieces.ts'

interface Box extends Range {
  readonly name: string
  readonly data: number
}

/** The version and flags at the beginning of some boxes. */
const versionBytes = 4

/** The equivalent EXIF orientations by anticlockwise quarter turns. */
const orientations: readonly Orientation[] = [1, 8, 3, 6]

/** Returns null if there is no primary item with a size. */
export async function readAvifHead(bytes: FileBytes) {
  const count = countParts('image/avif')
  const find = (within: Range, name: string) => findBox(boxesOf(bytes, within, count), name)
  const meta = await find({ from: 0, to: bytes.size }, 'meta')
  const items = meta && { from: meta.data + versionBytes, to: meta.to }
  const primary = items && (await find(items, 'pitm'))
  const properties = items && (await find(items, 'iprp'))
  if (!primary || !properties) return null
  const inside = { from: properties.data, to: properties.to }
  const values = await find(inside, 'ipco')
  const associations = await find(inside, 'ipma')
  if (!values || !associations) return null
  const item = await readPrimary(bytes, primary)
  const indexes = await readAssociations(bytes, associations, item)
  return readProperties(bytes, boxesOf(bytes, { from: values.data, to: values.to }, count), indexes)
}

async function readProperties(bytes: FileBytes, boxes: AsyncIterable<Box>, indexes: ReadonlySet<number>) {
  let coded: ImageSize | null = null
  let shown: ImageSize | null = null
  let orientation: Orientation = 1
  let index = 0
  for await (const { name, data, to } of boxes) {
    index++
    if (!indexes.has(index)) continue
    const view = await bytes.view(data, Math.min(to - data, 16))
    if (view === null) continue
    if (name === 'ispe' && view.byteLength >= 12) {
      coded = { width: view.getUint32(4), height: view.getUint32(8) }
    } else if (name === 'clap' && view.byteLength >= 16) {
      shown = {
        width: Math.round(view.getUint32(0) / view.getUint32(4)),
        height: Math.round(view.getUint32(8) / view.getUint32(12)),
      }
    } else if (name === 'irot' && view.byteLength >= 1) orientation = orientations[view.getUint8(0) & 3] ?? 1
  }
  if (!coded || coded.width === 0 || coded.height === 0) return null
  const isCropped = shown && isWithin(shown.width, coded.width) && isWithin(shown.height, coded.height)
  return { size: isCropped && shown ? shown : coded, coded, orientation }
}

function isWithin(length: number, whole: number): boolean {
  return length >= 1 && length <= whole
}

async function readPrimary(bytes: FileBytes, { data }: Box): Promise<number | null> {
  const version = (await bytes.view(data, 1))?.getUint8(0)
  if (version === 0) return (await bytes.view(data + versionBytes, 2))?.getUint16(0) ?? null
  return (await bytes.view(data + versionBytes, 4))?.getUint32(0) ?? null
}

/** Returns the properties of the item, as indexes in the list of properties, starting from 1. */
async function readAssociations(
  bytes: FileBytes,
  { data, to }: Box,
  item: number | null,
): Promise<ReadonlySet<number>> {
  const head = await bytes.view(data, 8)
  if (head === null) return new Set()
  const idBytes = head.getUint8(0) === 0 ? 2 : 4
  const indexBytes = (head.getUint8(3) & 1) === 0 ? 1 : 2
  const count = head.getUint32(4)
  let at = data + 8
  for (let entry = 0; entry < count && at < to; entry++) {
    const view = await bytes.view(at, idBytes + 1)
    if (view === null) break
    const indexes = view.getUint8(idBytes)
    const id = idBytes === 2 ? view.getUint16(0) : view.getUint32(0)
    at += idBytes + 1
    if (id === item) {
      const list = await bytes.view(at, indexes * indexBytes)
      // The first bit marks a property as essential.
      const read = (place: number) =>
        indexBytes === 1 ? list!.getUint8(place) & 0x7f : list!.getUint16(place * 2) & 0x7fff
      return new Set(list ? Array.from({ length: indexes }, (_, place) => read(place)) : [])
    }
    at += indexes * indexBytes
  }
  return new Set()
}

export async function findBox(boxes: AsyncIterable<Box>, name: string): Promise<Box | null> {
  for await (const box of boxes) if (box.name === name) return box
  return null
}

export function boxesIn(bytes: FileBytes, within: Range): AsyncIterable<Box> {
  return boxesOf(bytes, within, countParts('image/avif'))
}

/** Yields the consecutive boxes in this range. */
export async function* boxesOf(bytes: FileBytes, { from, to }: Range, count: PartCount): AsyncGenerator<Box> {
  for (let at = from; at + 8 <= to; ) {
    await count()
    const head = await bytes.view(at, 8)
    if (head === null) return
    const short = head.getUint32(0)
    const name = await bytes.latin1(at + 4, 4)
    const long = short === 1 ? await bytes.view(at + 8, 8) : null
    // Zero means up to the end of the enclosing box. Numbers from 2^53 on lie beyond the end of any file.
    const length = short === 0 ? to - at : short === 1 ? Number(long?.getBigUint64(0) ?? 0n) : short
    const data = at + (short === 1 ? 16 : 8)
    if (at + length < data) return
    yield { name, from: at, data, to: Math.min(at + length, to) }
    at += length
  }
}
