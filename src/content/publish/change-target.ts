// The destination of a change set: the content tables, or the stage of an import.
import type { SpaceId } from '../../base/ids.ts'
import type { Writes } from '../../database/database.ts'
import { markDelivered } from '../tables/assets.store.ts'
import { type DraftAssetRow, saveDraftAssets } from '../tables/draft-assets.store.ts'
import { type DraftReferenceRow, saveDraftReferences } from '../tables/draft-references.store.ts'
import {
  insertEntries,
  type LiveState,
  releaseSlugs,
  saveEntries,
  setLiveStates,
} from '../tables/entries.store.ts'
import {
  dropNewestVersions,
  type EntryWrite,
  insertVersions,
  keepVersions,
  type NewVersion,
  sealVersions,
} from '../tables/entry-versions.store.ts'
import {
  deletePublicationAssets,
  insertPublicationAssets,
  type PublicationAssetRow,
} from '../tables/publication-assets.store.ts'
import {
  closePublications,
  deleteReferences,
  insertPublications,
  insertReferences,
  type OverlayRow,
  type PublicationRow,
} from '../tables/publications.store.ts'

/** The path of a draft's slug. */
const slugPath = '/slug'

export interface ChangeTarget {
  /** Deletes the reverse references of the live publications. Call before these end. */
  deleteReferences(writes: Writes, ids: readonly string[]): Promise<void>
  /** Ends the live publications. */
  closePublications(writes: Writes, ids: readonly string[]): Promise<void>
  create(writes: Writes, drafts: readonly EntryWrite[]): Promise<void>
  /** Saves changed drafts. Their references are written by `saveDraftReferences`. */
  save(writes: Writes, drafts: readonly EntryWrite[]): Promise<void>
  /** Replaces the references of the changed drafts, and adds those of new ones. */
  saveDraftReferences(
    writes: Writes,
    changed: readonly string[],
    references: readonly DraftReferenceRow[],
  ): Promise<void>
  /** Replaces the named assets of the changed drafts, and adds those of new ones. */
  saveDraftAssets(writes: Writes, changed: readonly string[], assets: readonly DraftAssetRow[]): Promise<void>
  publish(
    writes: Writes,
    publications: readonly PublicationRow[],
    overlays: readonly OverlayRow[],
  ): Promise<void>
  /** Replaces the assets that publications show, for publications that ended and that began. */
  saveShownAssets(
    writes: Writes,
    ended: readonly string[],
    shown: readonly PublicationAssetRow[],
  ): Promise<void>
  /** Sets the states of entries that are not saved. */
  setLiveStates(writes: Writes, states: ReadonlyMap<string, LiveState>): Promise<void>
  saveReferences(writes: Writes, byTarget: ReadonlyMap<string, readonly string[]>): Promise<void>
}

/** Writes to the content tables of a space, as of this revision. */
export function contentTarget(space: SpaceId, revision: number): ChangeTarget {
  const toRows = (drafts: readonly EntryWrite[]) => drafts.map(({ row }) => ({ ...row, space }))
  return {
    deleteReferences: (writes, ids) => deleteReferences(writes, space, ids),
    closePublications: (writes, ids) => closePublications(writes, space, ids, revision),
    create: async (writes, drafts) => {
      await insertEntries(writes, toRows(drafts))
      await insertVersions(writes, space, drafts)
    },
    save: async (writes, drafts) => {
      const idsOf = (matches: (version: NewVersion) => boolean) =>
        drafts.flatMap(({ row, version }) => (version !== null && matches(version) ? [row.id] : []))
      const merged = idsOf(({ mergedSince }) => mergedSince !== null)
      if (merged.length > 0) await dropNewestVersions(writes, space, merged)
      const replaced = idsOf(({ mergedSince }) => mergedSince === null)
      if (replaced.length > 0) await keepVersions(writes, space, replaced)
      const moved = idsOf(({ names }) => names.includes(slugPath))
      if (moved.length > 0) await releaseSlugs(writes, space, moved)
      await saveEntries(writes, toRows(drafts))
      await insertVersions(writes, space, drafts)
    },
    saveDraftReferences: (writes, changed, references) =>
      saveDraftReferences(writes, space, changed, references),
    saveDraftAssets: (writes, changed, assets) => saveDraftAssets(writes, space, changed, assets),
    publish: async (writes, publications, overlays) => {
      await insertPublications(writes, publications, overlays)
      const published = publications.flatMap(({ entry, draft_version }) =>
        draft_version === null ? [] : [[entry, draft_version] as const],
      )
      await sealVersions(writes, space, new Map(published))
    },
    saveShownAssets: async (writes, ended, shown) => {
      if (ended.length > 0) await deletePublicationAssets(writes, space, ended)
      await insertPublicationAssets(writes, shown)
      const delivered = shown.flatMap(({ asset, blob }) => (blob === null ? [] : [asset]))
      if (delivered.length > 0) await markDelivered(writes, space, [...new Set(delivered)])
    },
    setLiveStates: (writes, states) => setLiveStates(writes, space, states),
    saveReferences: (writes, byTarget) => insertReferences(writes, space, byTarget),
  }
}
