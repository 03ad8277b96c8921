// The temporary tables of an import's content: their rows and columns.
import type { EntryRow } from '../content/entries.store.ts'
import type { OverlayRow, PublicationRow } from '../content/publications.store.ts'
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

/** What is recorded of a new draft version; no reason if there is none. */
interface StagedVersion {
  readonly reason: string | null
  readonly names: string | null
}

interface Pair {
  readonly target: string
  readonly entry: string
}

export interface StageSchema extends Schema {
  staged_entry: EntryRow & StagedVersion & { readonly part: number; readonly is_new: number }
  /** References of drafts. */
  staged_draft_reference: Pair & { readonly path: string }
  /** Entries whose drafts stay as they are. */
  staged_state: { readonly entry: string; readonly state: string; readonly published_at: number | null }
  staged_publication: Omit<PublicationRow, 'space' | 'from_revision' | 'to_revision'> & {
    readonly part: number
  }
  staged_variant: Omit<OverlayRow, 'space' | 'from_revision'>
  /** References of new publications. */
  staged_reference: Pair
  /** References of publications that end. */
  staged_unlinked: Pair
  /** Entries whose publication ends. */
  staged_closed: { readonly entry: string }
  staged_removed: { readonly entry: string }
  /** Entries that release their slug, so that another one can take it. */
  staged_moved: { readonly entry: string }
  staged_record: StagedRecord
}

export type StageTable = Exclude<keyof StageSchema, keyof Schema>

export const stageTables: Readonly<Record<StageTable, string>> = {
  staged_entry: `id text, collection text, slug text, data text, variants text, draft_version integer,
    path_versions text, title text, title_key text, search text, picture text, problems integer, state text,
    published_at bigint, created_at bigint, created_by text, updated_at bigint, updated_by text, archived_at bigint,
    reason text, names text, is_new integer, part integer`,
  staged_draft_reference: 'target text, entry text, path text',
  staged_state: 'entry text, state text, published_at bigint',
  staged_publication: `entry text, collection text, slug text, version integer, first_published_at bigint,
    published_at bigint, draft_version integer, published_by text, rebind integer, refs text, data text, part integer`,
  staged_variant: 'entry text, variant text, refs text, data text',
  staged_reference: 'target text, entry text',
  staged_unlinked: 'target text, entry text',
  staged_closed: 'entry text',
  staged_removed: 'entry text',
  staged_moved: 'entry text',
  staged_record: 'entry text, "where" text, counted text, "keepsLive" integer, record text',
}
