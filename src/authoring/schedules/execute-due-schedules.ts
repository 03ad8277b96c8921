// Executes due schedules in the order of their times: publishes or withdraws the entries of a space, and updates their
// schedules, in one transaction under the space's lock. So, if several nodes run this at once, the first one executes a
// schedule, and the others find nothing to do. A refused schedule is marked as failed.
import { parseActor } from '../../base/caller.ts'
import type { Clock } from '../../base/clock.ts'
import { type Problem, Refusal } from '../../base/errors.ts'
import type { SpaceId } from '../../base/ids.ts'
import { readDraftVersions } from '../../content/tables/entry-versions.store.ts'
import {
  listDue,
  listDueSpaces,
  readGroups,
  readSchedules,
  type ScheduleRow,
  saveSchedules,
} from '../../content/tables/schedules.store.ts'
import { type Database, readsWithin, type Writes } from '../../database/database.ts'
import { createNothing, type EntryInTransaction, EntryTransaction } from '../../entries/entry-transaction.ts'
import { finishTransaction, TransactionFailed } from '../../entries/finish-transaction.ts'
import { isPublicationPending, renewDraftAssets, type ScheduleProblem } from '../../entries/schedules.ts'
import { unpublishAnyway } from '../../entries/unpublish-entry.ts'
import { listDraftLinks, toLinks } from '../entries/entry-links.ts'

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

/**
 * Extends refusals to whole groups: if one entry is refused, no entry of its group is published, and all get its reason.
 */
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

/** The reason why a scheduled draft cannot be published: as one text and, if rules of its model are broken, by field. */
interface Refused {
  /** The entry as collection and slug. */
  readonly where: string
  readonly reason: string
  readonly problems: readonly ScheduleProblem[]
}

/** Thrown to roll back the transaction. Has the drafts that cannot be published, and why. */
class RefusedDrafts extends Error {
  constructor(readonly refused: ReadonlyMap<string, Refused>) {
    super(`${refused.size} scheduled drafts were refused.`)
  }
}

/** Returns the executed schedules. Schedules that changed since they were read are skipped. */
async function carryOut(
  writes: Writes,
  space: SpaceId,
  due: readonly ScheduleRow[],
  now: number,
): Promise<readonly ScheduleRow[]> {
  const reads = readsWithin(writes)
  const entries = due.map(({ entry }) => entry)
  const current = await readSchedules(reads, space, entries)
  const rows = due.flatMap(row => stillDue(row, current.get(row.entry)) ?? [])
  if (rows.length === 0) return []
  const transaction = await EntryTransaction.begin(writes, space, {
    by: { kind: 'schedule', name: parseActor(rows[0]!.created_by)?.name ?? '' },
    now,
    random: createNothing,
  })
  await transaction.load(entries)
  const failed = new Map<string, Refused>()
  for (const [index, row] of rows.entries()) {
    transaction.operation = index
    if (row.due_at !== row.publish_at) await unpublishAnyway(transaction, row.entry)
    else if (!(await publishScheduled(transaction, row))) {
      const reason = 'The scheduled version of the draft is not stored any more.'
      failed.set(row.entry, { where: whereOf(await transaction.find(row.entry), row), reason, problems: [] })
    }
  }
  if (failed.size > 0) throw new RefusedDrafts(failed)
  for (const row of rows) await noteNotLive(transaction, row.entry)
  try {
    await finishTransaction(transaction)
  } catch (error) {
    throw error instanceof TransactionFailed ? await toRefused(transaction, rows, error) : error
  }
  return rows
}

/** Returns false if the scheduled draft version does not exist. */
async function publishScheduled(transaction: EntryTransaction, row: ScheduleRow): Promise<boolean> {
  const { writes, space } = transaction
  const entry = await transaction.find(row.entry)
  const versions = new Map([[row.entry, row.draft_version]])
  const draft = (await readDraftVersions(readsWithin(writes), space, versions)).get(row.entry)
  if (entry === null || entry.archivedAt !== null || draft === undefined) return false
  entry.publish({ ...draft, publishedAt: row.publish_at }, transaction.operation)
  return true
}

async function toRefused(
  transaction: EntryTransaction,
  rows: readonly ScheduleRow[],
  { failures }: TransactionFailed,
): Promise<RefusedDrafts> {
  const refused = new Map<string, Refused>()
  for (const { operation, problem } of failures) {
    const row = rows[operation]!
    refused.set(row.entry, { where: whereOf(await transaction.find(row.entry), row), ...toReason(problem) })
  }
  return new RefusedDrafts(refused)
}

function whereOf(entry: EntryInTransaction | null, row: ScheduleRow): string {
  if (entry === null) return row.entry
  return `${entry.model.apiName}/${entry.toPublish?.slug ?? entry.draft.slug}`
}

function toReason({ detail, errors = [] }: Problem): Omit<Refused, 'where'> {
  const problems = errors.flatMap(({ in: place, name: path, code, message }) =>
    place === 'draft' && code !== undefined ? [{ path, code, message }] : [],
  )
  return { reason: detail, problems }
}

/** Records which targets of the entry were not live when it was published, for the activity. */
async function noteNotLive(transaction: EntryTransaction, id: string): Promise<void> {
  const entry = await transaction.find(id)
  if (entry?.toPublish == null) return
  const written = listDraftLinks(entry.model.fields, entry.toPublish)
  if (written.length === 0) return
  const { find } = await transaction.resolve(written)
  const absent = toLinks(written, find).filter(({ state }) => state !== 'live' && state !== 'changed')
  entry.notLive = absent.slice(0, notLiveMax).map(({ id: target, collection, slug, path }) => ({
    ...{ id: target, collection, slug, path },
  }))
}

const notLiveMax = 100

/** Returns the current row, or null if what is due has changed since the row was read. */
function stillDue(row: ScheduleRow, current: ScheduleRow | undefined): ScheduleRow | null {
  if (current === undefined) return null
  const isSame =
    row.due_at === current.due_at &&
    row.publish_at === current.publish_at &&
    row.group_entry === current.group_entry &&
    row.draft_version === current.draft_version
  return isSame ? current : null
}

export interface ScheduleRunsParts extends ScheduleParts {
  readonly listSpaces: () => Promise<readonly { readonly id: SpaceId }[]>
}

interface ScheduleRuns {
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
