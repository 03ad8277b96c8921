// What the texts of a publication may show when it is written again without being published: no asset comes to light that
// was never published, and an address goes on leading to the asset that it showed.
import type { SpaceId } from '../../base/ids.ts'
import type { PublicationAssetRow } from '../tables/publication-assets.store.ts'
import { listPathBeginnings, mayHoldPath } from '../values/asset-paths.ts'
import { asWritten, type PublishedData } from '../values/stored-data.ts'

export class PreviouslyPublicAssets {
  /** Of the paths in what is live. */
  readonly #hashes = new Set<string>()
  readonly #assets = new Set<string>()

  constructor(
    space: SpaceId,
    live: readonly Pick<PublishedData, 'data' | 'written'>[],
    shown: readonly Pick<PublicationAssetRow, 'asset' | 'blob'>[],
  ) {
    for (const layer of live) {
      const data = asWritten(layer)
      if (!mayHoldPath(space, data)) continue
      for (const { sha256 } of listPathBeginnings(space, data)) this.#hashes.add(sha256)
    }
    for (const { asset, blob } of shown) if (blob !== null) this.#assets.add(asset)
  }

  /** Whether what is live has a path with this hash already. By the hash, because a field's new type may cut its text. */
  hasPath(sha256: string): boolean {
    return this.#hashes.has(sha256)
  }

  hasAsset(asset: string): boolean {
    return this.#assets.has(asset)
  }
}
