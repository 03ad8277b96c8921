// Executes due schedules: publishes or unpublishes the entries and marks the schedules done, in one transaction.
import { parseActor } from '../../base/actor.ts'
import { Problem } from '../../base/errors/errors.ts'
import type { SpaceId } from '../../base/ids.ts'
import { readSchedules, type ScheduleRow } from '../../content/tables/schedules.store.ts'
import { readsWithin, type Writes } from '../../database/database.ts'
import { unpublishOnTime } from '../../entries/change-states.ts'
import type { EntryInTransaction } from '../../entries/entry-in-transaction.ts'
import { EntryTransaction } from '../../entries/entry-transaction.ts'
import { finishTransaction, TransactionFailed } from '../../entries/finish-transaction.ts'
import type { ScheduleProblem } from '../../entries/schedules/schedules.ts'
import { readDraftVersions } from '../entries/draft-versions.store.ts'
import { listDraftLinks, toLinks } from '../entries/entry-links.ts'

/** The reason why a scheduled draft cannot be published: as one text and, if rules of its model are broken, by field. */
export interface Refused {
  /** The entry as collection and slug. */
  readonly where: string
  readonly reason: string
  readonly problems: readonly ScheduleProblem[]
}

/** Thrown to roll back the transaction. Has the drafts that cannot be published, and why. */
export class RefusedDrafts extends Error {
  constructor(readonly refused: ReadonlyMap<string, Refused>) {
    super(`${refused.size} scheduled drafts were refused.`)
  }
}

/** Returns the executed schedules. Schedules that changed since they were read are skipped. */
export async function carryOut(
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
    if (row.due_at !== row.publish_at) await unpublishOnTime(transaction, row.entry)
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
  entry.toPublish = { ...draft, publishedAt: row.publish_at }
  entry.publishedAt = transaction.operation
  entry.actions.push('publish')
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
  const { find } = await transaction.resolveDraft(id, written)
  const absent = toLinks(written, find).filter(({ state }) => state !== 'live' && state !== 'changed')
  entry.notLive = absent.slice(0, notLiveMax).map(({ id: target, collection, slug, path }) => ({
    ...{ id: target, collection, slug, path },
  }))
}

const notLiveMax = 100

function createNothing(): never {
  throw new Problem('internal_error', 'Schedules create no entries.')
}

/** Returns the current row, or null if what is due has changed since the row was read. */
export function stillDue(row: ScheduleRow, current: ScheduleRow | undefined): ScheduleRow | null {
  if (current === undefined) return null
  const isSame =
    row.due_at === current.due_at &&
    row.publish_at === current.publish_at &&
    row.group_entry === current.group_entry &&
    row.draft_version === current.draft_version
  return isSame ? current : null
}
