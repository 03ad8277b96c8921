// Detects the type of a file from its first bytes. Neither its name nor a header determines what a browser may show. More
// bytes are read if the first ones leave two possibilities: sound in the boxes of a film, and sound after a tag that
// several formats may begin with.
import { markupType, unknownType } from '../../base/content-type.ts'
import { detectFrames, isOggAudio } from '../formats/audio.ts'
import type { FileBytes } from '../formats/file-bytes.ts'
import { detectIsoType, hasOnlySound, isHeic } from '../formats/iso-media.ts'
import { findSvgTag } from '../formats/svg.ts'

/** The types that browsers show. Their files are delivered inline. */
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
  'audio/mp4',
  'audio/aac',
  'audio/flac',
  'text/vtt',
  'font/woff',
  'font/woff2',
] as const
export type InlineType = (typeof inlineTypes)[number]

/** The number of bytes that {@link detectType} reads. */
export const headBytesMax = 64 * 1024

/**
 * Returns the type of bytes with this head, regardless of the asset's name: a type that browsers show, `text/html` for any
 * markup, or `application/octet-stream`.
 */
export function typeOfBytes(head: Uint8Array): string {
  return detectType(head) ?? (isMarkup(head) ? markupType : unknownType)
}

/** The tests of the first bytes, each byte as a character of Latin-1. */
const signatures: readonly (readonly [InlineType, (start: string) => boolean])[] = [
  ['image/jpeg', start => start.startsWith('\xff\xd8\xff')],
  ['image/png', start => start.startsWith('\x89PNG\r\n\x1a\n')],
  ['image/gif', start => /^GIF8[79]a/.test(start)],
  ['image/webp', start => /^RIFF.{4}WEBPVP8[ LX]/s.test(start)],
  ['audio/wav', start => /^RIFF.{4}WAVE/s.test(start)],
  ['application/pdf', start => /^(?:\xef\xbb\xbf)?[\t\n\f\r ]*%PDF-/.test(start)],
  ['font/woff', start => start.startsWith('wOFF')],
  ['font/woff2', start => start.startsWith('wOF2')],
  ['video/webm', isWebm],
  ['audio/mpeg', start => ['\x02', '\x03', '\x04'].some(version => start.startsWith(`ID3${version}`))],
  ['audio/flac', start => ['fLaC\0', 'fLaC\x80'].some(head => start.startsWith(head))],
  ['text/vtt', start => /^(?:\xef\xbb\xbf)?WEBVTT(?:[ \t\r\n]|$)/.test(start)],
]

/**
 * The encodings of the length of the word `webm` in EBML, which may take one to eight bytes; the first set bit tells how
 * many.
 */
const webmLengths = Array.from({ length: 8 }, (_, more) =>
  more === 0 ? '\x84' : `${String.fromCharCode(0x80 >> more)}${'\0'.repeat(more - 1)}\x04`,
)

/** Checks for a head in EBML with the document type `webm`. */
function isWebm(start: string): boolean {
  return start.startsWith('\x1aE\xdf\xa3') && webmLengths.some(length => start.includes(`B\x82${length}webm`))
}

/** Returns null for types that browsers do not show, or should not. */
export function detectType(head: Uint8Array): InlineType | null {
  const start = Buffer.from(head.subarray(0, 512)).toString('latin1')
  const signature = signatures.find(([, matches]) => matches(start))
  if (signature) return signature[0]
  if (start.startsWith('ftyp', 4)) return detectIsoType(head)
  if (isOggAudio(head)) return 'audio/ogg'
  const frames = detectFrames(head)
  if (frames !== null) return frames
  return findSvgTag(head.subarray(0, headBytesMax)) === null ? null : 'image/svg+xml'
}

/** Detects HTML, XHTML and XML, which stay unknown regardless of their name. */
function isMarkup(head: Uint8Array): boolean {
  const start = Buffer.from(head.subarray(0, 1024)).toString('latin1')
  return /^(?:\xef\xbb\xbf)?\s*<(?:\?xml\s|!doctype\s|(?:html|head|body|script|iframe|svg)[\s/>])/i.test(
    start,
  )
}

interface FileType {
  /** Null for types that browsers do not show, or should not. */
  readonly shown: InlineType | null
  /** The stored type, as {@link typeOfBytes} returns it. */
  readonly contentType: string
  /** True for HEIC. It is stored as unknown bytes, although users expect the picture to be shown. */
  readonly isHeic: boolean
}

export async function readType(bytes: FileBytes): Promise<FileType> {
  const head = await bytes.read(0, headBytesMax)
  const shown = detectType(head)
  const contentType = typeOfBytes(head)
  if (shown === null) return { shown, contentType, isHeic: isHeic(head) }
  const found = (await readFurther(bytes, shown)) ?? shown
  return { shown: found, contentType: found, isHeic: false }
}

/** Returns null if the head already tells the type. */
async function readFurther(bytes: FileBytes, type: InlineType): Promise<InlineType | null> {
  if (type === 'video/mp4') return (await hasOnlySound(bytes)) ? 'audio/mp4' : null
  return type === 'audio/mpeg' ? readBehindTags(bytes) : null
}

const tagHeadBytes = 10
/** The limit of tags. Files have fewer, because programs replace their tag instead of adding another one. */
const tagsMax = 4

/**
 * Detects the type after ID3 tags, which programs also put before FLAC and AAC. A tag has its length in four bytes of seven
 * bits. It may be longer than the head, because it can contain covers, and zeros may follow it.
 */
async function readBehindTags(bytes: FileBytes): Promise<InlineType | null> {
  let at = 0
  for (let tags = 0; tags < tagsMax; tags++) {
    const tag = await bytes.view(at, tagHeadBytes)
    if (tag === null || (await bytes.latin1(at, 3)) !== 'ID3') break
    const hasFooter = (tag.getUint8(5) & 0x10) !== 0
    const length = [6, 7, 8, 9].reduce((sum, place) => sum * 128 + (tag.getUint8(place) & 0x7f), 0)
    at += tagHeadBytes + length + (hasFooter ? tagHeadBytes : 0)
  }
  const head = await bytes.read(at, headBytesMax)
  const start = head.findIndex(byte => byte !== 0)
  if (start < 0) return null
  const rest = head.subarray(start)
  return detectType(rest) === 'audio/flac' ? 'audio/flac' : detectFrames(rest)
}
