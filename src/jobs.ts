// Background jobs of the server. All of them are started and stopped here.
import { deleteExpiredSessions } from './accounts/sign-in.store.ts'
import { deleteOldFailures } from './accounts/sign-in-throttle.ts'
import { listSpaces, type Space } from './accounts/spaces/spaces.store.ts'
import { createScheduleRuns, type ScheduleRunsParts } from './authoring/schedules/execute-due-schedules.ts'
import { deleteOldHistory } from './authoring/versions/retention.ts'
import type { Clock } from './base/clock.ts'
import type { Database } from './database/database.ts'
import type { KeyUsage } from './keys/key-usage.ts'
import { deleteOldLinks } from './preview/links/links.store.ts'

export interface Job {
  readonly name: string
  /** Milliseconds from the end of a run to the start of the next. */
  readonly everyMs: number
  readonly run: () => Promise<void>
  /** True to run once more at shutdown, if data would be lost otherwise. */
  readonly runsAtStop?: boolean
  /** Waits at shutdown for work that runs have started and not finished. */
  readonly drain?: () => Promise<unknown>
}

/** Calls `work` after `ms`, unless the returned function is called first. */
export type Timer = (work: () => void, ms: number) => () => void

export const systemTimer: Timer = (work, ms) => {
  const timer = setTimeout(work, ms)
  return () => clearTimeout(timer)
}

interface JobsParts {
  readonly timer: Timer
  readonly onError: (job: string, error: unknown) => void
}

export interface RunningJobs {
  /** Starts no further runs, and waits for running jobs. */
  stop(): Promise<void>
}

/**
 * Starts the jobs. A job never overlaps with itself. One that fails runs again at its next time; other jobs are unaffected.
 */
export function startJobs(jobs: readonly Job[], { timer, onError }: JobsParts): RunningJobs {
  let isStopped = false
  const timers = new Map<Job, () => void>()
  const running = new Set<Promise<void>>()
  const run = async (job: Job) => {
    try {
      await job.run()
    } catch (error) {
      onError(job.name, error)
    }
  }
  const schedule = (job: Job) => {
    const start = () => {
      const done = run(job).then(() => {
        running.delete(done)
        if (!isStopped) schedule(job)
      })
      running.add(done)
    }
    timers.set(job, timer(start, job.everyMs))
  }
  for (const job of jobs) schedule(job)
  return {
    stop: async () => {
      isStopped = true
      for (const cancel of timers.values()) cancel()
      await Promise.all(running)
      for (const job of jobs) if (job.runsAtStop) await run(job)
      await Promise.all(jobs.map(job => job.drain?.()))
    },
  }
}

const minuteMs = 60_000

interface ServerJobsParts {
  readonly database: Database
  readonly clock: Clock
  readonly usage: KeyUsage
  readonly schedules: Pick<ScheduleRunsParts, 'onDone' | 'onRefused' | 'onError'>
  readonly activityDays: number
  /** Removes unused files, and creates missing placeholders. */
  readonly cleanUpFiles: (spaces: readonly Space[]) => Promise<unknown>
}

const dayMs = 24 * 60 * minuteMs

/** Limits the work to once a day, starting immediately. A failed run is repeated. */
function onceADay(clock: Clock, work: () => Promise<unknown>): () => Promise<void> {
  let doneAt = Number.NEGATIVE_INFINITY
  return async () => {
    const now = clock()
    if (now - doneAt < dayMs) return
    await work()
    doneAt = now
  }
}

export function serverJobs(parts: ServerJobsParts): readonly Job[] {
  const { database, clock, usage, schedules, activityDays } = parts
  const content = { database, clock, listSpaces: () => listSpaces(database.reads) }
  const runs = createScheduleRuns({ ...schedules, ...content })
  return [
    {
      // Each schedule must be executed within two seconds of its time.
      name: 'carry out schedules',
      everyMs: 500,
      run: runs.start,
      drain: runs.drain,
    },
    {
      name: 'save when API keys were last used',
      everyMs: minuteMs,
      run: () => usage.flush(),
      runsAtStop: true,
    },
    {
      // Often enough for a server that is restarted every day.
      name: 'delete old history',
      everyMs: 60 * minuteMs,
      run: () => deleteOldHistory({ ...content, activityDays }),
    },
    {
      // Any number of nodes may run it at once. It also runs in the first hour, for a server that is restarted every day.
      name: 'clean up files',
      everyMs: 60 * minuteMs,
      run: onceADay(clock, async () => parts.cleanUpFiles(await content.listSpaces())),
    },
    {
      name: 'delete expired sessions',
      everyMs: 60 * minuteMs,
      run: () => database.transaction(writes => deleteExpiredSessions(writes, clock())),
    },
    {
      name: 'delete old links to previews',
      everyMs: 60 * minuteMs,
      run: () => database.transaction(writes => deleteOldLinks(writes, clock())),
    },
    {
      name: 'delete old sign-in failures',
      everyMs: 15 * minuteMs,
      run: () => database.transaction(writes => deleteOldFailures(writes, clock())),
    },
  ]
}
