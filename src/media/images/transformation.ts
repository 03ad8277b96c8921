// Transformations as requested in an address (`w`, `ar`, `fp`, `fm`, `q`): parsed, checked, and resolved for one image
// and one client, with the visible part of the source and the size of the result. No image is read here.
import Negotiator from 'negotiator'
import type { FieldError } from '../../base/errors.ts'

export interface Picture {
  readonly contentType: string
  readonly size: Size
  /** 1 for a still picture. Null if unknown, which is treated as 1. */
  readonly frames: number | null
  /** True if an attempt has shown that the picture cannot be decoded. */
  readonly isUnreadable: boolean
}

export const transformableTypes: readonly string[] = [
  ...['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif'],
]

/** Checks whether images can be made from files of this type. For other types, parameters are ignored. */
export function isTransformable(contentType: string): boolean {
  return transformableTypes.includes(contentType)
}

/** Checks whether the engine reads the file: all transformable types except animated AVIFs. */
export function isDecoded({ contentType, frames }: Pick<Picture, 'contentType' | 'frames'>): boolean {
  return isTransformable(contentType) && !(contentType === 'image/avif' && isAnimated({ frames }))
}

export function isAnimated({ frames }: Pick<Picture, 'frames'>): boolean {
  return (frames ?? 1) > 1
}

/** The limit of frames of an animated picture, beyond which it is not transformed. */
const framesMax = 300
/** The limit of pixels of all frames together. */
export const animatedPixelsMax = 100_000_000

/** Checks whether all frames can be resized. Of an animated PNG, only the first frame is read. */
function canKeepFrames({ contentType, size, frames }: Picture): boolean {
  const count = frames ?? 1
  const isRead = contentType === 'image/gif' || contentType === 'image/webp'
  return isRead && count <= framesMax && size.width * size.height * count <= animatedPixelsMax
}

export interface Size {
  readonly width: number
  readonly height: number
}

interface Rectangle extends Size {
  readonly left: number
  readonly top: number
}

/** A point in fractions of width and height, from 0 to 1. */
interface Point {
  readonly x: number
  readonly y: number
}

interface Layout {
  /** The visible part of the source. */
  readonly crop: Rectangle
  readonly result: Size
}

/** `source` is the size after the orientation is applied. `ratio` is width to height; null for that of the source. */
export interface LayoutOptions {
  readonly source: Size
  readonly width: number | null
  readonly ratio: Size | null
  readonly focalPoint: Point
  readonly sideMax: number
}

export function layOut({ source, width, ratio, focalPoint, sideMax }: LayoutOptions): Layout {
  const shape = ratio ?? source
  const crop = cropTo(source, shape, focalPoint)
  return { crop, result: fit(crop, shape, Math.min(width ?? crop.width, sideMax), sideMax) }
}

/** Returns the largest rectangle of that shape, with its center as close to the point as the source allows. */
function cropTo(source: Size, shape: Size, { x, y }: Point): Rectangle {
  const isWide = source.width * shape.height >= source.height * shape.width
  const width = isWide ? scale(source.height, shape.width, shape.height, source.width) : source.width
  const height = isWide ? source.height : scale(source.width, shape.height, shape.width, source.height)
  return { left: offset(x, source.width, width), top: offset(y, source.height, height), width, height }
}

/** Returns a size that is not larger than the crop, `widthMax` or, on either side, `sideMax`. */
function fit(crop: Size, shape: Size, widthMax: number, sideMax: number): Size {
  const width = Math.min(crop.width, widthMax)
  const height = scale(width, shape.height, shape.width, crop.height)
  if (height <= sideMax) return { width, height }
  return { width: scale(sideMax, shape.width, shape.height, width), height: sideMax }
}

const scale = (side: number, numerator: number, denominator: number, max: number) =>
  Math.min(Math.max(Math.round((side * numerator) / denominator), 1), max)

const offset = (share: number, whole: number, part: number) =>
  Math.min(Math.max(Math.round(share * whole - part / 2), 0), whole - part)

/**
 * Returns the size to which the whole source is scaled so that the crop has the size of the result, and its position then.
 */
export function scaleWhole(source: Size, { crop, result }: Layout): { whole: Size; part: Rectangle } {
  const side = (all: number, from: number, to: number) => Math.max(Math.round((all * to) / from), to)
  const whole = {
    width: side(source.width, crop.width, result.width),
    height: side(source.height, crop.height, result.height),
  }
  const start = (at: number, from: number, to: number, all: number) =>
    Math.min(Math.round((at * to) / from), all - to)
  const left = start(crop.left, crop.width, result.width, whole.width)
  const top = start(crop.top, crop.height, result.height, whole.height)
  return { whole, part: { left, top, ...result } }
}

export const widths = [
  16, 32, 48, 64, 96, 128, 256, 384, 512, 640, 750, 800, 828, 960, 1080, 1200, 1280, 1668, 1920, 2048, 2560,
  3840,
] as const
export const ratios = ['1:1', '4:3', '3:4', '3:2', '2:3', '16:9', '9:16', '21:9'] as const
export const imageFormats = ['jpeg', 'png', 'webp', 'avif'] as const
export const requestedFormats = [...imageFormats, 'auto'] as const
export const qualities = [50, 75, 90] as const
export const transformationParameters = ['w', 'ar', 'fp', 'fm', 'q'] as const

export type ImageFormat = (typeof imageFormats)[number]

/**
 * sharp's version, and a version of our own. It is part of every ETag and cache key, so that results of different versions
 * are never mixed.
 */
export const engineVersion = '0.35.5-2'

const defaultQuality = 75
const sideMax = 3840
/** The time and memory for encoding AVIF grow fast with the size. */
const avifSideMax = 2048
const middle: Point = { x: 0.5, y: 0.5 }

/** The format of a result by content type, if none is requested. */
const ownFormats: ReadonlyMap<string, ImageFormat> = new Map([
  ['image/jpeg', 'jpeg'],
  ['image/png', 'png'],
  ['image/gif', 'png'],
  ['image/webp', 'webp'],
  ['image/avif', 'avif'],
])

/** A requested transformation. Absent parameters are null. */
interface Transformation {
  readonly width: number | null
  readonly ratio: (typeof ratios)[number] | null
  readonly focalPoint: Point | null
  readonly format: (typeof requestedFormats)[number] | null
  readonly quality: number | null
}

/** Everything that determines the bytes of the result. */
export interface ResolvedTransformation {
  readonly width: number | null
  readonly ratio: Size | null
  readonly focalPoint: Point
  readonly sideMax: number
  readonly format: ImageFormat
  readonly quality: number
  /** True if the result has all frames of its source, rather than only the first. */
  readonly isAnimated: boolean
  /** The content type of the result. */
  readonly contentType: string
  /** Equal for transformations with equal results, and usable as a file name. Its extension is that of the format. */
  readonly name: string
  /** True if another client may get another format at this address. */
  readonly variesByAccept: boolean
}

/** A query parameter after decoding; its value is null if it could not be decoded. */
interface SentParameter {
  readonly name: string
  readonly value: string | null
}

type ParameterName = (typeof transformationParameters)[number]

/** Parses the parameters of a transformation and ignores others. If there are errors, the transformation is incomplete. */
export function parseTransformation(sent: readonly SentParameter[]): {
  readonly transformation: Transformation
  readonly errors: readonly FieldError[]
} {
  const errors: FieldError[] = []
  const read = <Value>(
    name: ParameterName,
    parse: (text: string) => Value | ParameterError,
  ): Value | null => {
    const [first, ...more] = sent.filter(parameter => parameter.name === name)
    if (first === undefined) return null
    const { value } = first
    const parsed =
      more.length > 0
        ? new ParameterError('must be given only once')
        : value === null
          ? new ParameterError('must be percent-encoded UTF-8')
          : parse(value)
    if (!(parsed instanceof ParameterError)) return parsed
    errors.push({ in: 'query', name, message: parsed.message, ...parsed.accepted })
    return null
  }
  const transformation: Transformation = {
    width: read('w', parseWidth),
    ratio: read('ar', text => oneOf(ratios, text)),
    focalPoint: read('fp', parseFocalPoint),
    format: read('fm', text => oneOf(requestedFormats, text)),
    quality: read('q', text => oneOf(qualities, text)),
  }
  return { transformation, errors }
}

class ParameterError {
  readonly message: string
  readonly accepted: Pick<FieldError, 'allowed' | 'didYouMean'>

  constructor(message: string, accepted: Pick<FieldError, 'allowed' | 'didYouMean'> = {}) {
    this.message = message
    this.accepted = accepted
  }
}

function oneOf<Value extends string | number>(
  values: readonly Value[],
  text: string,
): Value | ParameterError {
  const allowed = values.map(String)
  const found = values[allowed.indexOf(text)]
  return found ?? new ParameterError(`must be one of ${allowed.join(', ')}`, { allowed })
}

function parseWidth(text: string): number | ParameterError {
  const width = oneOf(widths, text)
  const wanted = Number(text)
  if (!(width instanceof ParameterError) || text.trim() === '' || Number.isNaN(wanted)) return width
  const distance = (each: number) => Math.abs(each - wanted)
  const nearest = widths.reduce<number>(
    (best, each) => (distance(each) < distance(best) ? each : best),
    widths[0],
  )
  return new ParameterError(width.message, { ...width.accepted, didYouMean: String(nearest) })
}

const share = '(?:0(?:\\.\\d{1,2})?|1(?:\\.0{1,2})?)'
const focalPointPattern = new RegExp(`^(${share}),(${share})$`)

function parseFocalPoint(text: string): Point | ParameterError {
  const [, x, y] = focalPointPattern.exec(text) ?? []
  if (x !== undefined) return { x: Number(x), y: Number(y) }
  return new ParameterError('must be X,Y: two numbers from 0 to 1 with at most two decimals, such as 0.5,0.3')
}

/**
 * Resolves a transformation for a file. Returns null if the response is the file itself: nothing but a focal point is
 * requested, the file is not a transformable image or cannot be decoded, or it is animated and would lose its frames.
 */
export function resolveTransformation(
  transformation: Transformation,
  file: Picture,
  accept: string | null,
): ResolvedTransformation | null {
  const { width, ratio, focalPoint, format, quality } = transformation
  const own = ownFormats.get(file.contentType)
  const isIdentity = width === null && ratio === null && format === null && quality === null
  if (own === undefined || isIdentity || file.isUnreadable) return null
  if (!isDecoded(file)) return null
  const isAnimation = isAnimated(file) && !asksForFirstFrame(transformation)
  if (isAnimation && !canKeepFrames(file)) return null
  const accepted = format === 'auto' ? acceptedFormats(accept) : []
  // Every browser shows a GIF.
  if (isAnimation && own === 'png' && format === 'auto' && !accepted.includes('webp')) return null
  const shape = {
    source: file.size,
    width,
    ratio: ratio === null ? null : toSize(ratio),
    focalPoint: (ratio === null ? null : focalPoint) ?? middle,
  }
  const chosen = isAnimation
    ? 'webp'
    : format === 'auto'
      ? chooseFormat(accepted, shape, own)
      : (format ?? own)
  return {
    ...describe(shape, chosen, quality ?? defaultQuality, isAnimation),
    variesByAccept: format === 'auto',
  }
}

const stillFormats: readonly (string | null)[] = ['jpeg', 'png', 'avif']

/**
 * Checks whether the request crops the image or names a format without animation, so that only the first frame is needed.
 */
function asksForFirstFrame({ ratio, format }: Transformation): boolean {
  return ratio !== null || stillFormats.includes(format)
}

/** Returns the formats that the client names, without those of weight 0. */
function acceptedFormats(accept: string | null): readonly ImageFormat[] {
  const headers = accept === null ? {} : { accept }
  const named = new Negotiator({ headers }).mediaTypes().map(type => type.toLowerCase())
  return imageFormats.filter(format => named.includes(`image/${format}`))
}

/** Returns AVIF if the client names it and the result is small enough, otherwise WebP if the client names it. */
function chooseFormat(accepted: readonly ImageFormat[], shape: Shape, own: ImageFormat): ImageFormat {
  const { result } = layOut({ ...shape, sideMax })
  if (accepted.includes('avif') && Math.max(result.width, result.height) <= avifSideMax) return 'avif'
  return accepted.includes('webp') ? 'webp' : own
}

type Shape = Omit<LayoutOptions, 'sideMax'>

function describe(shape: Shape, format: ImageFormat, quality: number, isAnimation: boolean) {
  const limits = { sideMax: format === 'avif' ? avifSideMax : sideMax }
  const { crop, result } = layOut({ ...shape, ...limits })
  const { source, width, ratio, focalPoint } = shape
  const isWhole = crop.width === source.width && crop.height === source.height
  const part = isWhole ? '' : `-${crop.left},${crop.top},${crop.width}x${crop.height}`
  const encoding = format === 'png' ? '' : `-q${quality}`
  const frames = isAnimation ? '-frames' : ''
  const name = `${result.width}x${result.height}${part}${encoding}${frames}-${engineVersion}.${endingOf[format]}`
  const contentType = `image/${format}`
  return { width, ratio, focalPoint, ...limits, format, quality, isAnimated: isAnimation, contentType, name }
}

export const endingOf: Readonly<Record<ImageFormat, string>> = {
  jpeg: 'jpg',
  png: 'png',
  webp: 'webp',
  avif: 'avif',
}

/** Returns a strong ETag from the source's bytes, the transformation and the engine's version. */
export function transformedETag(sha256: string, { name }: ResolvedTransformation): string {
  return `"${sha256}/${name}"`
}

function toSize(ratio: (typeof ratios)[number]): Size {
  const [width = 1, height = 1] = ratio.split(':').map(Number)
  return { width, height }
}
