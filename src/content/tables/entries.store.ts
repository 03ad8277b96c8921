// SQL statements for drafts: the only ones that write entries.
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { SpaceId } from '../../base/ids.ts'
import { columnsOf, runInParts } from '../../database/bulk.ts'
import { isIn, query, type Reads, type Writes } from '../../database/database.ts'
import type { Schema } from '../../database/schema.ts'
import { type EntryState, slugLengthMax } from '../values/model.ts'

/** A draft with everything that is stored beside it. */
export type EntryRow = Omit<Selectable<Schema['entry']>, 'space'>

export const draftColumns = [
  'id',
  'collection',
  'slug',
  'data',
  'variants',
  'draft_version',
  'path_versions',
  'title',
  'title_key',
  'search',
  'picture',
  'problems',
  'state',
  'published_at',
  'created_at',
  'created_by',
  'updated_at',
  'updated_by',
  'archived_at',
] as const satisfies readonly (keyof EntryRow)[]

/** The entry paths of the space, or of the given entries, without values. An archived entry has no path of its own. */
export async function readAddresses(writes: Writes, space: SpaceId, ids?: readonly string[]) {
  return writes
    .selectFrom('entry')
    .select(['id', 'collection', 'archived_at', 'state'])
    .select(({ eb }) =>
      eb.case().when('archived_at', 'is', null).then(eb.ref('slug')).else(releasedSlug).end().as('slug'),
    )
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
    .select(draftColumns)
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
    // Older versions stored slugs as they were sent.
    .where(isIn('slug', [slug, slug.normalize('NFD')]))
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  return row?.id ?? null
}

const columns = ['space', ...draftColumns] as const

type StoredEntry = EntryRow & { readonly space: string }

/** For new entries only: `on conflict` would make SQLite write an undo record for each. */
export async function insertEntries(writes: Writes, rows: readonly StoredEntry[]): Promise<void> {
  await runInParts(writes, 'insertEntries', columns, rows, part =>
    writes.insertInto('entry').values(part.map(row => columnsOf(row, columns))),
  )
}

const changing = draftColumns.filter(name => name !== 'id')

/** The columns of indexes that the list of entries does not need. */
const keyColumns = ['collection', 'slug', 'problems', 'state', 'archived_at'] as const

/** Whether a draft stays where those indexes have it. */
export function hasSameKeys(a: EntryRow, b: EntryRow): boolean {
  return keyColumns.every(name => a[name] === b[name])
}

/**
 * The assignments of an `on conflict` clause, for statements that are written by hand. SQLite writes an index again if a
 * statement sets one of its columns, whatever the value, which took half of the time.
 */
export function overwriteDraft({ keepsKeys }: { readonly keepsKeys: boolean }): RawBuilder<unknown> {
  const unchanged: readonly string[] = keepsKeys ? keyColumns : []
  const names = changing.filter(name => !unchanged.includes(name))
  return sql.join(names.map(name => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`))
}

export const draftColumnList = sql.join(draftColumns.map(name => sql.ref(name)))

/** For existing entries. */
export async function saveEntries(writes: Writes, rows: readonly StoredEntry[]): Promise<void> {
  await runInParts(writes, 'saveEntries', columns, rows, part =>
    writes
      .insertInto('entry')
      .values(part.map(row => columnsOf(row, columns)))
      .onConflict(conflict =>
        conflict
          .columns(['space', 'id'])
          .doUpdateSet(({ ref }) =>
            Object.fromEntries(changing.map(name => [name, ref(`excluded.${name}`)])),
          ),
      ),
  )
}

/** Of entries whose slug changes, so that another one can take it in the same transaction. */
export async function releaseSlugs(writes: Writes, space: SpaceId, ids: readonly string[]): Promise<void> {
  await writes
    .updateTable('entry')
    .set({ slug: releasedSlug })
    .where('space', '=', space)
    .where(isIn('id', ids))
    .execute()
}

/** What a publication changes beside drafts. */
export interface LiveState {
  readonly state: EntryState
  /** Null if nothing is live. */
  readonly publishedAt: number | null
}

/** Of entries whose drafts stay as they are. */
export async function setLiveStates(
  writes: Writes,
  space: SpaceId,
  states: ReadonlyMap<string, LiveState>,
): Promise<void> {
  const ids = [...states.keys()]
  const groups = Map.groupBy(ids, id => JSON.stringify(states.get(id)))
  for (const group of groups.values()) {
    const { state, publishedAt } = states.get(group[0]!)!
    await writes
      .updateTable('entry')
      .set({ state, published_at: publishedAt })
      .where('space', '=', space)
      .where(isIn('id', group))
      .execute()
  }
}

/** What a change of an asset changes of the drafts that name it. */
export type DerivedState = Pick<EntryRow, 'picture' | 'problems'>

export async function setDerived(
  writes: Writes,
  space: SpaceId,
  states: ReadonlyMap<string, DerivedState>,
): Promise<void> {
  for (const group of Map.groupBy([...states], ([, state]) => JSON.stringify(state)).values()) {
    const [, { picture, problems }] = group[0]!
    const ids = group.map(([id]) => id)
    await writes
      .updateTable('entry')
      .set({ picture, problems })
      .where('space', '=', space)
      .where(isIn('id', ids))
      .execute()
  }
}

/** By what lists of drafts are searched and sorted. */
export type SearchState = Pick<EntryRow, 'title_key' | 'search'>

export async function setSearch(
  writes: Writes,
  space: SpaceId,
  states: ReadonlyMap<string, SearchState>,
): Promise<void> {
  for (const [id, state] of states) {
    await writes.updateTable('entry').set(state).where('space', '=', space).where('id', '=', id).execute()
  }
}

export async function deleteEntries(writes: Writes, space: SpaceId, ids: readonly string[]): Promise<void> {
  await writes.deleteFrom('entry').where('space', '=', space).where(isIn('id', ids)).execute()
}

export async function hasUnderived(reads: Reads, space: SpaceId): Promise<boolean> {
  const underived = query
    .selectFrom('entry')
    .select('id')
    .where('space', '=', space)
    .where('search', 'is', null)
  return (await reads.first(underived.limit(1))) !== undefined
}

/** Entries whose derived columns are missing: from before there were any, or written by an older version. */
export async function listUnderived(writes: Writes, space: SpaceId, limit: number): Promise<string[]> {
  const rows = await writes
    .selectFrom('entry')
    .select('id')
    .where('space', '=', space)
    .where('search', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

const released = ' '.repeat(slugLengthMax + 1)

/** The placeholder slug of an entry that releases its slug: longer than any valid slug, so it conflicts with none. */
export const releasedSlug = sql<string>`id || ${released}`

/** The same of an entry with this id. */
export function toReleasedSlug(id: string): string {
  return id + released
}
