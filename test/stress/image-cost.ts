// What transforming an image costs beside sharp alone with the same settings, in processor time and memory.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { findProgram, ImageEngine } from '../../src/media/images/engine.ts'
import type { ImageJob } from '../../src/media/images/image-job.ts'
import { resolveTransformation, type Size } from '../../src/media/images/transformation.ts'
import { defaultLimits } from '../../src/media/images/worker-process.ts'
import { makeFolder } from '../kit/test-folder.ts'
import type { Findings } from './runner.ts'

export interface ImageCostOptions {
  /** Images in a row of one kind. */
  readonly images: number
  /** Rounds of both, in turn. */
  readonly rounds: number
  /** Of the pictures, in pixels; they are two thirds as high. */
  readonly width: number
}

const hundredthsMax = 140
const mebibyte = 2 ** 20
/** A clock tick of /proc, in milliseconds. */
const tickMs = 10

const cases = [
  { title: 'JPEG to WebP', source: 'jpeg', format: 'webp', peakMax: 256 },
  { title: 'JPEG to AVIF', source: 'jpeg', format: 'avif', peakMax: 256 },
  { title: 'AVIF to WebP', source: 'avif', format: 'webp', peakMax: 640 },
] as const

export async function runImageCost(
  { images, rounds, width }: ImageCostOptions,
  findings: Findings,
): Promise<void> {
  const size = { width, height: (width * 2) / 3 }
  const sources = await savePictures(size)
  for (const { title, source, format, peakMax } of cases) {
    const contentType = `image/${source}`
    const requested = { width: 800, ratio: null, focalPoint: null, format, quality: null }
    const transformation = resolveTransformation(
      requested,
      { contentType, size, frames: 1, isUnreadable: false },
      null,
    )!
    const path = sources[source]
    const toJob = (output: string): ImageJob => ({
      kind: 'transform',
      source: path,
      contentType,
      pixelsMax: 50_000_000,
      output,
      transformation,
    })
    const ratios: number[] = []
    let figures = ''
    let peak = 0
    for (let round = 0; round < rounds; round++) {
      const alone = await measureBare(path, format, images)
      const ours = await measureWorker(toJob, images)
      ratios.push(ours.cpuMs / alone.cpuMs)
      peak = Math.max(peak, ours.peakBytes / mebibyte)
      figures = `sharp alone ${alone.cpuMs.toFixed(0)} ms and ${(alone.peakBytes / mebibyte).toFixed(0)} MiB, the worker ${ours.cpuMs.toFixed(0)} ms and ${peak.toFixed(0)} MiB`
    }
    const ratio = ratios.toSorted((a, b) => a - b)[ratios.length >> 1]!
    findings.say(`${title}: ${figures}, ratio ${ratio.toFixed(2)}`)
    findings.claim(
      ratio * 100 <= hundredthsMax,
      `${title}, ${size.width} to 800 pixels, takes at most ${hundredthsMax / 100} times the processor time of sharp alone`,
    )
    findings.claim(peak <= peakMax, `${title} takes at most ${peakMax} MiB`)
  }
}

interface Cost {
  readonly cpuMs: number
  readonly peakBytes: number
}

async function savePictures(size: Size) {
  const folder = makeFolder()
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 }
  const small = sharp({ create: { width: 1500, height: 1000, channels: 3, background: '#888', noise } })
  const picture = sharp(await small.blur(2).png().toBuffer()).resize(size.width, size.height)
  const files = { jpeg: join(folder, 'picture.jpg'), avif: join(folder, 'picture.avif') }
  await picture.clone().jpeg({ quality: 88 }).toFile(files.jpeg)
  await picture.clone().avif({ quality: 60, effort: 0 }).toFile(files.avif)
  return files
}

async function measureBare(source: string, format: string, images: number): Promise<Cost> {
  const program = join(import.meta.dir, 'bare-sharp.ts')
  const output = join(makeFolder(), 'result')
  const child = Bun.spawn([process.execPath, program, source, output, format, String(images)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return JSON.parse(await new Response(child.stdout).text()) as Cost
}

/** Of the worker and of this process, which gives it its jobs. */
async function measureWorker(toJob: (output: string) => ImageJob, images: number): Promise<Cost> {
  const folder = makeFolder()
  const limits = { ...defaultLimits, jobMs: 300_000 }
  const delay = (ms: number, work: () => void) => {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  }
  const engine = new ImageEngine({ workers: 1, program: findProgram(), folder, limits, delay })
  try {
    const transform = async (index: number) => {
      const outcome = await engine.run(toJob(join(folder, `${index}`)))
      if ('failure' in outcome) throw new Error(outcome.failure)
    }
    await transform(-1)
    const pid = engine.pids[0]!
    const [before, own] = [cpuMsOf(pid), process.cpuUsage()]
    for (let index = 0; index < images; index++) await transform(index)
    const { user, system } = process.cpuUsage(own)
    const cpuMs = (cpuMsOf(pid) - before + (user + system) / 1000) / images
    const status = readFileSync(`/proc/${pid}/status`, 'latin1')
    return { cpuMs, peakBytes: Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024 }
  } finally {
    engine.stop()
  }
}

/** Of all its threads, also those that have ended. */
function cpuMsOf(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * tickMs
}
