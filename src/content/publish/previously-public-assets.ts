// Limits the assets that a publication may show when it is rewritten without being published. No asset becomes public that
// was not published before, and an address continues to lead to the asset that it showed.
import type { SpaceId } from '../../base/ids.ts'
import type { PublicationAssetRow } from '../tables/publication-assets.store.ts'
import { listPathBeginnings, mayHoldPath } from '../values/asset-paths.ts'
import { asWritten, type PublishedData } from '../values/stored-data.ts'

export class PreviouslyPublicAssets {
  /** The hashes of the paths in live content. */
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

  /**
   * Checks whether the live content contains a path with this hash. Only the hash is compared, because changing a field's
   * type may cut its text.
   */
  hasPath(sha256: string): boolean {
    return this.#hashes.has(sha256)
  }

  hasAsset(asset: string): boolean {
    return this.#assets.has(asset)
  }
}
