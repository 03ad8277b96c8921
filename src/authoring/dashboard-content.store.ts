// SQL statements for the dashboard's content pages: drafts beside their published values. Read-only.
import { sql } from 'kysely'
import type { SpaceId } from '../base/ids.ts'
import { liveVariants } from '../content/entries.store.ts'
import type { EntryState } from '../content/model.ts'
import { isIn, query, type Reads } from '../database/database.ts'
import { byEngine } from '../database/engine.ts'

interface Range {
  readonly limit: number
  readonly offset: number
}

/** Entries of a collection; `from` and `to` bound their slugs, `to` is null without an upper bound. */
export interface EntryFilter {
  readonly collection: string
  readonly slugs: { readonly from: string; readonly to: string | null }
}

const count = query.fn.countAll<number>().as('count')

export async function countCollections(reads: Reads, space: SpaceId): Promise<number> {
  const row = await reads.first(query.selectFrom('collection').select(count).where('space', '=', space))
  return row?.count ?? 0
}

export async function countContent(reads: Reads, space: SpaceId) {
  const entries = await reads.first(query.selectFrom('entry').select(count).where('space', '=', space))
  const live = await reads.first(
    query
      .selectFrom('publication')
      .select(({ fn }) => [count, fn.max('published_at').as('newest')])
      .where('space', '=', space)
      .where('to_revision', 'is', null),
  )
  return {
    entries: entries?.count ?? 0,
    live: live?.count ?? 0,
    newest: live?.newest ?? null,
  }
}

/** How many entries each of these collections has, and how many are published; empty collections have no row. */
export async function countByCollection(reads: Reads, space: SpaceId, collections: readonly string[]) {
  const entries = await reads.all(
    query
      .selectFrom('entry')
      .select(['collection', count])
      .where('space', '=', space)
      .where(isIn('collection', collections))
      .groupBy('collection'),
  )
  const live = await reads.all(
    query
      .selectFrom('publication')
      .select(['collection', count])
      .where('space', '=', space)
      .where(isIn('collection', collections))
      .where('to_revision', 'is', null)
      .groupBy('collection'),
  )
  const toMap = (rows: typeof entries) => new Map(rows.map(row => [row.collection, row.count]))
  return { entries: toMap(entries), live: toMap(live) }
}

export async function countEntries(reads: Reads, space: SpaceId, filter: EntryFilter): Promise<number> {
  const row = await reads.first(entriesWhere(space, filter).select(count))
  return row?.count ?? 0
}

/**
 * A page by slug. Values stay in the database: only each entry's title is read, from the first of these fields with
 * one.
 */
export async function listEntrySummaries(
  reads: Reads,
  space: SpaceId,
  {
    limit,
    offset,
    titleFields,
    ...filter
  }: EntryFilter & Range & { readonly titleFields: readonly string[] },
) {
  const page = entriesWhere(space, filter).select('id').orderBy('slug').limit(limit).offset(offset)
  return reads.all(
    query
      .selectFrom(page.as('page'))
      // A cross join keeps this order in SQLite: select the page first, then read the remaining columns for its rows
      // only.
      .crossJoin('entry')
      .leftJoin('publication', join =>
        join
          .on('publication.space', '=', space)
          .onRef('publication.entry', '=', 'page.id')
          .on('publication.to_revision', 'is', null),
      )
      .where('entry.space', '=', space)
      .whereRef('entry.id', '=', 'page.id')
      .select([
        'entry.id',
        'entry.collection',
        'entry.slug',
        'publication.version',
        'publication.published_at as publishedAt',
        titleFrom(titleFields).as('title'),
        state.as('state'),
      ])
      .orderBy('entry.slug'),
  )
}

/** A draft with its live publication, if there is one. */
export async function findDetail(reads: Reads, space: SpaceId, id: string) {
  return reads.first(
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
        'publication.version',
        'publication.published_at as publishedAt',
        'publication.from_revision as fromRevision',
        state.as('state'),
      ])
      // Each publication stores the first publication time: read it from the newest, live or not.
      .select(row =>
        row
          .selectFrom('publication as newest')
          .select('newest.first_published_at')
          .where('newest.space', '=', space)
          .whereRef('newest.entry', '=', 'entry.id')
          .orderBy('newest.from_revision', 'desc')
          .limit(1)
          .as('firstPublishedAt'),
      )
      .where('entry.space', '=', space)
      .where('entry.id', '=', id),
  )
}

export async function readOverlays(reads: Reads, space: SpaceId, entry: string, fromRevision: number) {
  return reads.all(
    query
      .selectFrom('publication_variant')
      .select(['variant', 'data'])
      .where('space', '=', space)
      .where('entry', '=', entry)
      .where('from_revision', '=', fromRevision)
      .orderBy('variant'),
  )
}

/** Live entries that refer to this id: the first ones ordered by id, and the total count. */
export async function readReferrers(reads: Reads, space: SpaceId, id: string, limit: number) {
  const pointers = query
    .selectFrom('publication_reference as pointer')
    .where('pointer.space', '=', space)
    .where('pointer.target', '=', id)
  const first = pointers.select('pointer.entry').orderBy('pointer.entry').limit(limit)
  const list = await reads.all(
    query
      .selectFrom(first.as('referrer'))
      .crossJoin('publication')
      .where('publication.space', '=', space)
      .where('publication.to_revision', 'is', null)
      .whereRef('publication.entry', '=', 'referrer.entry')
      .select(['publication.entry as id', 'publication.collection', 'publication.slug'])
      .orderBy('publication.entry'),
  )
  const row = await reads.first(pointers.select(count))
  return { list, count: row?.count ?? 0 }
}

function entriesWhere(space: SpaceId, { collection, slugs }: EntryFilter) {
  const entries = query
    .selectFrom('entry')
    .where('space', '=', space)
    .where('collection', '=', collection)
    .where('archived_at', 'is', null)
    .where('slug', '>=', slugs.from)
  return slugs.to === null ? entries : entries.where('slug', '<', slugs.to)
}

const titleLengthMax = 200

/** Strings only: a field of several strings holds a list. */
function titleFrom(names: readonly string[]) {
  return byEngine<string | null>({
    sqlite: sql`(
      select substr(field.value, 1, ${titleLengthMax})
      from json_each(entry.data) as field
      where field.type = 'text' and field.value <> '' and ${isIn('field.key', names)}
      order by field.rowid
      limit 1
    )`,
    postgres: sql`(
      select substr(field.value #>> '{}', 1, ${titleLengthMax})
      from json_each(entry.data::json) with ordinality as field(key, value, place)
      where json_typeof(field.value) = 'string' and field.value #>> '{}' <> '' and ${isIn('field.key', names)}
      order by field.place
      limit 1
    )`,
  })
}

/**
 * Whether `publish` would change anything, decided from the texts alone. Both sides are compiled by the same
 * functions, and every import updates the ids that references resolve to: equal texts have equal ids.
 */
const state = sql<EntryState>`case
  when publication.entry is null then 'draft'
  when publication.data = entry.data and ${liveVariants} is not distinct from entry.variants then 'live'
  else 'changed' end`
