// SQL statements for drafts: the only ones that write entries.
import { sql } from 'kysely'
import type { SpaceId } from '../base/ids.ts'
import { columnsOf, runInParts } from '../database/bulk.ts'
import { isIn, query, type Reads, textPairs, type Writes } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'
import { slugLengthMax } from './model.ts'
import type { WrittenReference } from './references.ts'

export type EntryRow = Pick<Schema['entry'], 'id' | 'collection' | 'slug' | 'data' | 'variants'>

/** The entry paths of the space, or of the given entries, without values. */
export async function readAddresses(writes: Writes, space: SpaceId, ids?: readonly string[]) {
  return writes
    .selectFrom('entry')
    .select(['id', 'collection', 'slug'])
    .where('space', '=', space)
    .$if(ids !== undefined, entries => entries.where(isIn('id', ids ?? [])))
    .execute()
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
    .where(isIn('id', ids))
    .execute()
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

/** An entry's path, and whether it is published. */
export interface TargetRow {
  readonly id: string
  readonly collection: string
  readonly slug: string
  /** The engines represent booleans differently. */
  readonly live: boolean | 0 | 1
}

/** The entries that these references resolve to, by id or by collection and slug, without duplicates. */
export async function readTargets(
  reads: Reads,
  space: SpaceId,
  references: readonly WrittenReference[],
): Promise<TargetRow[]> {
  const ids = references.flatMap(({ to }) => ('id' in to ? [to.id] : []))
  const slugs = new Map<string, string[]>()
  for (const { to } of references) {
    if ('id' in to) continue
    const group = slugs.get(to.collection)
    if (group) group.push(to.slug)
    else slugs.set(to.collection, [to.slug])
  }
  if (ids.length === 0 && slugs.size === 0) return []
  const byId = query
    .selectFrom('entry')
    .select(['entry.id', 'entry.collection', 'entry.slug'])
    .where('entry.space', '=', space)
    .where(isIn('entry.id', ids))
  const bySlug = query
    .selectFrom(textPairs(slugs).as('pair'))
    // A cross join keeps this order in SQLite: one entry lookup per pair, not a pair lookup per entry.
    .crossJoin('entry')
    .select(['entry.id', 'entry.collection', 'entry.slug'])
    .where('entry.space', '=', space)
    .whereRef('entry.collection', '=', 'pair.key')
    .whereRef('entry.slug', '=', 'pair.value')
  return reads.all(
    query.selectFrom(byId.union(bySlug).as('target')).select(({ exists, selectFrom }) => [
      'id',
      'collection',
      'slug',
      exists(
        selectFrom('publication')
          .select('publication.entry')
          .where('publication.space', '=', space)
          .whereRef('publication.entry', '=', 'target.id')
          .where('publication.to_revision', 'is', null),
      )
        .$castTo<boolean | 0 | 1>()
        .as('live'),
    ]),
  )
}

const columns = ['space', 'id', 'collection', 'slug', 'data', 'variants'] as const

/** For new entries only: `on conflict` would make SQLite write an undo record for each. */
export async function insertEntries(writes: Writes, rows: readonly Schema['entry'][]): Promise<void> {
  await runInParts(writes, 'insertEntries', columns, rows, part =>
    writes.insertInto('entry').values(part.map(row => columnsOf(row, columns))),
  )
}

/** For existing entries. */
export async function saveEntries(writes: Writes, rows: readonly Schema['entry'][]): Promise<void> {
  await runInParts(writes, 'saveEntries', columns, rows, part =>
    writes
      .insertInto('entry')
      .values(part.map(row => columnsOf(row, columns)))
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

/** The placeholder slug of an entry that releases its slug: longer than any valid slug, so it conflicts with none. */
export const releasedSlug = sql<string>`id || ${' '.repeat(slugLengthMax + 1)}`

/** The overlays of the live publication, in the format of the draft's `variants`; null if there are none. */
export const liveVariants = sql<string | null>`(
  select '{' || string_agg('"' || overlay.variant || '":' || overlay.data, ',' order by overlay.variant) || '}'
  from publication_variant as overlay
  where overlay.space = publication.space
    and overlay.entry = publication.entry
    and overlay.from_revision = publication.from_revision
)`

export interface ExportRow extends EntryRow {
  readonly liveData: string | null
  readonly liveVariants: string | null
  readonly publishedAt: number | null
}

/** Entries with their live publications, ordered by id, after the given one. */
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
        liveVariants.as('liveVariants'),
      ])
      .where('entry.space', '=', space)
      .where('entry.id', '>', afterId)
      .orderBy('entry.id')
      .limit(limit),
  )
}
