// Responses, cached as the bytes that are sent, with what they depend on. A cached one is used until something that it
// depends on changes. Callers were let in before: a response is found by the space of the key. What a response is built
// from is not known here.
import type { CacheCounts } from '../../base/cache-counts.ts'
import type { SpaceId } from '../../base/ids.ts'
import type { Database, Reads } from '../../database/database.ts'
import type { SpaceVersion } from '../../database/lease/known-spaces.ts'
import type { JsonResponse } from '../../http/json-response.ts'
import { readRevision } from '../store/published-entries.store.ts'
import { type Dependency, findInvalidationReason, type SnapshotVersion } from './dependencies.ts'
import { idBytes } from './fragment-cache.ts'
import type { GcPacer } from './gc-pacer.ts'
import type { SpaceSnapshots } from './space-snapshots.ts'
import { type SharedMemory, VariantCache } from './variant-cache.ts'

export interface CacheKey {
  /** Unique in its space among queries that may have different responses, variants aside. */
  readonly text: string
  readonly variants: readonly string[]
}

/** One state of one space, to build a response from. */
export interface Snapshot {
  readonly reads: Reads
  readonly space: SpaceId
  readonly revision: number
  /** Null where the history is not known: then nothing of the cache can be used. */
  readonly version: SnapshotVersion | null
}

export interface BuiltResponse {
  readonly response: JsonResponse
  readonly dependencies: readonly Dependency[]
  /** Variant ids that at least one of its entries has values for. */
  readonly variants: ReadonlySet<string>
}

/** Reads under one snapshot. What it throws is not cached. */
export type BuildResponse = (snapshot: Snapshot) => Promise<BuiltResponse>

/** `checked`: cached, and found to be unaffected by what has changed since. */
export type CacheOutcome = 'hit' | 'checked' | 'miss'

export interface CacheResult {
  readonly response: JsonResponse
  readonly outcome: CacheOutcome
  /** Milliseconds of waiting for the database, and of everything else, where the response was built now. */
  readonly databaseMs: number
  readonly buildMs: number
}

interface CachedResponse {
  readonly response: JsonResponse
  readonly dependencies: readonly Dependency[]
  readonly epoch: number
  /** The latest revision at which it is known to be right. */
  validThrough: number
}

/** A build that has ended, and the state that it was built from. */
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

  /** What is cached and right as of `now`; null where that takes {@link find} to say. Does not count as a lookup. */
  peek(space: SpaceId, { text, variants }: CacheKey, now: SpaceVersion): JsonResponse | null {
    const cached = this.#responses.find(`${space} ${text}`, variants)
    return cached?.epoch === now.epoch && cached.validThrough === now.revision ? cached.response : null
  }

  /** The cached response, or one that is built now. */
  async find(space: SpaceId, key: CacheKey, build: BuildResponse): Promise<CacheResult> {
    const { versions } = this.#parts.database
    let now = versions.current(space)
    if (now === null) {
      const found = await versions.of(space)
      // It may be outdated by the time that the promise is settled.
      now = versions.current(space) ?? found
    }
    const cached = now && this.#responses.find(`${space} ${key.text}`, key.variants)
    const outcome = cached && now && (await this.#revalidate(space, cached, now))
    if (cached && outcome) {
      this.#parts.counts.onLookup('answer', outcome, space)
      return { response: cached.response, outcome, databaseMs: 0, buildMs: 0 }
    }
    if (cached) this.#responses.delete(`${space} ${key.text}`, key.variants)
    this.#parts.counts.onLookup('answer', 'miss', space)
    return this.#buildOnce(space, key, build, now)
  }

  /** Null where it may not be used any more. */
  async #revalidate(space: SpaceId, cached: CachedResponse, now: SpaceVersion): Promise<CacheOutcome | null> {
    const { snapshots, counts, database } = this.#parts
    if (cached.epoch !== now.epoch) return null
    if (cached.validThrough === now.revision) return 'hit'
    if (cached.validThrough > now.revision) {
      // The history is another one: an older copy has replaced the database.
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

  /** Of requests with the same key at the same time, one builds for all. */
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
      // It was built from an older state. Whoever is first here builds again, and the others join that.
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

  /** Builds from the newest state that this node knows of, and caches the result. */
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

/** Of memory, about. */
function bytesOf(dependencies: readonly Dependency[]): number {
  let ids = 0
  for (const dependency of dependencies) {
    if ('ids' in dependency) for (const list of dependency.ids) ids += list.length
  }
  return idBytes * ids
}

/** The same reads; `total.ms` grows by what each takes, the handing over of rows included. */
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
