// Assets of a test's space, written as rows: without files, and without what an upload does; and a model that shows them.
import type { SpaceId } from '../../../src/base/ids.ts'
import { toAssetPath } from '../../../src/content/values/asset-paths.ts'
import { fold } from '../../../src/content/values/query-text.ts'
import type { Writes } from '../../../src/database/database.ts'
import type { ImportRecord } from '../../../src/import-export/read/records.ts'
import type { TestSpace } from './test-space.ts'

/** A collection that shows assets in every way that an entry can. */
export const picturesModel: readonly ImportRecord[] = [
  {
    type: 'collection',
    apiName: 'pictures',
    name: 'Pictures',
    fields: [
      { apiName: 'cover', type: 'asset' },
      { apiName: 'gallery', type: 'asset', many: true },
      { apiName: 'body', type: 'richText', format: 'portableText' },
      { apiName: 'link', type: 'text' },
    ],
  },
]

export interface AssetFields {
  readonly id: string
  readonly filename?: string
  /** What the bytes are; their hash is derived from it. */
  readonly bytes?: string
  readonly contentType?: string
  readonly size?: number
  readonly width?: number | null
  readonly height?: number | null
  readonly thumbhash?: string | null
  readonly title?: string | null
  readonly alt?: string | null
  readonly focalPoint?: { readonly x: number; readonly y: number } | null
  readonly createdAt?: number
}

export function hashOf(bytes: string): string {
  return new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
}

/** A picture, unless its fields say otherwise. */
export async function insertAsset(writes: Writes, space: SpaceId, fields: AssetFields): Promise<void> {
  const { id, filename = `${id}.png`, bytes = id, title = null, alt = null, focalPoint = null } = fields
  const blob = hashOf(bytes)
  await insertBlob(writes, blob, fields)
  await writes
    .insertInto('blob_use')
    .values({ sha256: blob, space })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const at = fields.createdAt ?? 0
  await writes
    .insertInto('asset')
    .values({
      ...{ space, id, blob, filename, title, alt },
      focal_x: focalPoint?.x ?? null,
      focal_y: focalPoint?.y ?? null,
      filename_key: fold(filename),
      search: fold(`${filename}\n${title ?? ''}`),
      ...{ created_at: at, created_by: null, updated_at: at, updated_by: null, was_delivered: 0 },
    })
    .execute()
}

async function insertBlob(writes: Writes, sha256: string, fields: Omit<AssetFields, 'id'>): Promise<void> {
  const { contentType = 'image/png', size = 100, width = 40, height = 30, thumbhash = null } = fields
  await writes
    .insertInto('blob')
    .values({
      ...{ sha256, size, width, height, thumbhash, stored_at: 0, removing: null, unreadable: 0 },
      content_type: contentType,
    })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** In a transaction of their own; nothing that names them follows. */
export function addAssets({ database, space }: TestSpace, ...assets: readonly AssetFields[]): Promise<void> {
  return database.transaction(async writes => {
    for (const asset of assets) await insertAsset(writes, space, asset)
  }, space)
}

/** The path of an asset that {@link insertAsset} wrote. */
export function pathOf(
  { space }: TestSpace,
  { id, filename = `${id}.png`, bytes = id }: AssetFields,
): string {
  return toAssetPath(space, hashOf(bytes), filename)
}

/** What entries show, each as `entry asset blob filename`. */
export async function listShown({ database, space }: TestSpace): Promise<string[]> {
  const rows = await database.transaction(
    writes => writes.selectFrom('publication_asset').selectAll().where('space', '=', space).execute(),
    space,
  )
  return rows
    .map(({ entry, asset, blob, filename }) => `${entry} ${asset} ${blob?.slice(0, 6) ?? null} ${filename}`)
    .sort()
}
