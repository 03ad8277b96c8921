// Finds the assets that content names, and inserts their data into published values, because delivery serves values as they
// are stored. The values as they were written, and the assets that the entry shows, are stored separately.
import type { SpaceId } from '../../base/ids.ts'
import { type Reads, readsWithin, type Writes } from '../../database/database.ts'
import {
  type AssetWithFile,
  readAssets,
  readAssetsOfBlobs,
  readFormerAddresses,
} from '../tables/assets.store.ts'
import {
  type LivePublication,
  type OverlayRow,
  type PublicationAssetRow,
  type PublicationRow,
  readPublicationAssets,
} from '../tables/publications.store.ts'
import {
  findLongestName,
  listPathBeginnings,
  mayHoldPath,
  type PathBeginning,
  toAssetPath,
} from '../values/asset-paths.ts'
import { type AssetName, eachAssetName, replaceAssetNames } from '../values/asset-value.ts'
import type { Json, Values } from '../values/model.ts'
import { withValues } from '../values/replace-values.ts'
import {
  asWritten,
  hasPointers,
  listPointers,
  type PublishedData,
  readMarkedValues,
  toTextWithMarks,
} from '../values/stored-data.ts'

/** An asset that an entry shows. The file is null if the asset does not exist. */
export interface ShownAsset {
  readonly asset: string
  readonly blob: string | null
  readonly filename: string | null
  /** 1 if a text contains a former address of the asset. */
  readonly names_former: 0 | 1
}

/** The values of a publication or an overlay, as they were written. */
type WrittenLayer = Pick<PublishedData, 'data' | 'refs' | 'written'>

interface ResolvedLayer {
  readonly data: string
  readonly shown: readonly ShownAsset[]
}

/** Checks whether a layer may show assets, judging by its text. */
export function mayShowAssets(space: SpaceId, { data, written }: Omit<WrittenLayer, 'refs'>): boolean {
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

/** Resolves the assets of publications whose values are as they were written, and marks the references inside values. */
export async function resolvePublished(
  writes: Writes,
  space: SpaceId,
  publications: readonly PublicationRow[],
  overlays: readonly OverlayRow[],
  { planned, rewritten }: ResolveContext,
): Promise<StoredPublications> {
  const isCompleted = (layer: WrittenLayer) => mayShowAssets(space, layer) || hasPointers(layer.refs)
  const layers = [...publications, ...overlays].filter(isCompleted)
  if (layers.length === 0) return { publications, overlays, shown: [] }
  const reads = readsWithin(writes)
  const known = await KnownAssets.read(reads, space, layers, planned)
  const withPaths = new Set(layers.flatMap(({ entry, data }) => (mayHoldPath(space, data) ? [entry] : [])))
  const again = [...rewritten.values()].filter(({ row }) => withPaths.has(row.entry))
  const before = await readShownBefore(reads, space, again)
  const shown = new Map<string, PublicationAssetRow>()
  const resolve = <Row extends WrittenLayer & { readonly entry: string }>(row: Row): Row => {
    if (!isCompleted(row)) return row
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
  readonly #byId = new Map<string, AssetWithFile>()
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

  find(id: string): AssetWithFile | null {
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
    const pointers = listPointers(layer.refs)
    const replaced = Object.entries(values).map(
      ([name, value]) => [name, replaceAssetNames(value, finish)] as const,
    )
    const changes = { ...readMarkedValues(layer), ...Object.fromEntries(replaced) }
    if (Object.keys(changes).length === 0) return { data: layer.data, shown: [...shown.values()] }
    const data = withValues(layer.data, changes, (value, line) => toStoredText(value, pointers.get(line)))
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

function toShown({ id, blob, filename }: AssetWithFile, namesFormer: boolean): ShownAsset {
  return { asset: id, blob, filename, names_former: namesFormer ? 1 : 0 }
}

/** Marks paths until the values are serialized. Values cannot contain this character. */
const pathMark = '\0'

function toServed(space: SpaceId, row: AssetWithFile, own: AssetName): Json {
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

function toStoredText(value: Json, pointers: readonly string[] | undefined): string {
  const text = pointers === undefined ? JSON.stringify(value) : toTextWithMarks(value, pointers)
  return text.replaceAll('"url":"\\u0000/', '"url":"\\/')
}

/** Returns null if the asset does not exist. */
export type FindRow = (id: string) => Pick<AssetWithFile, 'id' | 'contentType' | 'spaceSlug'> | null

/** Reads these assets, and returns a function that finds one of them. */
export async function readFindAsset(
  reads: Reads,
  space: SpaceId,
  ids: readonly string[],
  planned = nothingPlanned,
): Promise<FindRow> {
  const stored = ids.filter(id => planned.find(id) === null)
  const found = new Map((await readAssets(reads, space, stored)).map(row => [row.id, row]))
  return id => planned.find(id) ?? found.get(id) ?? null
}

/** The assets as a prepared change will leave them. Its publications show them before their rows are written. */
export class PlannedAssets {
  readonly #byId: ReadonlyMap<string, AssetWithFile>
  readonly #byBlob: ReadonlyMap<string, readonly AssetWithFile[]>

  constructor(rows: readonly AssetWithFile[]) {
    this.#byId = new Map(rows.map(row => [row.id, row]))
    this.#byBlob = Map.groupBy(rows, ({ blob }) => blob)
  }

  get ids(): readonly string[] {
    return [...this.#byId.keys()]
  }

  find(id: string): AssetWithFile | null {
    return this.#byId.get(id) ?? null
  }

  ofBlobs(blobs: Iterable<string>): AssetWithFile[] {
    return [...blobs].flatMap(blob => this.#byBlob.get(blob) ?? [])
  }
}

export const nothingPlanned = new PlannedAssets([])

/**
 * Limits the assets that a publication may show when it is rewritten without being published. No asset becomes public that
 * was not public before, and an address continues to lead to the asset that it showed.
 */
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
