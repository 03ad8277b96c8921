// Computes the sizes of transformed images: the visible part of the source, and the size of the result.

export interface Size {
  readonly width: number
  readonly height: number
}

export interface Rectangle extends Size {
  readonly left: number
  readonly top: number
}

/** A point in fractions of width and height, from 0 to 1. */
export interface Point {
  readonly x: number
  readonly y: number
}

export interface Layout {
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
