// The image workers of this process, and the location of their program.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ImageJob, JobOutcome } from './image-job.ts'
import { type Delay, type WorkerLimits, WorkerProcess, type WorkerProgram } from './worker-process.ts'

export interface EngineOptions {
  /** The number of jobs that may run at once. */
  readonly workers: number
  /** Null if the program is not installed. */
  readonly program: WorkerProgram | null
  /** The folder in which each worker gets a folder of its own. */
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

  /** True if there is no worker. */
  get isOff(): boolean {
    return !this.#isInstalled || this.#all.length === 0
  }

  /** The process ids of the workers that are running. */
  get pids(): readonly number[] {
    return this.#all.flatMap(({ pid }) => pid ?? [])
  }

  async run(job: ImageJob): Promise<JobOutcome> {
    // The worker that had the last job is the most likely one to be running.
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

  /**
   * Checks whether a worker starts and finds its engine. The job fails, because its source does not exist, but only a
   * working engine reports that.
   */
  async check(): Promise<boolean> {
    const outcome = await this.run({ kind: 'thumbhash', source: '', contentType: '', pixelsMax: 1 })
    return 'failure' in outcome && outcome.failure !== 'unavailable'
  }

  stop(): void {
    this.#isStopped = true
    for (const worker of this.#all) worker.stop()
  }
}

/** Prevents that Bun loads anything from the working folder, or installs or reports anything. */
const flags = ['--no-env-file', '--no-install', '--config=/dev/null', '--smol']
const environment = {
  // The memory of one image is returned to the system before the next one, which lowers the peak for AVIF by a fifth.
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  BUN_RUNTIME_TRANSPILER_CACHE_PATH: '0',
  BUN_ENABLE_CRASH_REPORTING: '0',
  DO_NOT_TRACK: '1',
}

/** Returns the program of a source file, run by the Bun that runs this process. */
export function programOf(file: string): WorkerProgram {
  return { command: [process.execPath, ...flags, file], environment }
}

/** Returns null if this is an executable without the folder `frontlist-images` beside it. */
export function findProgram(): WorkerProgram | null {
  if (!Bun.isStandaloneExecutable) return programOf(join(import.meta.dir, 'worker.ts'))
  const program = programOf(join(dirname(process.execPath), 'frontlist-images', 'worker.mjs'))
  const file = program.command.at(-1)!
  return existsSync(file) ? { ...program, environment: { ...environment, BUN_BE_BUN: '1' } } : null
}
