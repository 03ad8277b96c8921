// Whatever bytes arrive: they are received or refused with one of the room's own errors, and what is received has no
// metadata that a second pass would find.
import { describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { Problem } from '../../../src/base/errors.ts'
import { receiveFile } from '../../../src/media/receive/receive-file.ts'
import { fuzzRuns, fuzzSeed, longTestMs } from '../../kit/fuzz.ts'
import {
  avifOf,
  exifOf,
  exifSegment,
  insertChunks,
  insertSegments,
  latin1,
  pngChunk,
  readPicture,
  secret,
  webpChunk,
  webpHeader,
  webpOf,
} from './images.ts'
import { optionsOf, streamOf } from './receive.ts'

const options = optionsOf()

/** Files of every kind, with metadata where there can be some. */
const seeds: readonly Buffer[] = [
  insertSegments(readPicture('baseline.jpg'), exifSegment(6), exifSegment(3, 'MM')),
  insertSegments(readPicture('progressive.jpg'), exifSegment(1)),
  insertChunks(readPicture('palette.png'), pngChunk('eXIf', exifOf(8)), pngChunk('tEXt', secret)),
  readPicture('lossy.webp'),
  readPicture('animated.webp'),
  webpOf(webpHeader(24, 16, 0x0c), readPicture('lossless.webp').subarray(12), webpChunk('EXIF', exifOf(5))),
  readPicture('still.avif'),
  avifOf({ width: 24, height: 16 }, { turns: 1, crop: { width: 8, height: 8 } }),
  latin1(
    '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "b">]><!-- c --><svg width="1px" viewBox="0 0 1 2">',
  ),
  latin1('GIF89a\x01\0\x01\0\0\0\0;'),
]

const numbers = fc.constantFrom(0, 1, 2, 0x7f, 0x80, 0xd8, 0xd9, 0xda, 0xe1, 0xff)
const byte = fc.oneof(numbers, fc.integer({ min: 0, max: 255 }))
const place = fc.integer({ min: 0, max: 10_000 })

/** Changes a byte or four, cuts a part out, repeats it, or ends the file. */
const change = fc.oneof(
  fc.record({
    kind: fc.constant('byte' as const),
    at: place,
    bytes: fc.array(byte, { minLength: 1, maxLength: 4 }),
  }),
  fc.record({
    kind: fc.constantFrom('cut' as const, 'repeat' as const, 'end' as const),
    at: place,
    length: place,
  }),
)

function applyTo(
  content: Buffer,
  changes: readonly (typeof change extends fc.Arbitrary<infer T> ? T : never)[],
) {
  let result = content
  for (const each of changes) {
    const at = each.at % Math.max(1, result.length)
    const before = result.subarray(0, at)
    if (each.kind === 'byte') {
      result = Buffer.concat([before, Uint8Array.from(each.bytes), result.subarray(at + each.bytes.length)])
      continue
    }
    const end = at + (each.length % 64)
    if (each.kind === 'cut') result = Buffer.concat([before, result.subarray(end)])
    else if (each.kind === 'end') result = before
    else result = Buffer.concat([result.subarray(0, end), result.subarray(at)])
  }
  return result
}

async function receive(content: Buffer) {
  const parts = [content.subarray(0, content.length / 2), content.subarray(content.length / 2)]
  return receiveFile(streamOf(...parts), options).catch((error: unknown) => error)
}

async function isReceivedOrRefused(content: Buffer): Promise<void> {
  const received = await receive(content)
  const names = readdirSync(options.folder)
  if (received instanceof Error) {
    expect(received).toBeInstanceOf(Problem)
    expect([(received as Problem).code, names]).toEqual(['invalid_body', []])
    return
  }
  const { path, metadataRemoved, ...same } = received as Awaited<ReturnType<typeof receiveFile>>
  expect(names).toHaveLength(1)
  const stored = readFileSync(path)
  rmSync(path)
  expect(metadataRemoved).toBe(!stored.equals(content))
  expect(await receive(stored)).toMatchObject({ ...same, metadataRemoved: false })
  for (const name of readdirSync(options.folder)) rmSync(join(options.folder, name))
}

const parameters = (usual: number) => ({ numRuns: fuzzRuns(usual), seed: fuzzSeed() })

describe('any bytes are received or refused, and leave nothing but the file', () => {
  test(
    'of images that were changed anywhere',
    async () => {
      const changed = fc
        .tuple(fc.constantFrom(...seeds), fc.array(change, { maxLength: 4 }))
        .map(([seed, changes]) => applyTo(seed, changes))
      await fc.assert(fc.asyncProperty(changed, isReceivedOrRefused), parameters(1500))
    },
    longTestMs,
  )

  test(
    'behind the signature of any type',
    async () => {
      const starts = [
        '\xff\xd8\xff',
        '\x89PNG\r\n\x1a\n',
        'RIFF\x40\0\0\0WEBPVP8X',
        'GIF89a',
        '\0\0\0\x14ftypavif',
        '<svg ',
        '',
      ]
      const random = fc
        .tuple(fc.constantFrom(...starts), fc.array(byte, { maxLength: 300 }))
        .map(([start, bytes]) => Buffer.concat([latin1(start), Uint8Array.from(bytes)]))
      await fc.assert(fc.asyncProperty(random, isReceivedOrRefused), parameters(1000))
    },
    longTestMs,
  )

  test(
    'of images that end at any byte',
    async () => {
      for (const seed of seeds) {
        for (let length = 0; length < seed.length; length++)
          await isReceivedOrRefused(seed.subarray(0, length))
      }
    },
    longTestMs,
  )
})
