// Content for the dashboard: models, entries, drafts beside published values. Each response is one consistent
// snapshot.
import { toTimestamp } from '../base/clock.ts'
import { Problem } from '../base/errors.ts'
import type { SpaceId } from '../base/ids.ts'
import { findModel, readModelPage } from '../content/collections.store.ts'
import { parseValues, parseVariants } from '../content/entry-values.ts'
import type { Collection } from '../content/model.ts'
import type { Database, Reads } from '../database/database.ts'
import { type PageRange, toLimit, toList } from '../http/list.ts'
import type {
  CollectionView,
  ContentTotalsView,
  EntryDetailView,
  EntrySummaryView,
} from './dashboard-content.schema.ts'
import {
  countByCollection,
  countCollections,
  countContent,
  countEntries,
  findDetail,
  listEntrySummaries,
  readOverlays,
  readReferrers,
} from './dashboard-content.store.ts'
import { listLinks } from './dashboard-links.ts'
import { entryNotFound } from './publish.service.ts'
import { rangeOf } from './slug-prefix.ts'

const referrersMax = 100

export function readTotals(database: Database, space: SpaceId): Promise<ContentTotalsView> {
  return database.snapshot(space, async reads => {
    const collections = await countCollections(reads, space)
    const { newest, ...totals } = await countContent(reads, space)
    return { collections, ...totals, lastPublishedAt: toTime(newest) }
  })
}

/** The model as clients see it, without the counts of entries. */
export type DescribeCollection = (
  collection: Collection,
) => Pick<CollectionView, 'apiName' | 'name' | 'fields'>

/** By API name. */
export function listCollections(
  database: Database,
  space: SpaceId,
  range: PageRange,
  describeCollection: DescribeCollection,
) {
  return database.snapshot(space, async reads => {
    const models = await readModelPage(reads, space, toLimit(range))
    const counts = await countByCollection(
      reads,
      space,
      models.map(({ apiName }) => apiName),
    )
    const list = models.map(
      (model): CollectionView => ({
        ...describeCollection(model),
        entries: counts.entries.get(model.apiName) ?? 0,
        live: counts.live.get(model.apiName) ?? 0,
      }),
    )
    return toList(list, await countCollections(reads, space), range)
  })
}

/** By slug, in code point order. `search` is a slug prefix; `collection` is null for a name that is not valid. */
export function listEntries(
  database: Database,
  space: SpaceId,
  { collection, search, ...range }: PageRange & { collection: string | null; search: string },
) {
  return database.snapshot(space, async reads => {
    const model = collection === null ? null : await findModel(reads, space, collection)
    if (model === null)
      throw new Problem('collection_not_found', 'The space has no collection with this API name.')
    const filter = { collection: model.apiName, slugs: rangeOf(search) }
    const rows = await listEntrySummaries(reads, space, {
      ...filter,
      ...toLimit(range),
      titleFields: model.fields.filter(({ type }) => type === 'text').map(({ apiName }) => apiName),
    })
    const list = rows.map(
      ({ publishedAt, ...row }): EntrySummaryView => ({ ...row, publishedAt: toTime(publishedAt) }),
    )
    return toList(list, await countEntries(reads, space, filter), range)
  })
}

export function getEntry(database: Database, space: SpaceId, id: string | null): Promise<EntryDetailView> {
  return database.snapshot(space, async reads => {
    const row = id === null ? undefined : await findDetail(reads, space, id)
    if (!row) throw entryNotFound()
    const { collection, slug, state } = row
    const fields = (await findModel(reads, space, collection))?.fields ?? []
    const draft = { data: parseValues(row.data), variants: parseVariants(row.variants) }
    return {
      id: row.id,
      collection,
      slug,
      state,
      draft,
      live: await toLive(reads, space, row),
      firstPublishedAt: toTime(row.firstPublishedAt),
      references: await listLinks(reads, space, fields, draft),
      referencedBy: await readReferrers(reads, space, row.id, referrersMax),
    }
  })
}

type DetailRow = NonNullable<Awaited<ReturnType<typeof findDetail>>>

async function toLive(reads: Reads, space: SpaceId, row: DetailRow): Promise<EntryDetailView['live']> {
  const { id, liveData, version, firstPublishedAt, publishedAt, fromRevision } = row
  if (liveData === null) return null
  const overlays = await readOverlays(reads, space, id, fromRevision!)
  return {
    data: parseValues(liveData),
    variants: Object.fromEntries(overlays.map(({ variant, data }) => [variant, parseValues(data)])),
    version: version!,
    firstPublishedAt: toTimestamp(firstPublishedAt!),
    publishedAt: toTimestamp(publishedAt!),
  }
}

function toTime(milliseconds: number | null): string | null {
  return milliseconds === null ? null : toTimestamp(milliseconds)
}
