// Detects the types of ISO base media files (ISO/IEC 14496-12): pictures, films and sounds in the same boxes. The first box
// tells which of them a file is; the tracks tell whether a film has only sound.
import { boxesOf } from './avif.ts'
import type { FileBytes } from './file-bytes.ts'
import type { Range } from './pieces.ts'

const avifBrands = new Set(['avif', 'avis'])
const heicBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs'])
/** Pictures in any codec. */
const pictureBrand = /^m(?:if|sf)[12]$|^miaf$/
/** Brands of pure sound. iTunes and Apple's phones write the first two, Adobe's programs the others. */
const soundBrand = /^(?:M4[AB]|F4[AB]) $/
/** QuickTime, 3GPP, encrypted purchased songs, Canon raw pictures, JPEG 2000. Not all browsers support them. */
const otherMajorBrand = /^(?:qt {2}|3g|M4P |crx |jp2 |jpx |mjp2)/
const mp4Brand = /^(?:iso[m1-9a-z]|mp4[12]|avc1|dash|M4V[ HP]|MSNV|f4v |mmp4)$/

type IsoType = 'image/avif' | 'video/mp4' | 'audio/mp4'

/** Returns the type from the brands in the first box; null for unsupported types. */
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

/** Checks for a picture of a phone or camera that is coded like a film, in HEVC or a codec that its brands do not name. */
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
/** The version, flags and a reserved field in the box `hdlr`. */
const beforeHandler = 8

/** Files have a few thousand boxes at most: several for each part of a fragmented film. */
const boxesMax = 100_000
const boxesInTurn = 1000

/** Checks whether a film has a sound track and no picture track. Programs name many such files `.m4a`. */
export async function hasOnlySound(bytes: FileBytes): Promise<boolean> {
  const handlers = new Set<string>()
  for await (const { from } of boxesAt(bytes, ['moov', 'trak', 'mdia', 'hdlr'])) {
    handlers.add(await bytes.latin1(from + beforeHandler, 4))
  }
  return handlers.has(soundHandler) && ![...handlers].some(name => pictureHandlers.has(name))
}

/** Yields the content of each box at this path of names. Stops if a file has more boxes than any real film. */
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
