// The properties of a stored picture that determine what can be made from it: the types and frames that the engine reads.
import type { Size } from './image-size.ts'

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
export function canKeepFrames({ contentType, size, frames }: Picture): boolean {
  const count = frames ?? 1
  const isRead = contentType === 'image/gif' || contentType === 'image/webp'
  return isRead && count <= framesMax && size.width * size.height * count <= animatedPixelsMax
}
