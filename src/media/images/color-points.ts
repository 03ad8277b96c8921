// Colours that a file gives by code points instead of a profile: the chunk cICP of a PNG, the box colr of an AVIF. The
// decoder does not look at them, and would take Display P3 for sRGB. The numbers are those of ITU-T H.273.
import { open } from 'node:fs/promises'
import { deflateSync } from 'node:zlib'
import type sharpModule from 'sharp'

type SharpModule = typeof sharpModule
type Image = ReturnType<SharpModule>

interface ColorPoints {
  readonly primaries: number
  readonly transfer: number
}

/** Both stand before the pixels. */
const headBytes = 64 * 1024
const p3Primaries = 12
/** Curves for which that of sRGB stands: BT.709, BT.601, sRGB, and none named. HDR has 16 (PQ) or 18 (HLG). */
const sdrTransfers: readonly number[] = [1, 2, 6, 13]

/** Whether the colours of the file are those of Display P3, of a picture that is not HDR. */
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

/** The first box is that of the picture itself; others may follow for what is beside it. */
function findInAvif(head: Buffer): ColorPoints | null {
  const at = head.indexOf('colrnclx', 0, 'latin1')
  if (at < 0 || at + 12 > head.length) return null
  return { primaries: head.readUInt16BE(at + 8), transfer: head.readUInt16BE(at + 10) }
}

/** In the folder of the worker, which has one job at a time. */
const [profileFile, pixelsFile] = ['profile.png', 'pixels.png'] as const
const pngHeadBytes = 33

/** The same picture in Display P3, with the profile that says so, and that the engine converts by. */
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
