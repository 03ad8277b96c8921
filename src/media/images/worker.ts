// The program of an image worker. It is a process of its own, so that an image that crashes its decoder, or takes too long
// or too much memory, harms nothing else. worker-process.ts starts it; beside the executable it is `worker.mjs`.
import { restrict, runJob } from './render.ts'
import { serveJobs } from './worker-loop.ts'

/** Returns null if the package, or its part for this platform, is not installed. */
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
