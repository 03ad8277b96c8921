// The rows and columns of the temporary tables for content that is prepared without the space's lock.
import { draftColumns, type EntryRow } from '../content/tables/entries.store.ts'
import type { NewVersion } from '../content/tables/entry-versions.store.ts'
import type { PublicationAssetRow } from '../content/tables/publication-assets.store.ts'
import {
  type OverlayRow,
  type PublicationRow,
  publicationColumns,
} from '../content/tables/publications.store.ts'
import type { Schema } from '../database/schema.ts'

/** The record of an entry that existed before the import, which may have to evaluate its changes again. */
export interface StagedRecord {
  readonly entry: string
  /** The location of the record in the source, as text for the report. */
  readonly where: string
  /** The result that the import report counts for the entry. */
  readonly counted: 'changed' | 'unchanged'
  /** 1 if the published values stay unchanged. */
  readonly keepsLive: number
  /** The record as JSON. */
  readonly record: string
}

/** A scheduled draft, converted to the new model. */
export interface StagedSchedule {
  readonly entry: string
  /** The scheduled draft version. */
  readonly version: number
  /**
   * The version that replaces the scheduled one, if that is the newest draft and changes. Otherwise null: the contents are
   * replaced.
   */
  readonly moved_to: number | null
  readonly data: string | null
  readonly variants: string | null
}

/** The columns of a new draft version. */
interface StagedVersion {
  readonly entry: string
  readonly draft_version: number
  readonly at: number
  readonly by: string | null
  readonly reason: string
  readonly names: string
  /** 1 if the change publishes the version. */
  readonly sealed: number
}

/** `is_late` is 1 for rows staged after the preparation, because another writer has changed the entry since. */
interface Lateness {
  readonly is_late: number
}

/** One statement moves the rows of one part. */
interface Part extends Lateness {
  readonly part: number
}

interface Pair {
  readonly target: string
  readonly entry: string
}

export interface StageSchema extends Schema {
  /** `is_new` is 1 for an entry that the change creates. `keeps_keys` is 1 if its indexed columns stay the same. */
  staged_entry: EntryRow & Part & { readonly is_new: number; readonly keeps_keys: number }
  /** The versions of drafts that are overwritten. */
  staged_version: StagedVersion & Part
  /** Drafts whose references are replaced. */
  staged_outdated: Part & { readonly entry: string }
  /** References of drafts, where they change. */
  staged_draft_reference: Pair & Part & { readonly path: string }
  /** Drafts whose named assets are replaced. */
  staged_outdated_asset: Part & { readonly entry: string }
  /** The assets that drafts name, for drafts in which they change. */
  staged_draft_asset: Part & { readonly asset: string; readonly entry: string }
  /** Entries whose drafts do not change. */
  staged_state: Lateness & {
    readonly entry: string
    readonly state: string
    readonly published_at: number | null
  }
  staged_publication: Omit<PublicationRow, 'space' | 'from_revision' | 'to_revision'> & Part
  staged_variant: Omit<OverlayRow, 'space' | 'from_revision'> & Part
  /** References of new publications. */
  staged_reference: Pair & Part
  /** References of publications that end. */
  staged_unlinked: Pair & Part
  /** Entries whose publications end. */
  staged_closed: Part & { readonly entry: string }
  /** The assets that new publications show. */
  staged_asset: Omit<PublicationAssetRow, 'space'> & Part
  /** Entries whose publications end and may have shown assets. */
  staged_hidden: Part & { readonly entry: string }
  staged_removed: Part & { readonly entry: string }
  /** Entries that release their slug, so that other entries can take it. */
  staged_moved: Part & { readonly entry: string }
  staged_record: StagedRecord
  staged_schedule: StagedSchedule
}

export type StageTable = Exclude<keyof StageSchema, keyof Schema>

export const stageTables: Readonly<Record<StageTable, string>> = {
  staged_entry: `id text, collection text, slug text, data text, variants text, draft_version integer,
    path_versions text, title text, title_key text, search text, picture text, problems integer, state text,
    published_at bigint, created_at bigint, created_by text, updated_at bigint, updated_by text, archived_at bigint,
    is_new integer, keeps_keys integer, is_late integer, part integer`,
  staged_version: `entry text, draft_version integer, "at" bigint, "by" text, reason text, names text, sealed integer,
    is_late integer, part integer`,
  staged_outdated: 'entry text, is_late integer, part integer',
  staged_draft_reference: 'target text, entry text, path text, is_late integer, part integer',
  staged_outdated_asset: 'entry text, is_late integer, part integer',
  staged_draft_asset: 'asset text, entry text, is_late integer, part integer',
  staged_state: 'entry text, state text, published_at bigint, is_late integer',
  staged_publication: `entry text, collection text, slug text, version integer, first_published_at bigint,
    published_at bigint, draft_version integer, published_by text, rebind integer, refs text, data text, written text,
    is_late integer, part integer`,
  staged_variant:
    'entry text, variant text, refs text, data text, written text, is_late integer, part integer',
  staged_reference: 'target text, entry text, is_late integer, part integer',
  staged_unlinked: 'target text, entry text, is_late integer, part integer',
  staged_closed: 'entry text, is_late integer, part integer',
  staged_asset:
    'entry text, asset text, blob text, filename text, names_former integer, is_late integer, part integer',
  staged_hidden: 'entry text, is_late integer, part integer',
  staged_removed: 'entry text, is_late integer, part integer',
  staged_moved: 'entry text, is_late integer, part integer',
  staged_record: 'entry text, "where" text, counted text, "keepsLive" integer, record text',
  staged_schedule: 'entry text, version integer, moved_to integer, data text, variants text',
}

export const stageColumns = {
  entry: [...draftColumns, 'is_new', 'keeps_keys', 'is_late', 'part'],
  version: ['entry', 'draft_version', 'at', 'by', 'reason', 'names', 'sealed', 'is_late', 'part'],
  draftReference: ['target', 'entry', 'path', 'is_late', 'part'],
  draftAsset: ['asset', 'entry', 'is_late', 'part'],
  state: ['entry', 'state', 'published_at', 'is_late'],
  publication: [...publicationColumns, 'is_late', 'part'],
  variant: ['entry', 'variant', 'refs', 'data', 'written', 'is_late', 'part'],
  asset: ['entry', 'asset', 'blob', 'filename', 'names_former', 'is_late', 'part'],
  id: ['entry', 'is_late', 'part'],
  record: ['entry', 'where', 'counted', 'keepsLive', 'record'],
  schedule: ['entry', 'version', 'moved_to', 'data', 'variants'],
} as const

export function toStagedVersion(row: EntryRow, { reason, names }: NewVersion) {
  const { id: entry, draft_version, updated_at: at, updated_by: by } = row
  return { entry, draft_version, at, by, reason, names: JSON.stringify(names), sealed: 0 }
}

/** Tables whose rows are moved by several statements. The other tables have few rows. */
export const partedTables: readonly StageTable[] = [
  'staged_entry',
  'staged_version',
  'staged_publication',
  'staged_outdated',
  'staged_draft_reference',
  'staged_outdated_asset',
  'staged_draft_asset',
  'staged_variant',
  'staged_reference',
  'staged_unlinked',
  'staged_closed',
  'staged_asset',
  'staged_hidden',
]

/**
 * The maximum number of rows per part. Larger statements could exceed the statement timeout, or block transactions that need
 * one of the rows for too long. Processes that serve requests use smaller parts.
 */
export const rowsPerPart = { whole: 5000, sliced: 3000 } as const
