// Finds the entries that use an asset, and the fields: in the draft, in the scheduled draft, and in live content.

import type { SpaceId } from '../../base/ids.ts'
import { toPointer } from '../../base/json/json-pointer.ts'
import { findModel } from '../../content/model/collections.store.ts'
import { parseValues, parseVariants } from '../../content/publish/entry-values.ts'
import { readAssetUses } from '../../content/tables/asset-uses.store.ts'
import { listAddresses } from '../../content/tables/assets.store.ts'
import { readLive } from '../../content/tables/publications.store.ts'
import { eachAssetNameIn } from '../../content/values/asset-names.ts'
import type { EntryState, Field, Json, Values } from '../../content/values/model.ts'
import type { Reads } from '../../database/database.ts'
import { toContentText } from '../../entries/drafts/draft-row.ts'
import type { AssetUseView } from './asset.schema.ts'

const usedByMax = 100
/** The number of entries read at a time. It limits memory, because they are read with all their values. */
const batchSize = 20

/** An asset in the forms in which values may name it. */
interface NamedAsset {
  readonly id: string
  /** `HASH/NAME` of its current address and its former ones. */
  readonly addresses: readonly string[]
}

interface Layers {
  readonly data: string | null
  readonly variants: string | null
}

/** Returns the first uses, ordered by id. */
export async function readUsedBy(reads: Reads, space: SpaceId, id: string): Promise<AssetUseView[]> {
  const addresses = (await listAddresses(reads, space, id)).map(
    ({ sha256, filename }) => `${sha256}/${encodeURIComponent(filename)}`,
  )
  const models = new Map<string, readonly Field[]>()
  const uses: AssetUseView[] = []
  for (;;) {
    const page = { after: uses.at(-1)?.id ?? '', limit: Math.min(batchSize, usedByMax - uses.length) }
    const rows = await readAssetUses(reads, space, id, page)
    const live = await readLive(
      reads,
      space,
      rows.map(row => row.id),
    )
    for (const row of rows) {
      const fields =
        models.get(row.collection) ?? (await findModel(reads, space, row.collection))?.fields ?? []
      models.set(row.collection, fields)
      const paths = new Set<string>()
      const add = (layers: Layers) => addPaths(paths, fields, layers, { id, addresses })
      add(row)
      add({ data: row.scheduled_data, variants: row.scheduled_variants })
      const publication = live.get(row.id)
      if (publication) add(toContentText(publication))
      uses.push({
        ...{ id: row.id, collection: row.collection, slug: row.slug, title: row.title },
        ...{ state: row.state as EntryState, live: Boolean(row.live), draft: Boolean(row.draft) },
        paths: [...paths],
      })
    }
    if (rows.length < page.limit || uses.length === usedByMax) return uses
  }
}

function addPaths(
  paths: Set<string>,
  fields: readonly Field[],
  { data, variants }: Layers,
  asset: NamedAsset,
): void {
  const add = (values: Values, ...parent: readonly string[]) => {
    for (const field of fields) {
      const value = values[field.apiName]
      if (value !== undefined && names(field, value, asset)) paths.add(toPointer(...parent, field.apiName))
    }
  }
  if (data !== null) add(parseValues(data), 'data')
  for (const [id, overlay] of Object.entries(parseVariants(variants))) add(overlay, 'variants', id)
}

/** Checks whether a value names the asset, by its id or by an address in a text. */
function names(field: Field, value: Json, { id, addresses }: NamedAsset): boolean {
  let isNamed = false
  eachAssetNameIn(field, value, '', name => {
    isNamed ||= name.id === id
  })
  if (isNamed) return true
  const text = JSON.stringify(value)
  return addresses.some(address => text.includes(address))
}
