// The content API without HTTP: combines the caches and the response builder. A response is built under one snapshot
// and cached until something it depends on changes.
import type { CacheCounts } from '../base/cache-counts.ts'
import type { SpaceId } from '../base/ids.ts'
import type { Budget } from '../content/response-budget.ts'
import type { Database } from '../database/database.ts'
import { type CachedFragment, type FindLog, FragmentCache, ReferenceCache } from './cache/fragment-cache.ts'
import { type Collector, GcPacer } from './cache/gc-pacer.ts'
import { type CacheResult, ResponseCache, type Snapshot } from './cache/response-cache.ts'
import { SpaceSnapshots } from './cache/space-snapshots.ts'
import { ByteCache, VariantCache } from './cache/variant-cache.ts'
import { type EntryQuery, type ListQuery, toCacheKey } from './query.ts'
import { type BuildContext, buildEntry, buildList, buildModel } from './resolve/build-response.ts'
import type { LiveEntry } from './resolve/entry-template.ts'
import type { RenderedEntry } from './resolve/render.ts'

/** Throws `collection_not_found` and `entry_not_found`, and refuses responses over the budget. */
export interface DeliveryService {
  readonly responses: ResponseCache
  listEntries(space: SpaceId, query: ListQuery): Promise<CacheResult>
  getEntry(space: SpaceId, query: EntryQuery): Promise<CacheResult>
  getModel(space: SpaceId): Promise<CacheResult>
}

interface DeliveryServiceParts {
  readonly database: Pick<Database, 'snapshot' | 'versions'>
  /** Memory for cached responses and the fragments that they are built from. */
  readonly cacheBytes: number
  readonly counts: CacheCounts
  readonly budget: Budget
  readonly collector?: Collector
}

/**
 * Shares of the cache's bytes: unresolved references; evicted values that are not collected yet, and responses being
 * built.
 */
const referencesShare = 1 / 8
const looseShare = 1 / 8

export function createDeliveryService(parts: DeliveryServiceParts): DeliveryService {
  const { database, cacheBytes, counts, budget, collector } = parts
  const gcPacer = new GcPacer(cacheBytes, collector)
  const memory = new ByteCache<unknown>(cacheBytes * (1 - referencesShare - looseShare), {
    onBytes: counts.onBytes,
    onEviction: bytes => {
      counts.onEviction?.(bytes)
      gcPacer.add(bytes)
    },
  })
  const snapshots = new SpaceSnapshots(database.snapshot)
  const findLog: FindLog = (space, epoch) => snapshots.find(space, epoch)?.log ?? null
  const fragments = new FragmentCache<RenderedEntry>(new VariantCache(memory), {
    findLog,
    kind: 'fragment',
    counts,
  })
  // Many responses share an entry, while a response only serves repeats of the same request.
  const liveEntries = new VariantCache<CachedFragment<LiveEntry>>(memory, { isWanted: true })
  const entries = new FragmentCache<LiveEntry>(liveEntries, { findLog, kind: 'entry', counts })
  const references = new ReferenceCache(cacheBytes * referencesShare, findLog)
  const responses = new ResponseCache({ database, memory, snapshots, gcPacer, counts })

  const toContext = async (snapshot: Snapshot): Promise<BuildContext> => {
    const { reads, space, revision, version } = snapshot
    return {
      reads,
      space,
      revision,
      view: version && (await snapshots.at(reads, space, version.epoch, revision)),
      fragments: fragments.at(version),
      entries: entries.at(version),
      references: references.at(version),
    }
  }
  return {
    responses,
    listEntries: (space, query) =>
      responses.find(space, toCacheKey(query), async snapshot =>
        buildList(await toContext(snapshot), query, budget),
      ),
    getEntry: (space, query) =>
      responses.find(space, toCacheKey(query), async snapshot =>
        buildEntry(await toContext(snapshot), query, budget),
      ),
    getModel: space => responses.find(space, { text: 'model', variants: [] }, buildModel),
  }
}
