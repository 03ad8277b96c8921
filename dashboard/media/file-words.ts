// Describes the kind and size of files, and the kinds that a field accepts. No React here.
import type { AssetItemView } from '../../src/media/manage/asset.schema.ts'

type File = Pick<AssetItemView, 'contentType' | 'size' | 'width' | 'height'>

export type FileKind = 'image' | 'video' | 'audio' | 'pdf' | 'archive' | 'font' | 'text' | 'other'

const textType = /^text\/|(?:word|opendocument|officedocument|json|epub)/

export function kindOfFile(contentType: string): FileKind {
  const [family = ''] = contentType.split('/')
  if (family === 'image' || family === 'video' || family === 'audio' || family === 'font') return family
  if (contentType === 'application/pdf') return 'pdf'
  if (/zip/.test(contentType) && !/epub/.test(contentType)) return 'archive'
  return textType.test(contentType) ? 'text' : 'other'
}

const resizable: ReadonlySet<string> = new Set(
  ['jpeg', 'png', 'gif', 'webp', 'avif'].map(type => `image/${type}`),
)

/** Checks whether the server can generate other sizes of the file. */
export function isResizable({ contentType }: Pick<File, 'contentType'>): boolean {
  return resizable.has(contentType)
}

/** Checks whether browsers can show the file in `<img>`. */
export function isImage({ contentType }: Pick<File, 'contentType'>): boolean {
  return contentType.startsWith('image/')
}

const unshownName = /\.(?:heic|heif|hif|tiff?|bmp|psd|dng|cr[23]|nef|arw|jxl)$/i

/** Detects a picture in a format of phones and cameras that browsers do not show. It is stored like any other file. */
export function isUnshownPicture({
  contentType,
  filename,
}: Pick<AssetItemView, 'contentType' | 'filename'>): boolean {
  return !contentType.startsWith('image/') && unshownName.test(filename)
}

const names: Readonly<Record<string, string>> = {
  'image/svg+xml': 'SVG',
  'application/pdf': 'PDF',
  'application/zip': 'ZIP',
  'application/gzip': 'GZIP',
  'application/json': 'JSON',
  'application/octet-stream': 'File',
  'text/csv': 'CSV',
  'text/markdown': 'Markdown',
  'text/plain': 'Text',
  'text/vtt': 'Subtitles',
  'font/woff': 'Font',
  'font/woff2': 'Font',
}

const kindNames: Readonly<Record<FileKind, string>> = {
  image: 'Picture',
  video: 'Video',
  audio: 'Audio',
  pdf: 'PDF',
  archive: 'Archive',
  font: 'Font',
  text: 'Document',
  other: 'File',
}

export function nameType(contentType: string): string {
  return names[contentType] ?? kindNames[kindOfFile(contentType)]
}

/** For example `4032 × 3024 · 2.8 MB` or `PDF · 380 kB`. */
export function describeFile({ contentType, width, height, size }: File): string {
  const isVector = contentType === 'image/svg+xml'
  const pixels = width !== null && height !== null && !isVector ? `${width} × ${height}` : null
  return `${pixels ?? nameType(contentType)} · ${toSizeText(size)}`
}

/** For example `2.8 MB`, `48 MB` or `380 kB`. */
export function toSizeText(bytes: number): string {
  if (bytes < 1000) return bytes === 1 ? '1 byte' : `${bytes} bytes`
  const units = ['kB', 'MB', 'GB']
  let amount = bytes / 1000
  let unit = 0
  while (amount >= 999.5 && unit < units.length - 1) {
    amount /= 1000
    unit++
  }
  return `${amount < 9.95 ? Number(amount.toFixed(1)) : Math.round(amount)} ${units[unit]}`
}

/** Checks whether a field with this rule accepts files of the type. Without a rule, it accepts all. */
export function isAccepted(accept: readonly string[] | undefined, contentType: string): boolean {
  if (accept === undefined) return true
  return accept.some(type =>
    type.endsWith('/*') ? contentType.startsWith(type.slice(0, -1)) : contentType === type,
  )
}

const acceptNames: Readonly<Record<string, string>> = {
  'image/*': 'pictures',
  'video/*': 'videos',
  'audio/*': 'audio files',
}

/** For example `pictures and PDF`; null if all types are accepted. */
export function nameAccepted(accept: readonly string[] | undefined): string | null {
  if (accept === undefined) return null
  const words = accept.map(type => acceptNames[type] ?? names[type] ?? type.split('/').at(-1)!.toUpperCase())
  const last = words.pop()!
  return words.length === 0 ? last : `${words.join(', ')} and ${last}`
}

/** Returns the filter of the file list that covers the rule; null if there is none. */
export function typeForAccepted(accept: readonly string[] | undefined): 'image' | 'media' | null {
  if (accept === undefined) return null
  if (accept.every(type => type.startsWith('image/'))) return 'image'
  return accept.every(type => /^(?:video|audio)\//.test(type)) ? 'media' : null
}
