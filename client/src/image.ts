// URLs of images in other sizes, shapes and formats, and placeholders to show while they load. Nothing here sends a
// request: the server creates an image when its URL is requested.
import { toPng } from './png.ts'
import { decodeThumbhash } from './thumbhash.ts'
import type { Asset } from './types/model.ts'

export type ImageRatio = '1:1' | '4:3' | '3:4' | '3:2' | '2:3' | '16:9' | '9:16' | '21:9'
export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'avif' | 'auto'

export interface ImageShape {
  /** The aspect ratio, width to height. The image is cropped to the largest such area around its focal point. */
  readonly ar?: ImageRatio | undefined
  /** The format of the result. `auto` is the best format that the browser accepts. By default the image keeps its own. */
  readonly fm?: ImageFormat | undefined
  /** The origin to put before a URL that is only a path. */
  readonly base?: string | undefined
}

export interface ImageOptions extends ImageShape {
  /** The width in pixels, rounded up to the next width that the server supports. */
  readonly w?: number | undefined
  /** The quality, rounded up to 50, 75 or 90. 75 by default. */
  readonly q?: number | undefined
}

export interface SrcsetOptions extends Omit<ImageOptions, 'w'> {
  readonly widths?: readonly number[] | undefined
}

/** The values that the server supports. */
const widths = [
  16, 32, 48, 64, 96, 128, 256, 384, 512, 640, 750, 800, 828, 960, 1080, 1200, 1280, 1668, 1920, 2048, 2560,
  3840,
]
const qualities = [50, 75, 90]
const transformable = /^image\/(jpeg|png|gif|webp|avif)$/
const deliveryPath = /^(https?:\/\/[^?#]+)?\/assets\/[^/?#]+\/[\da-f]{64}\/[^/?#]+$/

const roundUp = (accepted: readonly number[], value: number | undefined) =>
  value === undefined ? value : (accepted.find(each => each >= value) ?? accepted.at(-1)!)

/**
 * Returns the URL of an image with these parameters. A URL that is not one of Frontlist's is returned as it is, and a file
 * that is not a JPEG, PNG, GIF, WebP or AVIF gets no parameters.
 */
export function imageUrl(asset: Asset | string, options: ImageOptions = {}): string {
  const { url, contentType, focalPoint }: Partial<Asset> & { readonly url: string } =
    typeof asset === 'string' ? { url: asset } : asset
  const found = deliveryPath.exec(url)
  if (!found) return url
  const address = found[1] ? url : (options.base ?? '').replace(/\/$/, '') + url
  if (contentType && !transformable.test(contentType)) return address
  const { w, ar, fm, q } = options
  const query = [
    ['w', roundUp(widths, w)],
    ['ar', ar],
    ['fp', ar && focalPoint && `${focalPoint.x},${focalPoint.y}`],
    ['fm', fm],
    ['q', roundUp(qualities, q)],
  ]
    .filter(([, value]) => value)
    .map(pair => pair.join('='))
  return query[0] ? `${address}?${query.join('&')}` : address
}

/**
 * Returns the value of a `srcset` attribute, up to the width of the largest result. Empty if the asset has no dimensions or
 * cannot be resized.
 */
export function srcset(asset: Asset, options: SrcsetOptions = {}): string {
  const { widths: wanted = [384, 640, 828, 1200, 1920, 2560, 3840], ...others } = options
  const { width, height, contentType } = asset
  if (!width || !height || imageUrl(asset, { w: 16 }) === imageUrl(asset)) return ''
  const { ar, fm = contentType?.slice(6) } = others
  const [across, down] = ar ? (ar.split(':').map(Number) as [number, number]) : [width, height]
  const sideMax = fm === 'avif' ? 2048 : 3840
  const widest = (side: number) => Math.max(1, Math.round((side * across) / down))
  const largest = Math.min(width, widest(height), sideMax, widest(sideMax))
  const sizes = [...new Set(wanted.map(w => roundUp(widths, w)!))].sort((a, b) => a - b)
  const last = sizes.findIndex(w => w >= largest)
  return sizes
    .slice(0, last < 0 ? sizes.length : last + 1)
    .map(w => `${imageUrl(asset, { ...others, w })} ${Math.min(w, largest)}w`)
    .join(', ')
}

/** Returns a `loader` for `next/image`. */
export function nextLoader({ ar, fm = 'auto', base }: ImageShape = {}) {
  return ({ src, width, quality }: { src: string; width: number; quality?: number }): string =>
    imageUrl(src, { w: width, ar, fm, q: quality, base })
}

/**
 * Returns a small PNG as a `data:` URL, to show until the image has loaded. A string is a thumbhash. Null if there is none
 * or it is invalid.
 */
export function placeholder(asset: Asset | string): string | null {
  const hash = typeof asset === 'string' ? asset : asset.thumbhash
  try {
    const bytes = Uint8Array.from(atob(hash ?? ''), char => char.charCodeAt(0))
    if (bytes.length < 6) return null
    return `data:image/png;base64,${btoa(String.fromCharCode(...toPng(decodeThumbhash(bytes))))}`
  } catch {
    // The hash is not Base64.
    return null
  }
}
