// SQL statements for drafts. Only this file writes entries.
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { SpaceId } from '../../base/ids.ts'
import { columnsOf, runInParts } from '../../database/bulk.ts'
import { isIn, type Writes } from '../../database/database.ts'
import type { Schema } from '../../database/schema.ts'
import { type EntryState, slugLengthMax } from '../values/model.ts'

/** A draft with its derived columns. */
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

/**
 * Reads the paths of all entries of the space, or of the given ones, without values. The path of an archived entry has a
 * placeholder as slug.
 */
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
    .where('slug', '=', slug)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  return row?.id ?? null
}

const columns = ['space', ...draftColumns] as const

type StoredEntry = EntryRow & { readonly space: string }

/** Inserts new entries. Uses no `on conflict`, because SQLite would write an undo record for each row. */
export async function insertEntries(writes: Writes, rows: readonly StoredEntry[]): Promise<void> {
  await runInParts(writes, 'insertEntries', columns, rows, part =>
    writes.insertInto('entry').values(part.map(row => columnsOf(row, columns))),
  )
}

const changing = draftColumns.filter(name => name !== 'id')

/** The columns of the indexes other than `entry_list`. */
const keyColumns = ['collection', 'slug', 'problems', 'state', 'archived_at'] as const

/** Checks whether a draft keeps its position in those indexes. */
export function hasSameKeys(a: EntryRow, b: EntryRow): boolean {
  return keyColumns.every(name => a[name] === b[name])
}

/**
 * Returns the assignments of an `on conflict` clause, for hand-written statements. With `keepsKeys`, indexed columns are not
 * assigned, because SQLite updates an index if a statement sets one of its columns, even to the same value. That took half
 * of the time.
 */
export function overwriteDraft({ keepsKeys }: { readonly keepsKeys: boolean }): RawBuilder<unknown> {
  const unchanged: readonly string[] = keepsKeys ? keyColumns : []
  const names = changing.filter(name => !unchanged.includes(name))
  return sql.join(names.map(name => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`))
}

export const draftColumnList = sql.join(draftColumns.map(name => sql.ref(name)))

/** Overwrites existing entries. */
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

/**
 * Sets placeholder slugs for entries whose slugs change, so that other entries can take the slugs in the same transaction.
 */
export async function releaseSlugs(writes: Writes, space: SpaceId, ids: readonly string[]): Promise<void> {
  await writes
    .updateTable('entry')
    .set({ slug: releasedSlug })
    .where('space', '=', space)
    .where(isIn('id', ids))
    .execute()
}

/** The columns that a publication changes in an entry with an unchanged draft. */
export interface LiveState {
  readonly state: EntryState
  /** Milliseconds since 1970; null if nothing is live. */
  readonly publishedAt: number | null
}

/** Sets the states of entries whose drafts do not change. */
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

/** The columns that a change of an asset updates in drafts that name it. */
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

export async function deleteEntries(writes: Writes, space: SpaceId, ids: readonly string[]): Promise<void> {
  await writes.deleteFrom('entry').where('space', '=', space).where(isIn('id', ids)).execute()
}

const released = ' '.repeat(slugLengthMax + 1)

/** The placeholder slug of an entry that releases its slug. It is longer than any valid slug, so it conflicts with none. */
export const releasedSlug = sql<string>`id || ${released}`

/** Returns the placeholder slug of the entry with this id. */
export function toReleasedSlug(id: string): string {
  return id + released
}
