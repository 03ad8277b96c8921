// Finds the files of a draft, from the library or by URL, in fields, lists, rich text and variants. No React here.
import type { EntryView } from '../../../../src/authoring/entries/entries.schema.ts'
import { isPicture, toAsset } from '../../../fields/asset/asset-text.ts'
import { type NamedAsset, toNamedAsset } from '../../../media/asset-value.ts'
import { type ForeignPicture, findForeignPicture, isLinkAccepted } from '../../../media/foreign-pictures.ts'
import { ownValue } from '../../../parts/entries/own-value.ts'
import type { EntryPanelProps } from '../panel-props.ts'

export interface Place<Value> {
  /** A JSON Pointer. */
  readonly path: string
  readonly value: Value
}

type Fields = EntryPanelProps['model']['fields']
type Draft = Pick<EntryView, 'data' | 'variants'>

export function listAssetPlaces(draft: Draft, fields: Fields): readonly Place<NamedAsset>[] {
  return listPlaces(draft, fields).flatMap(({ path, value }) => {
    const named = toNamedAsset(value)
    return named === null ? [] : [{ path, value: named }]
  })
}

/** Excludes pictures whose link a user has decided to keep. */
export function listForeignPictures(draft: Draft, fields: Fields): readonly Place<ForeignPicture>[] {
  return listPlaces(draft, fields).flatMap(({ path, value, isPart }) => {
    const asset = toAsset(value)
    if (asset === null || !(isPart || isPicture(asset))) return []
    const picture = findForeignPicture(asset.url, asset.contentType)
    return picture === null || isLinkAccepted(picture.address) ? [] : [{ path, value: picture }]
  })
}

interface AnyPlace extends Place<unknown> {
  /** True for a picture in rich text, which needs no check of its file extension. */
  readonly isPart: boolean
}

function listPlaces({ data, variants }: Draft, fields: Fields): readonly AnyPlace[] {
  return [
    ...placesIn('/data', data, fields),
    ...Object.entries(variants).flatMap(([id, values]) => placesIn(`/variants/${id}`, values, fields)),
  ]
}

function placesIn(
  start: string,
  values: Readonly<Record<string, unknown>>,
  fields: Fields,
): readonly AnyPlace[] {
  return fields.flatMap(({ apiName, type }) => {
    if (type !== 'asset' && type !== 'richText') return []
    const value = ownValue(values, apiName)
    const path = `${start}/${apiName}`
    const isPart = type === 'richText'
    if (!Array.isArray(value)) return isPart ? [] : [{ path, value, isPart }]
    return value.map((item, index) => ({
      path: `${path}/${index}`,
      value: isPart ? (item as { readonly asset?: unknown } | null)?.asset : item,
      isPart,
    }))
  })
}
