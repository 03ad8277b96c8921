// How many frames a picture has, by its head and its structure alone.
import { describe, expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { FileBytes } from '../../../src/media/formats/file-bytes.ts'
import { detectType, headBytesMax } from '../../../src/media/receive/file-type.ts'
import { countFrames } from '../../../src/media/receive/frames.ts'
import { makeFolder } from '../../kit/test-folder.ts'
import { animatedPng, avifSequence, frames } from '../images/sequences.ts'

async function count(bytes: Uint8Array) {
  const path = join(makeFolder(), 'picture')
  writeFileSync(path, bytes)
  const handle = await open(path)
  try {
    return await countFrames(new FileBytes(handle, bytes.length), detectType(bytes.subarray(0, headBytesMax)))
  } finally {
    await handle.close()
  }
}

describe('the frames of a picture are counted', () => {
  test.each([1, 2, 300])('as its decoder counts them: %p', async expected => {
    for (const format of ['gif', 'webp'] as const) {
      const bytes = await frames(expected, 20, 10).toFormat(format, { effort: 1 }).toBuffer()
      expect([format, (await sharp(bytes).metadata()).pages ?? 1]).toEqual([format, expected])
      expect([format, await count(bytes)]).toEqual([format, expected])
    }
    expect(await count(await avifSequence(expected, 64, 64))).toBe(expected)
  })

  test('of an animated PNG, and of a still one', async () => {
    expect(await count(animatedPng(20, 10))).toBe(2)
    expect(await count(readFileSync(join(import.meta.dir, 'pictures/palette.png')))).toBe(1)
  })

  test('of an animated WebP that another program wrote', async () => {
    const bytes = readFileSync(join(import.meta.dir, 'pictures/animated.webp'))
    expect(await count(bytes)).toBe((await sharp(bytes).metadata()).pages!)
  })

  test('as far as a file goes that ends early, and within what a database holds', async () => {
    const gif = await frames(10, 20, 10).gif().toBuffer()
    expect(await count(gif.subarray(0, gif.length / 2))).toBeWithin(2, 10)
    const webp = await frames(10, 20, 10).webp().toBuffer()
    expect(await count(webp.subarray(0, webp.length / 2))).toBeWithin(2, 10)
    const png = animatedPng(20, 10)
    png.writeUInt32BE(0xffffffff, png.indexOf('acTL', 0, 'latin1') + 4)
    expect(await count(png)).toBe(1_000_000)
    const sequence = await avifSequence(3, 64, 64)
    expect(await count(sequence.subarray(0, sequence.length - 30))).toBe(1)
  })

  test('in a file that is no such picture as none', async () => {
    expect(await count(Buffer.from('%PDF-1.7'))).toBeNull()
  })
})
