// Builds the row, the version and the references of a draft from its values. The management API, imports and changes of
// models all write drafts by these functions.

import {
  parseValues,
  parseVariants,
  toDraftText,
  toVariantsText,
} from '../../content/publish/entry-values.ts'
import type { FindRow } from '../../content/publish/find-asset.ts'
import type { DraftReference } from '../../content/tables/draft-references.store.ts'
import { type EntryRow, hasSameKeys } from '../../content/tables/entries.store.ts'
import type { EntryWrite, NewVersion } from '../../content/tables/entry-versions.store.ts'
import { listAssetNames } from '../../content/values/asset-names.ts'
import type { FindTarget, ValidationIssue } from '../../content/values/field-rules.ts'
import type { ReferenceValue, StoredValue } from '../../content/values/field-values.ts'
import type { Collection, Field, Values } from '../../content/values/model.ts'
import { type Draft, type DraftContent, overwriteDraft, type PathVersions } from './draft-paths.ts'
import { type ContentText, deriveColumns, listDraftReferences, stateOf, toValues } from './draft-row.ts'

/** Values that fit the model, in the order of its fields. */
export interface CheckedContent {
  readonly slug: string
  readonly values: readonly StoredValue[]
  readonly overlays: ReadonlyMap<string, readonly StoredValue[]>
}

export interface WriteContext {
  readonly model: Pick<Collection, 'titleField' | 'fields'>
  /** The content that will be live; null if none will be. */
  readonly live: ContentText | null
  readonly publishedAt: number | null
  readonly findTarget: FindTarget
  readonly findAsset: FindRow
  readonly idOf: (reference: ReferenceValue) => string | null
  readonly at: number
  readonly by: string | null
  /** Defaults to null. */
  readonly archivedAt?: number | null
}

export interface DraftWrite {
  readonly draft: EntryWrite
  readonly problems: readonly ValidationIssue[]
  readonly references: readonly DraftReference[]
  /** The ids of the assets that the draft names. */
  readonly assets: readonly string[]
}

/** Parses a stored draft. */
export function toDraft(row: EntryRow): Draft {
  return {
    slug: row.slug,
    data: parseValues(row.data),
    variants: parseVariants(row.variants),
    draftVersion: row.draft_version,
    pathVersions: JSON.parse(row.path_versions) as PathVersions,
  }
}

/** Returns the content in the form in which {@link toDraft} reads it. */
export function toContent(
  fields: readonly Field[],
  { slug, values, overlays }: CheckedContent,
): DraftContent {
  const ordered = [...overlays].sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    slug,
    data: toValues(fields, values),
    variants: Object.fromEntries(ordered.map(([id, overlay]) => [id, toValues(fields, overlay)])),
  }
}

/** Lists the paths of a draft that changed after this version. Omits paths whose versions are no longer stored. */
export function pathsChangedAfter({ pathVersions }: Draft, version: number): string[] {
  return Object.keys(pathVersions).filter(path => path !== '' && pathVersions[path]! > version)
}

interface StoredDraft {
  readonly id: string
  readonly collection: string
  readonly content: CheckedContent
  readonly draftVersion: number
  readonly pathVersions: PathVersions
  readonly version: NewVersion | null
  /** The stored texts, if the caller has them already. */
  readonly texts?: Pick<ContentText, 'data' | 'variants'>
}

/** Builds everything that is stored for a draft. `old` is null for a new entry. */
export function toDraftWrite(
  old: EntryRow | null,
  stored: StoredDraft,
  { model, live, publishedAt, findTarget, findAsset, idOf, at, by, archivedAt = null }: WriteContext,
): DraftWrite {
  const { id, collection, content, draftVersion, pathVersions, version } = stored
  const { slug, values, overlays } = content
  const { data, variants } = stored.texts ?? {
    data: toDraftText(model.fields, values),
    variants: toVariantsText(model.fields, overlays),
  }
  const named = toContent(model.fields, content)
  const { columns, problems } = deriveColumns(model, named, { findTarget, findAsset })
  const isArchiveChanged = (old?.archived_at ?? null) !== archivedAt
  // Changing only the stored form does not count as a change of the entry. Archiving does, though not as a change of the
  // draft.
  const isSame = old !== null && version === null && !isArchiveChanged
  const row: EntryRow = {
    id,
    collection,
    slug,
    data,
    variants,
    draft_version: draftVersion,
    path_versions: JSON.stringify(pathVersions),
    ...columns,
    state: archivedAt === null ? stateOf({ slug, data, variants }, live) : 'archived',
    published_at: publishedAt,
    created_at: old === null ? at : old.created_at,
    created_by: old === null ? by : old.created_by,
    updated_at: isSame ? old.updated_at : at,
    updated_by: isSame ? old.updated_by : by,
    archived_at: archivedAt,
  }
  return {
    draft: { row, version, keepsKeys: old !== null && hasSameKeys(old, row) },
    problems,
    references: listDraftReferences(model.fields, values, overlays, idOf),
    assets: listAssetNames(model.fields, named),
  }
}

/**
 * Builds the write that replaces a draft without a check for conflicts. It adds no version if only the stored form changes.
 */
export function toOverwrite(
  old: EntryRow | null,
  given: Pick<StoredDraft, 'id' | 'collection' | 'content' | 'texts'>,
  reason: NewVersion['reason'],
  context: WriteContext,
): DraftWrite {
  const { fields } = context.model
  if (old === null) {
    const version = { reason, names: [], mergedSince: null }
    return toDraftWrite(old, { ...given, draftVersion: 1, pathVersions: {}, version }, context)
  }
  const before = toDraft(old)
  const next = overwriteDraft(withFormerFields(fields, before), before, toContent(fields, given.content))
  const { draftVersion, pathVersions } = next
  const names = pathsChangedAfter(next, before.draftVersion)
  const version = next === before ? null : { reason, names, mergedSince: null }
  return toDraftWrite(old, { ...given, draftVersion, pathVersions, version }, context)
}

/** Adds the fields that only the stored values still have, so that removing their values counts as a change. */
function withFormerFields(fields: readonly Field[], { data, variants }: DraftContent): readonly Field[] {
  const known = new Set(fields.map(({ apiName }) => apiName))
  const names = [data, ...Object.values(variants)].flatMap((values: Values) => Object.keys(values))
  const former = new Set(names.filter(name => !known.has(name)))
  return former.size === 0 ? fields : [...fields, ...[...former].map(toFormerField)]
}

function toFormerField(apiName: string): Field {
  return { apiName, type: 'json', many: true }
}
