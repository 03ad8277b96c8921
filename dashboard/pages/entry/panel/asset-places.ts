// Where a draft names files of the library: in fields, lists and rich text, and in variants. No React here.
import type { EntryView } from '../../../../src/authoring/entries.schema.ts'
import { type NamedAsset, toNamedAsset } from '../../../media/asset-value.ts'
import { ownValue } from '../../../parts/own-value.ts'
import type { EntryPanelProps } from '../panel-props.ts'

export interface AssetPlace {
  /** A JSON Pointer. */
  readonly path: string
  readonly value: NamedAsset
}

type Fields = EntryPanelProps['model']['fields']

export function listAssetPlaces(
  { data, variants }: Pick<EntryView, 'data' | 'variants'>,
  fields: Fields,
): readonly AssetPlace[] {
  return [
    ...placesIn('/data', data, fields),
    ...Object.entries(variants).flatMap(([id, values]) => placesIn(`/variants/${id}`, values, fields)),
  ]
}

function placesIn(
  start: string,
  values: Readonly<Record<string, unknown>>,
  fields: Fields,
): readonly AssetPlace[] {
  return fields.flatMap(({ apiName, type }) => {
    if (type !== 'asset' && type !== 'richText') return []
    const value = ownValue(values, apiName)
    const path = `${start}/${apiName}`
    if (!Array.isArray(value)) return toPlaces(path, value)
    return value.flatMap((item, index) =>
      toPlaces(
        `${path}/${index}`,
        type === 'asset' ? item : (item as { readonly asset?: unknown } | null)?.asset,
      ),
    )
  })
}

function toPlaces(path: string, value: unknown): readonly AssetPlace[] {
  const named = toNamedAsset(value)
  return named === null ? [] : [{ path, value: named }]
}
