// ISO base media files (ISO/IEC 14496-12): pictures, films and sounds in the same boxes. The first box says which of them
// a file is; whether a film has only sound, its tracks say.
import { boxesOf } from './avif.ts'
import type { FileBytes } from './file-bytes.ts'
import type { Range } from './pieces.ts'

const avifBrands = new Set(['avif', 'avis'])
const heicBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs'])
/** Pictures of any codec. */
const pictureBrand = /^m(?:if|sf)[12]$|^miaf$/
/** Brands of sound alone. iTunes and Apple's phones write the first two, Adobe's programs the others. */
const soundBrand = /^(?:M4[AB]|F4[AB]) $/
/** QuickTime, 3GPP, bought songs that are encrypted, Canon's raw pictures, JPEG 2000: not all browsers show these. */
const otherMajorBrand = /^(?:qt {2}|3g|M4P |crx |jp2 |jpx |mjp2)/
const mp4Brand = /^(?:iso[m1-9a-z]|mp4[12]|avc1|dash|M4V[ HP]|MSNV|f4v |mmp4)$/

export type IsoType = 'image/avif' | 'video/mp4' | 'audio/mp4'

/** By the first box: what the file is, and what else it can be read as. */
export function detectIsoType(head: Uint8Array): IsoType | null {
  const { major, compatible } = readBrands(head)
  if (avifBrands.has(major)) return 'image/avif'
  if (heicBrands.has(major) || otherMajorBrand.test(major)) return null
  if (soundBrand.test(major)) return 'audio/mp4'
  if (compatible.some(brand => heicBrands.has(brand))) return null
  if (compatible.some(brand => avifBrands.has(brand))) return 'image/avif'
  if (pictureBrand.test(major)) return null
  return [major, ...compatible].some(brand => mp4Brand.test(brand)) ? 'video/mp4' : null
}

/** A picture of phones and cameras that is coded like a film: of HEVC, or of a codec that its brands do not name. */
export function isHeic(head: Uint8Array): boolean {
  if (Buffer.from(head.subarray(4, 8)).toString('latin1') !== 'ftyp' || detectIsoType(head) !== null)
    return false
  const { major, compatible } = readBrands(head)
  return pictureBrand.test(major) || [major, ...compatible].some(brand => heicBrands.has(brand))
}

function readBrands(head: Uint8Array) {
  const boxEnd = Math.min(Buffer.from(head).readUInt32BE(0), head.length, 1024)
  const text = Buffer.from(head.subarray(0, boxEnd)).toString('latin1')
  return { major: text.slice(8, 12), compatible: text.slice(16).match(/.{4}/gs) ?? [] }
}

const soundHandler = 'soun'
const pictureHandlers: ReadonlySet<string> = new Set(['vide', 'auxv', 'pict'])
/** In the box `hdlr`: version, flags, and a field without a meaning. */
const beforeHandler = 8

/** Files have a few thousand at most: several for each part of a film that is sent in parts. */
const boxesMax = 100_000
const boxesInTurn = 1000

/** Whether a film has a track of sound and none of pictures. Programs name many such files `.m4a`. */
export async function hasOnlySound(bytes: FileBytes): Promise<boolean> {
  const handlers = new Set<string>()
  for await (const { from } of boxesAt(bytes, ['moov', 'trak', 'mdia', 'hdlr'])) {
    handlers.add(await bytes.latin1(from + beforeHandler, 4))
  }
  return handlers.has(soundHandler) && ![...handlers].some(name => pictureHandlers.has(name))
}

/** What is in each box at this path of names. Stops where a file has more boxes than films have. */
async function* boxesAt(bytes: FileBytes, path: readonly string[]): AsyncGenerator<Range> {
  let count = 0
  const countBox = () => {
    count++
    return count % boxesInTurn === 0 ? new Promise<void>(resolve => setImmediate(resolve)) : null
  }
  const walk = async function* (within: Range, [name, ...below]: readonly string[]): AsyncGenerator<Range> {
    for await (const box of boxesOf(bytes, within, countBox)) {
      if (count > boxesMax) return
      if (box.name !== name) continue
      const content = { from: box.data, to: box.to }
      if (below.length === 0) yield content
      else yield* walk(content, below)
    }
  }
  yield* walk({ from: 0, to: bytes.size }, path)
}
