// Provides the display names of the fields, variants, entries and files that changes and errors refer to.

import { findTitle } from '../../../../src/content/model/query-model.ts'
import type { Collection } from '../../../../src/content/values/model.ts'
import { useAllCollections } from '../../../api/content/content.ts'
import { useEntriesById, useEntryLinks, useVariantNames } from '../../../api/content/entry-actions.ts'
import { useAssetsById } from '../../../api/media/assets.ts'
import { namePlace } from '../../../parts/entries/place-name.ts'
import type { EntryPanelProps } from '../panel-props.ts'
import type { Change } from './changes.ts'
import { listTextAssets } from './rich-text-lines.ts'

export interface Names {
  /** Returns the name of a JSON Pointer's place: `Title for Trade`. */
  readonly placeOf: (pointer: string) => string
  readonly variantOf: (id: string) => string
  /** Returns the title of an entry, or its id while that is unknown. */
  readonly entryOf: (id: string) => string
  /** Returns the file name of an asset, or its id while that is unknown. */
  readonly assetOf: (id: string) => string
}

/** Returns the title that lists show. */
export function titleOf({ entry, model }: Pick<EntryPanelProps, 'entry' | 'model'>): string {
  return findTitle(model as Collection, entry.data) ?? entry.slug
}

/** The maximum number of reference targets that are fetched individually because the draft no longer links them. */
const fetchedMax = 20

export function useNames({ entry, model }: EntryPanelProps, changes: readonly Change[]): Names {
  const variants = useVariantNames()
  const { data: links } = useEntryLinks(entry.draftVersion === 0 ? '' : entry.id)
  const titles = new Map(links?.to.flatMap(({ id, title, slug }) => (id ? [[id, title ?? slug ?? id]] : [])))
  const unknown = listIds(changes, 'reference').filter(id => links !== undefined && !titles.has(id))
  const fetched = useEntriesById(unknown.slice(0, fetchedMax)).entries
  const { data: models } = useAllCollections()
  for (const { id, collection, data, slug } of fetched) {
    const of = models?.find(({ apiName }) => apiName === collection)
    titles.set(id, (of && findTitle(of as Collection, data)) ?? slug)
  }
  const inTexts = changes.flatMap(({ field, before, after }) =>
    field?.type === 'richText' ? [before, after].flatMap(listTextAssets) : [],
  )
  const ids = [...new Set([...listIds(changes, 'asset'), ...inTexts])].slice(0, fetchedMax)
  const assets = useAssetsById(ids)
  const files = new Map(assets.flatMap(asset => (asset ? [[asset.id, asset.filename]] : [])))
  const variantOf = (id: string) => variants.get(id) ?? id
  return {
    variantOf,
    placeOf: pointer => namePlace(pointer, model.fields, variantOf),
    entryOf: id => titles.get(id) ?? id,
    assetOf: id => files.get(id) ?? id,
  }
}

function listIds(changes: readonly Change[], type: 'reference' | 'asset'): readonly string[] {
  const values = changes.flatMap(({ field, before, after }) =>
    field?.type === type ? [before, after].flat() : [],
  )
  const ids = values.map(value => (value as { readonly id?: unknown } | null | undefined)?.id)
  return [...new Set(ids.filter(id => typeof id === 'string'))]
}
