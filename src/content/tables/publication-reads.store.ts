// SQL statements that read many publications at a time, for the query index and for authoring.
import { type JoinBuilder, sql } from 'kysely'
import type { SpaceId } from '../../base/ids.ts'
import { isIn, isNumberIn, query, type Reads, type Writes } from '../../database/database.ts'
import type { Schema } from '../../database/schema.ts'
import type { PublicationRow } from './publications.store.ts'

/** Joins each entry's live publication, if it has one. */
export function livePublicationOf(space: SpaceId) {
  return (join: JoinBuilder<Schema, 'entry' | 'publication'>) =>
    join
      .on('publication.space', '=', space)
      .onRef('publication.entry', '=', 'entry.id')
      .on('publication.to_revision', 'is', null)
}

/**
 * Each publication stores the first publication time: it is read from the live one, which is joined, or from the newest of
 * those that have ended.
 */
export const firstPublishedAt = sql<number | null>`coalesce(publication.first_published_at, (
  select newest.first_published_at from publication as newest
  where newest.space = entry.space and newest.entry = entry.id
  order by newest.from_revision desc limit 1
))`

/** The overlays of the live publication, in the format of the draft's `variants`; null if there are none. */
export const liveVariants = sql<string | null>`(
  select '{' || string_agg('"' || overlay.variant || '":' || overlay.data, ',' order by overlay.variant) || '}'
  from publication_variant as overlay
  where overlay.space = publication.space
    and overlay.entry = publication.entry
    and overlay.from_revision = publication.from_revision
)`

/** What overlays of the live publication name, as it was written, by variant; null if they name no assets. */
export const liveWrittenVariants = sql<string | null>`(
  select '{' || string_agg('"' || overlay.variant || '":' || overlay.written, ',') || '}'
  from publication_variant as overlay
  where overlay.space = publication.space
    and overlay.entry = publication.entry
    and overlay.from_revision = publication.from_revision
)`

/** Of these entries, the publications that were live at this revision, and those that are live now. */
export async function readSince(
  writes: Writes,
  space: SpaceId,
  ids: readonly string[],
  revision: number,
): Promise<{ readonly before: readonly PublicationRow[]; readonly now: readonly PublicationRow[] }> {
  const earlier = await writes
    .selectFrom(({ selectFrom }) =>
      selectFrom('publication')
        .select([
          'entry',
          sql<number>`max(case when from_revision <= ${revision} then from_revision end)`.as('from_revision'),
        ])
        .where('space', '=', space)
        .where(isIn('entry', ids))
        .groupBy('entry')
        .as('last'),
    )
    // A cross join keeps this order in SQLite.
    .crossJoin('publication')
    .selectAll('publication')
    .where('publication.space', '=', space)
    .whereRef('publication.entry', '=', 'last.entry')
    .whereRef('publication.from_revision', '=', 'last.from_revision')
    .execute()
  const now = await writes
    .selectFrom('publication')
    .selectAll()
    .where('space', '=', space)
    .where('to_revision', 'is', null)
    .where(isIn('entry', ids))
    .execute()
  const before = earlier.filter(({ to_revision: end }) => end === null || end > revision)
  return { before, now }
}

/** Live publications of the entries with these numbers in the query index. */
export async function readLiveByNumbers(writes: Writes, space: SpaceId, numbers: readonly number[]) {
  return (
    writes
      .selectFrom('query_entry as indexed')
      // A cross join keeps this order in SQLite.
      .crossJoin('publication')
      .selectAll('publication')
      .select('indexed.number')
      .where('indexed.space', '=', space)
      .where(isNumberIn('indexed.number', numbers.map(String)))
      .where('publication.space', '=', space)
      .whereRef('publication.entry', '=', 'indexed.entry')
      .where('publication.to_revision', 'is', null)
      .orderBy('indexed.number')
      .execute()
  )
}

/** Where entries stand and have stood, in their drafts or in what was live of them: `collection/slug`, by entry. */
export async function readAllPaths(
  reads: Reads,
  space: SpaceId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  if (ids.length === 0) return new Map()
  const live = await reads.all(
    query
      .selectFrom('publication')
      .select(['entry', 'collection', 'slug'])
      .distinct()
      .where('publication.space', '=', space)
      .where(isIn('entry', ids)),
  )
  const drafts = await reads.all(
    query
      .selectFrom('entry')
      .leftJoin('entry_version', join =>
        join
          .on('entry_version.space', '=', space)
          .onRef('entry_version.entry', '=', 'entry.id')
          .on('entry_version.slug', 'is not', null),
      )
      .select(['entry.id as entry', 'entry.collection', 'entry.slug', 'entry_version.slug as former'])
      .distinct()
      .where('entry.space', '=', space)
      .where(isIn('entry.id', ids)),
  )
  const paths = new Map<string, Set<string>>(ids.map(id => [id, new Set()]))
  for (const { entry, collection, slug } of live) paths.get(entry)!.add(`${collection}/${slug}`)
  for (const { entry, collection, slug, former } of drafts) {
    paths
      .get(entry)!
      .add(`${collection}/${slug}`)
      .add(`${collection}/${former ?? slug}`)
  }
  return paths
}

/** Live publications with a reference whose target an import can change. */
export async function readUnsettled(writes: Writes, space: SpaceId): Promise<string[]> {
  // Literals, not parameters: a plan for any value could not use the partial index of each.
  const having = (rebind: 1 | 2) =>
    writes
      .selectFrom('publication')
      .select('entry')
      .where('space', '=', space)
      .where('to_revision', 'is', null)
      .where('rebind', '=', sql.lit(rebind))
  const rows = await having(1).unionAll(having(2)).execute()
  return rows.map(row => row.entry)
}

/** What is live with a reference by collection and slug that means no entry. There are few: an index has them alone. */
export async function listUnbound(writes: Writes, space: SpaceId): Promise<string[]> {
  const rows = await writes
    .selectFrom('publication')
    .select('entry')
    .where('space', '=', space)
    .where('to_revision', 'is', null)
    .where('rebind', '=', sql.lit(2))
    .execute()
  return rows.map(({ entry }) => entry)
}

/** When entries were first and last published, if they were. */
export async function readPublicationTimes(writes: Writes, space: SpaceId, ids: readonly string[]) {
  const rows = await writes
    .selectFrom('publication')
    .select(({ fn }) => [
      'entry',
      fn.min('first_published_at').as('firstPublishedAt'),
      fn.max('published_at').as('lastPublishedAt'),
    ])
    .where('space', '=', space)
    .where(isIn('entry', ids))
    .groupBy('entry')
    .execute()
  return new Map(rows.map(row => [row.entry, row]))
}

/** Entries that are live under another slug than that of their draft. */
export async function readMovedLive(writes: Writes, space: SpaceId) {
  return writes
    .selectFrom('entry')
    .innerJoin('publication', livePublicationOf(space))
    .select(['publication.entry', 'publication.collection', 'publication.slug'])
    .where('entry.space', '=', space)
    .where('entry.state', '=', 'changed')
    .whereRef('publication.slug', '<>', 'entry.slug')
    .execute()
}

/** Entries whose publication began or ended after this revision, and not after `until`. */
export async function listChangedSince(
  writes: Writes,
  space: SpaceId,
  revision: number,
  until = Number.MAX_SAFE_INTEGER,
): Promise<string[]> {
  const changed = (column: 'from_revision' | 'to_revision') =>
    writes
      .selectFrom('publication')
      .select('entry')
      .where('space', '=', space)
      .where(column, '>', revision)
      .where(column, '<=', until)
  // Filtered here: with the condition in SQL, SQLite would scan the whole space in entry order.
  const rows = await changed('from_revision').unionAll(changed('to_revision')).execute()
  return [...new Set(rows.map(({ entry }) => entry))]
}
