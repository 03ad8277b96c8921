// Placeholders: what a thumbhash shows, as a PNG in a `data:` address.
import { describe, expect, test } from 'bun:test'
import { crc32, inflateSync } from 'node:zlib'
import { placeholder } from '../../client/src/image.ts'

interface Picture {
  readonly width: number
  readonly height: number
  /** Three or four bytes. */
  readonly pixelAt: (x: number, y: number) => number[]
}

/** Reads a PNG with one chunk of pixels and rows without filters, and checks what protects it. */
function readPng(address: string | null): Picture {
  const prefix = 'data:image/png;base64,'
  expect(address).toStartWith(prefix)
  const png = Buffer.from(address!.slice(prefix.length), 'base64')
  expect(png.toString('latin1', 0, 8)).toBe('\x89PNG\r\n\x1a\n')
  const chunks = new Map<string, Buffer>()
  for (let at = 8; at < png.length; ) {
    const end = at + 8 + png.readUInt32BE(at)
    expect(png.readUInt32BE(end)).toBe(crc32(png.subarray(at + 4, end)))
    chunks.set(png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, end))
    at = end + 4
  }
  expect([...chunks.keys()]).toEqual(['IHDR', 'IDAT', 'IEND'])
  const head = chunks.get('IHDR')!
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)]
  const size = head[9] === 6 ? 4 : 3
  expect([...head.subarray(8)]).toEqual([8, size === 4 ? 6 : 2, 0, 0, 0])
  const rows = inflateSync(chunks.get('IDAT')!)
  const rowLength = 1 + width * size
  expect(rows).toHaveLength(rowLength * height)
  return {
    width,
    height,
    pixelAt: (x, y) => [...rows.subarray(y * rowLength + 1 + x * size, y * rowLength + 1 + (x + 1) * size)],
  }
}

/** First, middle and last pixel, by the published decoder. */
const hashes = [
  [
    '1QcSHQRnh493V4dIh4eXh1h4kJUI',
    23,
    32,
    [
      [64, 78, 113],
      [140, 110, 89],
      [0, 4, 40],
    ],
  ],
  [
    '3PcNNYSFeXh/d3eld0iHZoZgVwh2',
    32,
    23,
    [
      [48, 83, 154],
      [110, 114, 116],
      [76, 57, 10],
    ],
  ],
  [
    'YJqGPQw7sFlslqhFafSE+Q6oJ1h2iHB2Rw==',
    32,
    32,
    [
      [229, 75, 52, 0],
      [107, 103, 109, 255],
      [255, 137, 0, 0],
    ],
  ],
] as const

test.each(hashes)('of %s is the picture that its algorithm says', (hash, width, height, pixels) => {
  const picture = readPng(placeholder(hash))
  expect([picture.width, picture.height]).toEqual([width, height])
  const shown = [
    picture.pixelAt(0, 0),
    picture.pixelAt(width >> 1, height >> 1),
    picture.pixelAt(width - 1, height - 1),
  ]
  shown.flat().forEach((value, index) => {
    expect(Math.abs(value - pixels.flat()[index]!)).toBeLessThanOrEqual(1)
  })
})

test('of an asset is that of its thumbhash', () => {
  const [[thumbhash]] = hashes
  const asset = { url: '/x', title: null, contentType: null, width: null, height: null, size: null }
  expect(placeholder({ ...asset, thumbhash })).toBe(placeholder(thumbhash))
  expect(placeholder({ ...asset, thumbhash: null })).toBeNull()
  expect(placeholder(asset)).toBeNull()
})

describe('is null for what is no thumbhash', () => {
  test.each(['', 'ÿ', 'no hash', '1Q==', '1QcSHQ='])('%j', text => {
    expect(placeholder(text)).toBeNull()
  })
})

test('of any bytes is a picture of at most 32 pixels a side', () => {
  for (let seed = 0; seed < 256; seed++) {
    const bytes = Uint8Array.from(
      { length: 6 + (seed % 30) },
      (_, index) => (seed * 31 + index * seed * 7) & 255,
    )
    const { width, height } = readPng(placeholder(Buffer.from(bytes).toString('base64')))
    expect(Math.max(width, height)).toBe(32)
    expect(Math.min(width, height)).toBeGreaterThan(0)
  }
})
