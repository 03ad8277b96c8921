// Finishes a transaction that changes entries: validates what depends on several of them, then writes everything.
import { Problem } from '../base/errors/errors.ts'
import { ChangeSet } from '../content/publish/change-set.ts'
import { contentTarget } from '../content/publish/change-target.ts'
import { readFindAsset } from '../content/publish/find-asset.ts'
import { type ActivityRecord, dropEdits, recordActivity } from '../content/tables/activity.store.ts'
import { deleteDraftAssets } from '../content/tables/draft-assets.store.ts'
import { deleteDraftReferences } from '../content/tables/draft-references.store.ts'
import { deleteEntries, type EntryRow } from '../content/tables/entries.store.ts'
import {
  deleteOldVersions,
  deleteVersions,
  insertPassedVersion,
} from '../content/tables/entry-versions.store.ts'
import { lockRevision, readRevisions } from '../content/tables/revision.store.ts'
import { deleteSchedules } from '../content/tables/schedules.store.ts'
import { listAssetNames } from '../content/values/asset-names.ts'
import type { ValidationIssue } from '../content/values/field-rules.ts'
import { listReferences, type WrittenReference } from '../content/values/references.ts'
import { readsWithin } from '../database/database.ts'
import { stateOf } from './drafts/draft-row.ts'
import type { EntryInTransaction } from './entry-in-transaction.ts'
import { draftInvalid, type Failure, singletonExists, slugTaken } from './entry-problems.ts'
import type { EntryTransaction } from './entry-transaction.ts'
import { toEntryWrite } from './entry-write.ts'
import { type PublishedDraft, publishDrafts } from './publish-drafts.ts'
import { finishSchedules, toScheduleDetail } from './schedules/save-schedules.ts'
import type { CancelledTimes } from './schedules/schedules.ts'
import { findOtherEntry } from './slugs/slug-owners.store.ts'
import { findFreeSlug, listTaken } from './slugs/unique-slug.ts'

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
  const targets = await transaction.resolve([...references.values()].flat().map(({ to }) => to))
  const names = changed.flatMap(({ model, draft }) => listAssetNames(model.fields, draft))
  const findAsset = await readFindAsset(readsWithin(writes), space, names)
  const merged: { readonly entry: string; readonly version: string }[] = []
  const grown: string[] = []
  const written = new Map<string, WrittenDraft>()
  for (const entry of changed) {
    const own = references.get(entry)!
    const isById = own.every(({ to }) => 'id' in to)
    const meant = isById ? targets : await transaction.resolveDraft(entry.id, own)
    const { draft, problems, references: rows, assets } = toEntryWrite(transaction, entry, meant, findAsset)
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

function listReferencesOf({ model, content }: EntryInTransaction): readonly WrittenReference[] {
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
  failOn(invalid.map(each => ({ operation: operations.get(each.id)!, problem: draftInvalid(each) })))
  failOn(
    oversized.map(({ id, where, reason }) => ({
      operation: operations.get(id)!,
      problem: new Problem('entry_too_large', `${where} would be too large to be served: ${reason}.`),
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
