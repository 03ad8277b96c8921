// Calculates the movement of a picture's focal point, and the crops that keep it visible. No React here.
import type { FocalPoint } from '../../src/content/values/asset-value.ts'

export const middle: FocalPoint = { x: 0.5, y: 0.5 }

const toCoordinate = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 100) / 100

interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Converts a position in the window to one in the picture. A position outside becomes the nearest point on the edge. */
export function toPoint(at: { readonly clientX: number; readonly clientY: number }, box: Box): FocalPoint {
  return {
    x: toCoordinate((at.clientX - box.left) / box.width),
    y: toCoordinate((at.clientY - box.top) / box.height),
  }
}

const steps: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Returns null for a key that does not move the point. */
export function movePoint({ x, y }: FocalPoint, key: string, isFar: boolean): FocalPoint | null {
  const step = steps[key]
  if (step === undefined) return null
  const distance = isFar ? 0.1 : 0.01
  return { x: toCoordinate(x + step[0] * distance), y: toCoordinate(y + step[1] * distance) }
}

export function describePoint({ x, y }: FocalPoint): string {
  return `${Math.round(x * 100)} % from the left, ${Math.round(y * 100)} % from the top`
}

/**
 * Returns the `object-position` with which `object-fit: cover` shows the same part as the server's crop: the largest
 * rectangle of the ratio, centred as near to the point as possible. A plain percentage would instead align the point of
 * the picture with the same point of the box.
 */
export function toObjectPosition(point: FocalPoint, pictureRatio: number, cropRatio: number): string {
  const across = cropRatio < pictureRatio ? cropRatio / pictureRatio : 1
  const down = cropRatio > pictureRatio ? pictureRatio / cropRatio : 1
  return `${align(point.x, across)}% ${align(point.y, down)}%`
}

/** `part` is the fraction of the side that the crop covers. */
function align(center: number, part: number): number {
  if (part >= 1) return 50
  const start = Math.min(1 - part, Math.max(0, center - part / 2))
  return Math.round((start / (1 - part)) * 10_000) / 100
}
