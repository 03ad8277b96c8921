// Runs one job with sharp, in the worker. Only this file knows how images are decoded and encoded. The decoder ignores
// colors that a file declares by code points instead of a profile, in the chunk cICP of a PNG or the box colr of an AVIF,
// and would treat Display P3 as sRGB. The numbers of code points are those of ITU-T H.273.
import { open } from 'node:fs/promises'
import { deflateSync } from 'node:zlib'
import type sharpModule from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import type { ImageJob, JobResult, TransformJob } from './image-job.ts'
import {
  animatedPixelsMax,
  layOut,
  type ResolvedTransformation,
  type Size,
  scaleWhole,
} from './transformation.ts'

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
async function isDisplayP3(path: string, contentType: string): Promise<boolean> {
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
async function withP3Profile(sharp: SharpModule, image: Image): Promise<Image> {
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

type SharpModule = typeof sharpModule
type Image = ReturnType<SharpModule>

/** The file readers of libvips for the five formats. All others are refused, regardless of the type that a file claims. */
const openLoaders = ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif'].map(format => `VipsForeignLoad${format}File`)
const formatOf: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'heif',
}

/** An effort of 4 takes seven times as long. */
const avifEffort = 2
/** An effort of 4 takes three times as long, for a file that is a fifth smaller. */
const animatedEffort = 0

/** The largest width and height of a picture that a ThumbHash is made of. */
export const thumbhashSideMax = 100

/** Restricts sharp. Must be called before the first job. */
export function restrict(sharp: SharpModule): void {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: openLoaders })
  // No two jobs have the same input. One thread needs the least memory and no more processor time than several.
  sharp.cache(false)
  sharp.concurrency(1)
}

/** Rejects if the image cannot be read, or the result cannot be written. */
export async function runJob(sharp: SharpModule, job: ImageJob): Promise<JobResult> {
  const { source, contentType, pixelsMax } = job
  // Decoders of AVIF keep whole images in memory.
  const limitInputPixels = contentType === 'image/avif' ? Math.floor(pixelsMax / 2) : pixelsMax
  // Like browsers, shows the rest of a picture despite warnings of the decoder and a missing end.
  const options = { limitInputPixels, sequentialRead: true, failOn: 'none' } as const
  const image = sharp(source, options)
  const { format, compression, autoOrient, hasProfile } = await image.metadata()
  if (format !== formatOf[contentType] || (format === 'heif' && compression !== 'av1'))
    throw new Error(`The file is ${format} instead of ${contentType}.`)
  if (job.kind === 'transform' && job.transformation.isAnimated) {
    await resizeFrames(
      sharp(source, { ...options, limitInputPixels: animatedPixelsMax, pages: -1 }),
      autoOrient,
      job,
    )
    return { thumbhash: null }
  }
  const upright = image.autoOrient()
  const isP3 = !hasProfile && (await isDisplayP3(source, contentType))
  const colored = (scaled: Image) => (isP3 ? withP3Profile(sharp, scaled) : scaled)
  if (job.kind === 'thumbhash') return { thumbhash: await placeholderOf(await colored(shrink(upright))) }
  const { whole, part } = scaleWhole(autoOrient, layOut({ ...job.transformation, source: autoOrient }))
  const scaled = upright.resize(whole.width, whole.height, { fit: 'fill' })
  // Cropping comes last, so that decoders can skip pixels while they scale.
  const isCut = part.width < whole.width || part.height < whole.height
  await encode(await colored(isCut ? scaled.extract(part) : scaled), job.transformation).toFile(job.output)
  return { thumbhash: null }
}

/**
 * Resizes all frames of an animated picture and keeps their times. Never crops, and writes WebP, because a GIF takes many
 * times as long.
 */
async function resizeFrames(
  image: Image,
  source: Size,
  { transformation, output }: TransformJob,
): Promise<void> {
  const { width, height } = layOut({ ...transformation, source }).result
  await image
    .autoOrient()
    .resize(width, height, { fit: 'fill' })
    .toColourspace('srgb')
    .webp({ quality: transformation.quality, effort: animatedEffort })
    .toFile(output)
}

function encode(image: Image, { format, quality }: ResolvedTransformation): Image {
  const srgb = image.toColourspace('srgb')
  if (format === 'jpeg') return srgb.flatten({ background: '#fff' }).jpeg({ quality })
  if (format === 'png') return srgb.png()
  if (format === 'webp') return srgb.webp({ quality })
  return srgb.avif({ quality, effort: avifEffort })
}

function shrink(image: Image): Image {
  return image.resize(thumbhashSideMax, thumbhashSideMax, { fit: 'inside', withoutEnlargement: true })
}

async function placeholderOf(image: Image): Promise<string> {
  const { data, info } = await image
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64')
}
