// Inserts the data of assets into published values that name them, because delivery serves values as they are stored. The
// values as they were written, and the assets that the entry shows, are stored separately.
import type { SpaceId } from '../../base/ids.ts'
import { type Reads, readsWithin, type Writes } from '../../database/database.ts'
import {
  type AssetRow,
  readAssets,
  readAssetsOfBlobs,
  readFormerAddresses,
} from '../tables/asset-reads.store.ts'
import { type PublicationAssetRow, readPublicationAssets } from '../tables/publication-assets.store.ts'
import type { LivePublication, OverlayRow, PublicationRow } from '../tables/publications.store.ts'
import { eachAssetName, replaceAssetNames } from '../values/asset-names.ts'
import {
  findLongestName,
  listPathBeginnings,
  mayHoldPath,
  type PathBeginning,
  toAssetPath,
} from '../values/asset-paths.ts'
import type { AssetName } from '../values/asset-value.ts'
import type { Json, Values } from '../values/model.ts'
import { type PublishedData, withValues } from '../values/stored-data.ts'
import { nothingPlanned, type PlannedAssets } from './planned-assets.ts'
import { PreviouslyPublicAssets } from './previously-public-assets.ts'

/** An asset that an entry shows. The file is null if the asset does not exist. */
export interface ShownAsset {
  readonly asset: string
  readonly blob: string | null
  readonly filename: string | null
  /** 1 if a text contains a former address of the asset. */
  readonly names_former: 0 | 1
}

/** The values of a publication or an overlay, as they were written. */
export type WrittenLayer = Pick<PublishedData, 'data' | 'written'>

interface ResolvedLayer {
  readonly data: string
  readonly shown: readonly ShownAsset[]
}

/** Checks whether a layer may show assets, judging by its text. */
export function mayShowAssets(space: SpaceId, { data, written }: WrittenLayer): boolean {
  return written !== null || mayHoldPath(space, data)
}

/** Publications in their stored form, with the assets that they show. */
export interface StoredPublications {
  readonly publications: readonly PublicationRow[]
  readonly overlays: readonly OverlayRow[]
  readonly shown: readonly PublicationAssetRow[]
}

interface ResolveContext {
  readonly planned: PlannedAssets
  /** The live publications of entries that are rewritten without being published. */
  readonly rewritten: ReadonlyMap<string, LivePublication>
}

/** Resolves the assets of publications whose values are as they were written. */
export async function resolvePublished(
  writes: Writes,
  space: SpaceId,
  publications: readonly PublicationRow[],
  overlays: readonly OverlayRow[],
  { planned, rewritten }: ResolveContext,
): Promise<StoredPublications> {
  const layers = [...publications, ...overlays].filter(layer => mayShowAssets(space, layer))
  if (layers.length === 0) return { publications, overlays, shown: [] }
  const reads = readsWithin(writes)
  const known = await KnownAssets.read(reads, space, layers, planned)
  const withPaths = new Set(layers.flatMap(({ entry, data }) => (mayHoldPath(space, data) ? [entry] : [])))
  const again = [...rewritten.values()].filter(({ row }) => withPaths.has(row.entry))
  const before = await readShownBefore(reads, space, again)
  const shown = new Map<string, PublicationAssetRow>()
  const resolve = <Row extends WrittenLayer & { readonly entry: string }>(row: Row): Row => {
    if (!mayShowAssets(space, row)) return row
    const resolved = known.resolve(row, before.get(row.entry))
    for (const one of resolved.shown) {
      const key = `${row.entry} ${one.asset}`
      const names_former = one.names_former === 1 ? 1 : (shown.get(key)?.names_former ?? 0)
      shown.set(key, { space, entry: row.entry, ...one, names_former })
    }
    return { ...row, data: resolved.data }
  }
  return {
    publications: publications.map(resolve),
    overlays: overlays.map(resolve),
    shown: [...shown.values()],
  }
}

/** Reads the assets that these publications may show when they are rewritten, by entry. */
async function readShownBefore(
  reads: Reads,
  space: SpaceId,
  publications: readonly LivePublication[],
): Promise<ReadonlyMap<string, PreviouslyPublicAssets>> {
  if (publications.length === 0) return new Map()
  const entries = publications.map(({ row }) => row.entry)
  const shown = Map.groupBy(await readPublicationAssets(reads, space, entries), ({ entry }) => entry)
  return new Map(
    publications.map(({ row, overlays }) => {
      const before = new PreviouslyPublicAssets(
        space,
        [row, ...overlays.values()],
        shown.get(row.entry) ?? [],
      )
      return [row.entry, before]
    }),
  )
}

/** A current or former address of an asset, without the hash. */
interface KnownAddress {
  readonly filename: string
  readonly asset: string
}

/** The assets that a set of layers names, by id or in a path. */
export class KnownAssets {
  readonly #space: SpaceId
  readonly #byId = new Map<string, AssetRow>()
  /** The addresses by hash: of assets with these bytes, then of assets that had them. */
  readonly #byHash = new Map<string, KnownAddress[]>()

  private constructor(space: SpaceId) {
    this.#space = space
  }

  /** Reads the assets in at most three statements, or none if no asset is named. */
  static async read(
    reads: Reads,
    space: SpaceId,
    layers: readonly WrittenLayer[],
    planned = nothingPlanned,
  ): Promise<KnownAssets> {
    const known = new KnownAssets(space)
    const ids = new Set<string>()
    const hashes = new Set<string>()
    for (const layer of layers) {
      for (const value of Object.values(valuesOf(layer))) eachAssetName(value, '', ({ id }) => ids.add(id))
      for (const { sha256 } of known.#listPaths(layer)) hashes.add(sha256)
    }
    const shared = await readAssetsOfBlobs(reads, space, [...hashes])
    const former = await readFormerAddresses(reads, space, [...hashes])
    for (const { asset } of former) ids.add(asset)
    for (const row of [...shared, ...(await readAssets(reads, space, [...ids]))]) known.#byId.set(row.id, row)
    for (const id of planned.ids.length === 0 ? [] : [...ids, ...known.#byId.keys()]) {
      const row = planned.find(id)
      if (row !== null) known.#byId.set(id, row)
    }
    const coming = planned.ofBlobs(hashes)
    for (const row of coming) known.#byId.set(row.id, row)
    for (const { blob, filename, id } of [...shared, ...coming]) known.#add(blob, filename, id)
    for (const { sha256, filename, asset } of former) known.#add(sha256, filename, asset)
    return known
  }

  #add(sha256: string, filename: string, asset: string): void {
    const known = this.#byHash.get(sha256)
    if (known) known.push({ filename, asset })
    else this.#byHash.set(sha256, [{ filename, asset }])
  }

  find(id: string): AssetRow | null {
    return this.#byId.get(id) ?? null
  }

  /**
   * Returns the text to store and the shown assets. `before` is given if the publication is rewritten without being
   * published.
   */
  resolve(layer: WrittenLayer, before?: PreviouslyPublicAssets): ResolvedLayer {
    const shown = new Map<string, ShownAsset>()
    for (const path of this.#listPaths(layer)) {
      for (const { asset, filename } of this.#findNamed(path, before)) {
        const row = this.find(asset)
        if (row === null) continue
        const isFormer = row.blob !== path.sha256 || row.filename !== filename
        shown.set(row.id, toShown(row, isFormer || shown.get(row.id)?.names_former === 1))
      }
    }
    if (layer.written === null) return { data: layer.data, shown: [...shown.values()] }
    const values = valuesOf(layer)
    for (const value of Object.values(values)) {
      eachAssetName(value, '', ({ id }) => {
        const row = this.find(id)
        const missing = { asset: id, blob: null, filename: null, names_former: 0 } as const
        shown.set(id, row ? toShown(row, shown.get(id)?.names_former === 1) : missing)
      })
    }
    const finish = (name: AssetName) => {
      const row = this.find(name.id)
      return row && toServed(this.#space, row, name)
    }
    const data = withValues(layer.data, values, value => toStoredText(replaceAssetNames(value, finish)))
    return { data, shown: [...shown.values()] }
  }

  #findNamed({ sha256, rest }: PathBeginning, before?: PreviouslyPublicAssets): readonly KnownAddress[] {
    const named = this.#byHash.get(sha256) ?? []
    const wasLive = before?.hasPath(sha256) === true
    const candidates = wasLive ? named.filter(({ asset }) => before.hasAsset(asset)) : named
    const longest = findLongestName(rest, candidates)
    if (longest === null) return []
    // If several assets match, it is not recorded which one the path showed, so the entry shows all of them.
    return wasLive ? candidates.filter(({ filename }) => filename === longest.filename) : [longest]
  }

  #listPaths({ data }: WrittenLayer): PathBeginning[] {
    return mayHoldPath(this.#space, data) ? listPathBeginnings(this.#space, data) : []
  }
}

function valuesOf({ written }: WrittenLayer): Values {
  return written === null ? {} : (JSON.parse(written) as Values)
}

function toShown({ id, blob, filename }: AssetRow, namesFormer: boolean): ShownAsset {
  return { asset: id, blob, filename, names_former: namesFormer ? 1 : 0 }
}

/** Marks paths until the values are serialized. Values cannot contain this character. */
const pathMark = '\0'

function toServed(space: SpaceId, row: AssetRow, own: AssetName): Json {
  const { id, filename, contentType, width, height, size, thumbhash, focalX, focalY } = row
  const focalPoint = focalX === null || focalY === null ? null : { x: focalX, y: focalY }
  return {
    url: pathMark + toAssetPath(space, row.blob, filename),
    title: own.title ?? row.title,
    ...{ contentType, width, height, size, id, filename },
    alt: own.alt ?? row.alt,
    focalPoint: own.focalPoint === undefined ? focalPoint : { ...own.focalPoint },
    thumbhash,
  }
}

function toStoredText(value: Json): string {
  return JSON.stringify(value).replaceAll('"url":"\\u0000/', '"url":"\\/')
}
