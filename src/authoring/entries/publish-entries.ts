// Publishes and unpublishes the current drafts of entries by id, within a transaction.
import { Refusal } from '../../base/errors/errors.ts'
import { readCollections } from '../../content/model/collections.store.ts'
import type { ChangeSet } from '../../content/publish/change-set.ts'
import { type ActivityRecord, recordActivity } from '../../content/tables/activity.store.ts'
import { readEntries } from '../../content/tables/entries.store.ts'
import { readLiveAddresses } from '../../content/tables/publications.store.ts'
import type { Writes } from '../../database/database.ts'
import { stateOf } from '../../entries/drafts/draft-row.ts'
import { requireNotArchived } from '../../entries/entry-problems.ts'
import { publishDrafts } from '../../entries/publish-drafts.ts'
import {
  type CancelledTimes,
  cancelledByPublish,
  cancelledByUnpublish,
  cancelSchedules,
} from '../../entries/schedules/schedules.ts'

export interface PublishedBy {
  readonly now: number
  /** The actor as stored. */
  readonly by: string
}

export interface ChangedEntries {
  /** Ids of entries. */
  readonly changed: ReadonlySet<string>
  /** The cancelled schedules of these entries. */
  readonly cancelled: ReadonlyMap<string, CancelledTimes>
}

/** Publishes the draft of each entry. */
export async function publishEntries(
  writes: Writes,
  changes: ChangeSet,
  ids: readonly string[],
  { now, by }: PublishedBy,
): Promise<ChangedEntries> {
  const models = new Map((await readCollections(writes, changes.space)).map(model => [model.apiName, model]))
  const rows = await readEntries(writes, changes.space, ids)
  for (const { archived_at: archivedAt } of rows) requireNotArchived({ archivedAt })
  const drafts = rows.map(row => ({ ...row, draftVersion: row.draft_version, publishedAt: null }))
  const { published, invalid, oversized } = await publishDrafts(writes, changes, drafts, { models, now, by })
  if (invalid.length > 0) {
    const { where } = invalid[0]!
    const names = invalid.length === 1 ? `The draft ${where} is` : `${invalid.length} drafts are`
    const details = invalid.flatMap(each =>
      each.problems.map(({ path, message }) => `${each.where}${path} ${message}.`),
    )
    throw new Refusal(`${names} invalid. Nothing was published.`, details, 'draft_invalid')
  }
  if (oversized.length > 0) {
    throw new Refusal(
      'Nothing was published: an entry would be too large to be served.',
      oversized.map(({ where, reason }) => `${where}: ${reason}.`),
      'entry_too_large',
    )
  }
  const changed = rows.filter(row => published.get(row.id)!.isChanged)
  const done: ActivityRecord[] = []
  for (const row of changed) {
    const { text, publishedAt, version } = published.get(row.id)!
    changes.setLiveState(row.id, { state: stateOf(row, text), publishedAt })
    const { id: entry, collection } = row
    done.push({ at: now, by, action: 'publish', entry, collection, version: `p${version}`, detail: null })
  }
  await recordActivity(writes, changes.space, done)
  const wanted = new Map(ids.map(id => [id, cancelledByPublish]))
  const cancelled = await cancelSchedules(writes, changes.space, wanted)
  return { changed: new Set(changed.map(({ id }) => id)), cancelled }
}

/** Unpublishes each entry. */
export async function unpublishEntries(
  writes: Writes,
  changes: ChangeSet,
  ids: readonly string[],
  { now, by }: PublishedBy,
): Promise<ChangedEntries> {
  const live = await readLiveAddresses(writes, changes.space, ids)
  for (const { entry } of live) {
    changes.close(entry)
    changes.setLiveState(entry, { state: 'draft', publishedAt: null })
  }
  const done = live.map(
    ({ entry, collection }): ActivityRecord => ({
      ...{ at: now, by, action: 'unpublish', entry, collection, version: null, detail: null },
    }),
  )
  await recordActivity(writes, changes.space, done)
  const wanted = new Map(ids.map(id => [id, cancelledByUnpublish]))
  const cancelled = await cancelSchedules(writes, changes.space, wanted)
  return { changed: new Set(live.map(({ entry }) => entry)), cancelled }
}
