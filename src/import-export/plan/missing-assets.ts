// Finds files that an entry names but that do not exist: missing assets, and files of other spaces.
import type { SpaceId } from '../../base/ids.ts'
import { eachAssetNameIn } from '../../content/fields/field-values.ts'
import type { DanglingReference } from '../../content/publish/bind-references.ts'
import type { FindRow } from '../../content/publish/resolve-assets.ts'
import { listForeignPaths } from '../../content/values/asset-paths.ts'
import type { Field, Json, Values } from '../../content/values/model.ts'
import type { EntryRecord } from '../read/records.ts'

/** Returns all layers of values in the record: drafts, published values and overlays. */
export function layersOf({ data, liveData, variants, liveVariants }: EntryRecord): Values[] {
  return [data, liveData, ...Object.values(variants ?? {}), ...Object.values(liveVariants ?? {})].filter(
    layer => layer !== undefined,
  )
}

/** Returns each missing file once per field. */
export function findMissingAssets(
  { space, fields, findAsset }: { space: SpaceId; fields: readonly Field[]; findAsset: FindRow },
  entry: string,
  record: EntryRecord,
): DanglingReference[] {
  const found = new Map<string, DanglingReference>()
  for (const layer of layersOf(record)) {
    for (const field of fields) {
      if (!Object.hasOwn(layer, field.apiName)) continue
      for (const to of listMissing(space, field, layer[field.apiName]!, findAsset)) {
        found.set(`${field.apiName} ${to}`, { entry, field: field.apiName, to })
      }
    }
  }
  return [...found.values()]
}

function listMissing(space: SpaceId, field: Field, value: Json, findAsset: FindRow): string[] {
  const missing = listForeignPaths(space, value)
  eachAssetNameIn(field, value, '', ({ id }) => {
    if (findAsset(id) === null) missing.push(id)
  })
  return missing
}
