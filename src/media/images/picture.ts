// What is known of a stored picture, and by that what can be made of it: which types and frames the engine reads.
import type { Size } from './image-size.ts'

export interface Picture {
  readonly contentType: string
  readonly size: Size
  /** 1 for a still picture, which it is also taken for where nobody knows. */
  readonly frames: number | null
  /** Whether a trial has shown that it cannot be decoded. */
  readonly isUnreadable: boolean
}

export const transformableTypes: readonly string[] = [
  ...['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif'],
]

/** Of other types, parameters are ignored. */
export function isTransformable(contentType: string): boolean {
  return transformableTypes.includes(contentType)
}

/** Whether the engine reads such files: all of these types but animated AVIFs. */
export function isDecoded({ contentType, frames }: Pick<Picture, 'contentType' | 'frames'>): boolean {
  return isTransformable(contentType) && !(contentType === 'image/avif' && isAnimated({ frames }))
}

export function isAnimated({ frames }: Pick<Picture, 'frames'>): boolean {
  return (frames ?? 1) > 1
}

/** An animated picture with more is not made into another one. */
const framesMax = 300
/** Of all frames together. */
export const animatedPixelsMax = 100_000_000

/** Whether all frames can be resized. Of an animated PNG, only the first one is read. */
export function canKeepFrames({ contentType, size, frames }: Picture): boolean {
  const count = frames ?? 1
  const isRead = contentType === 'image/gif' || contentType === 'image/webp'
  return isRead && count <= framesMax && size.width * size.height * count <= animatedPixelsMax
}
