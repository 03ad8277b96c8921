// Starts runs of due schedules, one per space at a time. A space that is locked for long, for example by an import, does
// not delay the schedules of others.
import type { SpaceId } from '../../base/ids.ts'
import { listDueSpaces } from '../../content/tables/schedules.store.ts'
import { runDueSchedules, type ScheduleParts } from './execute-due-schedules.ts'

export interface ScheduleRunsParts extends ScheduleParts {
  readonly listSpaces: () => Promise<readonly { readonly id: SpaceId }[]>
}

export interface ScheduleRuns {
  /** Starts runs for due schedules without waiting for their end. */
  readonly start: () => Promise<void>
  /** Waits for the runs that were started. */
  readonly drain: () => Promise<void>
}

/**
 * The maximum number of concurrent runs. Each may hold a connection while it waits for a lock, and write requests need
 * some too.
 */
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

/** Limits reports of the same error to one a minute, because runs are retried twice a second. */
function reportSeldom({ clock, onError }: ScheduleParts): (error: unknown) => void {
  let last = { text: '', at: 0 }
  return error => {
    const next = { text: String(error), at: clock() }
    if (next.text === last.text && next.at - last.at < minuteMs) return
    last = next
    onError(error)
  }
}
