// Read-only SQL statements for previews. They show the drafts of all entries that are not archived, or those of some and
// all others as they are live.
import { sql } from 'kysely'
import type { SpaceId } from '../base/ids.ts'
import { isIn, query, type Reads } from '../database/database.ts'

/** The part of a space that a preview shows. */
export interface Shown {
  readonly space: SpaceId
  /** The ids of the entries whose drafts are shown; null means all. */
  readonly drafts: ReadonlySet<string> | null
}

interface Range {
  readonly limit: number
  readonly offset: number
}

/** Lists ids of a collection: entries that were never live first, by id, then those that are live, the newest first. */
export async function listShownIds(
  reads: Reads,
  shown: Shown,
  collection: string,
  { limit, offset }: Range,
): Promise<readonly string[]> {
  const rows = await reads.all(
    shownIn(shown, collection)
      .select('id')
      .orderBy(sql`published_at is null`, 'desc')
      .orderBy('published_at', 'desc')
      .orderBy('id')
      .limit(limit)
      .offset(offset),
  )
  return rows.map(({ id }) => id)
}

export async function countShown(reads: Reads, shown: Shown, collection: string): Promise<number> {
  const count = query.fn.countAll<number>().as('count')
  const row = await reads.first(shownIn(shown, collection).select(count))
  return Number(row?.count ?? 0)
}

function shownIn({ space, drafts }: Shown, collection: string) {
  const entries = query
    .selectFrom('entry')
    .where('space', '=', space)
    .where('collection', '=', collection)
    .where('state', '<>', 'archived')
  if (drafts === null) return entries
  return entries.where(({ eb, or }) => or([eb('published_at', 'is not', null), isIn('id', [...drafts])]))
}

/** Returns null if no entry of the collection is shown under this slug. A draft takes precedence over a live entry. */
export async function findShownEntry(
  reads: Reads,
  { space, drafts }: Shown,
  collection: string,
  slug: string,
): Promise<string | null> {
  const found = await reads.first(
    query
      .selectFrom('entry')
      .select('id')
      .where('space', '=', space)
      .where('collection', '=', collection)
      .where('slug', '=', slug)
      .where('archived_at', 'is', null),
  )
  if (found && (drafts === null || drafts.has(found.id))) return found.id
  if (drafts === null) return null
  const live = await reads.first(
    query
      .selectFrom('publication')
      .select('entry')
      .where('space', '=', space)
      .where('collection', '=', collection)
      .where('slug', '=', slug)
      .where('to_revision', 'is', null),
  )
  return live && !drafts.has(live.entry) ? live.entry : null
}

export interface EntryAddress {
  readonly id: string
  readonly collection: string
  readonly slug: string
}

/** Reads the addresses under which entries are shown. */
export async function readShownAddresses(
  reads: Reads,
  { space, drafts }: Shown,
  ids: readonly string[],
): Promise<readonly EntryAddress[]> {
  const { named, others } = splitIds(ids, drafts)
  const shown = named.length === 0 ? [] : await readDraftAddresses(reads, space, named)
  const live = others.length === 0 ? [] : await readLiveAddresses(reads, space, others)
  return [...shown, ...live]
}

/** Splits ids into those of entries that are shown as drafts, and those of entries that are shown as they are live. */
export function splitIds(ids: readonly string[], drafts: Shown['drafts']) {
  const isNamed = (id: string) => drafts === null || drafts.has(id)
  return { named: ids.filter(isNamed), others: ids.filter(id => !isNamed(id)) }
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

async function readLiveAddresses(
  reads: Reads,
  space: SpaceId,
  ids: readonly string[],
): Promise<readonly EntryAddress[]> {
  return reads.all(
    query
      .selectFrom('publication')
      .select(['entry as id', 'collection', 'slug'])
      .where('space', '=', space)
      .where('to_revision', 'is', null)
      .where(isIn('entry', ids)),
  )
}

/** Reads the sizes of live publications with their overlays, in bytes. */
export async function readLiveSizes(reads: Reads, space: SpaceId, ids: readonly string[]) {
  return reads.all(
    query
      .selectFrom('publication')
      .select('entry as id')
      .select(
        sql<number>`octet_length(publication.data) + coalesce((
          select sum(octet_length(overlay.data)) from publication_variant as overlay
          where overlay.space = publication.space
            and overlay.entry = publication.entry
            and overlay.from_revision = publication.from_revision
        ), 0)`.as('bytes'),
      )
      .where('space', '=', space)
      .where('to_revision', 'is', null)
      .where(isIn('entry', ids)),
  )
}
