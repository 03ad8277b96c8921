// Builds the rows of an entry that a transaction has changed.

import type { FindRow } from '../content/publish/find-asset.ts'
import type { NewVersion } from '../content/tables/entry-versions.store.ts'
import { type DraftWrite, toDraftWrite } from './drafts/draft-write.ts'
import type { Targets } from './drafts/targets.ts'
import type { EntryInTransaction } from './entry-in-transaction.ts'
import type { EntryTransaction } from './entry-transaction.ts'

/** Edits by the same caller within this time after the first one are merged into one version. */
const mergeMs = 10 * 60_000

export function toEntryWrite(
  { by, now }: EntryTransaction,
  entry: EntryInTransaction,
  { findTarget, idOf }: Targets,
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
      idOf,
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
