// The program of an image worker: a process of its own, so that an image which crashes its decoder, or takes too long or
// too much memory, harms nothing else. Started by worker-process.ts; beside the executable it is `worker.mjs`.
import { restrict, runJob } from './render.ts'
import { serveJobs } from './worker-loop.ts'

/** Null where the package, or its part for this platform, is not installed. */
async function loadSharp() {
  try {
    return (await import('sharp')).default
  } catch {
    return null
  }
}

const sharp = await loadSharp()
if (sharp) restrict(sharp)
await serveJobs(sharp && (job => runJob(sharp, job)))
