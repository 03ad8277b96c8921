// Colors that a file declares by code points instead of a profile: in the chunk cICP of a PNG or the box colr of an AVIF.
// The decoder ignores them and would treat Display P3 as sRGB. The numbers are those of ITU-T H.273.
import { open } from 'node:fs/promises'
import { deflateSync } from 'node:zlib'
import type sharpModule from 'sharp'

type SharpModule = typeof sharpModule
type Image = ReturnType<SharpModule>

interface ColorPoints {
  readonly primaries: number
  readonly transfer: number
}

/** The part of a file that is read. Both declarations precede the pixels. */
const headBytes = 64 * 1024
const p3Primaries = 12
/** Transfer functions that are treated as sRGB: BT.709, BT.601, sRGB, and unspecified. HDR has 16 (PQ) or 18 (HLG). */
const sdrTransfers: readonly number[] = [1, 2, 6, 13]

/** Checks whether the colors of the file are Display P3, and not HDR. */
export async function isDisplayP3(path: string, contentType: string): Promise<boolean> {
  const find = contentType === 'image/png' ? findInPng : contentType === 'image/avif' ? findInAvif : null
  const points = find?.(await readHead(path))
  return points?.primaries === p3Primaries && sdrTransfers.includes(points.transfer)
}

async function readHead(path: string): Promise<Buffer> {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

function findInPng(head: Buffer): ColorPoints | null {
  for (let at = 8; at + 12 <= head.length; at += 12 + head.readUInt32BE(at)) {
    const name = head.toString('latin1', at + 4, at + 8)
    if (name === 'IDAT') return null
    if (name === 'cICP') return { primaries: head[at + 8]!, transfer: head[at + 9]! }
  }
  return null
}

/** Finds the first box, which belongs to the picture itself; later ones may belong to auxiliary pictures. */
function findInAvif(head: Buffer): ColorPoints | null {
  const at = head.indexOf('colrnclx', 0, 'latin1')
  if (at < 0 || at + 12 > head.length) return null
  return { primaries: head.readUInt16BE(at + 8), transfer: head.readUInt16BE(at + 10) }
}

/** Files in the folder of the worker, which has one job at a time. */
const [profileFile, pixelsFile] = ['profile.png', 'pixels.png'] as const
const pngHeadBytes = 33

/** Returns the same picture with a Display P3 profile, from which the engine converts. */
export async function withP3Profile(sharp: SharpModule, image: Image): Promise<Image> {
  const pixel = { width: 1, height: 1, channels: 3, background: '#fff' } as const
  await sharp({ create: pixel }).withIccProfile('p3').png().toFile(profileFile)
  const { icc } = await sharp(profileFile).metadata()
  const png = await image.png({ compressionLevel: 1 }).toBuffer()
  const chunk = Buffer.concat([Buffer.from('iCCPp3\0\0', 'latin1'), deflateSync(icc!)])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(chunk.length - 4)
  sum.writeUInt32BE(Bun.hash.crc32(chunk))
  const parts = [png.subarray(0, pngHeadBytes), length, chunk, sum, png.subarray(pngHeadBytes)]
  await Bun.write(pixelsFile, Buffer.concat(parts))
  return sharp(pixelsFile)
}
