// Builds the row, the version and the references of a draft from its values. The management API, imports and changes of
// models all write drafts by these functions.
import { toPointer } from '../../base/json.ts'
import { draftBytesMax } from '../../base/limits.ts'
import { listReferences } from '../../content/fields/field-references.ts'
import { findProblems, type ValidationIssue } from '../../content/fields/field-rules.ts'
import type { DraftLookups, FindTarget, StoredValue } from '../../content/fields/field-type.ts'
import { eachLeaf, listAssetNames } from '../../content/fields/field-values.ts'
import { findTitle } from '../../content/fields/text-facts.ts'
import {
  type CheckedContent,
  type ContentText,
  type EntryContent,
  parseContent,
  toContent,
  toText,
} from '../../content/publish/entry-content.ts'
import type { FindRow } from '../../content/publish/resolve-assets.ts'
import type { DraftReference } from '../../content/tables/draft-references.store.ts'
import { type EntryRow, hasSameKeys } from '../../content/tables/entries.store.ts'
import type { EntryWrite, NewVersion } from '../../content/tables/entry-versions.store.ts'
import {
  type Collection,
  type EntryState,
  type Field,
  isJsonObject,
  type Json,
  type Values,
} from '../../content/values/model.ts'
import { cutAt, fold } from '../../content/values/query-text.ts'
import { type Draft, overwriteDraft, type PathVersions } from './draft-paths.ts'

export interface WriteContext {
  readonly model: Pick<Collection, 'titleField' | 'fields'>
  /** The content that will be live; null if none will be. */
  readonly live: ContentText | null
  readonly publishedAt: number | null
  readonly findTarget: FindTarget
  readonly findAsset: FindRow
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
    ...parseContent(row),
    draftVersion: row.draft_version,
    pathVersions: JSON.parse(row.path_versions) as PathVersions,
  }
}

/** Lists the paths of a draft that changed after this version. Omits paths whose versions are no longer stored. */
function pathsChangedAfter({ pathVersions }: Draft, version: number): string[] {
  return Object.keys(pathVersions).filter(
    path => path !== '' && !path.endsWith('/') && pathVersions[path]! > version,
  )
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
  { model, live, publishedAt, findTarget, findAsset, at, by, archivedAt = null }: WriteContext,
): DraftWrite {
  const { id, collection, content, draftVersion, pathVersions, version } = stored
  const { slug, values, overlays } = content
  const { data, variants } = stored.texts ?? toText(model.fields, content)
  const named = { slug, ...toContent(model.fields, content) }
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
    references: listDraftReferences(model.fields, values, overlays),
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
  const next = overwriteDraft(withFormerFields(fields, before), before, {
    slug: given.content.slug,
    ...toContent(fields, given.content),
  })
  const { draftVersion, pathVersions } = next
  const names = pathsChangedAfter(next, before.draftVersion)
  const version = next === before ? null : { reason, names, mergedSince: null }
  return toDraftWrite(old, { ...given, draftVersion, pathVersions, version }, context)
}

/** Adds the fields that only the stored values still have, so that removing their values counts as a change. */
function withFormerFields(fields: readonly Field[], { data, variants }: EntryContent): readonly Field[] {
  const known = new Set(fields.map(({ apiName }) => apiName))
  const names = [data, ...Object.values(variants)].flatMap((values: Values) => Object.keys(values))
  const former = new Set(names.filter(name => !known.has(name)))
  return former.size === 0 ? fields : [...fields, ...[...former].map(toFormerField)]
}

function toFormerField(apiName: string): Field {
  return { apiName, type: 'json', many: true }
}

/** In code points, like {@link searchLengthMax}. */
const titleLengthMax = 200

const searchLengthMax = 500

interface Derived {
  readonly columns: Pick<EntryRow, 'title' | 'title_key' | 'search' | 'picture' | 'problems'>
  readonly problems: readonly ValidationIssue[]
}

export function deriveColumns(
  model: Pick<Collection, 'titleField' | 'fields'>,
  { slug, data, variants }: EntryContent,
  lookups: DraftLookups & { readonly findAsset: FindRow },
): Derived {
  const title = titleOf(model, data)
  const problems = findProblems(model.fields, { data, variants }, lookups)
  const columns = {
    title,
    ...toSearch(title, slug),
    picture: pictureOf(model.fields, data, lookups.findAsset),
    problems: problems.filter(({ severity }) => severity === 'error').length,
  }
  return { columns, problems }
}

/** Returns the columns by which lists of drafts are searched and sorted. */
function toSearch(title: string | null, slug: string): Pick<EntryRow, 'title_key' | 'search'> {
  const key = title === null ? null : cutAt(fold(title), searchLengthMax)
  return { title_key: key, search: `${key ?? ''}\n${cutAt(fold(slug), searchLengthMax)}` }
}

export function titleOf(model: Pick<Collection, 'titleField' | 'fields'>, data: Values): string | null {
  const title = findTitle(model, data)
  return title === null ? null : cutAt(title, titleLengthMax)
}

/**
 * Returns the address of the first asset value that has one, or that is an image of the space. Values in blocks follow those of
 * the entry's own fields.
 */
function pictureOf(fields: readonly Field[], data: Values, findAsset: FindRow): string | null {
  const [own, inBlocks]: [Json[], Json[]] = [[], []]
  for (const field of fields) {
    const value = Object.hasOwn(data, field.apiName) ? data[field.apiName]! : null
    if (value === null) continue
    eachLeaf(field, value, '', ({ type }, leaf, pointer) => {
      if (type === 'asset') (pointer === '' ? own : inBlocks).push(leaf)
    })
  }
  for (const asset of [...own, ...inBlocks].flat() as readonly Json[]) {
    if (!isJsonObject(asset)) continue
    const { url, id } = asset
    if (typeof url === 'string' && url !== '') return url
    const row = typeof id === 'string' ? findAsset(id) : null
    if (row?.contentType.startsWith('image/')) {
      return `/api/v1/assets/${row.id}/file?space=${encodeURIComponent(row.spaceSlug)}`
    }
  }
  return null
}

/** Lists the targets of each path of a draft, without duplicates. */
export function listDraftReferences(
  fields: readonly Field[],
  values: readonly StoredValue[],
  overlays: ReadonlyMap<string, readonly StoredValue[]>,
): DraftReference[] {
  const found = new Map<string, DraftReference>()
  const collect = (stored: readonly StoredValue[], ...parent: readonly string[]) => {
    for (const { address, to } of listReferences(fields, stored)) {
      const path = `${toPointer(...parent)}/${address}`
      found.set(`${to.id} ${path}`, { target: to.id, path })
    }
  }
  collect(values, 'data')
  for (const [id, overlay] of overlays) collect(overlay, 'variants', id)
  return [...found.values()]
}

/** Compares the stored texts of both, because the state is `changed` only if publishing would change the live content. */
export function stateOf(draft: ContentText, live: ContentText | null): EntryState {
  if (live === null) return 'draft'
  const isSame = draft.slug === live.slug && draft.data === live.data && draft.variants === live.variants
  return isSame ? 'live' : 'changed'
}

export function isDraftTooLarge({ data, variants }: Pick<ContentText, 'data' | 'variants'>): boolean {
  return Buffer.byteLength(data) + Buffer.byteLength(variants ?? '') > draftBytesMax
}
