// What a file is, by its first bytes. Neither its name nor a header decides about what a browser may show.
import { markupType, unknownType } from '../base/content-type.ts'
import { findSvgTag } from './svg.ts'

/** Types that browsers show: files of these are delivered inline. */
export const inlineTypes = [
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/svg+xml',
  'application/pdf',
  'video/mp4',
  'video/webm',
  'audio/mpeg',
  'audio/ogg',
  'audio/wav',
  'font/woff',
  'font/woff2',
] as const
export type InlineType = (typeof inlineTypes)[number]

/** What {@link detectType} reads of a file. */
export const headBytesMax = 64 * 1024

/**
 * What bytes with this head are, whatever an asset that has them is called: a type that browsers show, `text/html` for
 * any markup, or `application/octet-stream`.
 */
export function typeOfBytes(head: Uint8Array): string {
  return detectType(head) ?? (isMarkup(head) ? markupType : unknownType)
}

/** Of the first bytes, each as a character of Latin-1. */
const signatures: readonly (readonly [InlineType, (start: string) => boolean])[] = [
  ['image/jpeg', start => start.startsWith('\xff\xd8\xff')],
  ['image/png', start => start.startsWith('\x89PNG\r\n\x1a\n')],
  ['image/gif', start => /^GIF8[79]a/.test(start)],
  ['image/webp', start => /^RIFF.{4}WEBPVP8[ LX]/s.test(start)],
  ['audio/wav', start => /^RIFF.{4}WAVE/s.test(start)],
  ['application/pdf', start => start.startsWith('%PDF-')],
  ['font/woff', start => start.startsWith('wOFF')],
  ['font/woff2', start => start.startsWith('wOF2')],
  ['video/webm', isWebm],
  ['audio/ogg', isOggAudio],
  ['audio/mpeg', start => start.startsWith('ID3') && ['\x02', '\x03', '\x04'].includes(start.charAt(3))],
]

/** A head in EBML, whose document type has its length in one byte or in eight. */
function isWebm(start: string): boolean {
  const head = start.startsWith('\x1aE\xdf\xa3') ? start.slice(4, 64) : ''
  return ['\x84', '\x01\0\0\0\0\0\0\x04'].some(length => head.includes(`B\x82${length}webm`))
}

/** The first packet of the first page names its codec. Theora is video. */
function isOggAudio(start: string): boolean {
  if (!start.startsWith('OggS\0')) return false
  const packet = start.slice(27 + start.charCodeAt(26))
  return ['\x01vorbis', 'OpusHead', '\x7fFLAC', 'Speex   '].some(codec => packet.startsWith(codec))
}

/** Null for all that browsers do not show, or should not. */
export function detectType(head: Uint8Array): InlineType | null {
  const start = Buffer.from(head.subarray(0, 512)).toString('latin1')
  const signature = signatures.find(([, matches]) => matches(start))
  if (signature) return signature[0]
  if (start.startsWith('ftyp', 4)) return detectIsoType(head)
  if (isMp3(head)) return 'audio/mpeg'
  return findSvgTag(head.subarray(0, headBytesMax)) === null ? null : 'image/svg+xml'
}

const avifBrands = new Set(['avif', 'avis'])
const heicBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs'])
/** QuickTime, 3GPP, audio books and songs of Apple's, Canon's raw pictures: no type of browsers, or not of all. */
const otherMajorBrand = /^(?:qt {2}|3g|M4[ABP] |crx |jp2 |jpx |mjp2)/
const mp4Brand = /^(?:iso[m1-9a-z]|mp4[12]|avc1|dash|M4V[ HP]|MSNV|f4v |mmp4)$/

/** ISO base media files (ISO/IEC 14496-12) say in their first box what they are, and what else they can be read as. */
function detectIsoType(head: Uint8Array): InlineType | null {
  const boxEnd = Math.min(Buffer.from(head).readUInt32BE(0), head.length, 1024)
  const text = Buffer.from(head.subarray(0, boxEnd)).toString('latin1')
  const major = text.slice(8, 12)
  const compatible = text.slice(16).match(/.{4}/gs) ?? []
  if (avifBrands.has(major)) return 'image/avif'
  if (heicBrands.has(major) || otherMajorBrand.test(major)) return null
  if (compatible.some(brand => heicBrands.has(brand))) return null
  // `mif1`, `msf1` and `miaf` are brands of pictures of any codec.
  if (compatible.some(brand => avifBrands.has(brand))) return 'image/avif'
  if (/^m(?:if|sf)[12]$|^miaf$/.test(major)) return null
  return [major, ...compatible].some(brand => mp4Brand.test(brand)) ? 'video/mp4' : null
}

const bitrates1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const bitrates2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
const sampleRates = [44_100, 48_000, 32_000]

/** A frame of MPEG audio, layer III, and another one where it ends: two bytes alone begin other files too. */
function isMp3(head: Uint8Array): boolean {
  const first = mp3FrameLength(head, 0)
  return first > 0 && (first === head.length || mp3FrameLength(head, first) > 0)
}

/** 0 if there is no frame. */
function mp3FrameLength(head: Uint8Array, at: number): number {
  const [sync = 0, kind = 0, rates = 0] = head.subarray(at, at + 3)
  if (sync !== 0xff || (kind & 0xe6) !== 0xe2) return 0
  const version = (kind >> 3) & 3
  const sampleRate = sampleRates[(rates >> 2) & 3]
  const bitrate = (version === 3 ? bitrates1 : bitrates2)[rates >> 4]
  if (version === 1 || !sampleRate || !bitrate) return 0
  const samplesPerByte = version === 3 ? 144_000 : 72_000
  const divisor = version === 3 ? 1 : version === 2 ? 2 : 4
  return Math.floor((samplesPerByte * bitrate * divisor) / sampleRate) + ((rates >> 1) & 1)
}

/** HTML, XHTML and XML stay unknown whatever their name is. */
function isMarkup(head: Uint8Array): boolean {
  const start = Buffer.from(head.subarray(0, 1024)).toString('latin1')
  return /^(?:\xef\xbb\xbf)?\s*<(?:\?xml\s|!doctype\s|(?:html|head|body|script|iframe|svg)[\s/>])/i.test(
    start,
  )
}
