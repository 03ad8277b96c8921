// Images that are not built as their format requires: refused, because what cannot be understood may be metadata.
import { describe, expect, test } from 'bun:test'
import { Problem } from '../../src/base/errors.ts'
import type { InlineType } from '../../src/files/file-type.ts'
import {
  exifSegment,
  insertChunks,
  insertSegments,
  latin1,
  pngChunk,
  readPicture,
  removeMetadata,
  segment,
  webpChunk,
  webpHeader,
  webpOf,
} from './images.ts'

const jpeg = readPicture('baseline.jpg')
const png = readPicture('palette.png')
const lossy = readPicture('lossy.webp')

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
  ['a PNG that ends in a chunk', 'image/png', png.subarray(0, -20), 'the file ends inside of a chunk (IDAT)'],
  [
    'a PNG that ends in the head of a chunk',
    'image/png',
    png.subarray(0, -9),
    'the file ends inside of a chunk',
  ],
  ['a PNG without pixels', 'image/png', png.subarray(0, 33), 'the file ends before its pixels'],
  [
    'a PNG with an unknown critical chunk',
    'image/png',
    insertChunks(png, pngChunk('ABCD', '')),
    'it has an unknown chunk (ABCD)',
  ],
  [
    'a PNG with no name of a chunk',
    'image/png',
    insertChunks(png, pngChunk('\0\xff<>', '')),
    'it has an unknown chunk (????)',
  ],
  ['a WebP that ends early', 'image/webp', lossy.subarray(0, -2), 'the file ends before the image does'],
  [
    'a WebP with a chunk longer than itself',
    'image/webp',
    webpOf(latin1('VP8L\xff\0\0\0\x2f\0\0\0\0')),
    'a chunk is longer than what it is in',
  ],
  [
    'a WebP with a short header',
    'image/webp',
    webpOf(webpChunk('VP8X', '\x08'), webpChunk('VP8L', '')),
    'its first chunk is not 10 bytes long',
  ],
  ['a WebP without pixels', 'image/webp', webpOf(webpHeader(1, 1, 0)), 'it has no pixels'],
  [
    'a WebP with an empty frame',
    'image/webp',
    webpOf(webpHeader(1, 1, 2), webpChunk('ANMF', '')),
    'a frame has no pixels',
  ],
  [
    'a WebP with a chunk longer than its frame',
    'image/webp',
    webpOf(webpHeader(1, 1, 2), webpChunk('ANMF', `${'\0'.repeat(16)}VP8L\xff\0\0\0`)),
    'a chunk is longer than what it is in',
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
