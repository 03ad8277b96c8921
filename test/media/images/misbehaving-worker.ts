// The program of image workers in tests: the real one, but that a source whose text is an instruction makes it fail.
import { readFileSync, writeFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import sharp from 'sharp'
import type { ImageJob, JobResult } from '../../../src/media/images/image-job.ts'
import { restrict, runJob } from '../../../src/media/images/render.ts'
import { serveJobs } from '../../../src/media/images/worker-loop.ts'

const instructions: Readonly<Record<string, () => Promise<JobResult>>> = {
  crash: async () => process.abort(),
  exit: async () => process.exit(3),
  loop: async () => {
    for (;;);
  },
  memory: async () => {
    const held: Uint8Array[] = []
    for (;;) {
      held.push(new Uint8Array(2 ** 24).fill(1))
      await Bun.sleep(1)
    }
  },
  wait: () => new Promise(() => {}),
  babble: async () => {
    process.stdout.write('no JSON\n')
    return new Promise(() => {})
  },
  readers: async () => ({ thumbhash: JSON.stringify(await listOpenReaders()) }),
  environment: async () => ({
    thumbhash: JSON.stringify({
      environment: process.env,
      folder: process.cwd(),
      priority: getPriority(),
    }),
  }),
}

/** Of files in other formats, and of bytes in memory, those that sharp reads. */
async function listOpenReaders(): Promise<string[]> {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
  const picture = sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
  const inputs: [string, string | Buffer][] = [['svg in memory', svg]]
  writeFileSync('picture.svg', svg)
  inputs.push(['svg', 'picture.svg'])
  writeFileSync('picture.ppm', 'P3 1 1 255 1 2 3')
  inputs.push(['ppm', 'picture.ppm'])
  for (const format of ['tiff', 'png'] as const) {
    await picture.clone().toFormat(format).toFile(`picture.${format}`)
    inputs.push([format, `picture.${format}`], [`${format} in memory`, readFileSync(`picture.${format}`)])
  }
  const readable = async (input: string | Buffer) =>
    sharp(input)
      .metadata()
      .then(Boolean, () => false)
  const results = await Promise.all(
    inputs.map(async ([name, input]) => ((await readable(input)) ? [name] : [])),
  )
  return results.flat()
}

restrict(sharp)
await serveJobs((job: ImageJob) => {
  const text = readFileSync(job.source).subarray(0, 20).toString('latin1')
  return Object.hasOwn(instructions, text) ? instructions[text]!() : runJob(sharp, job)
})
