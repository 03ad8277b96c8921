// The content API without HTTP: combines the caches and the response builder. A response is built under one snapshot and
// cached until a dependency changes.
import type { CacheCounts } from '../base/cache-counts.ts'
import type { SpaceId } from '../base/ids.ts'
import type { Budget } from '../content/publish/response-budget.ts'
import { toPathHead } from '../content/values/stored-data.ts'
import type { Database } from '../database/database.ts'
import { type CachedFragment, type FindLog, FragmentCache, ReferenceCache } from './cache/fragment-cache.ts'
import { type Collector, GcPacer } from './cache/gc-pacer.ts'
import {
  type CacheResult,
  type Reselect,
  ResponseCache,
  type Revalidation,
  type Snapshot,
} from './cache/response-cache.ts'
import { SpaceSnapshots } from './cache/space-snapshots.ts'
import { ByteCache, VariantCache } from './cache/variant-cache.ts'
import {
  bindEntry,
  bindList,
  type EntryQuery,
  type ListQuery,
  ModelChanged,
  type Resolution,
  toCacheKey,
  type Unbound,
} from './query.ts'
import { type BuildContext, buildEntry, buildList, buildModel, selectPage } from './resolve/build-response.ts'
import type { LiveEntry } from './resolve/entry-template.ts'
import type { RenderedEntry } from './resolve/render.ts'
import { SpaceModels } from './space-models.ts'
import { readModelRevision } from './store/query-index.store.ts'
import { BroadQueries } from './store/read-pace.ts'

/** A response, and the query as it was bound to the model. */
interface QueryResult<Query> {
  readonly query: Query
  readonly result: CacheResult
}

/** Throws `collection_not_found` and `entry_not_found`, and refuses responses over the budget. */
export interface DeliveryService {
  readonly responses: ResponseCache
  listEntries(space: SpaceId, query: ListQuery): Promise<CacheResult>
  getEntry(space: SpaceId, query: EntryQuery): Promise<CacheResult>
  /** Like the two above, for requests with query parameters, which are compared with the model first. */
  queryList(space: SpaceId, query: Unbound<ListQuery>): Promise<QueryResult<ListQuery>>
  queryEntry(space: SpaceId, query: Unbound<EntryQuery>): Promise<QueryResult<EntryQuery>>
  getModel(space: SpaceId): Promise<CacheResult>
}

interface DeliveryServiceParts {
  readonly database: Pick<Database, 'snapshot' | 'versions'>
  /** The memory for cached responses and the fragments that they are built from. */
  readonly cacheBytes: number
  readonly counts: CacheCounts
  readonly budget: Budget
  /** The origin of the addresses of files; without it they are paths. */
  readonly assetsOrigin?: string | null
  readonly collector?: Collector
}

/**
 * Shares of the cache's bytes: for unresolved references, and for evicted values that are not collected yet together with
 * responses that are being built.
 */
const referencesShare = 1 / 8
const looseShare = 1 / 8

/** The limit of attempts to bind a query to a model. Each attempt follows a possible change of the model. */
const attemptsMax = 5

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
  const responses = new ResponseCache({
    database,
    memory,
    snapshots,
    gcPacer,
    counts,
    broadQueries: new BroadQueries(),
  })
  const models = new SpaceModels(database)
  const pathHead = toPathHead(parts.assetsOrigin ?? null)

  const toContext = async (snapshot: Snapshot): Promise<BuildContext> => {
    const { reads, space, revision, version, pace } = snapshot
    return {
      reads,
      pace,
      space,
      revision,
      view: version && (await snapshots.at(reads, space, version.epoch, revision)),
      fragments: fragments.at(version),
      entries: entries.at(version),
      references: references.at(version),
      pathHead,
    }
  }
  const toBound = (
    space: SpaceId,
    { modelRevision }: Resolution,
    reselect: Reselect | null,
  ): Revalidation | null =>
    modelRevision === undefined
      ? null
      : {
          isOfModelAt: revision => models.isOfModelAt(space, modelRevision, revision),
          reselect,
        }
  const listEntries: DeliveryService['listEntries'] = (space, query) => {
    const build = async (snapshot: Snapshot) => {
      await requireModel(snapshot, query)
      return buildList(await toContext(snapshot), query, budget)
    }
    const reselect = async (snapshot: Snapshot) => {
      await requireModel(snapshot, query)
      return selectPage(snapshot, query)
    }
    const bound = toBound(space, query, query.selection ? reselect : null)
    return responses.find(space, toCacheKey(query), build, bound)
  }
  const getEntry: DeliveryService['getEntry'] = (space, query) => {
    const build = async (snapshot: Snapshot) => {
      await requireModel(snapshot, query)
      return buildEntry(await toContext(snapshot), query, budget)
    }
    return responses.find(space, toCacheKey(query), build, toBound(space, query, null))
  }
  const withNewestModel = async <Result>(space: SpaceId, work: () => Promise<Result>): Promise<Result> => {
    for (let attempts = 1; ; attempts++) {
      try {
        return await work()
      } catch (error) {
        if (!(error instanceof ModelChanged) || attempts === attemptsMax) throw error
        models.forget(space)
      }
    }
  }
  return {
    responses,
    listEntries,
    getEntry,
    queryList: (space, unbound) =>
      withNewestModel(space, async () => {
        const query = await bindList(models, space, unbound)
        return { query, result: await listEntries(space, query) }
      }),
    queryEntry: (space, unbound) =>
      withNewestModel(space, async () => {
        const query = await bindEntry(models, space, unbound)
        return { query, result: await getEntry(space, query) }
      }),
    getModel: space => responses.find(space, { text: 'model', variants: [] }, buildModel),
  }
}

/** Throws if the model has changed since the query was bound. A query without names depends on no model. */
async function requireModel({ reads, space }: Snapshot, query: ListQuery | EntryQuery): Promise<void> {
  if (query.modelRevision === undefined) return
  if ((await readModelRevision(reads, space)) !== query.modelRevision) throw new ModelChanged()
}
