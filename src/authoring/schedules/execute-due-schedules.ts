// Carries out the schedules of a space that are due, in the order of their times. Nodes do so at the same time: each schedule
// is changed in the transaction that publishes, under the lock of the space, so the first node does it and others find
// nothing left to do.
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

/** Those of a group that are still to be published together, by group. */
async function listDueGroups(database: Database, space: SpaceId, rows: readonly ScheduleRow[]) {
  const groups = [...new Set(rows.filter(isOfGroup).map(row => row.group_entry!))]
  const members = (await readGroups(database.reads, space, groups)).filter(isOfGroup)
  return Map.groupBy(members, row => row.group_entry!)
}

/** An entry that was published of a group may still be withdrawn by itself. */
function isOfGroup(row: ScheduleRow): boolean {
  return row.group_entry !== null && row.due_at === row.publish_at && isPublicationPending(row)
}

/** What is done in one transaction, or not at all: an entry, or a group of them. */
function unitOf(row: ScheduleRow): string {
  return isOfGroup(row) ? `group ${row.group_entry}` : `entry ${row.entry}`
}

function isOneUnit(rows: readonly ScheduleRow[]): boolean {
  return new Set(rows.map(unitOf)).size === 1
}

/** Of a group nothing is published where one entry is refused: all have its reason. */
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

/** A refusal is final, so that an entry does not go live unexpectedly once its draft happens to obey its model. */
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
