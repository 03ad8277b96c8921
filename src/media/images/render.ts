// Runs one job with sharp, in the worker. Only this file knows how images are decoded and encoded.
import type sharpModule from 'sharp'
import { isDisplayP3, withP3Profile } from './color-points.ts'
import type { ImageJob, JobResult, TransformJob } from './image-job.ts'
import { layOut, type Size, scaleWhole } from './image-size.ts'
import { animatedPixelsMax } from './picture.ts'
import { thumbhashOf, thumbhashSideMax } from './thumbhash.ts'
import type { ResolvedTransformation } from './transformation.ts'

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
  return Buffer.from(thumbhashOf({ ...info, rgba: data })).toString('base64')
}
