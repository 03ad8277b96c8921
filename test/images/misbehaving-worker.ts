// The program of image workers in tests: the real one, but that a source whose text is an instruction makes it fail.
import { readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import sharp from 'sharp'
import type { ImageJob, JobResult } from '../../src/images/image-job.ts'
import { restrict, runJob } from '../../src/images/render.ts'
import { serveJobs } from '../../src/images/worker-loop.ts'

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
  environment: async () => ({
    thumbhash: JSON.stringify({
      environment: process.env,
      folder: process.cwd(),
      priority: getPriority(),
    }),
  }),
}

restrict(sharp)
await serveJobs((job: ImageJob) => {
  const text = readFileSync(job.source).subarray(0, 20).toString('latin1')
  return Object.hasOwn(instructions, text) ? instructions[text]!() : runJob(sharp, job)
})
