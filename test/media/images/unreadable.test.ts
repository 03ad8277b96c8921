// Files that are no images as they claim: each is unreadable, and none costs the worker more than looking at its head.
import { describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { makeFolder } from '../../kit/test-folder.ts'
import { createEngine } from './engines.ts'
import { type ColorName, colorAt, colors, hugePng, quarters, save } from './pictures.ts'
import { transformBy } from './transform.ts'

const transform = transformBy(createEngine())

describe('a file that is no image as it claims', () => {
  const write = (name: string, bytes: Uint8Array | string) => {
    const file = join(makeFolder(), name)
    writeFileSync(file, bytes)
    return file
  }

  const jpeg = quarters(400, 400).jpeg().toBuffer()

  test.each<[string, string, () => Promise<string>]>([
    ['a PNG of 30,000 by 30,000', 'image/png', async () => write('huge.png', hugePng(30_000, 30_000))],
    [
      'a JPEG whose head says 65,000 by 65,000',
      'image/jpeg',
      async () => {
        const bytes = Buffer.from(await jpeg)
        const at = bytes.indexOf(Buffer.from([0xff, 0xc0]))
        bytes.writeUInt16BE(65_000, at + 5)
        bytes.writeUInt16BE(65_000, at + 7)
        return write('huge.jpg', bytes)
      },
    ],
    [
      'a head of a JPEG with random bytes',
      'image/jpeg',
      async () => {
        const noise = Uint8Array.from({ length: 20_000 }, (_, at) => (at * 7919 + (at >> 3)) & 255)
        return write('noise.jpg', Buffer.concat([(await jpeg).subarray(0, 200), noise]))
      },
    ],
    [
      'an SVG',
      'image/png',
      async () => write('a.png', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    ],
    ['a TIFF', 'image/jpeg', async () => write('a.jpg', await quarters(40, 40).tiff().toBuffer())],
    [
      'a PNG that is stored as a JPEG',
      'image/jpeg',
      async () => write('a.jpg', await quarters(40, 40).png().toBuffer()),
    ],
    [
      'an AVIF of more than half the pixels',
      'image/avif',
      async () =>
        save(
          sharp({ create: { width: 6400, height: 4000, channels: 3, background: '#fff' } }).avif({
            effort: 0,
          }),
          'big.avif',
        ),
    ],
    ['nothing', 'image/jpeg', async () => write('empty.jpg', '')],
    ['a file that is gone', 'image/jpeg', async () => join(makeFolder(), 'gone.jpg')],
  ])('is unreadable: %s', async (_, contentType, prepare) => {
    const { failure } = await transform(await prepare(), contentType, 'w=96')
    expect(failure).toBe('unreadable')
  })

  test('gives the first frame of a GIF of a thousand', async () => {
    const frame = (name: ColorName) => Array.from({ length: 400 }, () => colors[name]).flat()
    const frames = Array.from({ length: 1000 }, (_, at) => frame(at % 2 === 0 ? 'red' : 'blue')).flat()
    const raw = { width: 20, height: 20_000, channels: 3 as const, pageHeight: 20 }
    const source = await save(sharp(Uint8Array.from(frames), { raw }).gif(), 'many.gif')
    expect((await sharp(source).metadata()).pages).toBe(1000)
    const { output, metadata } = await transform(source, 'image/gif', 'w=16')
    expect(metadata).toMatchObject({ format: 'png', width: 16, height: 16 })
    expect(await colorAt(output, 0.5, 0.5)).toBe('red')
  })
})
