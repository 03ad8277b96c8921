// What clients ask of the content, without HTTP: the cache, the builder and what they share, put together. Building reads
// under one snapshot; what is cached is used as long as nothing that it depends on has changed.
import type { CacheCounts } from '../base/cache-counts.ts'
import { Problem } from '../base/errors.ts'
import type { SpaceId } from '../base/ids.ts'
import type { Json } from '../base/model.ts'
import type { Budget } from '../base/response-budget.ts'
import type { Database } from '../database/database.ts'
import { toJsonResponse } from '../http/json-response.ts'
import {
  type CachedFragment,
  type FindLog,
  FragmentCache,
  ListBlockCache,
  ReferenceCache,
} from './cache/fragment-cache.ts'
import { type Collector, GcPacer } from './cache/gc-pacer.ts'
import { type BuiltResponse, type CacheResult, ResponseCache, type Snapshot } from './cache/response-cache.ts'
import { SpaceSnapshots } from './cache/space-snapshots.ts'
import { ByteCache, VariantCache } from './cache/variant-cache.ts'
import { type EntryQuery, type ListQuery, toCacheKey } from './query.ts'
import { refuseEntry, refusePage } from './resolve/budget.ts'
import {
  type BuildContext,
  collectFragments,
  join,
  loadWithin,
  readPage,
  requireCollection,
} from './resolve/build-response.ts'
import type { LiveEntry } from './resolve/entry-template.ts'
import { digestOf, type RenderedEntry } from './resolve/fragments.ts'
import { listCollections } from './store/collections.store.ts'
import { findLiveEntry } from './store/published-entries.store.ts'

/** They throw `collection_not_found` and `entry_not_found`, and refuse what is over the budget. */
export interface DeliveryService {
  readonly responses: ResponseCache
  listEntries(space: SpaceId, query: ListQuery): Promise<CacheResult>
  getEntry(space: SpaceId, query: EntryQuery): Promise<CacheResult>
  getModel(space: SpaceId): Promise<CacheResult>
}

interface DeliveryServiceParts {
  readonly database: Pick<Database, 'snapshot' | 'versions'>
  /** What cached responses may take, with what they are put together from. */
  readonly cacheBytes: number
  readonly counts: CacheCounts
  readonly budget: Budget
  readonly collector?: Collector
}

/** Of the cache's bytes: for references that are not resolved; and for what is evicted, or being built. */
const referencesShare = 1 / 8
const looseShare = 1 / 8

export function createDeliveryService(parts: DeliveryServiceParts): DeliveryService {
  const { database, cacheBytes, counts, budget, collector } = parts
  const gcPacer = new GcPacer(cacheBytes, collector)
  const memory = new ByteCache<unknown>(cacheBytes * (1 - referencesShare - looseShare), {
    onBytes: counts.onBytes,
    onEviction: bytes => {
      counts.onEviction(bytes)
      gcPacer.add(bytes)
    },
  })
  const snapshots = new SpaceSnapshots(database.snapshot, new ListBlockCache(memory))
  const findLog: FindLog = (space, epoch) => snapshots.find(space, epoch)?.log ?? null
  const fragments = new FragmentCache<RenderedEntry>(new VariantCache(memory), {
    findLog,
    kind: 'fragment',
    counts,
  })
  // An entry is needed wherever it is referred to, a response only where the same is asked for again.
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
        makePage(await toContext(snapshot), query, budget),
      ),
    getEntry: (space, query) =>
      responses.find(space, toCacheKey(query), async snapshot =>
        makeEntry(await toContext(snapshot), query, budget),
      ),
    getModel: space => responses.find(space, { text: 'model', variants: [] }, makeModel),
  }
}

async function makeModel({ reads, space }: Snapshot): Promise<BuiltResponse> {
  const rows = await listCollections(reads, space)
  const collections = rows.map(row => ({ ...row, fields: JSON.parse(row.fields) as Json }))
  const body = Buffer.from(JSON.stringify({ collections }))
  return {
    response: toJsonResponse([body], digestOf(body)),
    dependencies: [{ kind: 'model' }],
    variants: new Set(),
  }
}

const listHead = '{"list":['

async function makePage(context: BuildContext, query: ListQuery, budget: Budget): Promise<BuiltResponse> {
  const collection = await requireCollection(context, query.collection)
  const { page, ids, tail, envelopeBytes } = await findPage(context, collection, query.page, query.perPage)
  const gathered = await collectFragments(context, ids, query, envelopeBytes, budget)
  if ('fragments' in gathered) return join(listHead, gathered.fragments, tail, { collection, page })
  const { budgetExceeded } = gathered
  return refusePage(query, budgetExceeded, budget, async (perPage, depth, budgetOfAttempt) => {
    const smaller = await findPage(context, collection, query.page, perPage)
    return loadWithin(budgetExceeded.graph, smaller.ids, depth, smaller.envelopeBytes, budgetOfAttempt)
  })
}

async function findPage(context: BuildContext, collection: string, number: number, perPage: number) {
  const { total, positions } = await readPage(context, collection, {
    offset: (number - 1) * perPage,
    limit: perPage,
  })
  const page = { collection, first: positions[0] ?? null, last: positions.at(-1) ?? null }
  const tail = `],"count":${total},"pagesCount":${Math.ceil(total / perPage)}}`
  const envelopeBytes = listHead.length + Math.max(0, positions.length - 1) + tail.length
  return { page, ids: positions.map(({ entry }) => entry), tail, envelopeBytes }
}

async function makeEntry(context: BuildContext, query: EntryQuery, budget: Budget): Promise<BuiltResponse> {
  const { reads, space } = context
  const { slug } = query
  const collection = await requireCollection(context, query.collection)
  const id = slug === null ? null : await findLiveEntry(reads, space, collection, slug)
  if (id === null)
    throw new Problem('entry_not_found', 'No published entry of this collection has this slug.')
  const about = { collection, page: null }
  const envelopeBytes = '{"doc":}'.length
  const gathered = await collectFragments(context, [id], query, envelopeBytes, budget)
  if ('budgetExceeded' in gathered) throw refuseEntry(gathered.budgetExceeded.measure, budget)
  return join('{"doc":', gathered.fragments, '}', about)
}
