// Derives the columns that are stored for a draft beside its values. Every way of writing a draft uses these functions.

import { toPointer } from '../../base/json/json-pointer.ts'
import { findTitle } from '../../content/model/query-model.ts'
import type { FindRow } from '../../content/publish/find-asset.ts'
import type { DraftReference } from '../../content/tables/draft-references.store.ts'
import type { EntryRow } from '../../content/tables/entries.store.ts'
import type { LivePublication } from '../../content/tables/publications.store.ts'
import { type DraftLookups, findProblems, type ValidationIssue } from '../../content/values/field-rules.ts'
import type { ReferenceValue, StoredValue } from '../../content/values/field-values.ts'
import { isJsonObject } from '../../content/values/json-object.ts'
import type { Collection, EntryState, Field, Json, Values } from '../../content/values/model.ts'
import { cutAt, fold } from '../../content/values/query-text.ts'
import { listReferences } from '../../content/values/references.ts'
import { asWritten } from '../../content/values/stored-data.ts'
import type { DraftContent } from './draft-paths.ts'

/** In code points, like {@link searchLengthMax}. */
const titleLengthMax = 200
const searchLengthMax = 500

interface Derived {
  readonly columns: Pick<EntryRow, 'title' | 'title_key' | 'search' | 'picture' | 'problems'>
  readonly problems: readonly ValidationIssue[]
}

export function deriveColumns(
  model: Pick<Collection, 'titleField' | 'fields'>,
  { slug, data, variants }: DraftContent,
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

/** Returns the address of the first asset value that has one, or that is an image of the space. */
function pictureOf(fields: readonly Field[], data: Values, findAsset: FindRow): string | null {
  for (const { apiName, type } of fields) {
    const value = type === 'asset' && Object.hasOwn(data, apiName) ? data[apiName]! : null
    for (const asset of Array.isArray(value) ? (value as readonly Json[]) : [value]) {
      if (!isJsonObject(asset)) continue
      const { url, id } = asset
      if (typeof url === 'string' && url !== '') return url
      const row = typeof id === 'string' ? findAsset(id) : null
      if (row?.contentType.startsWith('image/')) {
        return `/api/v1/assets/${row.id}/file?space=${encodeURIComponent(row.spaceSlug)}`
      }
    }
  }
  return null
}

/** Returns checked values by name, in the order of the model. */
export function toValues(fields: readonly Field[], stored: readonly StoredValue[]): Values {
  const values: { [name: string]: Json } = {}
  for (const [index, { apiName }] of fields.entries()) {
    const value = stored[index]
    if (value !== undefined) values[apiName] = value
  }
  return values
}

/** Lists the targets of each path of a draft, without duplicates. `idOf` returns null for a reference without a target. */
export function listDraftReferences(
  fields: readonly Field[],
  values: readonly StoredValue[],
  overlays: ReadonlyMap<string, readonly StoredValue[]>,
  idOf: (reference: ReferenceValue) => string | null,
): DraftReference[] {
  const found = new Map<string, DraftReference>()
  const collect = (stored: readonly StoredValue[], ...parent: readonly string[]) => {
    for (const { field, to } of listReferences(fields, stored)) {
      const target = idOf(to)
      if (target === null) continue
      const path = toPointer(...parent, field)
      found.set(`${target} ${path}`, { target, path })
    }
  }
  collect(values, 'data')
  for (const [id, overlay] of overlays) collect(overlay, 'variants', id)
  return [...found.values()]
}

/** The texts of a draft, or of a live publication. */
export interface ContentText {
  readonly slug: string
  readonly data: string
  readonly variants: string | null
}

/** Compares the stored texts of both, because the state is `changed` only if publishing would change the live content. */
export function stateOf(draft: ContentText, live: ContentText | null): EntryState {
  if (live === null) return 'draft'
  const isSame = draft.slug === live.slug && draft.data === live.data && draft.variants === live.variants
  return isSame ? 'live' : 'changed'
}

/** Returns the live content in the form of a draft. */
export function toContentText({ row, overlays }: LivePublication): ContentText {
  const written = [...overlays].map(([id, overlay]) => [id, { data: asWritten(overlay) }] as const)
  return { slug: row.slug, data: asWritten(row), variants: toVariantsJson(new Map(written)) }
}

/** Returns the overlays in the order of their ids, as in drafts; null if there are none. */
export function toVariantsJson(overlays: ReadonlyMap<string, { readonly data: string }>): string | null {
  if (overlays.size === 0) return null
  const ordered = [...overlays].sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${ordered.map(([id, { data }]) => `${JSON.stringify(id)}:${data}`).join(',')}}`
}
