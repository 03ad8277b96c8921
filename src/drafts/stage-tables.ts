// The temporary tables of content that is prepared without the space's lock: their rows and columns.
import { draftColumns, type EntryRow } from '../content/entries.store.ts'
import type { PublicationAssetRow } from '../content/publication-assets.store.ts'
import { type OverlayRow, type PublicationRow, publicationColumns } from '../content/publications.store.ts'
import type { Schema } from '../database/schema.ts'

/** A record of an entry that already existed: the import may have to re-evaluate its changes. */
export interface StagedRecord {
  readonly entry: string
  /** Its location in the source, in words. */
  readonly where: string
  /** The result that the entry was counted under. */
  readonly counted: 'changed' | 'unchanged'
  /** 1: the published values stay unchanged. */
  readonly keepsLive: number
  /** As JSON. */
  readonly record: string
}

/** A scheduled draft by the new model. */
export interface StagedSchedule {
  readonly entry: string
  /** The draft version that is scheduled. */
  readonly version: number
  /** If that is the newest draft, and it changes: the version that replaces it. Otherwise the contents are replaced. */
  readonly moved_to: number | null
  readonly data: string | null
  readonly variants: string | null
}

/** What is recorded of a new draft version; no reason if there is none. */
interface StagedVersion {
  readonly reason: string | null
  readonly names: string | null
}

/** Rows of one part are moved by one statement. */
interface Part {
  readonly part: number
}

/** 1: of an entry that the change creates. */
interface Newness {
  readonly is_new: number
}

interface Pair {
  readonly target: string
  readonly entry: string
}

export interface StageSchema extends Schema {
  staged_entry: EntryRow & StagedVersion & Part & Newness
  /** Drafts whose references are replaced. */
  staged_outdated: Part & { readonly entry: string }
  /** References of drafts, where they change. */
  staged_draft_reference: Pair & Part & Newness & { readonly path: string }
  /** Drafts that name other assets. */
  staged_outdated_asset: Part & { readonly entry: string }
  /** What drafts name, where it changes. */
  staged_draft_asset: Part & Newness & { readonly asset: string; readonly entry: string }
  /** Entries whose drafts stay as they are. */
  staged_state: { readonly entry: string; readonly state: string; readonly published_at: number | null }
  staged_publication: Omit<PublicationRow, 'space' | 'from_revision' | 'to_revision'> & Part & Newness
  staged_variant: Omit<OverlayRow, 'space' | 'from_revision'> & Part & Newness
  /** References of new publications. */
  staged_reference: Pair & Part & Newness
  /** References of publications that end. */
  staged_unlinked: Pair & Part
  /** Entries whose publication ends. */
  staged_closed: Part & { readonly entry: string }
  /** What new publications show. */
  staged_asset: Omit<PublicationAssetRow, 'space'> & Part & Newness
  /** Entries whose publication ends that may have shown assets. */
  staged_hidden: Part & { readonly entry: string }
  staged_removed: Part & { readonly entry: string }
  /** Entries that release their slug, so that another one can take it. */
  staged_moved: Part & { readonly entry: string }
  staged_record: StagedRecord
  staged_schedule: StagedSchedule
}

export type StageTable = Exclude<keyof StageSchema, keyof Schema>

export const stageTables: Readonly<Record<StageTable, string>> = {
  staged_entry: `id text, collection text, slug text, data text, variants text, draft_version integer,
    path_versions text, title text, title_key text, search text, picture text, problems integer, state text,
    published_at bigint, created_at bigint, created_by text, updated_at bigint, updated_by text, archived_at bigint,
    reason text, names text, is_new integer, part integer`,
  staged_outdated: 'entry text, part integer',
  staged_draft_reference: 'target text, entry text, path text, is_new integer, part integer',
  staged_outdated_asset: 'entry text, part integer',
  staged_draft_asset: 'asset text, entry text, is_new integer, part integer',
  staged_state: 'entry text, state text, published_at bigint',
  staged_publication: `entry text, collection text, slug text, version integer, first_published_at bigint,
    published_at bigint, draft_version integer, published_by text, rebind integer, refs text, data text, written text,
    is_new integer, part integer`,
  staged_variant:
    'entry text, variant text, refs text, data text, written text, is_new integer, part integer',
  staged_reference: 'target text, entry text, is_new integer, part integer',
  staged_unlinked: 'target text, entry text, part integer',
  staged_closed: 'entry text, part integer',
  staged_asset:
    'entry text, asset text, blob text, filename text, names_former integer, is_new integer, part integer',
  staged_hidden: 'entry text, part integer',
  staged_removed: 'entry text, part integer',
  staged_moved: 'entry text, part integer',
  staged_record: 'entry text, "where" text, counted text, "keepsLive" integer, record text',
  staged_schedule: 'entry text, version integer, moved_to integer, data text, variants text',
}

export const stageColumns = {
  entry: [...draftColumns, 'reason', 'names', 'is_new', 'part'],
  draftReference: ['target', 'entry', 'path', 'is_new', 'part'],
  draftAsset: ['asset', 'entry', 'is_new', 'part'],
  state: ['entry', 'state', 'published_at'],
  publication: [...publicationColumns, 'is_new', 'part'],
  variant: ['entry', 'variant', 'refs', 'data', 'written', 'is_new', 'part'],
  asset: ['entry', 'asset', 'blob', 'filename', 'names_former', 'is_new', 'part'],
  id: ['entry', 'part'],
  record: ['entry', 'where', 'counted', 'keepsLive', 'record'],
  schedule: ['entry', 'version', 'moved_to', 'data', 'variants'],
} as const

/**
 * Tables whose rows are moved by several statements, and how many rows one of them moves at most: without a bound, one
 * could exceed the statement timeout. The rows of the other tables are moved by one statement, in key order.
 */
export const partings: Readonly<Record<'whole' | 'sliced', { tables: readonly StageTable[]; rows: number }>> =
  {
    whole: { tables: ['staged_entry', 'staged_publication'], rows: 200_000 },
    sliced: {
      tables: [
        'staged_entry',
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
      ],
      rows: 3000,
    },
  }

/** Without it PostgreSQL, which knows nothing of rows that were just written, may compare each row with each. */
export const stageIndexes = [
  ['staged_entry', 'id'],
  ['staged_publication', 'entry'],
] as const
