// Image engines of tests, which end with their file.
import { join } from 'node:path'
import { type EngineOptions, findProgram, ImageEngine, programOf } from '../../../src/media/images/engine.ts'
import { type Delay, defaultLimits } from '../../../src/media/images/worker-process.ts'
import { cleanUpLater } from '../../kit/cleanup.ts'
import { makeFolder } from '../../kit/test-folder.ts'

/** Real time, but slow machines get more of it: no test measures how fast this one is. */
export const patientLimits = { ...defaultLimits, jobMs: 240_000 }

export const realDelay: Delay = (ms, work) => {
  const timer = setTimeout(work, ms)
  return () => clearTimeout(timer)
}

/** Time that passes only when the test says so. */
export function manualDelay() {
  const timers = new Set<{ readonly ms: number; readonly work: () => void }>()
  const delay: Delay = (ms, work) => {
    const timer = { ms, work }
    timers.add(timer)
    return () => timers.delete(timer)
  }
  /** Runs what was to happen after exactly that time. */
  const elapse = (ms: number) => {
    for (const timer of [...timers].filter(each => each.ms === ms)) {
      timers.delete(timer)
      timer.work()
    }
  }
  return { delay, elapse, limits: defaultLimits }
}

/** Its workers fail where a source tells them to. */
export const misbehavingProgram = programOf(join(import.meta.dir, 'misbehaving-worker.ts'))

export function createEngine(options: Partial<EngineOptions> = {}): ImageEngine {
  const engine = new ImageEngine({
    workers: 1,
    program: findProgram(),
    folder: makeFolder(),
    limits: patientLimits,
    delay: realDelay,
    ...options,
  })
  cleanUpLater(() => engine.stop())
  return engine
}
