// What the image worker makes of real files: sizes, formats, crops, orientation, colours and placeholders.
import { describe, expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { makeFolder } from '../../kit/test-folder.ts'
import { createEngine } from './engines.ts'
import { colorAt, colors, photo, quarterColors, quarters, save } from './pictures.ts'
import { toColorBox, withColorPoints } from './sequences.ts'
import { pixelsMax, transformBy } from './transform.ts'

const engine = createEngine()
const transform = transformBy(engine)

describe('a result', () => {
  const wide = photo(1200, 600).then(picture => save(picture.jpeg(), 'wide.jpg'))

  test.each<[string, object]>([
    ['w=800', { format: 'jpeg', width: 800, height: 400 }],
    ['w=3840', { format: 'jpeg', width: 1200, height: 600 }],
    ['ar=1:1', { format: 'jpeg', width: 600, height: 600 }],
    ['w=256&ar=16:9', { format: 'jpeg', width: 256, height: 144 }],
    ['fm=png', { format: 'png', width: 1200, height: 600 }],
    ['w=640&fm=webp', { format: 'webp', width: 640, height: 320 }],
    ['w=96&fm=avif', { format: 'heif', compression: 'av1', width: 96, height: 48 }],
  ])('of %s has that size and format', async (search, expected) => {
    const { metadata } = await transform(await wide, 'image/jpeg', search)
    expect(metadata).toMatchObject(expected)
  })

  test('is smaller with a lower quality, in every format that has one', async () => {
    for (const format of ['jpeg', 'webp', 'avif']) {
      const sizes: number[] = []
      for (const quality of [50, 75, 90]) {
        const { output } = await transform(await wide, 'image/jpeg', `w=384&fm=${format}&q=${quality}`)
        sizes.push(readFileSync(output).length)
      }
      expect([format, sizes.toSorted((a, b) => a - b)]).toEqual([format, sizes])
      expect(new Set(sizes).size).toBe(3)
    }
  })

  test('has no metadata', async () => {
    const source = await save(
      quarters(64, 64)
        .withMetadata({ exif: { IFD0: { Artist: 'Somebody' } } })
        .jpeg(),
      'a.jpg',
    )
    expect((await sharp(source).metadata()).exif).toBeDefined()
    for (const format of ['jpeg', 'png', 'webp', 'avif']) {
      const { metadata } = await transform(source, 'image/jpeg', `w=32&fm=${format}`)
      for (const name of ['exif', 'icc', 'iptc', 'xmp', 'orientation'] as const)
        expect([format, name, metadata?.[name]]).toEqual([format, name, undefined])
    }
  })

  test('of an animation is its first frame', async () => {
    const frames = Buffer.concat(
      (['red', 'blue', 'green'] as const).map(name =>
        Buffer.alloc(40 * 40 * 3, Uint8Array.from(colors[name])),
      ),
    )
    const raw = { width: 40, height: 120, channels: 3 as const, pageHeight: 40 }
    for (const format of ['webp', 'gif'] as const) {
      const source = await save(sharp(frames, { raw }).toFormat(format), `moving.${format}`)
      expect((await sharp(source).metadata()).pages).toBe(3)
      for (const search of ['w=32', 'w=32&ar=16:9&fm=avif', 'fm=webp']) {
        const { output, metadata } = await transform(source, `image/${format}`, search)
        expect([format, search, metadata?.pages ?? 1, metadata?.height]).toEqual([
          ...[format, search, 1],
          search.includes('ar') ? 18 : search === 'w=32' ? 32 : 40,
        ])
        expect(await colorAt(output, 0.5, 0.5)).toBe('red')
      }
    }
  })

  test('of a very thin image has at least one pixel', async () => {
    const source = await save((await photo(2000, 2)).png(), 'thin.png')
    for (const format of ['jpeg', 'png', 'webp', 'avif']) {
      const { metadata } = await transform(source, 'image/png', `w=16&fm=${format}`)
      expect(metadata).toMatchObject({ width: 16, height: 1 })
    }
  })
})

describe('a crop shows what the focal point is on', () => {
  const source = save(quarters(1600, 400).jpeg({ quality: 95 }), 'quarters.jpg')

  test.each([
    ['0,0', 'red'],
    ['1,0', 'green'],
    ['0,1', 'blue'],
    ['1,1', 'yellow'],
  ])('fp=%s', async (point, color) => {
    const { output, metadata } = await transform(
      await source,
      'image/jpeg',
      `w=256&ar=1:1&fp=${point}&fm=png`,
    )
    expect(metadata).toMatchObject({ width: 256, height: 256 })
    const [x = 0, y = 0] = point.split(',').map(Number)
    expect(await colorAt(output, x, y)).toBe(color as 'red')
  })
})

describe('a result is upright and has the colours of its source', () => {
  const upright = ['red', 'green', 'blue', 'yellow']

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('orientation %d', async orientation => {
    const { data, info } = await quarters(400, 200).raw().toBuffer({ resolveWithObject: true })
    const raw = { width: info.width, height: info.height, channels: info.channels }
    const turned = (picture: Sharp) =>
      orientation > 4 ? picture.rotate(orientation === 5 || orientation === 6 ? 270 : 90) : picture
    const stored: Record<number, (picture: Sharp) => Sharp> = {
      1: it => it,
      2: it => it.flop(),
      3: it => it.rotate(180),
      4: it => it.flip(),
    }
    let picture = stored[orientation]?.(sharp(data, { raw })) ?? turned(sharp(data, { raw }))
    if (orientation === 5 || orientation === 7) picture = sharp(await picture.png().toBuffer()).flip()
    const source = await save(picture.withMetadata({ orientation }).jpeg({ quality: 95 }), 'turned.jpg')
    const { output, metadata } = await transform(source, 'image/jpeg', 'w=256&fm=png')
    expect(metadata).toMatchObject({ width: 256, height: 128 })
    expect(await quarterColors(output)).toEqual(upright)
    const cut = await transform(source, 'image/jpeg', 'w=64&ar=1:1&fp=1,0&fm=png')
    expect(await colorAt(cut.output, 0.9, 0.2)).toBe('green')
  })

  test.each<[string, string, (picture: Sharp) => Sharp]>([
    ['a CMYK JPEG', 'image/jpeg', picture => picture.toColourspace('cmyk').jpeg({ quality: 95 })],
    ['a 16-bit PNG', 'image/png', picture => picture.toColourspace('rgb16').png()],
    [
      'a JPEG with the P3 profile',
      'image/jpeg',
      picture => picture.withIccProfile('p3').jpeg({ quality: 95 }),
    ],
    ['a PNG with a palette', 'image/png', picture => picture.png({ palette: true })],
    ['a GIF', 'image/gif', picture => picture.gif()],
    ['a WebP', 'image/webp', picture => picture.webp({ quality: 95 })],
    ['an AVIF', 'image/avif', picture => picture.avif({ quality: 95 })],
  ])('%s', async (title, contentType, encode) => {
    const source = await save(encode(quarters(400, 400)), 'source')
    for (const format of ['png', 'webp', 'jpeg']) {
      const { output, metadata } = await transform(source, contentType, `w=256&fm=${format}&q=90`)
      expect(metadata).toMatchObject({ space: 'srgb', depth: 'uchar', width: 256 })
      // Inks cannot show every colour.
      const tolerance = title.includes('CMYK') ? 150 : 40
      expect([format, await quarterColors(output, tolerance)]).toEqual([format, upright])
    }
  })

  test.each<[string, string, (picture: Sharp) => Promise<Buffer>]>([
    ['PNG', 'image/png', async picture => withColorPoints(await picture.png().toBuffer())],
    ['AVIF', 'image/avif', async picture => toColorBox(await picture.avif({ quality: 95 }).toBuffer())],
  ])('Display P3 that a %s gives by code points', async (_, contentType, encode) => {
    const bytes = await encode(quarters(400, 400).withIccProfile('p3'))
    expect((await sharp(bytes).metadata()).hasProfile).toBe(false)
    const source = join(makeFolder(), 'source')
    writeFileSync(source, bytes)
    for (const search of ['w=256&fm=png', 'w=256&ar=1:1&fm=webp&q=90', 'fm=jpeg&q=90']) {
      const { output, metadata } = await transform(source, contentType, search)
      expect([search, metadata?.hasProfile]).toEqual([search, false])
      expect([search, await quarterColors(output)]).toEqual([search, upright])
    }
  })

  test('code points of sRGB and of HDR leave the numbers as they are', async () => {
    const png = await quarters(400, 400).withIccProfile('p3').png().toBuffer()
    for (const points of [[1, 13] as const, [12, 16] as const]) {
      const source = join(makeFolder(), 'source.png')
      writeFileSync(source, withColorPoints(png, points))
      const { output } = await transform(source, 'image/png', 'w=256&fm=png')
      expect(await quarterColors(output)).not.toEqual(upright)
    }
  })

  test('a palette with transparency, which a JPEG shows as white', async () => {
    const clear = { create: { width: 100, height: 200, channels: 4 as const, background: '#0000' } }
    const half = quarters(200, 200)
      .ensureAlpha()
      .composite([{ input: clear, left: 100, top: 0, blend: 'source' }])
    const picture = sharp(await half.png().toBuffer()).png({ palette: true })
    const source = await save(picture, 'half.png')
    const { output } = await transform(source, 'image/png', 'w=128')
    expect(await colorAt(output, 0.9, 0.5)).toBe('clear')
    const { output: jpeg } = await transform(source, 'image/png', 'w=128&fm=jpeg')
    const { data } = await sharp(jpeg)
      .extract({ left: 110, top: 60, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect(Math.min(...data)).toBeGreaterThan(250)
  })
})

/** Gradients of red and green, stripes of blue, and opacity that fades to the right if `isFading`. */
function gradients(width: number, height: number, isFading: boolean): Uint8Array {
  return Uint8Array.from({ length: width * height * 4 }, (_, at) => {
    const pixel = at >> 2
    const [x, y] = [pixel % width, Math.floor(pixel / width)]
    const across = (x * 255) / width
    return Math.floor([across, (y * 255) / height, (x * y) % 256, isFading ? 255 - across : 255][at % 4]!)
  })
}

describe('a placeholder', () => {
  // The pictures are too small to be scaled, so the expected bytes are those of the reference implementation of ThumbHash.
  test.each<[string, number, number, boolean, string]>([
    ['a square', 32, 32, false, 'nfgNHxpgdndwiIiGiGeId3iHFx/7gI8H'],
    ['a landscape', 40, 20, false, '3AgOHJpgdodwiIiGiIbzpA/3dw=='],
    ['a portrait', 20, 40, false, '3PgNHBpgBodoiIZ4eIj0ow/3hw=='],
    ['a picture with opacity', 32, 24, true, 'l7iJDI44ImZAiIdoh1/nQq/4h4iIeId4Bw=='],
    ['a single pixel', 1, 1, false, 'AAgCBwAAAAAAAAAAAAAAAAAAAAAAAAAA'],
  ])('of %s is its ThumbHash', async (_, width, height, isFading, thumbhash) => {
    const raw = { width, height, channels: 4 as const }
    const source = await save(sharp(gradients(width, height, isFading), { raw }).png(), 'gradients.png')
    expect(await engine.run({ kind: 'thumbhash', source, contentType: 'image/png', pixelsMax })).toEqual({
      result: { thumbhash },
    })
  })

  test.each<[string, string, (picture: Sharp) => Sharp]>([
    ['a JPEG', 'image/jpeg', picture => picture.jpeg()],
    ['a greyscale JPEG', 'image/jpeg', picture => picture.greyscale().jpeg()],
    ['a 16-bit PNG', 'image/png', picture => picture.toColourspace('rgb16').png()],
    ['a greyscale PNG with transparency', 'image/png', picture => picture.greyscale().ensureAlpha(0.5).png()],
  ])('is made of %s', async (_, contentType, encode) => {
    const source = await save(encode(quarters(300, 200)), 'source')
    const outcome = await engine.run({ kind: 'thumbhash', source, contentType, pixelsMax })
    const { thumbhash } = 'result' in outcome ? outcome.result : { thumbhash: null }
    expect(thumbhash).toMatch(/^[A-Za-z0-9+/]{24,}={0,2}$/)
    // Bit 15 of the second part says that it is wider than high.
    expect(Buffer.from(thumbhash!, 'base64')[4]! >> 7).toBe(1)
  })
})
