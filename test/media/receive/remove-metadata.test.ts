// Metadata is removed from JPEG, PNG and WebP: all of it, and nothing else.
import { describe, expect, test } from 'bun:test'
import type { InlineType } from '../../../src/media/receive/file-type.ts'
import {
  chunksOfWebp,
  exifName,
  exifOf,
  exifSegment,
  insertChunks,
  insertSegments,
  latin1,
  pngChunk,
  readPicture,
  removeMetadata,
  secret,
  segment,
  webpChunk,
  webpHeader,
  webpOf,
} from './images.ts'

const jpeg = readPicture('baseline.jpg')
const progressive = readPicture('progressive.jpg')
const cmyk = readPicture('cmyk.jpg')
const png = readPicture('palette.png')
const lossy = readPicture('lossy.webp')
const animated = readPicture('animated.webp')

const join = (...parts: readonly (string | Uint8Array)[]) =>
  Buffer.concat(parts.map(part => (typeof part === 'string' ? latin1(part) : part)))
const jfif = (thumbnail = '') =>
  segment(0xe0, `JFIF\0\x01\x02\0\0\x48\0\x48${thumbnail ? '\x02\x02' : '\0\0'}${thumbnail}`)
const uprightIn = (chunks: readonly Uint8Array[], flags: number) =>
  webpOf(webpHeader(24, 16, flags), ...chunks)
const lossyChunks = chunksOfWebp(lossy)
  .slice(1)
  .map(({ chunk }) => chunk)
const film = join(Buffer.alloc(24), 'ftypmp42', secret, Buffer.alloc(200_000, 7))
/** Where the second scan of a progressive JPEG begins, with its tables. */
const betweenScans = progressive.indexOf(latin1('\xff\xc4'), progressive.indexOf(latin1('\xff\xda')))
const frames = chunksOfWebp(animated)
const frame = frames.findLast(({ name }) => name === 'ANMF')!.chunk

/** What the file is before, and without its metadata. */
const rows: readonly (readonly [string, InlineType, Uint8Array, Uint8Array])[] = [
  ['EXIF with a place', 'image/jpeg', insertSegments(jpeg, exifSegment(1)), jpeg],
  ['XMP', 'image/jpeg', insertSegments(jpeg, segment(0xe1, `http://ns.adobe.com/xap/1.0/\0${secret}`)), jpeg],
  [
    'extended XMP',
    'image/jpeg',
    insertSegments(jpeg, segment(0xe1, `http://ns.adobe.com/xmp/extension/\0${secret.repeat(9000)}`)),
    jpeg,
  ],
  ['IPTC', 'image/jpeg', insertSegments(jpeg, segment(0xed, `Photoshop 3.0\x008BIM\x04\x04${secret}`)), jpeg],
  ['comments', 'image/jpeg', insertSegments(jpeg, segment(0xfe, secret), segment(0xfe, '')), jpeg],
  ['other pictures', 'image/jpeg', insertSegments(jpeg, segment(0xe2, `MPF\0${secret}`)), jpeg],
  ['a thumbnail', 'image/jpeg', insertSegments(jpeg, jfif(`${secret}......`)), insertSegments(jpeg, jfif())],
  [
    'an own thumbnail',
    'image/jpeg',
    insertSegments(jpeg, jfif(), segment(0xe0, `JFXX\0\x10${secret}`)),
    insertSegments(jpeg, jfif()),
  ],
  ['a film behind the picture', 'image/jpeg', join(jpeg, film), jpeg],
  [
    'another JPEG behind the picture',
    'image/jpeg',
    join(jpeg, insertSegments(jpeg, segment(0xfe, secret))),
    jpeg,
  ],
  ['bytes between segments', 'image/jpeg', insertSegments(jpeg, latin1(`${secret}\xff\0`)), jpeg],
  [
    'a comment between scans',
    'image/jpeg',
    join(
      progressive.subarray(0, betweenScans),
      segment(0xfe, secret),
      exifSegment(6),
      progressive.subarray(betweenScans),
    ),
    progressive,
  ],
  [
    'what follows the fields of Adobe',
    'image/jpeg',
    insertSegments(cmyk, segment(0xee, `Adobe\0\x64\0\0\0\0\0${secret}`)),
    insertSegments(cmyk, segment(0xee, 'Adobe\0\x64\0\0\0\0\0')),
  ],
  [
    'EXIF behind which the picture ends early',
    'image/jpeg',
    insertSegments(jpeg.subarray(0, -20), exifSegment(1)),
    jpeg.subarray(0, -20),
  ],
  [
    'a second EXIF, which viewers do not read',
    'image/jpeg',
    insertSegments(jpeg, exifSegment(1), exifSegment(6)),
    jpeg,
  ],
  ['EXIF', 'image/png', insertChunks(png, pngChunk('eXIf', exifOf(1))), png],
  [
    'text of each kind',
    'image/png',
    insertChunks(png, ...['tEXt', 'zTXt', 'iTXt'].map(name => pngChunk(name, secret))),
    png,
  ],
  ['the time', 'image/png', insertChunks(png, pngChunk('tIME', secret)), png],
  [
    'chunks of programs',
    'image/png',
    insertChunks(png, pngChunk('caBX', secret), pngChunk('prVt', secret)),
    png,
  ],
  ['a film behind the picture', 'image/png', join(png, film), png],
  ['EXIF', 'image/webp', uprightIn([...lossyChunks, webpChunk('EXIF', exifOf(1))], 0x38), lossy],
  ['XMP', 'image/webp', uprightIn([...lossyChunks, webpChunk('XMP ', `${secret}!`)], 0x34), lossy],
  ['other chunks', 'image/webp', uprightIn([webpChunk('ABCD', secret), ...lossyChunks], 0x30), lossy],
  [
    'EXIF that is not announced',
    'image/webp',
    join(webpOf(readPicture('lossless.webp').subarray(12), webpChunk('EXIF', exifOf(6)))),
    readPicture('lossless.webp'),
  ],
  ['a film behind the picture', 'image/webp', join(lossy, film), lossy],
  [
    'a chunk in a frame',
    'image/webp',
    webpOf(
      ...frames.map(({ chunk }) =>
        chunk === frame ? webpChunk('ANMF', join(frame.subarray(8), webpChunk('ABCD', secret))) : chunk,
      ),
    ),
    animated,
  ],
]

describe('metadata is removed', () => {
  for (const [title, type, before, after] of rows) {
    test(`${type}: ${title}`, async () => {
      const removed = await removeMetadata(before, type)
      expect(removed?.toString('latin1')).toBe(Buffer.from(after).toString('latin1'))
      expect(removed?.includes(secret)).toBe(false)
      expect(await removeMetadata(removed!, type)).toBeNull()
    })
  }
})

describe('a picture without metadata stays as it is, byte for byte', () => {
  const whole: readonly (readonly [string, InlineType, Uint8Array])[] = [
    ['a JPEG with a colour profile', 'image/jpeg', jpeg],
    ['a progressive JPEG', 'image/jpeg', progressive],
    ['a CMYK JPEG with the marker of Adobe', 'image/jpeg', cmyk],
    ['a JPEG with the marker of JFIF', 'image/jpeg', insertSegments(jpeg, jfif())],
    ['a JPEG with bytes FF before its markers', 'image/jpeg', insertSegments(jpeg, latin1('\xff\xff\xff'))],
    ['a JPEG that ends early', 'image/jpeg', jpeg.subarray(0, -20)],
    ['a JPEG that ends in a stuffed byte', 'image/jpeg', join(jpeg.subarray(0, -2), '\xff')],
    ['a PNG with a palette and transparency', 'image/png', png],
    ['a PNG of 16 bits with a colour profile', 'image/png', readPicture('deep.png')],
    [
      'an animated PNG with its colours',
      'image/png',
      insertChunks(
        png,
        ...['acTL', 'gAMA', 'cHRM', 'sRGB', 'cICP', 'fcTL', 'fdAT'].map(name => pngChunk(name, 'data')),
      ),
    ],
    ['a PNG without an end', 'image/png', png.subarray(0, -12)],
    ['a WebP with profile and transparency', 'image/webp', lossy],
    ['a lossless WebP', 'image/webp', readPicture('lossless.webp')],
    ['an animated WebP', 'image/webp', animated],
    ['a GIF with a comment', 'image/gif', latin1('GIF89a\x01\0\x01\0\0\0\0!\xfe\x01a\0;')],
    ['a PDF', 'application/pdf', latin1('%PDF-1.7 /Author')],
  ]
  for (const [title, type, content] of whole) {
    test(title, async () => expect(await removeMetadata(content, type)).toBeNull())
  }
})

describe('the orientation stays, and nothing else of EXIF', () => {
  for (const orientation of [2, 3, 4, 5, 6, 7, 8]) {
    test(`orientation ${orientation}`, async () => {
      const tiff = `MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0${String.fromCharCode(orientation)}\0\0\0\0\0\0`
      for (const order of ['II', 'MM'] as const) {
        const exif = exifOf(orientation, order)
        const fromJpeg = await removeMetadata(
          insertSegments(jpeg, exifSegment(orientation, order)),
          'image/jpeg',
        )
        expect(fromJpeg).toEqual(insertSegments(jpeg, segment(0xe1, exifName + tiff)))
        expect(await removeMetadata(fromJpeg!, 'image/jpeg')).toBeNull()

        const fromPng = await removeMetadata(insertChunks(png, pngChunk('eXIf', exif)), 'image/png')
        expect(fromPng).toEqual(insertChunks(png, pngChunk('eXIf', tiff)))
        expect(await removeMetadata(fromPng!, 'image/png')).toBeNull()

        const chunks = [...lossyChunks, webpChunk('EXIF', exif), webpChunk('XMP ', secret)]
        const fromWebp = await removeMetadata(uprightIn(chunks, 0x3c), 'image/webp')
        expect(fromWebp).toEqual(uprightIn([...lossyChunks, webpChunk('EXIF', tiff)], 0x38))
        expect(await removeMetadata(fromWebp!, 'image/webp')).toBeNull()
      }
    })
  }
})
