// Finishes a transaction that changes entries: validates what depends on several of them, then writes everything.

import { type FieldReference, listReferences } from '../content/fields/field-references.ts'
import type { ValidationIssue } from '../content/fields/field-rules.ts'
import { listAssetNames } from '../content/fields/field-values.ts'
import { ChangeSet, contentTarget } from '../content/publish/change-set.ts'
import { type FindRow, readFindAsset } from '../content/publish/resolve-assets.ts'
import { type ActivityRecord, dropEdits, recordActivity } from '../content/tables/activity.store.ts'
import type { Targets } from '../content/tables/draft-references.store.ts'
import { deleteDraftAssets, deleteDraftReferences } from '../content/tables/draft-references.store.ts'
import { deleteEntries, type EntryRow } from '../content/tables/entries.store.ts'
import {
  deleteOldVersions,
  deleteVersions,
  insertPassedVersion,
  type NewVersion,
} from '../content/tables/entry-versions.store.ts'
import { lockRevision, readRevisions } from '../content/tables/revision.store.ts'
import { deleteSchedules } from '../content/tables/schedules.store.ts'
import { readsWithin } from '../database/database.ts'
import { type DraftWrite, stateOf, toDraftWrite } from './drafts/draft-write.ts'
import { draftInvalid, entryTooLarge, type Failure, singletonExists, slugTaken } from './entry-problems.ts'
import type { EntryInTransaction, EntryTransaction } from './entry-transaction.ts'
import { type PublishedDraft, publishDrafts } from './publish-entry.ts'
import { finishSchedules, toScheduleDetail } from './schedule-entry.ts'
import type { CancelledTimes } from './schedules.ts'
import { findOtherEntry } from './slug-owners.store.ts'
import { findFreeSlug, listTaken } from './unique-slug.ts'

export class TransactionFailed extends Error {
  constructor(readonly failures: readonly Failure[]) {
    super('Operations failed.')
  }
}

/** A draft that was written, with its validation problems. */
export interface WrittenDraft {
  readonly entry: EntryInTransaction
  readonly row: EntryRow
  readonly problems: readonly ValidationIssue[]
}

export interface FinishedTransaction {
  /** By entry id, like `published` and `cancelled`. */
  readonly written: ReadonlyMap<string, WrittenDraft>
  readonly published: ReadonlyMap<string, PublishedDraft>
  readonly cancelled: ReadonlyMap<string, CancelledTimes>
}

/** Throws {@link TransactionFailed} if the transaction must be rolled back. */
export async function finishTransaction(transaction: EntryTransaction): Promise<FinishedTransaction> {
  failOn(await listSlugFailures(transaction))
  const { writes, space, entries, now } = transaction
  const publishing = entries.filter(({ toPublish }) => toPublish !== null)
  const withdrawn = entries.filter(({ isWithdrawn, toPublish }) => isWithdrawn && toPublish === null)
  const isServed = publishing.length > 0 || withdrawn.length > 0
  const isWritten = entries.some(each => each.isRemoved || isDraftWritten(each))
  const revision =
    isServed || isWritten
      ? await lockRevision(writes, space, { changesContent: isWritten })
      : (await readRevisions(writes, space)).served
  const changes = new ChangeSet(space, revision + 1)
  // Withdrawals come first, so that other entries can be published with their slugs and unique values.
  for (const { id } of withdrawn) changes.close(id)
  const { written, grown, merged } = await writeDrafts(transaction, changes)
  await changes.updateLiveValues(writes)
  const published = await publish(transaction, changes, publishing)
  for (const entry of entries) {
    const isLiveChanged = entry.toPublish !== null || entry.isWithdrawn
    if (!isLiveChanged || entry.isRemoved || entry.archivedAt !== null) continue
    const { text = null, publishedAt = null } = published.get(entry.id) ?? {}
    changes.setLiveState(entry.id, { state: stateOf(entry.text, text), publishedAt })
  }
  await changes.finish(writes)
  await recordActivity(writes, space, toActivity(transaction, published))
  await dropEdits(writes, space, merged)
  const { cancelled, failures } = await finishSchedules(transaction)
  failOn(failures)
  for (const id of grown) await deleteOldVersions(writes, space, id, now)
  return { written, published, cancelled }
}

function failOn(failures: readonly Failure[]): void {
  if (failures.length > 0) throw new TransactionFailed(failures)
}

/** Checks slugs at the end of the transaction, so that entries can exchange slugs. */
async function listSlugFailures(transaction: EntryTransaction): Promise<Failure[]> {
  const { writes, space } = transaction
  const failures: Failure[] = []
  for (const entry of transaction.entries) {
    const { id, model, draft, slugAt, archivedAt, isRemoved } = entry
    if (slugAt === null || isRemoved || archivedAt !== null) continue
    const owner = { id, collection: model.apiName }
    if ((await listTaken(transaction, owner, [draft.slug])).has(draft.slug)) {
      const problem = slugTaken(draft.slug, await findFreeSlug(transaction, owner, draft.slug))
      failures.push({ operation: slugAt, problem })
    }
    const isNew = entry.stored === null || entry.isArchiveChanged
    if (!model.singleton || !isNew) continue
    const others = transaction.entries.filter(each => each.model === model && each !== entry)
    const isOther = others.some(each => !each.isRemoved && each.archivedAt === null)
    const loaded = transaction.entries.map(each => each.id)
    if (isOther || (await findOtherEntry(writes, space, model.apiName, loaded)) !== null) {
      failures.push({ operation: slugAt, problem: singletonExists(model.apiName) })
    }
  }
  return failures
}

function isDraftWritten({ isRemoved, isChanged, isArchiveChanged }: EntryInTransaction): boolean {
  return !isRemoved && (isChanged || isArchiveChanged)
}

interface WrittenDrafts {
  readonly written: ReadonlyMap<string, WrittenDraft>
  /** Entries with more versions than before. */
  readonly grown: readonly string[]
  /** Versions that were merged into the next one. */
  readonly merged: readonly { readonly entry: string; readonly version: string }[]
}

async function writeDrafts(transaction: EntryTransaction, changes: ChangeSet): Promise<WrittenDrafts> {
  const { writes, space, entries, by } = transaction
  const removed = entries.filter(({ isRemoved }) => isRemoved).map(({ id }) => id)
  if (removed.length > 0) {
    await deleteVersions(writes, space, removed)
    await deleteDraftReferences(writes, space, removed)
    await deleteDraftAssets(writes, space, removed)
    await deleteSchedules(writes, space, removed)
    await deleteEntries(writes, space, removed)
  }
  const changed = entries.filter(isDraftWritten)
  const references = new Map(changed.map(entry => [entry, listReferencesOf(entry)]))
  const targets = await transaction.resolve([...references.values()].flat())
  const names = changed.flatMap(({ model, draft }) => listAssetNames(model.fields, draft))
  const findAsset = await readFindAsset(readsWithin(writes), space, names)
  const merged: { readonly entry: string; readonly version: string }[] = []
  const grown: string[] = []
  const written = new Map<string, WrittenDraft>()
  for (const entry of changed) {
    const { draft, problems, references: rows, assets } = toEntryWrite(transaction, entry, targets, findAsset)
    written.set(entry.id, { entry, row: draft.row, problems })
    if (draft.version?.mergedSince != null) {
      merged.push({ entry: entry.id, version: `d${entry.versionBefore}` })
    } else if (entry.stored !== null && draft.version !== null) grown.push(entry.id)
    if (entry.stored === null) changes.createEntry(draft, rows, assets)
    else changes.changeEntry(draft, rows, haveSameItems(assets, entry.assetsBefore) ? null : assets)
  }
  await changes.flush(writes, contentTarget(space, changes.revision))
  for (const { id, passed } of entries) {
    for (const { draftVersion, reason, names, text } of passed) {
      const { now: at } = transaction
      const row = { space, entry: id, draft_version: draftVersion, started_at: at, at, by, reason }
      await insertPassedVersion(writes, { ...row, names: JSON.stringify(names), ...text })
    }
  }
  return { written, grown, merged }
}

function haveSameItems(a: readonly string[], b: readonly string[]): boolean {
  return new Set(a).symmetricDifference(new Set(b)).size === 0
}

function listReferencesOf({ model, content }: EntryInTransaction): readonly FieldReference[] {
  const layers = [content.values, ...content.overlays.values()]
  return layers.flatMap(values => listReferences(model.fields, values))
}

async function publish(
  { writes, models, now, by }: EntryTransaction,
  changes: ChangeSet,
  publishing: readonly EntryInTransaction[],
): Promise<ReadonlyMap<string, PublishedDraft>> {
  if (publishing.length === 0) return new Map()
  const drafts = publishing.map(({ toPublish }) => toPublish!)
  const { published, invalid, oversized } = await publishDrafts(writes, changes, drafts, { models, now, by })
  const operations = new Map(publishing.map(({ id, publishedAt }) => [id, publishedAt]))
  failOn(
    invalid.map(each => ({
      operation: operations.get(each.id)!,
      problem: draftInvalid(each),
      unpublishable: each,
    })),
  )
  failOn(
    oversized.map(each => ({
      operation: operations.get(each.id)!,
      problem: entryTooLarge(each),
      unpublishable: each,
    })),
  )
  return published
}

function toActivity(
  { entries, now: at, by }: EntryTransaction,
  published: ReadonlyMap<string, PublishedDraft>,
): ActivityRecord[] {
  return entries.flatMap(entry => {
    const { id, model, draft, actions, notLive } = entry
    return [...new Set(actions)].flatMap((action): ActivityRecord[] => {
      const publication = published.get(id)
      if (action === 'publish' && !publication?.isChanged) return []
      if (action === 'unpublish' && !entry.isWithdrawn) return []
      const version = action === 'publish' ? `p${publication!.version}` : `d${draft.draftVersion}`
      const detail = action === 'publish' && notLive.length > 0 ? { notLive } : null
      const record = { at, by, action, entry: id, collection: model.apiName, version, detail }
      return [action === 'schedule' ? { ...record, ...toScheduleDetail(entry) } : record]
    })
  })
}

/** Edits by the same caller within this time after the first one are merged into one version. */
const mergeMs = 10 * 60_000

function toEntryWrite(
  { by, now }: EntryTransaction,
  entry: EntryInTransaction,
  { findTarget }: Targets,
  findAsset: FindRow,
): DraftWrite {
  const { id, model, stored, draft, archivedAt, liveText, toPublish } = entry
  const live = stored?.live ?? null
  return toDraftWrite(
    stored?.row ?? null,
    {
      id,
      collection: model.apiName,
      content: entry.content,
      draftVersion: draft.draftVersion,
      pathVersions: draft.pathVersions,
      version: toVersion(entry, now, by),
    },
    {
      model,
      live: liveText,
      publishedAt: toPublish !== null ? now : liveText === null ? null : (live?.publishedAt ?? null),
      findTarget,
      findAsset,
      at: now,
      by,
      archivedAt,
    },
  )
}

function toVersion(entry: EntryInTransaction, now: number, by: string): NewVersion | null {
  const { reason, stored, passed, versionBefore } = entry
  if (reason === null) return null
  const newest = stored?.newest ?? null
  const since = passed.at(-1)?.draftVersion ?? versionBefore
  const names = entry.namesSince(since)
  const isMerged =
    newest !== null &&
    passed.length === 0 &&
    reason === 'edit' &&
    newest.reason === 'edit' &&
    newest.by === by &&
    !newest.isSealed &&
    now - newest.startedAt < mergeMs
  if (!isMerged) return { reason, names, mergedSince: null }
  return { reason, names: [...new Set([...newest.names, ...names])].sort(), mergedSince: newest.startedAt }
}
