// Counts the frames of an animated picture. Nothing is decoded. In a file that violates its format, the frames before the
// error are counted.
import { boxesIn, findBox } from '../formats/avif.ts'
import type { FileBytes } from '../formats/file-bytes.ts'
import type { InlineType } from './file-type.ts'

const counters: Partial<Record<InlineType, (bytes: FileBytes) => Promise<number>>> = {
  'image/jpeg': async () => 1,
  'image/png': countPngFrames,
  'image/gif': countGifFrames,
  'image/webp': countWebpFrames,
  'image/avif': countAvifFrames,
}

/** The limit of the count, because a file may claim more frames than it has, and more than a column can store. */
const countMax = 1_000_000

/** Returns 1 for a still picture; null for a file that is not a transformable picture. */
export async function countFrames(bytes: FileBytes, type: InlineType | null): Promise<number | null> {
  const count = type && counters[type]
  return count ? Math.min(Math.max(1, await count(bytes)), countMax) : null
}

const ascii = (name: string) => Buffer.from(name, 'latin1').readUInt32BE()
const [acTL, IDAT, VP8X, ANMF, avis] = ['acTL', 'IDAT', 'VP8X', 'ANMF', 'avis'].map(ascii) as [
  ...[number, number, number, number, number],
]

/** Reads the number from a chunk before the pixels. A picture without it is a still one. */
async function countPngFrames(bytes: FileBytes): Promise<number> {
  for (let at = 8; ; ) {
    const head = await bytes.view(at, 12)
    if (head === null || head.getUint32(4) === IDAT) return 1
    if (head.getUint32(4) === acTL) return head.getUint32(8)
    at += 12 + head.getUint32(0)
  }
}

const webpHeaderBytes = 12
const animationFlag = 0x02

/** Counts the frames. Without the animation flag, browsers show a still picture. */
async function countWebpFrames(bytes: FileBytes): Promise<number> {
  const first = await bytes.view(webpHeaderBytes, 9)
  if (first?.getUint32(0) !== VP8X || (first.getUint8(8) & animationFlag) === 0) return 1
  let count = 0
  for (let at = webpHeaderBytes; ; ) {
    const head = await bytes.view(at, 8)
    if (head === null) return count
    if (head.getUint32(0) === ANMF) count++
    const length = head.getUint32(4, true)
    at += 8 + length + (length % 2)
  }
}

const gifScreenBytes = 13
const frameIntroducer = 0x2c
const frameFieldBytes = 10
const extensionIntroducer = 0x21

async function countGifFrames(bytes: FileBytes): Promise<number> {
  const flagsOf = async (at: number) => (await bytes.view(at, 1))?.getUint8(0) ?? 0
  let count = 0
  for (let at = gifScreenBytes + colorBytes(await flagsOf(10)); ; ) {
    const introducer = await flagsOf(at)
    if (introducer === frameIntroducer) {
      count++
      // The fields are followed by the frame's own colors, and a byte about the coding of its pixels.
      at = await skipBlocks(bytes, at + frameFieldBytes + colorBytes(await flagsOf(at + 9)) + 1)
    } else if (introducer === extensionIntroducer) at = await skipBlocks(bytes, at + 2)
    else return count
  }
}

function colorBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1)
}

/** Skips blocks, each preceded by its length, up to an empty one. All blocks in one window are skipped at once. */
async function skipBlocks(bytes: FileBytes, start: number): Promise<number> {
  for (let at = start; ; ) {
    const part = await bytes.read(at, 64 * 1024)
    if (part.length === 0) return at
    let place = 0
    while (place < part.length) {
      const length = part[place]!
      place += 1 + length
      if (length === 0) return at + place
    }
    at += place
  }
}

/** Counts the frames of a sequence, which has this brand, and a track whose table of sizes has a row for each frame. */
async function countAvifFrames(bytes: FileBytes): Promise<number> {
  const type = await bytes.view(0, 8)
  const brands = await bytes.read(8, Math.min(type?.getUint32(0) ?? 0, 1024) - 8)
  const text = Buffer.from(brands)
  const isSequence = Array.from({ length: brands.length >> 2 }, (_, at) =>
    text.readUInt32BE(at * 4),
  ).includes(avis)
  if (!isSequence) return 1
  let within = { from: 0, to: bytes.size }
  for (const name of ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsz']) {
    const box = await findBox(boxesIn(bytes, within), name)
    if (box === null) return 1
    within = { from: box.data, to: box.to }
  }
  // The version and flags, then the size of all frames or 0, then their number.
  return (await bytes.view(within.from, 12))?.getUint32(8) ?? 1
}
