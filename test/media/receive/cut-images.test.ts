// Images that end early, or whose lengths are wrong: what is intact of them is kept, and metadata never is.
import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { Problem } from '../../../src/base/errors.ts'
import type { InlineType } from '../../../src/media/receive/file-type.ts'
import { readImageSize } from '../../../src/media/receive/image-head.ts'
import { receiveFile } from '../../../src/media/receive/receive-file.ts'
import { longTestMs } from '../../kit/fuzz.ts'
import {
  chunksOfWebp,
  exifOf,
  insertChunks,
  latin1,
  pngChunk,
  readPicture,
  removeMetadata,
  secret,
  webpChunk,
  webpHeader,
  webpOf,
  withBytes,
} from './images.ts'
import { optionsOf, streamOf } from './receive.ts'

const png = readPicture('palette.png')
const lossy = readPicture('lossy.webp')
const secrets = latin1(secret.repeat(6))
const exif = Buffer.concat([exifOf(1), secrets])
const chunksOf = (webp: Buffer) => chunksOfWebp(webp).map(({ chunk }) => chunk)
const [lossyPixels, animatedChunks] = [chunksOf(lossy).slice(1), chunksOf(readPicture('animated.webp'))]
const lossless = readPicture('lossless.webp').subarray(12)
const hidden = [webpChunk('EXIF', exif), webpChunk('XMP ', secrets)]

const sizeOf = (content: Buffer, type: InlineType) =>
  withBytes(content, bytes => readImageSize(bytes, type, 1000))

/** With metadata before the pixels and behind them, upright. */
const files: Readonly<Record<string, readonly [InlineType, Buffer, headBytes: number]>> = {
  'a PNG': [
    'image/png',
    Buffer.concat([
      insertChunks(png, pngChunk('tEXt', secrets)).subarray(0, -12),
      ...[pngChunk('eXIf', exif), pngChunk('iTXt', secrets), png.subarray(-12)],
    ]),
    24,
  ],
  'an animated PNG': [
    'image/png',
    Buffer.concat([
      insertChunks(png, pngChunk('acTL', '12345678'), pngChunk('zTXt', secrets)).subarray(0, -12),
      ...[pngChunk('fcTL', 'frame'), pngChunk('fdAT', 'pixels'), pngChunk('tIME', secrets)],
      png.subarray(-12),
    ]),
    24,
  ],
  'a lossy WebP': ['image/webp', webpOf(webpHeader(24, 16, 0x3c), ...lossyPixels, ...hidden), 30],
  'a lossless WebP': ['image/webp', webpOf(webpHeader(24, 16, 0x0c), hidden[0]!, lossless, hidden[1]!), 30],
  'an animated WebP': [
    'image/webp',
    webpOf(webpHeader(24, 16, 0x0e), ...animatedChunks.slice(1), ...hidden),
    30,
  ],
}

describe('an image that ends anywhere behind its head', () => {
  for (const [name, [type, content, headBytes]] of Object.entries(files)) {
    test(
      `keeps what there is of its picture, and no metadata: ${name}`,
      async () => {
        const whole = (await removeMetadata(content, type))!
        // The first numbers of a WebP are its length.
        const start = type === 'image/webp' ? 12 : 0
        for (let length = headBytes; length < content.length; length++) {
          const end = content.subarray(0, length)
          const rest = (await removeMetadata(end, type)) ?? end
          expect([length, whole.subarray(start).indexOf(rest.subarray(start))]).toEqual([length, 0])
          expect(await sizeOf(rest, type)).toEqual({ width: 24, height: 16 })
          expect([length, await removeMetadata(rest, type)]).toEqual([length, null])
        }
      },
      longTestMs,
    )
  }

  test('is turned only by EXIF that it has whole', async () => {
    const behind = (chunk: Buffer) => Buffer.concat([png.subarray(0, -12), chunk])
    const turned = behind(pngChunk('eXIf', exifOf(6)))
    const webp = webpOf(webpHeader(24, 16, 0x38), ...lossyPixels, webpChunk('EXIF', exifOf(6)))
    for (const [type, content] of [
      ['image/png', turned],
      ['image/webp', webp],
    ] as const) {
      const widthOf = async (bytes: Buffer) => (await sizeOf(bytes, type))?.width
      const cut = content.subarray(0, -1)
      expect([await widthOf(content), await widthOf(cut)]).toEqual([16, 24])
      expect(await widthOf((await removeMetadata(cut, type))!)).toBe(24)
    }
  })
})

describe('metadata does not stay where the length of a chunk is wrong', () => {
  for (const [name, [type, content]] of Object.entries(files)) {
    test(
      name,
      async () => {
        const isPng = type === 'image/png'
        const places = isPng ? pngLengths(content) : webpLengths(content)
        const all = Array.from({ length: content.length + 20 }, (_, length) => length)
        const lengths = [...all, 2 ** 24, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1]
        for (const place of places) {
          for (const length of lengths) {
            const changed = Buffer.from(content)
            if (isPng) changed.writeUInt32BE(length, place)
            else changed.writeUInt32LE(length, place)
            const rest = await removeMetadata(changed, type).catch((error: unknown) => {
              expect(error).toBeInstanceOf(Problem)
              return Buffer.alloc(0)
            })
            expect([place, length, (rest ?? changed).includes(secret)]).toEqual([place, length, false])
          }
        }
      },
      longTestMs,
    )
  }
})

/** Where the chunks have their lengths, but the first, without which no head is read. */
function pngLengths(content: Buffer): number[] {
  const places = []
  for (let at = 33; at < content.length; at += 12 + content.readUInt32BE(at)) places.push(at)
  return places
}

function webpLengths(content: Buffer): number[] {
  const places = [4]
  for (let at = 30; at < content.length; at += 8 + Math.ceil(content.readUInt32LE(at + 4) / 2) * 2) {
    places.push(at + 4)
  }
  return places
}

describe('of an image that is not whole is stored what was sent, whether metadata is kept or not', () => {
  const noise = sharp(
    Uint8Array.from({ length: 90_000 }, (_, at) => (at * at * 7919 + (at >> 3)) & 255),
    { raw: { width: 200, height: 150, channels: 3 } },
  )
  const half = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)
  const longer = (bytes: Buffer) => {
    const longer = Buffer.from(bytes)
    longer.writeUInt32LE(bytes.length + 92, 4)
    return longer
  }
  const rows: readonly (readonly [string, () => Promise<Buffer>, boolean])[] = [
    ['half a PNG', async () => half(await noise.clone().png().toBuffer()), false],
    ['a PNG without pixels', async () => readPicture('palette.png').subarray(0, 33), false],
    ['half a WebP', async () => half(await noise.clone().webp().toBuffer()), false],
    [
      'half a lossless WebP',
      async () => half(await noise.clone().webp({ lossless: true }).toBuffer()),
      false,
    ],
    // Its length is set right.
    ['a WebP that says it is longer', async () => longer(await noise.clone().webp().toBuffer()), true],
    ['half a JPEG', async () => half(await noise.clone().jpeg().toBuffer()), false],
    ['half a GIF', async () => half(await noise.clone().gif().toBuffer()), false],
    ['half an AVIF', async () => half(await noise.clone().avif({ effort: 0 }).toBuffer()), false],
  ]
  for (const [title, make, isChanged] of rows) {
    test(title, async () => {
      const content = await make()
      for (const keepMetadata of [true, false]) {
        const received = await receiveFile(streamOf(content), optionsOf({ keepMetadata }))
        expect(received.width).toBeGreaterThan(20)
        const isSame = readFileSync(received.path).equals(content)
        expect([keepMetadata, isSame]).toEqual([keepMetadata, keepMetadata || !isChanged])
      }
    })
  }
})
