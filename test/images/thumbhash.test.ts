// Placeholders: the bytes that the reference implementation makes of the same pixels.
import { describe, expect, test } from 'bun:test'
import { thumbhashOf } from '../../src/media/images/thumbhash.ts'

/** Gradients of red and green, stripes of blue, and opacity that fades to the right. */
function picture(width: number, height: number, isFading: boolean): Uint8Array {
  return Uint8Array.from({ length: width * height * 4 }, (_, at) => {
    const pixel = at >> 2
    const [x, y] = [pixel % width, Math.floor(pixel / width)]
    const across = (x * 255) / width
    return Math.floor([across, (y * 255) / height, (x * y) % 256, isFading ? 255 - across : 255][at % 4]!)
  })
}

describe('a placeholder has the bytes of the reference implementation', () => {
  test.each([
    ['a square', 32, 32, false, 'nfgNHxpgdndwiIiGiGeId3iHFx/7gI8H'],
    ['a landscape', 40, 20, false, '3AgOHJpgdodwiIiGiIbzpA/3dw=='],
    ['a portrait', 20, 40, false, '3PgNHBpgBodoiIZ4eIj0ow/3hw=='],
    ['a picture with opacity', 32, 24, true, 'l7iJDI44ImZAiIdoh1/nQq/4h4iIeId4Bw=='],
    ['a single pixel', 1, 1, false, 'AAgCBwAAAAAAAAAAAAAAAAAAAAAAAAAA'],
  ])('for %s', (_, width, height, isFading, expected) => {
    const hash = thumbhashOf({ width, height, rgba: picture(width, height, isFading) })
    expect(Buffer.from(hash).toString('base64')).toBe(expected)
  })

  test('for a picture of which nothing is visible', () => {
    const hash = thumbhashOf({ width: 4, height: 4, rgba: new Uint8Array(64) })
    expect(Buffer.from(hash).toString('base64')).toBe('AAiCBQAAAAAAAAAAAAAAAAAAAAAAAAAAAA==')
  })
})
