// The image workers of this process, and where their program lies.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ImageJob, JobOutcome } from './image-job.ts'
import { type Delay, type WorkerLimits, WorkerProcess, type WorkerProgram } from './worker-process.ts'

export interface EngineOptions {
  /** As many jobs as this may run at once. */
  readonly workers: number
  /** Null if it is not installed. */
  readonly program: WorkerProgram | null
  /** Each worker gets a folder in it. */
  readonly folder: string
  readonly limits: WorkerLimits
  readonly delay: Delay
}

export class ImageEngine {
  readonly #isInstalled: boolean
  readonly #all: readonly WorkerProcess[]
  readonly #idle: WorkerProcess[]
  #isStopped = false

  constructor({ workers, program, folder, ...options }: EngineOptions) {
    this.#isInstalled = program !== null
    this.#all =
      program === null
        ? []
        : Array.from(
            { length: workers },
            (_, index) => new WorkerProcess({ ...options, program, folder: join(folder, `worker-${index}`) }),
          )
    this.#idle = [...this.#all]
  }

  /** Whether there is a worker at all. */
  get isOff(): boolean {
    return !this.#isInstalled || this.#all.length === 0
  }

  /** The process ids of the workers that are running. */
  get pids(): readonly number[] {
    return this.#all.flatMap(({ pid }) => pid ?? [])
  }

  async run(job: ImageJob): Promise<JobOutcome> {
    // The last one that had a job is the one that is most likely running.
    const worker = this.#idle.pop()
    if (worker === undefined || this.#isStopped) return { failure: 'unavailable' }
    try {
      const outcome = await worker.run(job)
      if (!('failure' in outcome) || outcome.failure !== 'killed') return outcome
      return this.#isStopped ? { failure: 'unavailable' } : await worker.run(job)
    } finally {
      this.#idle.push(worker)
    }
  }

  /** Whether a worker starts and finds its engine: then it says that there is no such file. */
  async check(): Promise<boolean> {
    const outcome = await this.run({ kind: 'thumbhash', source: '', contentType: '', pixelsMax: 1 })
    return 'failure' in outcome && outcome.failure !== 'unavailable'
  }

  stop(): void {
    this.#isStopped = true
    for (const worker of this.#all) worker.stop()
  }
}

/** Nothing of the folder in which it runs is loaded, and nothing is installed or reported. */
const flags = ['--no-env-file', '--no-install', '--config=/dev/null', '--smol']
const environment = {
  // Memory of one image goes back to the system before the next: a fifth less at the peak from AVIF.
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  BUN_RUNTIME_TRANSPILER_CACHE_PATH: '0',
  BUN_ENABLE_CRASH_REPORTING: '0',
  DO_NOT_TRACK: '1',
}

/** The file of a checkout, run by the Bun that runs this process. */
export function programOf(file: string): WorkerProgram {
  return { command: [process.execPath, ...flags, file], environment }
}

/** Null if this is an executable, and the folder `frontlist-images` is not beside it. */
export function findProgram(): WorkerProgram | null {
  if (!Bun.isStandaloneExecutable) return programOf(join(import.meta.dir, 'worker.ts'))
  const program = programOf(join(dirname(process.execPath), 'frontlist-images', 'worker.mjs'))
  const file = program.command.at(-1)!
  return existsSync(file) ? { ...program, environment: { ...environment, BUN_BE_BUN: '1' } } : null
}
