// SQL statements for publications: their values, their references, and the assets that they show. Only this file writes
// them.
import { type Selectable, sql } from 'kysely'
import type { SpaceId } from '../../base/ids.ts'
import { columnsOf, runInParts } from '../../database/bulk.ts'
import {
  isIn,
  prepare,
  query,
  type Reads,
  readsWithin,
  textPairs,
  type Writes,
} from '../../database/database.ts'
import type { Schema } from '../../database/schema.ts'
import { listTargets, type PublishedData } from '../values/stored-data.ts'

export type PublicationRow = Selectable<Schema['publication']>
export type OverlayRow = Schema['publication_variant']

/** The publication history of an entry that was published at least once. */
export interface History {
  readonly version: number
  readonly firstPublishedAt: number
}

/** The live publication of an entry, and its overlays by variant. */
export interface LivePublication {
  readonly row: PublicationRow
  readonly overlays: ReadonlyMap<string, PublishedData>
}

/** Reads live publications by entry. Unpublished entries are absent. */
export async function readLive(
  reads: Reads,
  space: SpaceId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LivePublication>> {
  const rows = await reads.all(
    query
      .selectFrom('publication')
      .selectAll()
      .where('space', '=', space)
      .where('to_revision', 'is', null)
      .where(isIn('entry', ids)),
  )
  const overlays = new Map<string, Map<string, PublishedData>>(rows.map(row => [row.entry, new Map()]))
  for (const overlay of await readOverlaysOf(reads, space, rows)) {
    overlays.get(overlay.entry)?.set(overlay.variant, overlay)
  }
  return new Map(rows.map(row => [row.entry, { row, overlays: overlays.get(row.entry) ?? new Map() }]))
}

/** Lists those of the entries that are live. */
export async function listLive(writes: Writes, space: SpaceId, ids: readonly string[]): Promise<string[]> {
  const rows = await writes
    .selectFrom('publication')
    .select('entry')
    .where('space', '=', space)
    .where('to_revision', 'is', null)
    .where(isIn('entry', ids))
    .execute()
  return rows.map(({ entry }) => entry)
}

/** Reads the paths of those of the entries that are live. */
export async function readLiveAddresses(writes: Writes, space: SpaceId, ids: readonly string[]) {
  return writes
    .selectFrom('publication')
    .select(['entry', 'collection', 'slug'])
    .where('space', '=', space)
    .where('to_revision', 'is', null)
    .where(isIn('entry', ids))
    .execute()
}

/**
 * Reads the overlays of publications by key. A join with the live publications would leave the join order to the engine.
 */
export async function readOverlaysOf(
  reads: Reads,
  space: SpaceId,
  publications: readonly Pick<PublicationRow, 'entry' | 'from_revision'>[],
): Promise<OverlayRow[]> {
  const revisions = new Map<string, string[]>()
  for (const { entry, from_revision: revision } of publications) {
    revisions.set(entry, [...(revisions.get(entry) ?? []), String(revision)])
  }
  return reads.all(
    query
      .selectFrom(textPairs(revisions).as('live'))
      // SQLite keeps the join order of a cross join.
      .crossJoin('publication_variant as overlay')
      .selectAll('overlay')
      .where('overlay.space', '=', space)
      .whereRef('overlay.entry', '=', 'live.key')
      .where('overlay.from_revision', '=', sql<number>`cast(live.value as bigint)`),
  )
}

/** Reads the history of entries published at least once, including entries that are no longer live. */
export async function readHistory(
  writes: Writes,
  space: SpaceId,
  ids: readonly string[],
): Promise<Map<string, History>> {
  const rows = await writes
    .selectFrom('publication')
    .select(({ fn }) => [
      'entry',
      fn.max('version').as('version'),
      fn.min('first_published_at').as('firstPublishedAt'),
    ])
    .where('space', '=', space)
    .where(isIn('entry', ids))
    .groupBy('entry')
    .execute()
  return new Map(rows.map(({ entry, version, firstPublishedAt }) => [entry, { version, firstPublishedAt }]))
}

/** Ends the live publications of these entries at a revision. */
export async function closePublications(
  writes: Writes,
  space: SpaceId,
  ids: readonly string[],
  revision: number,
): Promise<void> {
  await writes
    .updateTable('publication')
    .set({ to_revision: revision })
    .where('space', '=', space)
    .where('to_revision', 'is', null)
    .where(isIn('entry', ids))
    .execute()
}

/** The columns of a publication except the space and the revisions. */
const publicationColumns = [
  'entry',
  'collection',
  'slug',
  'version',
  'first_published_at',
  'published_at',
  'draft_version',
  'published_by',
  'refs',
  'data',
  'written',
] as const

export async function insertPublications(
  writes: Writes,
  publications: readonly PublicationRow[],
  overlays: readonly OverlayRow[],
): Promise<void> {
  const columns = ['space', 'from_revision', 'to_revision', ...publicationColumns] as const
  await runInParts(writes, 'insertPublications', columns, publications, part =>
    writes.insertInto('publication').values(part.map(row => columnsOf(row, columns))),
  )
  const overlayColumns = ['space', 'entry', 'from_revision', 'variant', 'refs', 'data', 'written'] as const
  await runInParts(writes, 'insertOverlays', overlayColumns, overlays, part =>
    writes.insertInto('publication_variant').values(part.map(row => columnsOf(row, overlayColumns))),
  )
}

/** Adds reverse references: referring entries by target. Each of them has a live publication that was just opened. */
export async function insertReferences(
  writes: Writes,
  space: SpaceId,
  byTarget: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  // The targets are inserted in key order, because random inserts into the B-tree take three times as long.
  const sorted = new Map([...byTarget].sort(([a], [b]) => (a < b ? -1 : 1)))
  await writes
    .insertInto('publication_reference')
    .columns(['space', 'target', 'entry'])
    .expression(db =>
      db
        .selectFrom(textPairs(sorted).as('pair'))
        .select(({ val }) => [val<string>(space).as('space'), 'pair.key', 'pair.value'])
        // Without a condition, SQLite parses `on conflict` as a join condition.
        .where(({ val }) => val(true)),
    )
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/**
 * Reads the reference targets of these entries' live publications and overlays, by entry. No index covers this direction.
 */
export async function readTargetsOf(
  writes: Writes,
  space: SpaceId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const own = await writes
    .selectFrom('publication')
    .select(['entry', 'from_revision', 'refs'])
    .where('space', '=', space)
    .where('to_revision', 'is', null)
    .where(isIn('entry', ids))
    .execute()
  const pointers = new Map<string, string[]>()
  for (const { entry, refs } of [...own, ...(await readOverlaysOf(readsWithin(writes), space, own))]) {
    const targets = listTargets(refs)
    if (targets.length > 0) pointers.set(entry, [...(pointers.get(entry) ?? []), ...targets])
  }
  return pointers
}

export async function deleteReferences(
  writes: Writes,
  space: SpaceId,
  ids: readonly string[],
): Promise<void> {
  const pointers = await readTargetsOf(writes, space, ids)
  if (pointers.size === 0) return
  await writes
    .deleteFrom('publication_reference')
    .where('space', '=', space)
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('entry', 'target'),
        'in',
        selectFrom(textPairs(pointers).as('pair'))
          .select(['pair.key', 'pair.value'])
          .$asTuple('key', 'value'),
      ),
    )
    .execute()
}

/** Deletes publications that the same transaction has inserted, so that no other transaction has seen them. */
export async function deletePublicationsAt(
  writes: Writes,
  space: SpaceId,
  ids: readonly string[],
  revision: number,
): Promise<void> {
  for (const table of ['publication_variant', 'publication'] as const) {
    await writes
      .deleteFrom(table)
      .where('space', '=', space)
      .where('from_revision', '=', revision)
      .where(isIn('entry', ids))
      .execute()
  }
}

/** Returns the ids of the entries that are live at these paths, by `collection/slug`. */
export async function readLiveOwners(
  reads: Reads,
  space: SpaceId,
  paths: readonly { readonly collection: string; readonly slug: string }[],
): Promise<ReadonlyMap<string, string>> {
  const slugs = new Map<string, string[]>()
  for (const { collection, slug } of paths) slugs.set(collection, [...(slugs.get(collection) ?? []), slug])
  const rows = await reads.all(
    query
      .selectFrom(textPairs(slugs).as('pair'))
      // SQLite keeps the join order of a cross join.
      .crossJoin('publication')
      .select(['publication.entry', 'publication.collection', 'publication.slug'])
      .where('publication.space', '=', space)
      .whereRef('publication.collection', '=', 'pair.key')
      .whereRef('publication.slug', '=', 'pair.value')
      .where('publication.to_revision', 'is', null),
  )
  return new Map(rows.map(({ entry, collection, slug }) => [`${collection}/${slug}`, entry]))
}

interface OfPath {
  readonly space: SpaceId
  readonly collection: string
  readonly slug: string
}

const liveAtPath = prepare(({ space, collection, slug }: OfPath) =>
  query
    .selectFrom('publication')
    .select('entry')
    .where('space', '=', space)
    .where('collection', '=', collection)
    .where('slug', '=', slug)
    .where('to_revision', 'is', null),
)

/** Returns the entry that is live at a path, or null. The statement is prepared, because every save runs it. */
export async function findLiveOwner(reads: Reads, path: OfPath): Promise<string | null> {
  const [row] = await reads.all(liveAtPath(path))
  return row?.entry ?? null
}

export type PublicationAssetRow = Selectable<Schema['publication_asset']>

const shownAssetColumns = ['space', 'entry', 'asset', 'blob', 'filename', 'names_former'] as const

export async function insertPublicationAssets(
  writes: Writes,
  rows: readonly PublicationAssetRow[],
): Promise<void> {
  await runInParts(writes, 'insertPublicationAssets', shownAssetColumns, rows, part =>
    writes.insertInto('publication_asset').values(part.map(row => columnsOf(row, shownAssetColumns))),
  )
}

export async function deletePublicationAssets(
  writes: Writes,
  space: SpaceId,
  entries: readonly string[],
): Promise<void> {
  await writes
    .deleteFrom('publication_asset')
    .where('space', '=', space)
    .where(isIn('entry', entries))
    .execute()
}

/** Lists the entries whose live publications show one of these assets. */
export async function listShowing(
  reads: Reads,
  space: SpaceId,
  assets: readonly string[],
): Promise<string[]> {
  const rows = await reads.all(
    query
      .selectFrom('publication_asset')
      .select('entry')
      .distinct()
      .where('space', '=', space)
      .where(isIn('asset', assets))
      .orderBy('entry'),
  )
  return rows.map(({ entry }) => entry)
}

/** Reads the assets that these entries show. */
export async function readPublicationAssets(reads: Reads, space: SpaceId, entries: readonly string[]) {
  return reads.all(
    query
      .selectFrom('publication_asset')
      .select(['entry', 'asset', 'blob', 'filename'])
      .where('space', '=', space)
      .where(isIn('entry', entries)),
  )
}
