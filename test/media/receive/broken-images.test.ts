// Images that are not built as their format requires: refused, because what cannot be understood may be metadata.
import { describe, expect, test } from 'bun:test'
import { Problem } from '../../../src/base/errors.ts'
import type { InlineType } from '../../../src/media/receive/file-type.ts'
import {
  exifOf,
  exifSegment,
  insertChunks,
  insertSegments,
  latin1,
  pngChunk,
  readPicture,
  removeMetadata,
  segment,
  webpChunk,
  webpOf,
} from './images.ts'

const jpeg = readPicture('baseline.jpg')
const png = readPicture('palette.png')

const rows: readonly (readonly [string, InlineType, Uint8Array, string])[] = [
  [
    'a JPEG that ends before its pixels',
    'image/jpeg',
    jpeg.subarray(0, 600),
    'the file ends before its pixels',
  ],
  [
    'a segment longer than the JPEG',
    'image/jpeg',
    exifSegment(1).subarray(0, 30),
    'the file ends before its pixels',
  ],
  [
    'a PNG with an unknown critical chunk',
    'image/png',
    insertChunks(png, pngChunk('ABCD', '')),
    'it has an unknown chunk (ABCD)',
  ],
  [
    'a PNG that ends in something that is no chunk',
    'image/png',
    Buffer.concat([png.subarray(0, -12), latin1('\0\0\xff\xffa1b2data')]),
    'it has an unknown chunk (a?b?)',
  ],
  [
    'a PNG with no name of a chunk',
    'image/png',
    insertChunks(png, pngChunk('\0\xff<>', '')),
    'it has an unknown chunk (????)',
  ],
  [
    'a WebP with a chunk longer than itself',
    'image/webp',
    webpOf(latin1('VP8L\xff\0\0\0\x2f\0\0\0\0')),
    'its first chunk is longer than its pixels',
  ],
  [
    'a WebP whose first chunk has metadata inside of it',
    'image/webp',
    webpOf(latin1('VP8L\x20\0\0\0\x2f\0\0\0\0\0'), webpChunk('EXIF', exifOf(1))).subarray(0, 40),
    'its first chunk is longer than its pixels',
  ],
  [
    'a WebP with a short header',
    'image/webp',
    webpOf(webpChunk('VP8X', '\x08'), webpChunk('VP8L', '')),
    'its first chunk is not 10 bytes long',
  ],
]

describe('an image whose structure cannot be understood is refused', () => {
  for (const [title, type, content, reason] of rows) {
    test(title, async () => {
      const error = await removeMetadata(content, type).catch((error: unknown) => error)
      expect(error).toBeInstanceOf(Problem)
      expect((error as Problem).code).toBe('invalid_body')
      expect((error as Problem).detail).toContain(reason)
    })
  }

  test('also one of more than a million parts, which would take long', async () => {
    const many = Buffer.alloc(4_000_004, segment(0xfe, ''))
    await expect(removeMetadata(insertSegments(jpeg, many), 'image/jpeg')).rejects.toThrow('1000000 parts')
  })
})

test('the last byte of an odd chunk is added where a WebP lacks it', async () => {
  const odd = webpOf(webpChunk('VP8L', '\x2f\0\0\0\0'))
  const short = Buffer.from(odd.subarray(0, -1))
  short.writeUInt32LE(short.length - 8, 4)
  expect(await removeMetadata(short, 'image/webp')).toEqual(odd)
})
