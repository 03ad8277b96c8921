// The size of an image, from its head: as viewers show it, and before anything decodes it.
import { describe, expect, test } from 'bun:test'
import sharp from 'sharp'
import { Problem } from '../../../src/base/errors.ts'
import type { InlineType } from '../../../src/media/receive/file-type.ts'
import { readImageSize } from '../../../src/media/receive/image-head.ts'
import {
  avifOf,
  exifOf,
  exifSegment,
  frameSegment,
  insertChunks,
  insertSegments,
  latin1,
  openBytes,
  pngChunk,
  pngHeader,
  pngOf,
  readPicture,
  segment,
  webpChunk,
  webpHeader,
  webpOf,
} from './images.ts'

const pixelsMax = 50_000_000
const picture = { width: 24, height: 16 }
const turned = { width: 16, height: 24 }

const sizeOf = async (content: Uint8Array, type: InlineType, max = pixelsMax) =>
  readImageSize(await openBytes(content), type, max)

async function messageOf(content: Uint8Array, type: InlineType, max = pixelsMax): Promise<string> {
  const error = await sizeOf(content, type, max).catch((error: unknown) => error)
  expect(error).toBeInstanceOf(Problem)
  const { code, status, errors, detail } = error as Problem
  expect({ code, status, at: errors?.map(({ in: place }) => place) }).toEqual({
    code: 'invalid_body',
    status: 400,
    at: ['body'],
  })
  return detail
}

const svg = (attributes: string) => latin1(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>`)
const gif = (width: number, height: number) =>
  Buffer.concat([latin1('GIF89a'), new Uint8Array(Uint16Array.of(width, height).buffer), Buffer.alloc(3)])
/** Of a frame of 40 × 40. */
const gifPixels = Buffer.from(
  '02278c8fa9cbed0fa39cb4da8bb3debcfb0f86e24896e689a6eacab6ee0bc7f24cd7f68de7face2305003b',
  'hex',
)
function withColors(content: Buffer): Buffer {
  const colors = Buffer.concat([content.subarray(0, 13), Buffer.alloc(24), content.subarray(13)])
  colors.writeUInt8(0x82, 10)
  return colors
}
const jpegOf = (width: number, height: number) =>
  Buffer.concat([latin1('\xff\xd8'), frameSegment(width, height), segment(0xda, '\x01\x01\0\0\x3f\0')])

describe('the size of an image is read from its head', () => {
  const pictures: readonly (readonly [string, InlineType])[] = [
    ['baseline.jpg', 'image/jpeg'],
    ['progressive.jpg', 'image/jpeg'],
    ['cmyk.jpg', 'image/jpeg'],
    ['palette.png', 'image/png'],
    ['deep.png', 'image/png'],
    ['lossy.webp', 'image/webp'],
    ['lossless.webp', 'image/webp'],
    ['animated.webp', 'image/webp'],
    ['still.avif', 'image/avif'],
  ]
  for (const [name, type] of pictures) {
    test(`of ${name}`, async () => expect(await sizeOf(readPicture(name), type)).toEqual(picture))
  }

  test('of a lossy WebP of the simple kind', async () => {
    const frame = latin1('\0\0\0\x9d\x01\x2a\x18\0\x10\x40\0\0')
    expect(await sizeOf(webpOf(webpChunk('VP8 ', frame)), 'image/webp')).toEqual(picture)
  })

  test('of a GIF', async () => expect(await sizeOf(gif(24, 16), 'image/gif')).toEqual(picture))

  test('of a JPEG with bytes between its segments', async () => {
    const jpeg = insertSegments(readPicture('baseline.jpg'), latin1('\0noise\xff\0\xff\xff\xff'))
    expect(await sizeOf(jpeg, 'image/jpeg')).toEqual(picture)
  })

  test('and what is no image has none', async () => {
    expect(await sizeOf(latin1('%PDF-1.7'), 'application/pdf')).toBeNull()
    expect(await readImageSize(await openBytes(latin1('text')), null, pixelsMax)).toBeNull()
  })
})

describe('an image that its metadata turns has the size that viewers show', () => {
  for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8]) {
    test(`orientation ${orientation}`, async () => {
      const size = orientation >= 5 ? turned : picture
      for (const order of ['II', 'MM'] as const) {
        const exif = exifOf(orientation, order)
        const jpeg = insertSegments(
          readPicture('baseline.jpg'),
          exifSegment(orientation, order),
          exifSegment(1),
        )
        expect(await sizeOf(jpeg, 'image/jpeg')).toEqual(size)
        expect(
          await sizeOf(insertChunks(readPicture('palette.png'), pngChunk('eXIf', exif)), 'image/png'),
        ).toEqual(size)
        const pixels = readPicture('lossless.webp').subarray(12)
        const webp = webpOf(webpHeader(24, 16, 0x08), pixels, webpChunk('EXIF', exif))
        expect(await sizeOf(webp, 'image/webp')).toEqual(size)
        const prefixed = webpChunk('EXIF', Buffer.concat([latin1('Exif\0\0'), exif]))
        expect(await sizeOf(webpOf(webpHeader(24, 16, 0x08), pixels, prefixed), 'image/webp')).toEqual(size)
        // Without its flag no decoder reads it.
        expect(await sizeOf(webpOf(webpHeader(24, 16, 0), pixels, prefixed), 'image/webp')).toEqual(picture)
      }
    })
  }

  for (const orientation of [0, 9, 65_535]) {
    test(`orientation ${orientation}, which does not exist`, async () => {
      const jpeg = insertSegments(readPicture('baseline.jpg'), exifSegment(orientation))
      expect(await sizeOf(jpeg, 'image/jpeg')).toEqual(picture)
    })
  }

  test('an AVIF by its own properties', async () => {
    expect(await sizeOf(avifOf(picture), 'image/avif')).toEqual(picture)
    const sizes = [0, 1, 2, 3].map(turns => sizeOf(avifOf(picture, { turns }), 'image/avif'))
    expect(await Promise.all(sizes)).toEqual([picture, turned, picture, turned])
    const crop = { width: 10, height: 8 }
    expect(await sizeOf(avifOf(picture, { crop }), 'image/avif')).toEqual(crop)
    expect(await sizeOf(avifOf(picture, { crop, turns: 1 }), 'image/avif')).toEqual({ width: 8, height: 10 })
    expect(await sizeOf(avifOf(picture, { crop: { width: 25, height: 8 } }), 'image/avif')).toEqual(picture)
  })
})

describe('a GIF has the size that sharp makes of it', () => {
  const whole = (
    screen: readonly number[],
    place: readonly number[],
    before: Uint8Array = Buffer.alloc(0),
  ) => {
    const frame = new Uint8Array(Uint16Array.of(...place, 40, 40).buffer)
    return Buffer.concat([gif(screen[0]!, screen[1]!), before, latin1(','), frame, latin1('\0'), gifPixels])
  }
  const comment = latin1(`!\xfe\x03abc\x02de\0`)
  const program = latin1('!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0')
  const control = latin1('!\xf9\x04\0\0\0\0\0')
  const rows: readonly (readonly [string, Buffer, readonly [number, number]])[] = [
    ['a frame that fills its screen', whole([40, 40], [0, 0]), [40, 40]],
    ['a frame inside of its screen', whole([100, 60], [10, 5]), [100, 60]],
    ['a frame larger than its screen', whole([10, 10], [0, 0]), [40, 40]],
    ['a frame wider than its screen', whole([10, 60], [0, 0]), [40, 60]],
    ['a frame that reaches beyond its screen', whole([40, 40], [5, 7]), [45, 47]],
    [
      'extensions before its frame',
      whole([10, 10], [0, 0], Buffer.concat([comment, program, control])),
      [40, 40],
    ],
    ['a table of colours', withColors(whole([10, 10], [0, 0])), [40, 40]],
    ...[
      [0, 0],
      [0, 60],
      [640, 480],
      [640, 512],
      [800, 600],
      [1024, 768],
      [1280, 1024],
      [1600, 1200],
      [2049, 20],
    ].map(screen => [`a screen of ${screen.join(' × ')}`, whole(screen, [3, 4]), [43, 44]] as const),
    ['a screen of 640 × 481', whole([640, 481], [3, 4]), [640, 481]],
    ['a screen of 2048 × 2048', whole([2048, 2048], [3, 4]), [2048, 2048]],
  ]
  for (const [title, content, [width, height]] of rows) {
    test(title, async () => {
      const metadata = await sharp(content).metadata()
      expect([metadata.width, metadata.height]).toEqual([width, height])
      expect(await sizeOf(content, 'image/gif')).toEqual({ width, height })
    })
  }

  test('and that of its screen where its head ends before a frame', async () => {
    const content = whole([640, 480], [0, 0], comment)
    for (let length = 10; length < 31; length++) {
      expect(await sizeOf(content.subarray(0, length), 'image/gif')).toEqual({ width: 640, height: 480 })
    }
    expect(await sizeOf(Buffer.concat([gif(10, 10), latin1('junk')]), 'image/gif')).toEqual({
      width: 10,
      height: 10,
    })
  })

  test('and is refused for a frame of too many pixels, a screen that browsers would make room for, and too many parts', async () => {
    expect(await messageOf(whole([10, 10], [0, 0]), 'image/gif', 1599)).toContain('of 40 × 40 pixels')
    expect(await sizeOf(whole([10, 10], [0, 0]), 'image/gif', 1600)).toEqual({ width: 40, height: 40 })
    expect(await messageOf(whole([65_535, 65_535], [0, 0]), 'image/gif')).toContain('of 65535 × 65535 pixels')
    const many = Buffer.concat([latin1('!\xfe'), Buffer.alloc(2_000_004, '\x01a'), latin1('\0')])
    expect(await messageOf(whole([10, 10], [0, 0], many), 'image/gif')).toContain('1000000 parts')
  })
})

describe('an SVG', () => {
  const rows: readonly (readonly [attributes: string, size: readonly [number, number] | null])[] = [
    ['width="24" height="16"', [24, 16]],
    ["width='24px' height=' 16 '", [24, 16]],
    ['width="24.4" height="0.2"', [24, 1]],
    ['width="24" height="16" viewBox="0 0 1 1"', [24, 16]],
    ['width="100%" height="100%" viewBox="0 0 24 16"', [24, 16]],
    ['width="24" viewBox="0,0,48,32"', [48, 32]],
    ['width="24em" height="16em" viewBox="-1 -1 24.4 15.6"', [24, 16]],
    ['width="1in" height="2.54cm" viewBox="0 0 1 1"', [96, 96]],
    ['width="210mm" height="297mm"', [794, 1123]],
    ['width="101.6q" height="72pt"', [96, 96]],
    ['width="6pc" height=".5IN"', [96, 48]],
    ['width="2.4e1px" height="1.6E+1"', [24, 16]],
    ['viewBox="0 0 24mm 16mm"', null],
    ['width="24 mm" height="16mm"', null],
    ['width="1e9mm" height="1"', null],
    ['data-width="1" stroke-width="1" height="16" viewBox="0 0 24 16"', [24, 16]],
    ['title="width=&quot;9&quot; > " width="24" height="16"', [24, 16]],
    ['width="0" height="16"', null],
    ['width="-24" height="16"', null],
    ['width="&w;" height="&h;"', null],
    ['width="1e9" height="1"', null],
    ['viewBox="0 0 24"', null],
    ['viewBox="0 0 24 16 1"', null],
    ['', null],
  ]
  for (const [attributes, size] of rows) {
    test(`with ${attributes || 'no attributes'} is ${size?.join(' × ') ?? 'of no size'}`, async () => {
      const [width, height] = size ?? []
      expect(await sizeOf(svg(attributes), 'image/svg+xml')).toEqual(
        width === undefined || height === undefined ? null : { width, height },
      )
    })
  }

  test('is refused for no size, because nothing decodes it', async () => {
    expect(await sizeOf(svg('width="99999" height="99999"'), 'image/svg+xml')).toEqual({
      width: 99_999,
      height: 99_999,
    })
  })
})

describe('an image with too many pixels is refused by its head', () => {
  const rows: readonly (readonly [string, Uint8Array, InlineType])[] = [
    ['a JPEG of 65,000 × 65,000', jpegOf(65_000, 65_000), 'image/jpeg'],
    ['a PNG of 30,000 × 30,000', pngOf(30_000, 30_000), 'image/png'],
    ['a PNG of 2³¹ × 2³¹', pngOf(2 ** 31 - 1, 2 ** 31 - 1), 'image/png'],
    ['a GIF of 65,535 × 65,535', gif(65_535, 65_535), 'image/gif'],
    ['a WebP of 16,384 × 16,384', webpOf(webpHeader(16_384, 16_384, 0)), 'image/webp'],
    ['an AVIF of 30,000 × 30,000', avifOf({ width: 30_000, height: 30_000 }), 'image/avif'],
    [
      'an AVIF that shows little of it',
      avifOf({ width: 30_000, height: 30_000 }, { crop: { width: 1, height: 1 } }),
      'image/avif',
    ],
  ]
  for (const [title, content, type] of rows) {
    test(title, async () =>
      expect(await messageOf(content, type)).toMatch(/^The body is an image of \d+ × \d+ pixels;/),
    )
  }

  test('and one pixel more than the limit is too many, of an AVIF at half of it', async () => {
    expect(await sizeOf(pngOf(100, 50), 'image/png', 5000)).toEqual({ width: 100, height: 50 })
    expect(await messageOf(pngOf(100, 50), 'image/png', 4999)).toContain('limited to 4999 pixels')
    const avif = avifOf({ width: 100, height: 50 })
    expect(await sizeOf(avif, 'image/avif', 10_000)).toEqual({ width: 100, height: 50 })
    expect(await messageOf(avif, 'image/avif', 9999)).toContain('limited to 4999 pixels')
  })
})

describe('an image whose head cannot be read is refused', () => {
  const rows: readonly (readonly [string, Uint8Array, InlineType])[] = [
    ['a JPEG that ends behind its size', jpegOf(24, 16).subarray(0, 17), 'image/jpeg'],
    [
      'a JPEG without a size',
      Buffer.concat([latin1('\xff\xd8'), segment(0xda, '\x01\x01\0\0\x3f\0')]),
      'image/jpeg',
    ],
    ['a JPEG of no height', jpegOf(24, 0), 'image/jpeg'],
    [
      'a JPEG head with random bytes',
      Buffer.concat([latin1('\xff\xd8\xff\xe0'), Buffer.alloc(500, 'a')]),
      'image/jpeg',
    ],
    ['a PNG that ends in its header', pngHeader(24, 16).subarray(0, 20), 'image/png'],
    ['a PNG of no width', pngOf(0, 16), 'image/png'],
    [
      'a PNG that begins with another chunk',
      insertChunks(latin1('\x89PNG\r\n\x1a\n'), pngOf(1, 1)),
      'image/png',
    ],
    ['a GIF of no width', gif(0, 16), 'image/gif'],
    ['a GIF of six bytes', latin1('GIF89a'), 'image/gif'],
    ['a WebP that ends in its head', readPicture('lossy.webp').subarray(0, 25), 'image/webp'],
    [
      'a WebP whose size would be behind its first chunk',
      Buffer.concat([webpOf(webpChunk('VP8X', '\0\0')), Buffer.alloc(20)]),
      'image/webp',
    ],
    ['a WebP without a start code', webpOf(webpChunk('VP8 ', 'abcdefghijkl')), 'image/webp'],
    ['an AVIF without its boxes', avifOf(picture).subarray(0, 40), 'image/avif'],
    ['an AVIF of no size', avifOf({ width: 0, height: 16 }), 'image/avif'],
  ]
  for (const [title, content, type] of rows) {
    test(title, async () =>
      expect(await messageOf(content, type)).toContain('its head does not say how large it is'),
    )
  }
})
