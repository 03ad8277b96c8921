// Converts assets to the views of the management API. Finds the entries that use an asset, and the fields: in the draft,
// in the scheduled draft, and in live content.

import { parseActor } from '../../base/caller.ts'
import { toTimestamp } from '../../base/clock.ts'
import type { SpaceId } from '../../base/ids.ts'
import { toPointer } from '../../base/json.ts'
import { eachAssetNameIn } from '../../content/fields/field-values.ts'
import { findModel } from '../../content/model/collections.store.ts'
import { parseValues, parseVariants, toContentText } from '../../content/publish/entry-content.ts'
import { countAssetUses, listDelivered, readAssetUses } from '../../content/tables/asset-uses.store.ts'
import { type AssetRecord, findAsset, listAddresses } from '../../content/tables/assets.store.ts'
import { readLive } from '../../content/tables/publications.store.ts'
import type { EntryState, Field, Json, Values } from '../../content/values/model.ts'
import type { Reads } from '../../database/database.ts'
import { assetNotFound } from '../asset-problems.ts'
import { isAnimated } from '../images/transformation.ts'
import type { AssetItemView, AssetUseView, AssetView } from './asset.schema.ts'

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

/** Adds the data that a page of assets needs, in two reads for all of them. */
export async function toItemViews(
  reads: Reads,
  space: SpaceId,
  records: readonly AssetRecord[],
  filesOrigin: string,
): Promise<AssetItemView[]> {
  const ids = records.map(({ id }) => id)
  const uses = await countAssetUses(reads, space, ids)
  const delivered = await listDelivered(reads, space, ids)
  return records.map(record => ({
    id: record.id,
    filename: record.filename,
    contentType: record.contentType,
    size: record.size,
    sha256: record.blob,
    width: record.width,
    height: record.height,
    title: record.title,
    alt: record.alt,
    focalPoint:
      record.focal_x === null || record.focal_y === null ? null : { x: record.focal_x, y: record.focal_y },
    thumbhash: record.thumbhash,
    animated: isAnimated(record),
    unreadable: record.unreadable === 1,
    url: `${filesOrigin}/assets/${space}/${record.blob}/${encodeURIComponent(record.filename)}`,
    live: delivered.has(record.id),
    uses: uses.get(record.id) ?? 0,
    createdAt: toTimestamp(record.created_at),
    createdBy: parseActor(record.created_by),
    updatedAt: toTimestamp(record.updated_at),
    updatedBy: parseActor(record.updated_by),
  }))
}

export async function readItemView(
  reads: Reads,
  space: SpaceId,
  id: string,
  filesOrigin: string,
): Promise<AssetItemView> {
  const [view] = await toItemViews(reads, space, [await getAssetRecord(reads, space, id)], filesOrigin)
  return view!
}

export async function readAssetView(
  reads: Reads,
  space: SpaceId,
  id: string,
  filesOrigin: string,
): Promise<AssetView> {
  const item = await readItemView(reads, space, id, filesOrigin)
  return { ...item, usedBy: await readUsedBy(reads, space, id) }
}

export async function getAssetRecord(reads: Reads, space: SpaceId, id: string): Promise<AssetRecord> {
  const record = await findAsset(reads, space, id)
  if (record === null) throw assetNotFound()
  return record
}
