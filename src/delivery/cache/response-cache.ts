// Caches response bodies as bytes, together with their dependencies, until a dependency changes. Callers are already
// authorized: a response is looked up by the space of the API key. The cache does not know how a response is built.
import type { CacheCounts } from '../../base/cache-counts.ts'
import type { SpaceId } from '../../base/ids.ts'
import type { Database, Reads } from '../../database/database.ts'
import type { SpaceVersion } from '../../database/space-versions.ts'
import type { JsonResponse } from '../../http/json-response.ts'
import { readRevision } from '../store/published-entries.store.ts'
import { type BroadQueries, type ReadPace, unlimitedPace } from '../store/read-pace.ts'
import {
  type Dependency,
  findInvalidationReason,
  type SelectedPage,
  type SnapshotVersion,
} from './dependencies.ts'
import { idBytes } from './fragment-cache.ts'
import type { GcPacer } from './gc-pacer.ts'
import { type SpaceSnapshots, timeReads } from './space-snapshots.ts'
import { type SharedMemory, VariantCache } from './variant-cache.ts'

/** One state of one space, to build a response from. */
export interface Snapshot {
  readonly reads: Reads
  readonly space: SpaceId
  readonly revision: number
  /** Null if the epoch is unknown: then no cached value can be used. */
  readonly version: SnapshotVersion | null
  /** Limits reads whose number depends on the query. */
  readonly pace: ReadPace
}

export interface BuiltResponse {
  readonly response: JsonResponse
  readonly dependencies: readonly Dependency[]
  /** The variant ids for which at least one entry of the response has values. */
  readonly variants: ReadonlySet<string>
}

/** Reads under one snapshot. Errors are not cached. */
export type BuildResponse = (snapshot: Snapshot) => Promise<BuiltResponse>

/** Selects the page of a queried list again, to compare it with that of a cached response. */
export type Reselect = (snapshot: Snapshot) => Promise<SelectedPage>

/** The data that the cache needs to revalidate a query that names fields of the model. */
export interface Revalidation {
  /** Checks whether the model that the names were compared with is still the model at this revision. */
  readonly isOfModelAt: (revision: number) => boolean
  /** Null if the query does not select entries. */
  readonly reselect: Reselect | null
}

interface CheckedResponse {
  readonly dependencies: readonly Dependency[]
  readonly epoch: number
  readonly validThrough: number
}

/** Returns false if only building the response can tell. */
async function isStillSelected(
  reads: Reads,
  { space, epoch, revision }: SnapshotVersion,
  snapshots: SpaceSnapshots,
  cached: CheckedResponse,
  reselect: () => Promise<SelectedPage>,
): Promise<boolean> {
  if (cached.epoch !== epoch || cached.validThrough > revision) return false
  const view = await snapshots.at(reads, space, epoch, revision)
  const page = cached.dependencies.find(({ kind }) => kind === 'query')
  if (view === null || page?.kind !== 'query') return false
  const others = cached.dependencies.filter(({ kind }) => kind !== 'query')
  if (findInvalidationReason(others, view.snapshot.log, cached.validThrough) !== null) return false
  const { total, ids } = await reselect()
  return total === page.total && ids.length === page.ids.length && ids.every((id, at) => id === page.ids[at])
}

export interface CacheKey {
  /** Unique within a space among queries that may have different responses, apart from variants. */
  readonly text: string
  readonly variants: readonly string[]
  /**
   * The revision of the model that the names in a query were compared with. Under another model they may mean another
   * query.
   */
  readonly modelRevision?: number
}

/** `checked`: a cached response that the changes since it was built do not affect. */
type CacheOutcome = 'hit' | 'checked' | 'miss'

export interface CacheResult {
  readonly response: JsonResponse
  readonly outcome: CacheOutcome
  /** For a miss: the milliseconds spent waiting for the database, and those spent on everything else. */
  readonly databaseMs: number
  readonly buildMs: number
}

interface CachedResponse {
  readonly response: JsonResponse
  readonly dependencies: readonly Dependency[]
  readonly epoch: number
  readonly modelRevision: number | undefined
  /** The latest revision at which it is known to be valid. */
  validThrough: number
}

/** A finished build and the state that it was built from. */
type FinishedBuild = { readonly revision: number; readonly epoch: number } & (
  | { readonly result: CacheResult }
  | { readonly error: unknown }
)

interface ResponseCacheParts {
  readonly database: Pick<Database, 'snapshot' | 'versions'>
  readonly memory: SharedMemory
  readonly snapshots: SpaceSnapshots
  readonly gcPacer: GcPacer
  readonly counts: CacheCounts
  readonly broadQueries: BroadQueries
}

/** The parts of a request besides its key. `reselect` is set for queried lists. */
interface BuildParts {
  readonly build: BuildResponse
  readonly reselect: Reselect | null
  /** The cached response that a later change may affect. Null if it is of a later state, as after a restore. */
  readonly previous: CachedResponse | null
}

export class ResponseCache {
  readonly #parts: ResponseCacheParts
  readonly #responses: VariantCache<CachedResponse>
  readonly #builds = new Map<string, Promise<FinishedBuild>>()

  constructor(parts: ResponseCacheParts) {
    this.#parts = parts
    this.#responses = new VariantCache(parts.memory)
  }

  /** Returns the cached response if it is valid as of `now`; null if {@link find} is needed. Not counted as a lookup. */
  peek(space: SpaceId, { text, variants, modelRevision }: CacheKey, now: SpaceVersion): JsonResponse | null {
    const cached = this.#responses.find(`${space} ${text}`, variants)
    if (cached?.epoch !== now.epoch || cached.modelRevision !== modelRevision) return null
    return cached.validThrough === now.revision ? cached.response : null
  }

  /** Returns the cached response or builds one. A queried list is selected again before it is built again. */
  async find(
    space: SpaceId,
    key: CacheKey,
    build: BuildResponse,
    bound: Revalidation | null = null,
  ): Promise<CacheResult> {
    const { versions } = this.#parts.database
    // Changes may arrive while the promise is pending.
    const now =
      versions.current(space) ?? (await versions.of(space).then(found => versions.current(space) ?? found))
    const cached = now && this.#responses.find(`${space} ${key.text}`, key.variants)
    const isKnown = cached && now && cached.modelRevision === key.modelRevision
    const outcome = isKnown ? await this.#revalidate(space, cached, now, bound) : null
    if (cached && outcome) {
      this.#parts.counts.onLookup('response', outcome, space)
      return { response: cached.response, outcome, databaseMs: 0, buildMs: 0 }
    }
    const reselect = bound?.reselect ?? null
    const isEarlier = cached && cached.epoch === now.epoch && cached.validThrough <= now.revision
    const previous = isEarlier ? cached : null
    if (cached && !previous) this.#responses.delete(`${space} ${key.text}`, key.variants)
    let built: CacheOutcome = 'miss'
    try {
      const result = await this.#buildOnce(space, key, { build, reselect, previous }, now)
      built = result.outcome
      return result
    } finally {
      this.#parts.counts.onLookup('response', built, space)
    }
  }

  /** Returns null if the response is no longer valid. */
  async #revalidate(
    space: SpaceId,
    cached: CachedResponse,
    now: SpaceVersion,
    bound: Revalidation | null,
  ): Promise<CacheOutcome | null> {
    const { snapshots, counts, database } = this.#parts
    if (cached.epoch !== now.epoch) return null
    if (cached.validThrough === now.revision) return 'hit'
    if (cached.validThrough > now.revision) {
      // The database was replaced by an older copy.
      counts.onInvalidation?.('history')
      snapshots.forget(space)
      return null
    }
    const log = (await snapshots.reach(space, now.epoch, now.revision))?.log
    const reason = log ? findInvalidationReason(cached.dependencies, log, cached.validThrough) : 'forgotten'
    if (reason === null && log && bound?.isOfModelAt(log.revision) === false) return null
    if (reason === null) {
      cached.validThrough = Math.max(cached.validThrough, log?.revision ?? 0)
      database.versions.observe(space, { revision: cached.validThrough, keys: 0 })
      return 'checked'
    }
    counts.onInvalidation?.(reason)
    return null
  }

  /** Concurrent requests with the same key share one build. */
  async #buildOnce(
    space: SpaceId,
    key: CacheKey,
    parts: BuildParts,
    now: SpaceVersion | null,
  ): Promise<CacheResult> {
    if (now === null) return toResult(await this.#build(space, key, parts, null))
    const name = `${space} ${key.text}\n${key.variants}\n${key.variants.length}\n${key.modelRevision}`
    for (let running = this.#builds.get(name); running; running = this.#builds.get(name)) {
      const joined = await running
      if (joined.epoch === now.epoch && joined.revision >= now.revision) return toResult(joined)
      // It was built from an older state. The first request to get here builds again, and the others join it.
    }
    const own = this.#build(space, key, parts, now)
    this.#builds.set(name, own)
    try {
      return toResult(await own)
    } finally {
      this.#builds.delete(name)
      if (this.#parts.gcPacer.isDue && this.#builds.size === 0) this.#parts.gcPacer.rest()
    }
  }

  /** Builds from the newest state known to this node, and caches the result. */
  async #build(
    space: SpaceId,
    key: CacheKey,
    { build, reselect, previous }: BuildParts,
    now: SpaceVersion | null,
  ): Promise<FinishedBuild> {
    const { database, snapshots, counts, broadQueries } = this.#parts
    const epoch = now?.epoch ?? -1
    const started = performance.now()
    const waited = { ms: 0 }
    let revision = -1
    try {
      const read = (pace: ReadPace) =>
        database.snapshot(
          space,
          async plainReads => {
            const reads = timeReads(plainReads, waited)
            revision = await readRevision(reads, space)
            const snapshot = { reads, space, revision, version: now && { space, epoch, revision }, pace }
            const isSame =
              previous !== null &&
              previous.modelRevision === key.modelRevision &&
              reselect !== null &&
              snapshot.version !== null &&
              (await isStillSelected(reads, snapshot.version, snapshots, previous, () => reselect(snapshot)))
            return isSame ? null : build(snapshot)
          },
          now === null ? undefined : Math.max(now.revision, snapshots.revisionOf(space)),
        )
      const built = await (reselect === null ? read(unlimitedPace) : broadQueries.run(read))
      database.versions.observe(space, { revision, keys: 0 })
      if (built === null) return { revision, epoch, result: toChecked(previous!, revision) }
      if (previous !== null) this.#responses.delete(`${space} ${key.text}`, key.variants)
      if (now !== null) this.#keep(space, key, built, { epoch, revision })
      if (previous?.response.digest === built.response.digest)
        return { revision, epoch, result: toChecked(previous, revision) }
      const ms = performance.now() - started
      counts.onBuild?.(ms / 1000)
      const { response } = built
      const result = { response, outcome: 'miss', databaseMs: waited.ms, buildMs: ms - waited.ms } as const
      return { revision, epoch, result }
    } catch (error) {
      return { revision, epoch, error }
    }
  }

  #keep(
    space: SpaceId,
    { text, variants, modelRevision }: CacheKey,
    { response, dependencies, variants: occurring }: BuiltResponse,
    { epoch, revision }: { readonly epoch: number; readonly revision: number },
  ): void {
    const { memory } = this.#parts
    const cached = { response, dependencies, epoch, modelRevision, validThrough: revision }
    const bytes = response.body.size + bytesOf(dependencies)
    const slot = this.#responses.set(`${space} ${text}`, variants, occurring, cached, bytes)
    if (slot !== null) response.onEncoded = more => memory.grow(slot, more)
  }
}

function toResult(build: FinishedBuild): CacheResult {
  if ('error' in build) throw build.error
  return build.result
}

function toChecked(cached: CachedResponse, revision: number): CacheResult {
  cached.validThrough = Math.max(cached.validThrough, revision)
  return { response: cached.response, outcome: 'checked', databaseMs: 0, buildMs: 0 }
}

/** Approximate memory. */
function bytesOf(dependencies: readonly Dependency[]): number {
  let ids = 0
  for (const dependency of dependencies) {
    if ('ids' in dependency) for (const list of dependency.ids) ids += Array.isArray(list) ? list.length : 1
  }
  return idBytes * ids
}
