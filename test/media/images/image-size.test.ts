// Which part of an image a transformation shows, and how large the result is.
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { type LayoutOptions, layOut, scaleWhole } from '../../../src/media/images/transformation.ts'

const middle = { x: 0.5, y: 0.5 }
const base: Omit<LayoutOptions, 'source'> = { width: null, ratio: null, focalPoint: middle, sideMax: 3840 }
const square = { width: 1, height: 1 }
const cinema = { width: 16, height: 9 }

function layOf(width: number, height: number, options: Partial<LayoutOptions> = {}) {
  return layOut({ ...base, source: { width, height }, ...options })
}

describe('the size of a result', () => {
  test.each<[string, number, number, Partial<LayoutOptions>, number[]]>([
    ['is that of the source if nothing is asked for', 600, 401, {}, [600, 401]],
    ['has the width asked for', 6000, 4000, { width: 800 }, [800, 533]],
    ['has a rounded height', 1000, 333, { width: 640 }, [640, 213]],
    ['is never larger than the source', 300, 200, { width: 800 }, [300, 200]],
    ['is never larger than the rectangle', 1000, 300, { width: 800, ratio: square }, [300, 300]],
    ['has the ratio asked for', 6000, 4000, { width: 800, ratio: cinema }, [800, 450]],
    ['has no side over the limit', 10_000, 5000, {}, [3840, 1920]],
    ['has no height over the limit', 1000, 10_000, { width: 960 }, [384, 3840]],
    ['has no side over the limit of AVIF', 4000, 6000, { sideMax: 2048 }, [1365, 2048]],
    ['has at least one pixel', 20_000, 3, { width: 16 }, [16, 1]],
    ['has at least one pixel across', 1, 9000, {}, [1, 3840]],
  ])('%s', (_, width, height, options, expected) => {
    const { result } = layOf(width, height, options)
    expect([result.width, result.height]).toEqual(expected)
  })
})

describe('the part that is shown', () => {
  test.each<[string, number, number, Partial<LayoutOptions>, number[]]>([
    ['is the whole without a ratio', 600, 400, { focalPoint: { x: 0, y: 1 } }, [0, 0, 600, 400]],
    ['is in the middle', 600, 400, { ratio: square }, [100, 0, 400, 400]],
    [
      'has the focal point in its centre',
      600,
      400,
      { ratio: square, focalPoint: { x: 0.4, y: 0 } },
      [40, 0, 400, 400],
    ],
    ['ends at the left edge', 600, 400, { ratio: square, focalPoint: { x: 0.1, y: 0 } }, [0, 0, 400, 400]],
    ['ends at the right edge', 600, 400, { ratio: square, focalPoint: { x: 1, y: 0 } }, [200, 0, 400, 400]],
    ['ends at the top', 400, 600, { ratio: square, focalPoint: { x: 0, y: 0 } }, [0, 0, 400, 400]],
    ['ends at the bottom', 400, 600, { ratio: square, focalPoint: { x: 0, y: 1 } }, [0, 200, 400, 400]],
    ['is the whole where the ratio is the same', 1600, 900, { ratio: cinema }, [0, 0, 1600, 900]],
    ['has at least one pixel', 1000, 1, { ratio: { width: 9, height: 16 } }, [500, 0, 1, 1]],
  ])('%s', (_, width, height, options, expected) => {
    const { crop } = layOf(width, height, options)
    expect([crop.left, crop.top, crop.width, crop.height]).toEqual(expected)
  })
})

const sides = fc.integer({ min: 1, max: 20_000 })
const shares = fc.integer({ min: 0, max: 100 }).map(value => value / 100)
const anyOptions = fc.record({
  source: fc.record({ width: sides, height: sides }),
  width: fc.option(fc.integer({ min: 16, max: 3840 })),
  ratio: fc.option(
    fc.record({ width: fc.integer({ min: 1, max: 21 }), height: fc.integer({ min: 1, max: 16 }) }),
  ),
  focalPoint: fc.record({ x: shares, y: shares }),
  sideMax: fc.constantFrom(2048, 3840),
})

test('every result fits into its rectangle, the rectangle into the source, and keeps its ratio to a pixel', () => {
  fc.assert(
    fc.property(anyOptions, options => {
      const { source, width, ratio, sideMax } = options
      const layout = layOut(options)
      const { crop, result } = layout
      for (const side of ['width', 'height'] as const) {
        expect(Number.isInteger(crop[side]) && Number.isInteger(result[side])).toBe(true)
        expect(result[side]).toBeGreaterThanOrEqual(1)
        expect(result[side]).toBeLessThanOrEqual(Math.min(crop[side], sideMax))
      }
      expect(result.width).toBeLessThanOrEqual(width ?? sideMax)
      expect(Math.min(crop.left, crop.top)).toBeGreaterThanOrEqual(0)
      expect(crop.left + crop.width).toBeLessThanOrEqual(source.width)
      expect(crop.top + crop.height).toBeLessThanOrEqual(source.height)
      // As large as it can be: one side is that of the source, and so is the other where there is no ratio.
      expect(crop.width === source.width || crop.height === source.height).toBe(true)
      const shape = ratio ?? source
      const tolerance = (side: number, other: number) => Math.max(side / other, 1) + 1
      const off = Math.abs((result.width * shape.height) / shape.width - result.height)
      const isThin = Math.min(crop.width, crop.height) < 30
      if (!isThin) expect(off).toBeLessThanOrEqual(tolerance(shape.height, shape.width))
      const { whole, part } = scaleWhole(source, layout)
      expect(whole.width <= source.width && whole.height <= source.height).toBe(true)
      expect(part.left + part.width <= whole.width && part.top + part.height <= whole.height).toBe(true)
      expect(part.left >= 0 && part.top >= 0).toBe(true)
    }),
    { numRuns: 2000 },
  )
})
