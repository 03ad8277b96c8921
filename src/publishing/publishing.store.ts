// The statements of publishing: the only ones that write collections, entries and publications.
import { sql } from 'kysely'
import type { SpaceId } from '../base/ids.ts'
import type { Collection, Field } from '../base/model.ts'
import { runInParts } from '../database/bulk.ts'
import { query, type Reads, textList, type Writes } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'

export type EntryRow = Pick<Schema['entry'], 'id' | 'collection' | 'slug' | 'data' | 'variants'>
export type PublicationRow = Schema['publication']
export type OverlayRow = Schema['publication_variant']

/** What remains known of an entry that was published at some time. */
export interface History {
  readonly version: number
  readonly firstPublishedAt: number
}

/** Takes the space for this transaction: of two writers the second waits, and then sees what the first did. */
export async function lockRevision(writes: Writes, space: SpaceId): Promise<number> {
  const row = await writes
    .updateTable('space')
    .set({ revision: sql<number>`revision` })
    .where('id', '=', space)
    .returning('revision')
    .executeTakeFirstOrThrow()
  return row.revision
}

export async function setRevision(writes: Writes, space: SpaceId, revision: number): Promise<void> {
  await writes.updateTable('space').set({ revision }).where('id', '=', space).execute()
}

export async function readCollections(writes: Writes, space: SpaceId): Promise<Collection[]> {
  return (await collectionsOf(writes, space).execute()).map(toCollection)
}

/** The same outside of a writing transaction. */
export async function readModels(reads: Reads, space: SpaceId): Promise<Collection[]> {
  return (await reads.all(collectionsOf(query, space))).map(toCollection)
}

function collectionsOf(db: Writes, space: SpaceId) {
  return db
    .selectFrom('collection')
    .select(['api_name', 'name', 'fields'])
    .where('space', '=', space)
    .orderBy('api_name')
}

function toCollection(row: { api_name: string; name: string; fields: string }): Collection {
  return { apiName: row.api_name, name: row.name, fields: JSON.parse(row.fields) as Field[] }
}

export async function saveCollection(writes: Writes, space: SpaceId, collection: Collection): Promise<void> {
  const { apiName, name } = collection
  const fields = JSON.stringify(collection.fields)
  await writes
    .insertInto('collection')
    .values({ space, api_name: apiName, name, fields })
    .onConflict(conflict => conflict.columns(['space', 'api_name']).doUpdateSet({ name, fields }))
    .execute()
}

export async function deleteCollections(
  writes: Writes,
  space: SpaceId,
  apiNames: readonly string[],
): Promise<void> {
  await writes
    .deleteFrom('collection')
    .where('space', '=', space)
    .where('api_name', 'in', textList(apiNames))
    .execute()
}

/** Where each entry of the space stands: without its values. */
export async function readAddresses(writes: Writes, space: SpaceId) {
  return writes.selectFrom('entry').select(['id', 'collection', 'slug']).where('space', '=', space).execute()
}

export async function readEntries(
  writes: Writes,
  space: SpaceId,
  ids: readonly string[],
): Promise<EntryRow[]> {
  return writes
    .selectFrom('entry')
    .select(['id', 'collection', 'slug', 'data', 'variants'])
    .where('space', '=', space)
    .where('id', 'in', textList(ids))
    .execute()
}

export async function readLive(
  writes: Writes,
  space: SpaceId,
  ids: readonly string[],
): Promise<PublicationRow[]> {
  return writes
    .selectFrom('publication')
    .selectAll()
    .where('space', '=', space)
    .where('to_revision', 'is', null)
    .where('entry', 'in', textList(ids))
    .execute()
}

/** The overlays of the live publications of these entries. */
export async function readLiveOverlays(
  writes: Writes,
  space: SpaceId,
  ids: readonly string[],
): Promise<OverlayRow[]> {
  return writes
    .selectFrom('publication_variant as overlay')
    .innerJoin('publication', join =>
      join
        .onRef('publication.space', '=', 'overlay.space')
        .onRef('publication.entry', '=', 'overlay.entry')
        .onRef('publication.from_revision', '=', 'overlay.from_revision'),
    )
    .selectAll('overlay')
    .where('overlay.space', '=', space)
    .where('overlay.entry', 'in', textList(ids))
    .where('publication.to_revision', 'is', null)
    .execute()
}

/** For those of the entries that were ever published, unpublished ones included. */
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
    .where('entry', 'in', textList(ids))
    .groupBy('entry')
    .execute()
  return new Map(rows.map(({ entry, version, firstPublishedAt }) => [entry, { version, firstPublishedAt }]))
}

/** Live publications with a reference that has no entry to mean yet. */
export async function readUnbound(writes: Writes, space: SpaceId): Promise<string[]> {
  const rows = await writes
    .selectFrom('publication')
    .select('entry')
    .where('space', '=', space)
    .where('to_revision', 'is', null)
    .where('unbound', '=', 1)
    .execute()
  return rows.map(row => row.entry)
}

export async function saveEntries(writes: Writes, rows: readonly Schema['entry'][]): Promise<void> {
  const columns = ['space', 'id', 'collection', 'slug', 'data', 'variants'] as const
  await runInParts(writes, 'saveEntries', columns, rows, part =>
    writes
      .insertInto('entry')
      .values(part.map(row => pick(row, columns)))
      .onConflict(conflict =>
        conflict.columns(['space', 'id']).doUpdateSet(({ ref }) => ({
          collection: ref('excluded.collection'),
          slug: ref('excluded.slug'),
          data: ref('excluded.data'),
          variants: ref('excluded.variants'),
        })),
      ),
  )
}

/** Frees the slugs that these entries have, so that others may take them later in the transaction. */
export async function parkSlugs(writes: Writes, space: SpaceId, ids: readonly string[]): Promise<void> {
  // A control character is in no real slug, so what is parked can clash with nothing.
  const parked = sql<string>`char(1) || id`
  await writes
    .updateTable('entry')
    .set({ slug: parked })
    .where('space', '=', space)
    .where('id', 'in', textList(ids))
    .execute()
}

export async function deleteEntries(writes: Writes, space: SpaceId, ids: readonly string[]): Promise<void> {
  await writes.deleteFrom('entry').where('space', '=', space).where('id', 'in', textList(ids)).execute()
}

/** Ends the live publications of these entries at a revision; how many there were. */
export async function closePublications(
  writes: Writes,
  space: SpaceId,
  ids: readonly string[],
  revision: number,
): Promise<number> {
  const { numUpdatedRows } = await writes
    .updateTable('publication')
    .set({ to_revision: revision })
    .where('space', '=', space)
    .where('to_revision', 'is', null)
    .where('entry', 'in', textList(ids))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export async function insertPublications(
  writes: Writes,
  publications: readonly PublicationRow[],
  overlays: readonly OverlayRow[],
): Promise<void> {
  const columns = [
    'space',
    'entry',
    'from_revision',
    'to_revision',
    'collection',
    'slug',
    'version',
    'first_published_at',
    'published_at',
    'unbound',
    'refs',
    'data',
  ] as const
  await runInParts(writes, 'insertPublications', columns, publications, part =>
    writes.insertInto('publication').values(part.map(row => pick(row, columns))),
  )
  const overlayColumns = ['space', 'entry', 'from_revision', 'variant', 'refs', 'data'] as const
  await runInParts(writes, 'insertOverlays', overlayColumns, overlays, part =>
    writes.insertInto('publication_variant').values(part.map(row => pick(row, overlayColumns))),
  )
}

export async function findEntryBySlug(
  writes: Writes,
  space: SpaceId,
  collection: string,
  slug: string,
): Promise<string | null> {
  const row = await writes
    .selectFrom('entry')
    .select('id')
    .where('space', '=', space)
    .where('collection', '=', collection)
    .where('slug', '=', slug)
    .executeTakeFirst()
  return row?.id ?? null
}

export interface ExportRow extends EntryRow {
  readonly liveData: string | null
  readonly publishedAt: number | null
}

/** Entries with what is live of them, by id, after the given one. */
export async function readForExport(
  reads: Reads,
  space: SpaceId,
  afterId: string,
  limit: number,
): Promise<ExportRow[]> {
  return reads.all(
    query
      .selectFrom('entry')
      .leftJoin('publication', join =>
        join
          .on('publication.space', '=', space)
          .onRef('publication.entry', '=', 'entry.id')
          .on('publication.to_revision', 'is', null),
      )
      .select([
        'entry.id',
        'entry.collection',
        'entry.slug',
        'entry.data',
        'entry.variants',
        'publication.data as liveData',
        'publication.published_at as publishedAt',
      ])
      .where('entry.space', '=', space)
      .where('entry.id', '>', afterId)
      .orderBy('entry.id')
      .limit(limit),
  )
}

/** The row with its keys in the order of the columns: the order in which Kysely binds them. */
function pick<Row extends object>(row: Row, columns: readonly (keyof Row)[]): Row {
  return Object.fromEntries(columns.map(column => [column, row[column]])) as Row
}
