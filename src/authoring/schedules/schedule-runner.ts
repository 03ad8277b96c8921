// Starts the runs of schedules that are due, one for each space at a time. A space whose content is locked for long, as by an
// import, does not hold up the schedules of others.
import type { SpaceId } from '../../base/ids.ts'
import { listDueSpaces } from '../../content/tables/schedules.store.ts'
import { runDueSchedules, type ScheduleParts } from './execute-due-schedules.ts'

export interface ScheduleRunsParts extends ScheduleParts {
  readonly listSpaces: () => Promise<readonly { readonly id: SpaceId }[]>
}

export interface ScheduleRuns {
  /** Starts what is due, and does not wait for its end. */
  readonly start: () => Promise<void>
  /** Waits for what was started. */
  readonly drain: () => Promise<void>
}

/** Each may hold a connection while it waits for a lock, and requests that write need some too. */
const runsMax = 3

export function createScheduleRuns(parts: ScheduleRunsParts): ScheduleRuns {
  const running = new Map<SpaceId, Promise<void>>()
  const onError = reportSeldom(parts)
  const run = (space: SpaceId) =>
    runDueSchedules({ ...parts, onError }, space)
      .catch(onError)
      .finally(() => running.delete(space))
  const start = async () => {
    if (running.size >= runsMax) return
    const due = await listDueSpaces(parts.database.reads, parts.clock())
    if (due.size === 0) return
    for (const { id } of await parts.listSpaces()) {
      if (due.has(id) && !running.has(id) && running.size < runsMax) running.set(id, run(id))
    }
  }
  return {
    start: () => start().catch(onError),
    drain: async () => {
      await Promise.all(running.values())
    },
  }
}

const minuteMs = 60_000

/** It is tried again twice a second: the log needs the same error once a minute. */
function reportSeldom({ clock, onError }: ScheduleParts): (error: unknown) => void {
  let last = { text: '', at: 0 }
  return error => {
    const next = { text: String(error), at: clock() }
    if (next.text === last.text && next.at - last.at < minuteMs) return
    last = next
    onError(error)
  }
}
