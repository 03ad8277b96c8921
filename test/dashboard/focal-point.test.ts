// The focal point: how it is moved, and that a crop in the dashboard shows what the server's crop will have.
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { describePoint, movePoint, toObjectPosition, toPoint } from '../../dashboard/media/focal-point.ts'

const box = { left: 100, top: 50, width: 400, height: 200 }

describe('the focal point', () => {
  test.each([
    [
      { clientX: 100, clientY: 50 },
      { x: 0, y: 0 },
    ],
    [
      { clientX: 233, clientY: 117 },
      { x: 0.33, y: 0.34 },
    ],
    [
      { clientX: 900, clientY: -5 },
      { x: 1, y: 0 },
    ],
  ])('is where the picture is clicked, with two decimals, and never outside: %p', (at, point) => {
    expect(toPoint(at, box)).toEqual(point)
  })

  test.each([
    ['ArrowLeft', false, { x: 0.28, y: 0.98 }],
    ['ArrowRight', true, { x: 0.39, y: 0.98 }],
    ['ArrowUp', false, { x: 0.29, y: 0.97 }],
    ['ArrowDown', true, { x: 0.29, y: 1 }],
    ['Tab', false, null],
  ])('moves with %s', (key, isFar, expected) => {
    expect(movePoint({ x: 0.29, y: 0.98 }, key, isFar)).toEqual(expected)
  })

  test('is read out as a place in the picture', () => {
    expect(describePoint({ x: 0.29, y: 1 })).toBe('29 % from the left, 100 % from the top')
  })

  test('is in every crop: what CSS shows is the largest rectangle, centred as near to it as fits', () => {
    const side = fc.integer({ min: 1, max: 5000 })
    const part = fc.integer({ min: 0, max: 100 }).map(value => value / 100)
    fc.assert(
      fc.property(
        side,
        side,
        fc.constantFrom(1, 16 / 9, 9 / 16),
        part,
        part,
        (width, height, ratio, x, y) => {
          const [left, top] = toObjectPosition({ x, y }, width / height, ratio)
            .split(' ')
            .map(text => Number.parseFloat(text) / 100)
          const cropWidth = Math.min(width, height * ratio)
          const cropHeight = Math.min(height, width / ratio)
          // How CSS places a picture that is larger than its box.
          const shown = { x: left! * (width - cropWidth), y: top! * (height - cropHeight) }
          const fit = (center: number, size: number, whole: number) =>
            Math.min(whole - size, Math.max(0, center - size / 2))
          const near = Math.max(width, height) / 5000
          expect(Math.abs(shown.x - fit(x * width, cropWidth, width))).toBeLessThanOrEqual(near)
          expect(Math.abs(shown.y - fit(y * height, cropHeight, height))).toBeLessThanOrEqual(near)
        },
      ),
    )
  })
})
