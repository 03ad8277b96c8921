// Carries out the schedules of a space that are due, in the order of their times. Nodes do so at the same time: each schedule
// is changed in the transaction that publishes, under the lock of the space, so the first node does it and others find
// nothing left to do.
import type { Clock } from '../base/clock.ts'
import { Refusal } from '../base/errors.ts'
import type { SpaceId } from '../base/ids.ts'
import { listDue, readSchedules, type ScheduleRow, saveSchedules } from '../content/schedules.store.ts'
import { type Database, readsWithin } from '../database/database.ts'
import { renewDraftAssets } from '../drafts/scheduled-assets.ts'
import { carryOut, type Refused, RefusedDrafts, stillDue } from './scheduled-changes.ts'

export interface RefusedSchedule {
  readonly space: string
  readonly entry: string
  readonly reason: string
}

export interface ScheduleParts {
  readonly database: Database
  readonly clock: Clock
  readonly onDone: (lateSeconds: number) => void
  readonly onRefused: (refused: RefusedSchedule) => void
  /** Something is wrong with the server, not with the draft: it is tried again. */
  readonly onError: (error: unknown) => void
}

/** In one transaction. */
const batchMax = 100

/** Throws if the database refuses to work. What could not be done is still due then, and the next run does it. */
export async function runDueSchedules(parts: ScheduleParts, space: SpaceId): Promise<void> {
  const { database, clock } = parts
  /** Entries that are left to the next run. */
  const skipped = new Set<string>()
  /** Several that were refused together: one may have been refused for another's sake, which is not live either. */
  const alone = new Set<string>()
  let limit = batchMax
  for (;;) {
    const due = await listNext(database, space, clock(), { skipped, alone, limit })
    if (due.length === 0) return
    try {
      const done = await database.transaction(writes => carryOut(writes, space, due, clock()), space)
      for (const row of done) parts.onDone((clock() - row.due_at!) / 1000)
    } catch (error) {
      if (error instanceof RefusedDrafts) {
        if (error.refused.size === 1 || due.length === 1)
          await recordFailures(parts, space, due, error.refused)
        else for (const entry of error.refused.keys()) alone.add(entry)
      } else if (error instanceof Refusal) throw error
      else if (due.length > 1) limit = 1
      else {
        parts.onError(error)
        skipped.add(due[0]!.entry)
      }
    }
  }
}

interface NextOptions {
  readonly skipped: ReadonlySet<string>
  /** Published one by one, after those of the same time. */
  readonly alone: ReadonlySet<string>
  readonly limit: number
}

/** The earliest ones that are due at the same time, and were asked for by the same person: they are published as one. */
async function listNext(
  database: Database,
  space: SpaceId,
  now: number,
  { skipped, alone, limit }: NextOptions,
): Promise<ScheduleRow[]> {
  const rows = await listDue(database.reads, space, now, limit + skipped.size)
  const left = rows.filter(({ entry }) => !skipped.has(entry))
  const next = left
    .slice(0, limit)
    .filter(row => row.due_at === left[0]!.due_at && row.created_by === left[0]!.created_by)
  const together = next.filter(({ entry }) => !alone.has(entry))
  return together.length > 0 ? together : next.slice(0, 1)
}

/** A refusal is final, so that an entry does not go live unexpectedly once its draft happens to obey its model. */
async function recordFailures(
  { database, onRefused }: ScheduleParts,
  space: SpaceId,
  due: readonly ScheduleRow[],
  reasons: ReadonlyMap<string, Refused>,
): Promise<void> {
  const refused = due.filter(({ entry }) => reasons.has(entry))
  const failed = await database.transaction(async writes => {
    const current = await readSchedules(readsWithin(writes), space, [...reasons.keys()])
    const rows = refused.flatMap(row => stillDue(row, current.get(row.entry)) ?? [])
    await saveSchedules(
      writes,
      space,
      rows.map(row => {
        const { reason, problems } = reasons.get(row.entry)!
        const listed = problems.length === 0 ? null : JSON.stringify(problems)
        return { ...row, state: 'failed', reason, problems: listed, due_at: row.unpublish_at }
      }),
    )
    await renewDraftAssets(
      writes,
      space,
      rows.map(({ entry }) => entry),
    )
    return rows
  }, space)
  for (const { entry } of failed) onRefused({ space, entry, reason: reasons.get(entry)!.reason })
}
