// The gain map of a photo (Ultra HDR): a second JPEG after the picture, with which screens show highlights brighter.
// Segments of both describe it: an index of the pictures (CIPA DC-007, a TIFF structure to whose start the positions are
// relative), XMP, and the parameters of ISO 21496-1. New XMP is written from the values that are read, so that no other
// XMP remains.
import type { FileBytes } from './file-bytes.ts'
import { endOfImage, isNamed, type Segment, segmentsOf, startOfScan, toSegment } from './jpeg-segments.ts'

const xmpName = 'http://ns.adobe.com/xap/1.0/\0'

const gainMapNamespace = 'http://ns.adobe.com/hdr-gain-map/1.0/'
const namespaceOf = /\bxmlns:([\w.-]{1,64})\s*=\s*["']http:\/\/ns\.adobe\.com\/hdr-gain-map\/1\.0\/["']/

const version = /^\d{1,3}(?:\.\d{1,3})?$/
const number = /^[+-]?(?:\d{1,10}(?:\.\d{0,20})?|\.\d{1,20})(?:e[+-]?\d{1,3})?$/i
const truth = /^(?:true|false)$/i

const properties: readonly (readonly [name: string, value: RegExp])[] = [
  ['Version', version],
  ['BaseRenditionIsHDR', truth],
  ['GainMapMin', number],
  ['GainMapMax', number],
  ['Gamma', number],
  ['OffsetSDR', number],
  ['OffsetHDR', number],
  ['HDRCapacityMin', number],
  ['HDRCapacityMax', number],
]

/** The values by property name: one value, or one for each color channel. */
type GainMapValues = ReadonlyMap<string, readonly string[]>

/** Returns null if the XMP does not describe a gain map. */
function parseGainMapXmp(xmp: string): GainMapValues | null {
  const prefix = namespaceOf.exec(xmp)?.[1]
  if (prefix === undefined) return null
  const values = new Map<string, readonly string[]>()
  for (const [name, pattern] of properties) {
    const found = readProperty(xmp, `${prefix}:${name}`)
    if ((found.length === 1 || found.length === 3) && found.every(value => pattern.test(value)))
      values.set(name, found)
  }
  return values.has('Version') ? values : null
}

/** Reads a property. XMP writes it as an attribute, as an element, or as an element with a list. */
function readProperty(xmp: string, name: string): readonly string[] {
  const escaped = name.replaceAll('.', '\\.')
  const attribute = new RegExp(`\\s${escaped}\\s*=\\s*(?:"([^"<]*)"|'([^'<]*)')`).exec(xmp)
  if (attribute) return [(attribute[1] ?? attribute[2] ?? '').trim()]
  const start = xmp.indexOf(`<${name}>`)
  const end = xmp.indexOf(`</${name}>`, start)
  if (start < 0 || end < 0) return []
  const content = xmp.slice(start + name.length + 2, end)
  const items = [...content.matchAll(/<[\w.-]{1,64}:li(?:\s[^<>]*)?>([^<]*)</g)].map(([, item = '']) =>
    item.trim(),
  )
  return items.length > 0 ? items : [content.trim()]
}

/** Returns the XMP of the gain map itself. */
function toGainMapXmp(values: GainMapValues): Buffer {
  const single = [...values].filter(([, items]) => items.length === 1)
  const lists = [...values].filter(([, items]) => items.length > 1)
  const attributes = single.map(([name, [value]]) => ` hdrgm:${name}="${value}"`).join('')
  const elements = lists.map(([name, items]) => {
    const list = items.map(item => `<rdf:li>${item}</rdf:li>`).join('')
    return `<hdrgm:${name}><rdf:Seq>${list}</rdf:Seq></hdrgm:${name}>`
  })
  return toPacket(attributes, elements.join(''))
}

const directoryNamespaces =
  ' xmlns:Container="http://ns.google.com/photos/1.0/container/" xmlns:Item="http://ns.google.com/photos/1.0/container/item/"'

/** Returns the XMP of the main picture, which says that a gain map of this length follows. */
function toDirectoryXmp(values: GainMapValues, gainMapBytes: number): Buffer {
  const item = (properties: string) =>
    `<rdf:li rdf:parseType="Resource"><Container:Item Item:Mime="image/jpeg" ${properties}/></rdf:li>`
  const items =
    item('Item:Semantic="Primary"') + item(`Item:Semantic="GainMap" Item:Length="${gainMapBytes}"`)
  return toPacket(
    `${directoryNamespaces} hdrgm:Version="${values.get('Version')?.[0]}"`,
    `<Container:Directory><rdf:Seq>${items}</rdf:Seq></Container:Directory>`,
  )
}

function toPacket(attributes: string, content: string): Buffer {
  const rdf = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"'
  const description = `<rdf:Description rdf:about="" xmlns:hdrgm="${gainMapNamespace}"${attributes}>${content}</rdf:Description>`
  return Buffer.from(
    `${xmpName}<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF ${rdf}>${description}</rdf:RDF></x:xmpmeta>`,
    'latin1',
  )
}

const indexName = 'MPF\0'
const indexMarker = 0xe2

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
async function readPictureStarts(bytes: FileBytes, from: number, to: number): Promise<number[]> {
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
function toPictureIndex(at: number, firstBytes: number, secondBytes: number): Uint8Array {
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

const xmpMarker = 0xe1
const isoMarker = 0xe2
const isoName = 'urn:iso:std:iso:ts:21496:-1\0'

/** Returns the start of the gain map's JPEG; null if the file has none, or only an incomplete one. */
export async function findGainMap(bytes: FileBytes): Promise<number | null> {
  const starts: number[] = []
  let isDescribed = false
  for await (const segment of segmentsOf(bytes, 0)) {
    const { marker, data, to } = segment
    if (marker === startOfScan && !isDescribed) return null
    if (marker === endOfImage) {
      for (const start of [...starts.filter(start => start >= to), to]) {
        if (await isGainMap(bytes, start)) return start
      }
    }
    if (!mayDescribe(segment)) continue
    if (await isIndex(bytes, segment)) {
      starts.push(...(await readPictureStarts(bytes, data + indexName.length, to)))
      isDescribed = true
    } else isDescribed ||= await isDescription(bytes, segment)
  }
  return null
}

async function isGainMap(bytes: FileBytes, start: number): Promise<boolean> {
  if ((await bytes.view(start, 2))?.getUint16(0) !== 0xffd8) return false
  let isDescribed = false
  for await (const segment of segmentsOf(bytes, start)) {
    if (segment.marker === startOfScan && !isDescribed) return false
    if (segment.marker === endOfImage) return isDescribed
    if (mayDescribe(segment)) isDescribed ||= await isDescription(bytes, segment)
  }
  return false
}

/** Checks the marker before the other checks, without a promise, because a file may have a million segments. */
function mayDescribe({ marker }: Segment): boolean {
  return marker === xmpMarker || marker === isoMarker
}

async function isDescription(bytes: FileBytes, segment: Segment): Promise<boolean> {
  return (await isIso(bytes, segment)) || (await readXmp(bytes, segment)) !== null
}

async function isIndex(bytes: FileBytes, segment: Segment): Promise<boolean> {
  return segment.marker === indexMarker && isNamed(bytes, segment, indexName)
}

async function isIso(bytes: FileBytes, segment: Segment): Promise<boolean> {
  return segment.marker === isoMarker && isNamed(bytes, segment, isoName)
}

async function readXmp(bytes: FileBytes, segment: Segment): Promise<GainMapValues | null> {
  if (segment.marker !== xmpMarker || !(await isNamed(bytes, segment, xmpName))) return null
  const from = segment.data + xmpName.length
  return parseGainMapXmp(await bytes.latin1(from, segment.to - from))
}

/**
 * Returns the new bytes of a segment that describes a gain map, if it begins at this position of the new file; null for
 * other segments. Only the first segment of each kind counts.
 */
export type Describe = (segment: Segment, at: number) => Promise<Uint8Array | null> | null

/** Describes the gain map itself. */
export function describeGainMap(bytes: FileBytes): Describe {
  return describeBy(bytes, { xmp: toGainMapXmp, isoBytes })
}

/** Describes the main picture: its length without metadata, and the length of the gain map. */
export function describePicture(bytes: FileBytes, pictureBytes: number, gainMapBytes: number): Describe {
  return describeBy(bytes, {
    xmp: values => toDirectoryXmp(values, gainMapBytes),
    isoBytes: () => versionsBytes,
    index: at => toPictureIndex(at, pictureBytes, gainMapBytes),
  })
}

interface Writers {
  readonly xmp: (values: GainMapValues) => Uint8Array
  /** Returns the number of bytes of the parameters that are kept. */
  readonly isoBytes: (parameters: Uint8Array) => number
  readonly index?: (at: number) => Uint8Array
}

function describeBy(bytes: FileBytes, writers: Writers): Describe {
  const written = new Set<string>()
  const once = (kind: string, segment: () => Uint8Array) => {
    if (written.has(kind)) return null
    written.add(kind)
    return segment()
  }
  const describe = async (segment: Segment, at: number): Promise<Uint8Array | null> => {
    const { index } = writers
    if (index && (await isIndex(bytes, segment))) return once('index', () => index(at))
    if (await isIso(bytes, segment)) {
      const data = (await bytes.read(segment.data, segment.to - segment.data)).slice()
      const length = isoName.length + writers.isoBytes(data.subarray(isoName.length))
      return once('iso', () => toSegment(isoMarker, data.subarray(0, length)))
    }
    const values = await readXmp(bytes, segment)
    return values && once('xmp', () => toSegment(xmpMarker, writers.xmp(values)))
  }
  return (segment, at) => (mayDescribe(segment) ? describe(segment, at) : null)
}

/** The picture contains only the versions of the standard that its gain map uses. */
const versionsBytes = 4
const isMultichannel = 0x80
const hasCommonDenominator = 0x08

/** Returns the length of a gain map's parameters: two headrooms, and five fractions for each channel. */
function isoBytes(parameters: Uint8Array): number {
  const flags = parameters[versionsBytes] ?? 0
  const channels = flags & isMultichannel ? 3 : 1
  return versionsBytes + 1 + (flags & hasCommonDenominator ? 12 + channels * 20 : 16 + channels * 40)
}
