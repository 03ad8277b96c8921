// What a schedule does when its time has come: publishes the draft that was scheduled, or withdraws what is live, within one
// transaction that also records that it is done.
import { parseBy, toByText } from '../base/by.ts'
import type { SpaceId } from '../base/ids.ts'
import { type ActivityRecord, recordActivity } from '../content/activity.store.ts'
import { ChangeSet } from '../content/change-set.ts'
import { contentTarget } from '../content/change-target.ts'
import { readCollections } from '../content/collections.store.ts'
import { type EntryRow, readEntries } from '../content/entries.store.ts'
import { updateLiveValues } from '../content/live-values.ts'
import { readLiveAddresses } from '../content/publications.store.ts'
import { lockRevision } from '../content/revision.store.ts'
import { readSchedules, type ScheduleRow } from '../content/schedules.store.ts'
import { readsWithin, type Writes } from '../database/database.ts'
import { stateOf } from '../drafts/draft-row.ts'
import { type DraftToPublish, publishDrafts } from '../drafts/publish-drafts.ts'
import { cancelSchedules } from '../drafts/schedules.ts'
import { readDraftVersions } from './draft-versions.store.ts'

/** The drafts that may not be published, and why: the transaction is rolled back. */
export class RefusedDrafts extends Error {
  constructor(readonly reasons: ReadonlyMap<string, string>) {
    super(`${reasons.size} scheduled drafts were refused.`)
  }
}

/** Returns what was done of these schedules; the others were changed since they were read. */
export async function carryOut(
  writes: Writes,
  space: SpaceId,
  due: readonly ScheduleRow[],
  now: number,
): Promise<readonly ScheduleRow[]> {
  const changes = new ChangeSet(space, (await lockRevision(writes, space)) + 1)
  const entries = due.map(({ entry }) => entry)
  const current = await readSchedules(readsWithin(writes), space, entries)
  const rows = due.flatMap(row => stillDue(row, current.get(row.entry)) ?? [])
  if (rows.length === 0) return []
  const isPublishing = (row: ScheduleRow) => row.due_at === row.publish_at
  const by = toByText({ kind: 'schedule', name: parseBy(rows[0]!.created_by)?.name ?? '' })
  const context = { now, by }
  // First, so that others can be published under the slugs and the unique values of those that end.
  const ending = rows.filter(row => !isPublishing(row))
  await unpublish(writes, changes, ending, context)
  await changes.flush(writes, contentTarget(space, changes.revision))
  await updateLiveValues(
    writes,
    space,
    ending.map(({ entry }) => entry),
  )
  const beginning = rows.filter(isPublishing)
  await publish(writes, changes, beginning, context)
  await changes.finish(writes)
  const done = new Map(
    rows.map(row => [row.entry, { publish: isPublishing(row), unpublish: !isPublishing(row) }]),
  )
  await cancelSchedules(writes, space, done)
  return rows
}

interface ScheduleContext {
  readonly now: number
  readonly by: string
}

async function publish(
  writes: Writes,
  changes: ChangeSet,
  schedules: readonly ScheduleRow[],
  { now, by }: ScheduleContext,
): Promise<void> {
  if (schedules.length === 0) return
  const { space } = changes
  const entries = new Map(
    (
      await readEntries(
        writes,
        space,
        schedules.map(({ entry }) => entry),
      )
    ).map(row => [row.id, row]),
  )
  const { drafts, missing } = await readScheduledDrafts(writes, space, schedules, entries)
  const models = new Map((await readCollections(writes, space)).map(model => [model.apiName, model]))
  const { published, invalid, oversized } = await publishDrafts(writes, changes, drafts, { models, now, by })
  const reasons = new Map(
    missing.map(entry => [entry, 'The scheduled version of the draft is not stored any more.']),
  )
  for (const { id, problems } of invalid) reasons.set(id, toReason(problems))
  const idsByPath = new Map(drafts.map(({ id, collection, slug }) => [`${collection}/${slug}`, id]))
  for (const { where, reason } of oversized) {
    reasons.set(idsByPath.get(where)!, `The entry would be too large to be served: ${reason}.`)
  }
  if (reasons.size > 0) throw new RefusedDrafts(reasons)
  const done: ActivityRecord[] = []
  for (const { id, collection } of drafts) {
    const { text, publishedAt, version, isChanged } = published.get(id)!
    changes.setLiveState(id, { state: stateOf(entries.get(id)!, text), publishedAt })
    if (!isChanged) continue
    done.push({ at: now, by, action: 'publish', entry: id, collection, version: `p${version}`, detail: null })
  }
  await recordActivity(writes, space, done)
}

async function readScheduledDrafts(
  writes: Writes,
  space: SpaceId,
  schedules: readonly ScheduleRow[],
  entries: ReadonlyMap<string, EntryRow>,
): Promise<{ readonly drafts: readonly DraftToPublish[]; readonly missing: readonly string[] }> {
  const versions = new Map(schedules.map(row => [row.entry, row.draft_version]))
  const stored = await readDraftVersions(readsWithin(writes), space, versions)
  const drafts: DraftToPublish[] = []
  const missing: string[] = []
  for (const { entry, publish_at: publishedAt } of schedules) {
    const draft = stored.get(entry)
    // An archived entry has no schedule, unless an older version of Frontlist removed and created it again.
    if (draft && entries.get(entry)?.archived_at === null) drafts.push({ ...draft, publishedAt })
    else missing.push(entry)
  }
  return { drafts, missing }
}

async function unpublish(
  writes: Writes,
  changes: ChangeSet,
  schedules: readonly ScheduleRow[],
  { now, by }: ScheduleContext,
): Promise<void> {
  const live = await readLiveAddresses(
    writes,
    changes.space,
    schedules.map(({ entry }) => entry),
  )
  const done: ActivityRecord[] = []
  for (const { entry, collection } of live) {
    changes.close(entry)
    changes.setLiveState(entry, { state: 'draft', publishedAt: null })
    done.push({ at: now, by, action: 'unpublish', entry, collection, version: null, detail: null })
  }
  await recordActivity(writes, changes.space, done)
}

/** The row as it is now, unless something else is to be done by now than when it was read. */
export function stillDue(row: ScheduleRow, current: ScheduleRow | undefined): ScheduleRow | null {
  if (current === undefined) return null
  const isSame =
    row.due_at === current.due_at &&
    row.publish_at === current.publish_at &&
    row.draft_version === current.draft_version
  return isSame ? current : null
}

/** As many as a person will read. */
const problemsMax = 20

function toReason(problems: readonly { readonly path: string; readonly message: string }[]): string {
  const named = problems.slice(0, problemsMax).map(({ path, message }) => `${path} ${message}.`)
  const more = problems.length - named.length
  return [...named, ...(more > 0 ? [`There are ${more} more.`] : [])].join(' ')
}
