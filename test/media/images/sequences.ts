// Pictures of several frames for tests, and pictures whose files are odd in ways that browsers do not mind.
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'

const frameColors = [
  [220, 30, 30],
  [30, 200, 40],
  [30, 50, 220],
] as const

/** Frames of one colour each, red, green and blue in turn. */
export function frames(count: number, width: number, height: number) {
  const parts = Array.from({ length: count }, (_, at) =>
    Buffer.alloc(width * height * 3, Buffer.from(frameColors[at % 3]!)),
  )
  const raw = { width, height: height * count, channels: 3 as const, pageHeight: height }
  return sharp(Buffer.concat(parts), { raw, limitInputPixels: false })
}

const u32 = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, at * 4)
  return bytes
}

function pngChunk(name: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  return Buffer.concat([u32(data.length), named, u32(Bun.hash.crc32(named))])
}

/** An animated PNG of two frames, red and green. */
export function animatedPng(width: number, height: number): Buffer {
  const pixels = (color: readonly number[]) =>
    deflateSync(
      Buffer.concat(
        Array.from({ length: height }, () =>
          Buffer.concat([Buffer.of(0), Buffer.alloc(width * 3, Buffer.from(color))]),
        ),
      ),
    )
  const control = (sequence: number) =>
    pngChunk('fcTL', Buffer.concat([u32(sequence, width, height, 0, 0), Buffer.of(0, 1, 0, 10, 0, 0)]))
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    pngChunk('IHDR', Buffer.concat([u32(width, height), Buffer.of(8, 2, 0, 0, 0)])),
    pngChunk('acTL', u32(2, 0)),
    control(0),
    pngChunk('IDAT', pixels(frameColors[0])),
    control(1),
    pngChunk('fdAT', Buffer.concat([u32(2), pixels(frameColors[1])])),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

function box(name: string, ...parts: Uint8Array[]): Buffer {
  const data = Buffer.concat(parts)
  return Buffer.concat([u32(8 + data.length), Buffer.from(name, 'latin1'), data])
}

/** A still AVIF as the first frame of a sequence: its brand, and a track that has this many. */
export async function avifSequence(count: number, width: number, height: number): Promise<Buffer> {
  const still = await frames(1, width, height).avif({ effort: 0 }).toBuffer()
  const typeBytes = still.readUInt32BE(0)
  // Replaces a brand, so that nothing in the file moves.
  const type = Buffer.from(still.subarray(0, typeBytes))
  type.write('avis', typeBytes - 4, 'latin1')
  const sizes = box('stsz', u32(0, 0, count), Buffer.alloc(count * 4, 1))
  const track = box('trak', box('mdia', box('minf', box('stbl', sizes))))
  return Buffer.concat([type, still.subarray(typeBytes), box('moov', track)])
}

/** Some phones write this: the last coefficient of the scan, which has all of them, as 0. */
export function withOddScanHeader(jpeg: Uint8Array): Buffer {
  const odd = Buffer.from(jpeg)
  const at = odd.indexOf(Buffer.of(0xff, 0xda))
  const components = odd[at + 4]!
  odd[at + 5 + 2 * components + 1] = 0
  return odd
}

/** A PNG with its colours given by code points, those of Display P3 by default, in place of its profile. */
export function withColorPoints(
  png: Buffer,
  [primaries, transfer]: readonly [number, number] = [12, 13],
): Buffer {
  const at = png.indexOf('iCCP', 0, 'latin1') - 4
  const end = at + 12 + png.readUInt32BE(at)
  return Buffer.concat([
    png.subarray(0, at),
    pngChunk('cICP', Buffer.of(primaries, transfer, 0, 1)),
    png.subarray(end),
  ])
}

/** An AVIF with the code points of Display P3 in place of its profile. What lies behind the box moves towards it. */
export function toColorBox(avif: Buffer): Buffer {
  const placeOf = (name: string) => avif.indexOf(name, 0, 'latin1') - 4
  const at = placeOf('colrrICC')
  const lengthOf = (place: number) => avif.readUInt32BE(place)
  const points = box('colr', Buffer.from('nclx', 'latin1'), Buffer.of(0, 12, 0, 13, 0, 6, 0x80))
  const moved = lengthOf(at) - points.length
  const bytes = Buffer.from(avif)
  for (const place of ['meta', 'iprp', 'ipco'].map(placeOf))
    bytes.writeUInt32BE(lengthOf(place) - moved, place)
  const [places, pixels] = [placeOf('iloc'), placeOf('mdat')]
  for (let place = places + 16; place + 4 <= places + lengthOf(places); place++) {
    const offset = lengthOf(place)
    if (offset >= pixels && offset < avif.length) bytes.writeUInt32BE(offset - moved, place)
  }
  return Buffer.concat([bytes.subarray(0, at), points, bytes.subarray(at + lengthOf(at))])
}
