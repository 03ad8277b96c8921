// The assets as a prepared change will leave them, because its publications show them before their rows are written.
import type { AssetRow } from '../tables/asset-reads.store.ts'

export class PlannedAssets {
  readonly #byId: ReadonlyMap<string, AssetRow>
  readonly #byBlob: ReadonlyMap<string, readonly AssetRow[]>

  constructor(rows: readonly AssetRow[]) {
    this.#byId = new Map(rows.map(row => [row.id, row]))
    this.#byBlob = Map.groupBy(rows, ({ blob }) => blob)
  }

  get ids(): readonly string[] {
    return [...this.#byId.keys()]
  }

  find(id: string): AssetRow | null {
    return this.#byId.get(id) ?? null
  }

  ofBlobs(blobs: Iterable<string>): AssetRow[] {
    return [...blobs].flatMap(blob => this.#byBlob.get(blob) ?? [])
  }
}

export const nothingPlanned = new PlannedAssets([])
