// Detects the type of a file whose first bytes leave two possibilities: sound in the boxes of a film, and sound after a tag
// that several formats may begin with.
import { detectFrames } from '../formats/audio-frames.ts'
import type { FileBytes } from '../formats/file-bytes.ts'
import { hasOnlySound, isHeic } from '../formats/iso-media.ts'
import { detectType, headBytesMax, type InlineType, typeOfBytes } from './file-type.ts'

export interface FileType {
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
