// The parent's side of one image worker. The worker is started for a job, ended when it has been idle, and killed when a
// job takes too long or too much memory. It runs in a folder for unfinished work.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { getPriority, hostname, setPriority } from 'node:os'
import { join } from 'node:path'
import type { Clock } from '../../base/clock.ts'
import type { FailureReason, ImageJob, JobOutcome, WorkerLine } from './image-job.ts'

/** The work folders of this process. */
const inUse = new Set<string>()
const dayMs = 86_400_000
const namePattern = /^(.*)-(\d+)-\w+$/

export interface WorkFolder {
  readonly path: string
  readonly remove: () => void
}

let created = 0

/**
 * Names a folder by host and process, so that a later start finds and removes the folders of killed processes. Its first
 * user creates it, so a server that makes no images leaves no folder behind.
 */
export function nameWorkFolder(parent: string, clock: Clock): WorkFolder {
  for (const name of existsSync(parent) ? readdirSync(parent) : [])
    if (isAbandoned(parent, name, clock)) removeFolder(join(parent, name))
  const path = join(parent, `${hostname()}-${process.pid}-${clock().toString(36)}_${created++}`)
  inUse.add(path)
  const remove = () => {
    inUse.delete(path)
    removeFolder(path)
  }
  return { path, remove }
}

/**
 * Checks whether a folder is abandoned. One of another host, which may share the parent folder, must be older than a day.
 */
function isAbandoned(parent: string, name: string, clock: Clock): boolean {
  const [, host, pid = ''] = namePattern.exec(name) ?? []
  if (host === undefined || inUse.has(join(parent, name))) return false
  // In a container, every start has the same process id.
  if (host === hostname()) return Number(pid) === process.pid || !isAlive(Number(pid))
  const changedAt = statSync(join(parent, name), { throwIfNoEntry: false })?.mtimeMs
  return changedAt !== undefined && clock() - changedAt > dayMs
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function removeFolder(path: string): void {
  rmSync(path, { recursive: true, force: true })
}

/** Runs the work later, without keeping the process alive. Returns a function that cancels it. */
export type Delay = (ms: number, work: () => void) => () => void

export const realDelay: Delay = (ms, work) => {
  const timer = setTimeout(work, ms)
  timer.unref()
  return () => clearTimeout(timer)
}

export interface WorkerLimits {
  /** The time limit until a worker is ready, and then of each job. */
  readonly jobMs: number
  readonly idleMs: number
  /** The limit of resident memory, which only Linux reports. */
  readonly memoryBytes: number
}

export const defaultLimits: WorkerLimits = { jobMs: 10_000, idleMs: 60_000, memoryBytes: 2 ** 30 }

export interface WorkerProgram {
  readonly command: readonly string[]
  readonly environment: Readonly<Record<string, string>>
}

interface WorkerOptions {
  readonly program: WorkerProgram
  /** The working folder, which must be empty and belong to this worker alone. */
  readonly folder: string
  readonly limits: WorkerLimits
  readonly delay: Delay
}

type Child = Bun.Subprocess<'pipe', 'pipe', 'ignore'>

interface RunningWorker {
  readonly child: Child
  /** Resolves to null at the end of the output, and to undefined for a line that is not a worker's. */
  readonly nextLine: () => Promise<WorkerLine | null | undefined>
}

const memoryCheckMs = 50
/** The worker gets a tenth of the processor time if there is not enough for all processes. */
const workerPriority = 10
/** The limit of a line; real ones are much shorter. */
const lineBytesMax = 65_536
/** Signals with which the system or a person ends a process. A process that fails by itself ends with others. */
const outsideSignals: readonly string[] = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT']

export class WorkerProcess {
  readonly #options: WorkerOptions
  #running: RunningWorker | null = null
  #cancelIdle = () => {}

  constructor(options: WorkerOptions) {
    this.#options = options
  }

  get pid(): number | null {
    return this.#running?.child.pid ?? null
  }

  /** Runs a job. Must not be called before the previous job has ended. */
  async run(job: ImageJob): Promise<JobOutcome> {
    this.#cancelIdle()
    // A worker that ended while it was idle says nothing about this job.
    if (this.#running?.child.exitCode !== null || this.#running.child.signalCode !== null)
      this.#running = null
    const worker = this.#running ?? (await this.#start())
    if (typeof worker === 'string') return { failure: worker }
    const outcome = await this.#watch(worker, async () => {
      worker.child.stdin.write(`${JSON.stringify(job)}\n`)
      await worker.child.stdin.flush()
    })
    if (this.#running) this.#cancelIdle = this.#options.delay(this.#options.limits.idleMs, () => this.stop())
    if (typeof outcome === 'string') return { failure: outcome }
    return 'ready' in outcome ? { failure: 'crashed' } : outcome
  }

  stop(): void {
    this.#cancelIdle()
    this.#running?.child.kill('SIGKILL')
    this.#running = null
  }

  async #start(): Promise<RunningWorker | FailureReason> {
    const { program, folder } = this.#options
    const [command = '', ...args] = program.command
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const child = Bun.spawn([command, ...args], {
        cwd: folder,
        env: { ...program.environment, HOME: folder, TMPDIR: folder },
        stdin: 'pipe',
        stdout: 'pipe',
        stderr: 'ignore',
      })
      lowerPriority(child.pid)
      child.unref()
      this.#running = { child, nextLine: lineReader(child) }
    } catch (error) {
      return isDiskFull(error) ? 'storage_full' : 'unavailable'
    }
    const worker = this.#running
    const line = await this.#watch(worker, async () => {})
    if (typeof line !== 'string' && 'ready' in line && line.ready) return worker
    this.stop()
    return line === 'killed' ? line : 'unavailable'
  }

  /** Returns the next line of the worker, or the reason why there is none; the worker has then ended. */
  async #watch(worker: RunningWorker, begin: () => Promise<void>): Promise<WorkerLine | FailureReason> {
    const { limits, delay } = this.#options
    let broken: FailureReason | null = null
    const kill = (reason: FailureReason) => {
      broken ??= reason
      worker.child.kill('SIGKILL')
    }
    const cancelTimeout = delay(limits.jobMs, () => kill('timeout'))
    let cancelMemory = () => {}
    const checkMemory = () => {
      if (residentBytes(worker.child.pid) > limits.memoryBytes) kill('memory')
      else cancelMemory = delay(memoryCheckMs, checkMemory)
    }
    checkMemory()
    try {
      // A worker that has ended reads nothing. Its output shows that too.
      await begin().catch(() => {})
      const line = await worker.nextLine()
      if (line) return line
      if (line === undefined) kill('crashed')
      if (this.#running === worker) this.#running = null
      await worker.child.exited
      return broken ?? (outsideSignals.includes(String(worker.child.signalCode)) ? 'killed' : 'crashed')
    } finally {
      cancelTimeout()
      cancelMemory()
    }
  }
}

export function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')
}

/**
 * Lowers the priority, so that requests without images go first. Must be called at once, because new threads inherit it.
 */
function lowerPriority(pid: number): void {
  try {
    setPriority(pid, Math.max(getPriority(), workerPriority))
  } catch {
    // The system does not allow it, or the process has already ended.
  }
}

function lineReader(child: Child): RunningWorker['nextLine'] {
  const reader = child.stdout.getReader()
  const decoder = new TextDecoder()
  let text = ''
  return async () => {
    while (!text.includes('\n')) {
      const { value, done } = await reader.read()
      if (done) return null
      if (text.length > lineBytesMax) return undefined
      text += decoder.decode(value, { stream: true })
    }
    const end = text.indexOf('\n')
    const line = text.slice(0, end)
    text = text.slice(end + 1)
    try {
      return JSON.parse(line) as WorkerLine
    } catch {
      return undefined
    }
  }
}

/** Returns 0 if the system does not report it. */
function residentBytes(pid: number): number {
  if (process.platform !== 'linux') return 0
  try {
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}
