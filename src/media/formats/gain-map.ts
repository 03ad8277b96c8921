// The gain map of a photo (Ultra HDR): a second JPEG after the picture, with which screens show highlights brighter.
// Segments of both describe it: an index of the pictures, XMP, and the parameters of ISO 21496-1.
import type { FileBytes } from './file-bytes.ts'
import { type GainMapValues, parseGainMapXmp, toDirectoryXmp, toGainMapXmp, xmpName } from './gain-map-xmp.ts'
import { endOfImage, isNamed, type Segment, segmentsOf, startOfScan, toSegment } from './jpeg-segments.ts'
import { indexMarker, indexName, readPictureStarts, toPictureIndex } from './picture-index.ts'

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
