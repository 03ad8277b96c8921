// Executes due schedules of a space in the order of their times. Several nodes may run this at once: each schedule is
// updated in the transaction that publishes, under the space's lock, so the first node executes it and the others find
// nothing to do.
import type { Clock } from '../../base/clock.ts'
import { Refusal } from '../../base/errors/errors.ts'
import type { SpaceId } from '../../base/ids.ts'
import {
  listDue,
  readGroups,
  readSchedules,
  type ScheduleRow,
  saveSchedules,
} from '../../content/tables/schedules.store.ts'
import { type Database, readsWithin } from '../../database/database.ts'
import { renewDraftAssets } from '../../entries/schedules/scheduled-assets.ts'
import { isPublicationPending } from '../../entries/schedules/schedules.ts'
import { carryOut, type Refused, RefusedDrafts, stillDue } from './execute-schedule.ts'

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
  /** Called for errors of the server rather than of a draft. The schedule is tried again. */
  readonly onError: (error: unknown) => void
}

/** The maximum number of schedules in one transaction. */
const batchMax = 100

/** Throws if the database refuses writes. Schedules that could not be executed stay due for the next run. */
export async function runDueSchedules(parts: ScheduleParts, space: SpaceId): Promise<void> {
  const { database, clock } = parts
  /** Entries that are left to the next run. */
  const skipped = new Set<string>()
  /**
   * Entries that were refused together and are tried one by one, because one may have been refused only because of another.
   */
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
        if (error.refused.size === 1 || isOneUnit(due)) await recordFailures(parts, space, due, error.refused)
        else for (const entry of error.refused.keys()) alone.add(entry)
      } else if (error instanceof Refusal) throw error
      else if (!isOneUnit(due)) limit = 1
      else {
        parts.onError(error)
        for (const { entry } of due) skipped.add(entry)
      }
    }
  }
}

interface NextOptions {
  readonly skipped: ReadonlySet<string>
  /** Entries that are published one by one, after the others of the same time. */
  readonly alone: ReadonlySet<string>
  readonly limit: number
}

/** Lists the earliest schedules that have the same time and creator. They are executed together. */
async function listNext(
  database: Database,
  space: SpaceId,
  now: number,
  { skipped, alone, limit }: NextOptions,
): Promise<ScheduleRow[]> {
  const rows = await listDue(database.reads, space, now, limit + skipped.size)
  const left = rows.filter(({ entry }) => !skipped.has(entry))
  const first = left.slice(0, limit)
  const groups = await listDueGroups(database, space, first)
  const whole = first.flatMap(row => groups.get(row.group_entry ?? '') ?? [row])
  const next = [...new Map(whole.map(row => [row.entry, row])).values()].filter(
    row =>
      !skipped.has(row.entry) && row.due_at === left[0]!.due_at && row.created_by === left[0]!.created_by,
  )
  const units = [...Map.groupBy(next, unitOf).values()]
  const together = units.filter(unit => unit.every(({ entry }) => !alone.has(entry)))
  return (together.length > 0 ? together : units.slice(0, 1)).flat()
}

/** Returns the pending members of each group. */
async function listDueGroups(database: Database, space: SpaceId, rows: readonly ScheduleRow[]) {
  const groups = [...new Set(rows.filter(isOfGroup).map(row => row.group_entry!))]
  const members = (await readGroups(database.reads, space, groups)).filter(isOfGroup)
  return Map.groupBy(members, row => row.group_entry!)
}

/**
 * Checks whether a schedule publishes as part of a group. Once published, an entry of a group may be withdrawn separately.
 */
function isOfGroup(row: ScheduleRow): boolean {
  return row.group_entry !== null && row.due_at === row.publish_at && isPublicationPending(row)
}

/** Returns the key of the unit that is executed completely or not at all: an entry, or a group of entries. */
function unitOf(row: ScheduleRow): string {
  return isOfGroup(row) ? `group ${row.group_entry}` : `entry ${row.entry}`
}

function isOneUnit(rows: readonly ScheduleRow[]): boolean {
  return new Set(rows.map(unitOf)).size === 1
}

/** Extends refusals to whole groups: if one entry is refused, no entry of its group is published, and all get its reason. */
function forWholeGroups(
  due: readonly ScheduleRow[],
  refused: ReadonlyMap<string, Refused>,
): ReadonlyMap<string, Refused> {
  const reasons = new Map(refused)
  for (const unit of Map.groupBy(due, unitOf).values()) {
    const own = unit.flatMap(({ entry }) => refused.get(entry) ?? [])
    if (unit.length === 1 || own.length === 0) continue
    const reason = own.map(each => `${each.where}: ${each.reason}`).join(' ')
    for (const { entry } of unit) {
      reasons.set(entry, { where: '', reason, problems: refused.get(entry)?.problems ?? [] })
    }
  }
  return reasons
}

/** Records refusals. They are final, so that an entry does not go live unexpectedly once its draft happens to be valid. */
async function recordFailures(
  { database, onRefused }: ScheduleParts,
  space: SpaceId,
  due: readonly ScheduleRow[],
  refusedAlone: ReadonlyMap<string, Refused>,
): Promise<void> {
  const reasons = forWholeGroups(due, refusedAlone)
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
