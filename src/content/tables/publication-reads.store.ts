// SQL statements that read entries with their publications, many at once. Read-only.
import { type JoinBuilder, type Selectable, sql } from 'kysely'
import type { SpaceId } from '../../base/ids.ts'
import { isIn, isNumberIn, query, type Reads, type Writes } from '../../database/database.ts'
import type { Schema } from '../../database/schema.ts'
import { asWritten, variantsAsWritten } from '../values/stored-data.ts'
import type { PublicationRow } from './publications.store.ts'

/** Joins the live publication of each entry, if it has one. */
export function livePublicationOf(space: SpaceId) {
  return (join: JoinBuilder<Schema, 'entry' | 'publication'>) =>
    join
      .on('publication.space', '=', space)
      .onRef('publication.entry', '=', 'entry.id')
      .on('publication.to_revision', 'is', null)
}

/**
 * The time of the first publication. Each publication stores it, so it is read from the joined live publication, or from
 * the newest one that has ended.
 */
export const firstPublishedAt = sql<number | null>`coalesce(publication.first_published_at, (
  select newest.first_published_at from publication as newest
  where newest.space = entry.space and newest.entry = entry.id
  order by newest.from_revision desc limit 1
))`

/** The overlays of the live publication, in the format of a draft's `variants`; null if there are none. */
export const liveVariants = sql<string | null>`(
  select '{' || string_agg('"' || overlay.variant || '":' || overlay.data, ',' order by overlay.variant) || '}'
  from publication_variant as overlay
  where overlay.space = publication.space
    and overlay.entry = publication.entry
    and overlay.from_revision = publication.from_revision
)`

/**
 * The values of the live publication's overlays that name assets, as they were written, by variant; null if there are none.
 */
export const liveWrittenVariants = sql<string | null>`(
  select '{' || string_agg('"' || overlay.variant || '":' || overlay.written, ',') || '}'
  from publication_variant as overlay
  where overlay.space = publication.space
    and overlay.entry = publication.entry
    and overlay.from_revision = publication.from_revision
)`

/** Reads the publications of these entries that were live at this revision, and those that are live now. */
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
    // SQLite keeps the join order of a cross join.
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

/** Reads the live publications of the entries with these numbers in the query index. */
export async function readLiveByNumbers(writes: Writes, space: SpaceId, numbers: readonly number[]) {
  return (
    writes
      .selectFrom('query_entry as indexed')
      // SQLite keeps the join order of a cross join.
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

/**
 * Reads the present and past paths of entries, in drafts and publications: `collection/slug`, by entry. Archived entries
 * are left out.
 */
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
      .select([
        'entry.id as entry',
        'entry.archived_at',
        'entry.collection',
        'entry.slug',
        'entry_version.slug as former',
      ])
      .distinct()
      .where('entry.space', '=', space)
      .where(isIn('entry.id', ids)),
  )
  const paths = new Map<string, Set<string>>()
  for (const { entry, archived_at, collection, slug, former } of drafts) {
    if (archived_at !== null) continue
    const known = paths.get(entry) ?? new Set()
    paths.set(entry, known.add(`${collection}/${slug}`).add(`${collection}/${former ?? slug}`))
  }
  for (const { entry, collection, slug } of live) paths.get(entry)?.add(`${collection}/${slug}`)
  return paths
}

/** Lists entries whose live slug differs from the slug of their draft. */
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

/** Lists entries whose publications began or ended after this revision, up to and including `until`. */
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
  // Duplicates are removed here. In SQL, that would make SQLite scan the whole space in the order of entries.
  const rows = await changed('from_revision').unionAll(changed('to_revision')).execute()
  return [...new Set(rows.map(({ entry }) => entry))]
}

export interface ExportRow
  extends Pick<
    Selectable<Schema['entry']>,
    'id' | 'collection' | 'slug' | 'data' | 'variants' | 'archived_at'
  > {
  readonly liveData: string | null
  readonly liveSlug: string | null
  readonly liveVariants: string | null
  readonly publishedAt: number | null
}

interface ExportPage {
  readonly afterId: string
  readonly limit: number
  /** True to include archived entries. */
  readonly archived: boolean
}

/** Reads entries with their live publications, ordered by id, after the given one. */
export async function readForExport(
  reads: Reads,
  space: SpaceId,
  { afterId, limit, archived }: ExportPage,
): Promise<ExportRow[]> {
  const rows = await reads.all(
    query
      .selectFrom('entry')
      .leftJoin('publication', livePublicationOf(space))
      .select([
        'entry.id',
        'entry.collection',
        'entry.slug',
        'entry.data',
        'entry.variants',
        'entry.archived_at',
        'publication.data as liveData',
        'publication.written as liveWritten',
        'publication.slug as liveSlug',
        'publication.published_at as publishedAt',
        liveVariants.as('liveVariants'),
        liveWrittenVariants.as('liveWrittenVariants'),
      ])
      .where('entry.space', '=', space)
      .$if(!archived, entries => entries.where('entry.archived_at', 'is', null))
      .where('entry.id', '>', afterId)
      .orderBy('entry.id')
      .limit(limit),
  )
  return rows.map(({ liveWritten, liveWrittenVariants, ...row }) => ({
    ...row,
    liveData: row.liveData === null ? null : asWritten({ data: row.liveData, written: liveWritten }),
    liveVariants: variantsAsWritten(row.liveVariants, liveWrittenVariants),
  }))
}
