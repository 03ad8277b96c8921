// Assets in a test's space, as rows alone: for what needs no bytes.
import { type AssetRow, insertAsset } from '../../../src/content/tables/assets.store.ts'
import { hashOf } from '../../kit/app/assets.ts'
import type { TestSpace } from '../../kit/app/test-space.ts'

interface Stored extends Partial<AssetRow> {
  readonly id: string
  readonly size?: number
  readonly contentType?: string
  /** Of its bytes, made of the id where absent. */
  readonly sha256?: string
}

export async function storeAssets(space: TestSpace, assets: readonly Stored[]): Promise<void> {
  const now = space.time.now
  await space.database.transaction(async writes => {
    for (const { sha256, size = 1, contentType = 'image/png', ...asset } of assets) {
      const blob = sha256 ?? hashOf(asset.id)
      await writes
        .insertInto('blob')
        .values({ ...{ sha256: blob, size, content_type: contentType, stored_at: now }, ...noSize })
        .onConflict(conflict => conflict.doNothing())
        .execute()
      const texts = { title: null, alt: null, focal_x: null, focal_y: null }
      const times = { created_at: now, created_by: null, updated_at: now, updated_by: null }
      await insertAsset(writes, space.space, {
        ...{ blob, filename: `${asset.id}.png` },
        ...texts,
        ...times,
        ...asset,
      })
    }
  }, space.space)
}

const noSize = { width: null, height: null, thumbhash: null, removing: null, unreadable: 0 } as const

/** What entries show, and what their drafts name: `[entry, asset]`. */
export async function markUsed(
  space: TestSpace,
  { live = [], drafts = [] }: { live?: readonly (readonly [string, string])[]; drafts?: typeof live },
): Promise<void> {
  const scope = { space: space.space }
  await space.database.transaction(async writes => {
    for (const [entry, asset] of live) {
      const shown = await writes
        .selectFrom('asset')
        .select(['blob', 'filename'])
        .where('space', '=', space.space)
        .where('id', '=', asset)
        .executeTakeFirstOrThrow()
      await writes
        .insertInto('publication_asset')
        .values({ ...scope, entry, asset, ...shown, names_former: 0 })
        .execute()
    }
    for (const [entry, asset] of drafts)
      await writes
        .insertInto('draft_asset')
        .values({ ...scope, entry, asset })
        .execute()
  }, space.space)
}
