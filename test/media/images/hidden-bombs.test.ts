// Small files that unpack to very much, in what a reader of images may look at besides the picture: none fills the memory
// of the worker, and each is an image or unreadable.
import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { makeFolder } from '../../kit/test-folder.ts'
import { createEngine, patientLimits } from './engines.ts'
import { quarters } from './pictures.ts'
import { transformBy } from './transform.ts'

/** Far below what any of these unpacks to. */
const memoryBytes = 2 ** 28
const unpackedBytes = 300_000_000

const packed = deflateSync(Buffer.alloc(unpackedBytes))
const chunk = (type: string, body: Uint8Array) => {
  const content = Buffer.concat([Buffer.from(type), body])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length)
  sum.writeUInt32BE(Bun.hash.crc32(content))
  return Buffer.concat([length, content, sum])
}

/** Behind the signature and the head. */
async function pngWith(extra: readonly Buffer[]): Promise<Buffer> {
  const png = await quarters(100, 100).png().toBuffer()
  return Buffer.concat([png.subarray(0, 33), ...extra, png.subarray(33)])
}

/** Behind the first marker. */
async function jpegWith(segments: readonly Buffer[]): Promise<Buffer> {
  const jpeg = await quarters(100, 100).jpeg().toBuffer()
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)])
}

function segment(marker: number, body: Uint8Array): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}

const text = (words: string) => Buffer.from(words, 'latin1')
const many = <Item>(count: number, make: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => make(index))
const iccPart = (index: number) =>
  Buffer.concat([text('ICC_PROFILE\0'), Buffer.from([index + 1, 255]), Buffer.alloc(65_000, index)])

test.skipIf(process.platform !== 'linux').each<[string, string, () => Promise<Buffer>]>([
  [
    'a colour profile of a PNG',
    'image/png',
    () => pngWith([chunk('iCCP', Buffer.concat([text('p\0\0'), packed]))]),
  ],
  [
    'a compressed text of a PNG',
    'image/png',
    () => pngWith([chunk('zTXt', Buffer.concat([text('c\0\0'), packed]))]),
  ],
  [
    'XMP of a PNG',
    'image/png',
    () => pngWith([chunk('iTXt', Buffer.concat([text('XML:com.adobe.xmp\0\x01\0\0\0'), packed]))]),
  ],
  [
    'a hundred thousand texts of a PNG',
    'image/png',
    () => pngWith(many(100_000, () => chunk('tEXt', text('k\0v')))),
  ],
  [
    'more pixels than the head of a PNG says',
    'image/png',
    async () => {
      const png = await quarters(100, 100).png().toBuffer()
      return Buffer.concat([png.subarray(0, 33), chunk('IDAT', packed), chunk('IEND', text(''))])
    },
  ],
  [
    'a colour profile of a JPEG in 255 parts',
    'image/jpeg',
    () => jpegWith(many(255, index => segment(0xe2, iccPart(index)))),
  ],
  [
    'a thousand comments of a JPEG',
    'image/jpeg',
    () => jpegWith(many(1000, () => segment(0xfe, Buffer.alloc(65_000, 65)))),
  ],
  [
    'EXIF of a JPEG that leads in a circle',
    'image/jpeg',
    () =>
      jpegWith([
        segment(0xe1, Buffer.concat([text('Exif\0\0II*\0\x08\0\0\0'), Buffer.from([0, 0, 8, 0, 0, 0])])),
      ]),
  ],
])('%s', async (_, contentType, build) => {
  const engine = createEngine({ limits: { ...patientLimits, memoryBytes } })
  const source = join(makeFolder(), 'bomb')
  writeFileSync(source, await build())
  const { failure } = await transformBy(engine)(source, contentType, 'w=64')
  // Too much memory would be a failure of its own.
  expect(failure).toBeOneOf([null, 'unreadable'])
})
