// Read-only SQL statements for previews, which show the drafts of all entries that are not archived.
import { sql } from 'kysely'
import type { SpaceId } from '../base/ids.ts'
import { isIn, query, type Reads } from '../database/database.ts'

interface Range {
  readonly limit: number
  readonly offset: number
}

/** Lists ids of a collection: entries that were never live first, by id, then those that are live, the newest first. */
export async function listShownIds(
  reads: Reads,
  space: SpaceId,
  collection: string,
  { limit, offset }: Range,
): Promise<readonly string[]> {
  const rows = await reads.all(
    shownIn(space, collection)
      .select('id')
      .orderBy(sql`published_at is null`, 'desc')
      .orderBy('published_at', 'desc')
      .orderBy('id')
      .limit(limit)
      .offset(offset),
  )
  return rows.map(({ id }) => id)
}

export async function countShown(reads: Reads, space: SpaceId, collection: string): Promise<number> {
  const count = query.fn.countAll<number>().as('count')
  const row = await reads.first(shownIn(space, collection).select(count))
  return Number(row?.count ?? 0)
}

function shownIn(space: SpaceId, collection: string) {
  return query
    .selectFrom('entry')
    .where('space', '=', space)
    .where('collection', '=', collection)
    .where('state', '<>', 'archived')
}

/** Returns null if no draft of the collection has this slug. */
export async function findShownEntry(
  reads: Reads,
  space: SpaceId,
  collection: string,
  slug: string,
): Promise<string | null> {
  const row = await reads.first(
    query
      .selectFrom('entry')
      .select('id')
      .where('space', '=', space)
      .where('collection', '=', collection)
      .where('slug', '=', slug)
      .where('archived_at', 'is', null),
  )
  return row?.id ?? null
}

export interface EntryAddress {
  readonly id: string
  readonly collection: string
  readonly slug: string
}

/** Reads the addresses of drafts. Archived entries are left out. */
export async function readDraftAddresses(
  reads: Reads,
  space: SpaceId,
  ids: readonly string[],
): Promise<readonly EntryAddress[]> {
  return reads.all(
    query
      .selectFrom('entry')
      .select(['id', 'collection', 'slug'])
      .where('space', '=', space)
      .where(isIn('id', ids))
      .where('archived_at', 'is', null),
  )
}
