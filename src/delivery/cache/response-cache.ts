// Caches response bodies as bytes, together with their dependencies, until a dependency changes. Callers are already
// authorized: a response is looked up by the space of the API key. It does not know how a response is built.
import type { CacheCounts } from '../../base/cache-counts.ts'
import type { SpaceId } from '../../base/ids.ts'
import type { Database, Reads } from '../../database/database.ts'
import type { SpaceVersion } from '../../database/lease/space-leases.ts'
import type { JsonResponse } from '../../http/json-response.ts'
import { readRevision } from '../store/published-entries.store.ts'
import { type Dependency, findInvalidationReason, type SnapshotVersion } from './dependencies.ts'
import { idBytes } from './fragment-cache.ts'
import type { GcPacer } from './gc-pacer.ts'
import type { SpaceSnapshots } from './space-snapshots.ts'
import { type SharedMemory, VariantCache } from './variant-cache.ts'

export interface CacheKey {
  /** Unique within a space among queries that may have different responses, apart from variants. */
  readonly text: string
  readonly variants: readonly string[]
}

/** One state of one space, to build a response from. */
export interface Snapshot {
  readonly reads: Reads
  readonly space: SpaceId
  readonly revision: number
  /** Null if the epoch is unknown: then no cached value can be used. */
  readonly version: SnapshotVersion | null
}

export interface BuiltResponse {
  readonly response: JsonResponse
  readonly dependencies: readonly Dependency[]
  /** Variant ids for which at least one of its entries has values. */
  readonly variants: ReadonlySet<string>
}

/** Reads under one snapshot. Errors are not cached. */
export type BuildResponse = (snapshot: Snapshot) => Promise<BuiltResponse>

/** `checked`: cached, and unaffected by the changes since it was built. */
export type CacheOutcome = 'hit' | 'checked' | 'miss'

export interface CacheResult {
  readonly response: JsonResponse
  readonly outcome: CacheOutcome
  /** For a miss: milliseconds spent waiting for the database, and on everything else. */
  readonly databaseMs: number
  readonly buildMs: number
}

interface CachedResponse {
  readonly response: JsonResponse
  readonly dependencies: readonly Dependency[]
  readonly epoch: number
  /** The latest revision at which it is known to be valid. */
  validThrough: number
}

/** A finished build and the state that it was built from. */
type FinishedBuild = { readonly revision: number; readonly epoch: number } & (
  | { readonly result: CacheResult }
  | { readonly error: unknown }
)

export interface ResponseCacheParts {
  readonly database: Pick<Database, 'snapshot' | 'versions'>
  readonly memory: SharedMemory
  readonly snapshots: SpaceSnapshots
  readonly gcPacer: GcPacer
  readonly counts: CacheCounts
}

export class ResponseCache {
  readonly #parts: ResponseCacheParts
  readonly #responses: VariantCache<CachedResponse>
  readonly #builds = new Map<string, Promise<FinishedBuild>>()

  constructor(parts: ResponseCacheParts) {
    this.#parts = parts
    this.#responses = new VariantCache(parts.memory)
  }

  /** The cached response if it is valid as of `now`; null if {@link find} is needed. Not counted as a lookup. */
  peek(space: SpaceId, { text, variants }: CacheKey, now: SpaceVersion): JsonResponse | null {
    const cached = this.#responses.find(`${space} ${text}`, variants)
    return cached?.epoch === now.epoch && cached.validThrough === now.revision ? cached.response : null
  }

  /** Returns the cached response or builds one. */
  async find(space: SpaceId, key: CacheKey, build: BuildResponse): Promise<CacheResult> {
    const { versions } = this.#parts.database
    let now = versions.current(space)
    if (now === null) {
      const found = await versions.of(space)
      // Changes may have arrived while the promise was pending.
      now = versions.current(space) ?? found
    }
    const cached = now && this.#responses.find(`${space} ${key.text}`, key.variants)
    const outcome = cached && now && (await this.#revalidate(space, cached, now))
    if (cached && outcome) {
      this.#parts.counts.onLookup('response', outcome, space)
      return { response: cached.response, outcome, databaseMs: 0, buildMs: 0 }
    }
    if (cached) this.#responses.delete(`${space} ${key.text}`, key.variants)
    this.#parts.counts.onLookup('response', 'miss', space)
    return this.#buildOnce(space, key, build, now)
  }

  /** Null if the response is no longer valid. */
  async #revalidate(space: SpaceId, cached: CachedResponse, now: SpaceVersion): Promise<CacheOutcome | null> {
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
    build: BuildResponse,
    now: SpaceVersion | null,
  ): Promise<CacheResult> {
    if (now === null) return toResult(await this.#build(space, key, build, null))
    const name = `${space} ${key.text}\n${key.variants}\n${key.variants.length}`
    for (let running = this.#builds.get(name); running; running = this.#builds.get(name)) {
      const joined = await running
      if (joined.epoch === now.epoch && joined.revision >= now.revision) return toResult(joined)
      // Built from an older state. The first request to get here builds again, and the others join it.
    }
    const own = this.#build(space, key, build, now)
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
    build: BuildResponse,
    now: SpaceVersion | null,
  ): Promise<FinishedBuild> {
    const { database, snapshots, counts } = this.#parts
    const epoch = now?.epoch ?? -1
    const started = performance.now()
    const waited = { ms: 0 }
    let revision = -1
    try {
      const built = await database.snapshot(
        space,
        async plainReads => {
          const reads = timeReads(plainReads, waited)
          revision = await readRevision(reads, space)
          return build({ reads, space, revision, version: now && { space, epoch, revision } })
        },
        now === null ? undefined : Math.max(now.revision, snapshots.revisionOf(space)),
      )
      database.versions.observe(space, { revision, keys: 0 })
      if (now !== null) this.#keep(space, key, built, { epoch, revision })
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
    { text, variants }: CacheKey,
    { response, dependencies, variants: occurring }: BuiltResponse,
    { epoch, revision }: { readonly epoch: number; readonly revision: number },
  ): void {
    const { memory } = this.#parts
    const cached = { response, dependencies, epoch, validThrough: revision }
    const bytes = response.body.size + bytesOf(dependencies)
    const slot = this.#responses.set(`${space} ${text}`, variants, occurring, cached, bytes)
    if (slot !== null) response.onEncoded = more => memory.grow(slot, more)
  }
}

function toResult(build: FinishedBuild): CacheResult {
  if ('error' in build) throw build.error
  return build.result
}

/** Approximate memory. */
function bytesOf(dependencies: readonly Dependency[]): number {
  let ids = 0
  for (const dependency of dependencies) {
    if ('ids' in dependency) for (const list of dependency.ids) ids += list.length
  }
  return idBytes * ids
}

/** Adds the time of each read to `total.ms`, including the row callbacks. */
function timeReads(reads: Reads, total: { ms: number }): Reads {
  const timed = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const started = performance.now()
    try {
      return await work()
    } finally {
      total.ms += performance.now() - started
    }
  }
  return {
    each: (statement, onRow) => timed(() => reads.each(statement, onRow)),
    all: statement => timed(() => reads.all(statement)),
    first: statement => timed(() => reads.first(statement)),
  }
}
