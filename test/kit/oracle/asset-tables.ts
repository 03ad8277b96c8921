// What is stored of the assets that content names, held against the values that name them.
import { expect } from 'bun:test'
import type { Selectable } from 'kysely'
import type { SpaceId } from '../../../src/base/ids.ts'
import { listAssetNames } from '../../../src/content/fields/field-values.ts'
import { linkFields } from '../../../src/content/model/stored-models.ts'
import { KnownAssets, PreviouslyPublicAssets } from '../../../src/content/publish/resolve-assets.ts'
import { eachAssetName } from '../../../src/content/values/asset-value.ts'
import type { Block, Components, Field, Json, Values } from '../../../src/content/values/model.ts'
import { asWritten, type PublishedData } from '../../../src/content/values/stored-data.ts'
import type { Reads } from '../../../src/database/database.ts'
import type { Schema } from '../../../src/database/schema.ts'
import { componentsIn } from './components.ts'

type Tables = { readonly [Name in keyof Schema]: readonly Selectable<Schema[Name]>[] }

/** What was written gives, when it is resolved again, what is stored; and what is shown is what live values name. */
export async function expectPublishedAssets(everything: Reads, tables: Tables): Promise<void> {
  const { publication, publication_variant: overlays, publication_asset: stored } = tables
  const live = publication.filter(row => row.to_revision === null)
  const keyOf = (row: { space: string; entry: string; from_revision: number }) =>
    `${row.space} ${row.entry} ${row.from_revision}`
  const alive = new Set(live.map(keyOf))
  const layers = [...live, ...overlays.filter(row => alive.has(keyOf(row)))]
  const named = new Set<string>()
  const resolved = new Set<string>()
  for (const [space, own] of Map.groupBy(layers, row => row.space)) {
    const written = own.map(row => ({ row, layer: toWritten(row) }))
    const texts = written.map(({ layer }) => layer)
    const known = await KnownAssets.read(everything, space as SpaceId, texts)
    for (const { row, layer } of written) {
      const own = stored.filter(each => each.space === space && each.entry === row.entry)
      const before = new PreviouslyPublicAssets(space as SpaceId, [layer], own)
      const { data, shown } = known.resolve(layer, before)
      expect({ entry: row.entry, data: row.data }).toEqual({ entry: row.entry, data })
      for (const each of shown)
        resolved.add(JSON.stringify([space, row.entry, each.asset, each.blob, each.filename]))
      for (const value of Object.values(JSON.parse(layer.written ?? '{}') as Values)) {
        eachAssetName(value, '', ({ id }) => named.add(JSON.stringify([space, row.entry, id])))
      }
    }
  }
  const rows = stored.map(row => [row.space, row.entry, row.asset, row.blob, row.filename])
  // A text may name what was uploaded later: that is shown once the entry is published again.
  expect(rows.map(row => JSON.stringify(row)).filter(key => !resolved.has(key))).toEqual([])
  const shown = new Set(rows.map(row => JSON.stringify(row.slice(0, 3))))
  expect([...named].filter(key => !shown.has(key))).toEqual([])
}

/** What drafts and scheduled drafts name. */
export function expectDraftAssets(tables: Tables): void {
  const { collection, entry, entry_version: versions, schedule, draft_asset: stored } = tables
  expectPictures(tables)
  const keyOf = (...parts: readonly unknown[]) => JSON.stringify(parts)
  const fieldsOf = new Map(
    collection.map(row => [
      keyOf(row.space, row.api_name),
      linkFields(JSON.parse(row.fields) as Field[], componentsIn(collection, row.space)),
    ]),
  )
  const isScheduled = new Set(
    schedule
      .filter(({ state, publish_at }) => state === 'pending' && publish_at !== null)
      .map(row => keyOf(row.space, row.entry, row.draft_version)),
  )
  const expected = entry.flatMap(({ space, id, collection, data, variants }) => {
    const own = versions.filter(
      row => row.space === space && row.data !== null && isScheduled.has(keyOf(space, id, row.draft_version)),
    )
    const texts = [{ data, variants }, ...own.filter(row => row.entry === id)]
    return texts.flatMap(text =>
      listAssetNames(fieldsOf.get(keyOf(space, collection)) ?? [], {
        data: JSON.parse(text.data!) as Values,
        variants: JSON.parse(text.variants ?? '{}') as { [id: string]: Values },
      }).map(asset => keyOf(space, asset, id)),
    )
  })
  expect(stored.map(row => keyOf(row.space, row.asset, row.entry)).sort()).toEqual(
    [...new Set(expected)].sort(),
  )
}

/** The picture that lists show: of the first asset value that has an address, or names a picture of the space. */
function expectPictures({ space: spaces, collection, entry, asset, blob }: Tables): void {
  const slugOf = new Map(spaces.map(({ id, slug }) => [id, slug]))
  const isPicture = new Set(blob.flatMap(row => (row.content_type.startsWith('image/') ? [row.sha256] : [])))
  const pictures = new Set(asset.flatMap(row => (isPicture.has(row.blob) ? [`${row.space} ${row.id}`] : [])))
  for (const row of entry) {
    const model = collection.find(each => each.space === row.space && each.api_name === row.collection)
    const fields = JSON.parse(model?.fields ?? '[]') as Field[]
    const components = componentsIn(collection, row.space)
    const addresses = listAssets(fields, JSON.parse(row.data) as Values, components).flatMap(
      ({ url, id }) => {
        const picture = `/api/v1/assets/${id}/file?space=${slugOf.get(row.space)}`
        return url ?? (pictures.has(`${row.space} ${id}`) ? picture : [])
      },
    )
    expect({ entry: row.id, picture: row.picture }).toEqual({ entry: row.id, picture: addresses[0] ?? null })
  }
}

interface AssetValue {
  readonly url?: string
  readonly id?: string
}

/** Lists the values of asset fields, those in blocks last. */
function listAssets(fields: readonly Field[], data: Values, components: Components): AssetValue[] {
  const valuesOf = ({ apiName }: Field) => [data[apiName] ?? []].flat() as readonly Json[]
  const own = fields.filter(({ type }) => type === 'asset').flatMap(valuesOf) as AssetValue[]
  // In rich text, with or without `many`, other blocks stand beside those of components.
  const blocks = fields
    .filter(({ of }) => of !== undefined)
    .flatMap(valuesOf)
    .flat()
    .filter(item => Object.hasOwn(item as object, 'component')) as unknown as Block[]
  return [
    ...own,
    ...blocks.flatMap(block => listAssets(components.get(block.component)!.fields, block.data, components)),
  ]
}

function toWritten({ data, refs, written }: PublishedData) {
  return { data: asWritten({ data, written }), refs, written }
}
