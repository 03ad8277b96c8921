// Describes a file that a field stores as a URL. No React here.
import { toSizeText } from '../../media/file-words.ts'
import { hasTextAt, must } from '../typed-value.ts'

export interface Asset {
  readonly url: string
  readonly title?: unknown
  readonly contentType?: unknown
  readonly width?: unknown
  readonly height?: unknown
  readonly size?: unknown
}

export function toAsset(value: unknown): Asset | null {
  return typeof value === 'object' && value !== null && 'url' in value && typeof value.url === 'string'
    ? (value as Asset)
    : null
}

/** Changes the URL and clears the properties of the previous file. The title stays, because the editor wrote it. */
export function withUrl(asset: Asset | null, url: string): object | null {
  if (url === '') return null
  const unknown = { contentType: null, width: null, height: null, size: null }
  return asset === null ? { url } : { ...asset, ...unknown, url }
}

const pictureName = /\.(?:apng|avif|bmp|gif|ico|jpe?g|png|svg|tiff?|webp)$/i

/** Checks the media type, or the file extension if the type is unknown. */
export function isPicture({ url, contentType }: Asset): boolean {
  if (typeof contentType === 'string') return contentType.startsWith('image/')
  return pictureName.test(url.split(/[?#]/)[0] ?? '')
}

export function toFileName(url: string): string {
  const name = url.split(/[?#]/)[0]?.split('/').at(-1) ?? ''
  return name === '' ? url : name
}

export function describeAsset({ contentType, width, height, size }: Asset): string {
  const pixels = typeof width === 'number' && typeof height === 'number' ? `${width} × ${height}` : null
  const bytes = typeof size === 'number' ? toSizeText(size) : null
  return [pixels, contentType, bytes].filter(part => typeof part === 'string').join(' · ')
}

export const findFileError = must(value => hasTextAt(value, 'id', 'url'), 'must be a file')
