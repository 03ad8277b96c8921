// Provides the display names of the fields, variants, entries and files that changes and errors refer to.

import { findTitle } from '../../../../src/content/fields/text-facts.ts'
import { useAllCollections } from '../../../api/content/content.ts'
import { useEntriesById, useEntryLinks, useVariantNames } from '../../../api/content/entry-actions.ts'
import { useAssetsById } from '../../../api/media/assets.ts'
import type { ReadField, TargetNames } from '../../../fields/field-type.ts'
import { listItems } from '../../../fields/field-values.ts'
import { toNamedAsset } from '../../../media/asset-value.ts'
import { namePlace } from '../../../parts/entries/place-name.ts'
import type { EntryPanelProps } from '../panel-props.ts'
import { type Change, definitionOf } from './changes.ts'

export interface Names extends TargetNames {
  /** Returns the name of a JSON Pointer's place: `Title for Trade`. */
  readonly placeOf: (pointer: string) => string
  readonly variantOf: (id: string) => string
}

/** Returns the title that lists show. */
export function titleOf({ entry, model }: Pick<EntryPanelProps, 'entry' | 'model'>): string {
  return findTitle(model, entry.data) ?? entry.slug
}

/** The maximum number of reference targets that are fetched individually because the draft no longer links them. */
const fetchedMax = 20

export function useNames({ entry, model }: EntryPanelProps, changes: readonly Change[]): Names {
  const variants = useVariantNames()
  const { data: links } = useEntryLinks(entry.draftVersion === 0 ? '' : entry.id)
  const titles = new Map(links?.to.flatMap(({ id, title, slug }) => (id ? [[id, title ?? slug ?? id]] : [])))
  const unknown = listEntryIds(changes).filter(id => links !== undefined && !titles.has(id))
  const fetched = useEntriesById(unknown.slice(0, fetchedMax)).entries
  const { data: models } = useAllCollections()
  for (const { id, collection, data, slug } of fetched) {
    const of = models?.find(({ apiName }) => apiName === collection)
    titles.set(id, (of && findTitle(of, data)) ?? slug)
  }
  const ids = listAssetIds(changes).slice(0, fetchedMax)
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

function listEntryIds(changes: readonly Change[]): readonly string[] {
  return listUnique(
    changes,
    (field, item) => definitionOf(field).listEntries?.(item, (field ?? {}) as ReadField) ?? [],
  )
}

export function listAssetIds(changes: readonly Change[]): readonly string[] {
  return listUnique(changes, (field, item) =>
    (definitionOf(field).listFiles?.(item, (field ?? {}) as ReadField) ?? []).flatMap(
      ({ value }) => toNamedAsset(value)?.id ?? [],
    ),
  )
}

function listUnique(
  changes: readonly Change[],
  idsOf: (field: Change['field'], item: unknown) => readonly string[],
): readonly string[] {
  const ids = changes.flatMap(({ field, before, after }) =>
    [before, after].flatMap(side => listItems(field ?? {}, side).flatMap(({ item }) => idsOf(field, item))),
  )
  return [...new Set(ids)]
}
