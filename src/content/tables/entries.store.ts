// SQL statements for entries: their drafts, alone or with their live content, newest version and schedule. Only this file
// writes entries.
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { SpaceId } from '../../base/ids.ts'
import { columnsOf, runInParts } from '../../database/bulk.ts'
import { isIn, prepare, query, type Reads, type Writes } from '../../database/database.ts'
import type { Schema } from '../../database/schema.ts'
import { type EntryState, slugLengthMax } from '../values/model.ts'
import { asWritten, variantsAsWritten } from '../values/stored-data.ts'
import {
  firstPublishedAt,
  livePublicationOf,
  liveVariants,
  liveWrittenVariants,
} from './publication-reads.store.ts'
import type { ScheduleRow } from './schedules.store.ts'

/** A draft with its derived columns. */
export type EntryRow = Omit<Selectable<Schema['entry']>, 'space'>

const draftColumns = [
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
 * Returns the assignments of an `on conflict` clause, for hand-written statements. With `keepsKeys`, indexed columns are
 * not assigned, because SQLite updates an index if a statement sets one of its columns, even to the same value. That took
 * half of the time.
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
  const changes = [...states].map(([id, { state, publishedAt }]) => ({
    id,
    state,
    published_at: publishedAt,
  }))
  await updateEntries(writes, space, changes)
}

/** The columns that a change of an asset updates in drafts that name it. */
export type DerivedState = Pick<EntryRow, 'picture' | 'problems'>

export async function setDerived(
  writes: Writes,
  space: SpaceId,
  states: ReadonlyMap<string, DerivedState>,
): Promise<void> {
  await updateEntries(
    writes,
    space,
    [...states].map(([id, state]) => ({ id, ...state })),
  )
}

/** Sets columns of entries, with one statement for all entries that get the same values. */
async function updateEntries(
  writes: Writes,
  space: SpaceId,
  changes: readonly (Partial<EntryRow> & { readonly id: string })[],
): Promise<void> {
  const groups = Map.groupBy(changes, ({ id: _, ...values }) => JSON.stringify(values))
  for (const group of groups.values()) {
    const { id: _, ...values } = group[0]!
    const ids = group.map(({ id }) => id)
    await writes.updateTable('entry').set(values).where('space', '=', space).where(isIn('id', ids)).execute()
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

/** The live content of an entry, as it was written. */
export interface LiveContent {
  readonly slug: string
  readonly data: string
  readonly variants: string | null
  readonly version: number
  /** Null if an import has published other content than the draft. */
  readonly draftVersion: number | null
  readonly publishedAt: number
}

/** The version of the current draft. */
interface NewestVersion {
  readonly startedAt: number
  readonly by: string | null
  readonly reason: string
  readonly names: readonly string[]
  /** True if no later save is merged into it. */
  readonly isSealed: boolean
}

export interface EntryWithState {
  readonly row: EntryRow
  readonly live: LiveContent | null
  /** Null for an imported draft, until it changes. */
  readonly newest: NewestVersion | null
  readonly schedule: ScheduleRow | null
  readonly firstPublishedAt: number | null
}

const stored = prepare(({ space, ids }: { space: SpaceId; ids: readonly string[] }) =>
  query
    .selectFrom('entry')
    .leftJoin('publication', livePublicationOf(space))
    .leftJoin('entry_version as newest', join =>
      join
        .on('newest.space', '=', space)
        .onRef('newest.entry', '=', 'entry.id')
        .onRef('newest.draft_version', '=', 'entry.draft_version')
        .on('newest.slug', 'is', null),
    )
    .leftJoin('schedule', join =>
      join.on('schedule.space', '=', space).onRef('schedule.entry', '=', 'entry.id'),
    )
    .where('entry.space', '=', space)
    .where(isIn('entry.id', ids))
    .select(draftColumns.map(name => `entry.${name}` as const))
    .select([
      'publication.slug as live_slug',
      'publication.data as live_data',
      'publication.written as live_written',
      'publication.version as live_version',
      'publication.draft_version as live_draft_version',
      'publication.published_at as live_published_at',
      liveVariants.as('live_variants'),
      liveWrittenVariants.as('live_written_variants'),
      firstPublishedAt.as('first_published_at'),
      'newest.started_at as version_started_at',
      'newest.by as version_by',
      'newest.reason as version_reason',
      'newest.names as version_names',
      'newest.sealed as version_sealed',
      'schedule.draft_version as schedule_draft_version',
      'schedule.publish_at as schedule_publish_at',
      'schedule.unpublish_at as schedule_unpublish_at',
      'schedule.due_at as schedule_due_at',
      'schedule.state as schedule_state',
      'schedule.reason as schedule_reason',
      'schedule.problems as schedule_problems',
      'schedule.group_entry as schedule_group_entry',
      'schedule.created_at as schedule_created_at',
      'schedule.created_by as schedule_created_by',
    ]),
)

function readRows(reads: Reads, space: SpaceId, ids: readonly string[]) {
  return reads.all(stored({ space, ids }))
}

type EntryWithStateRow = Awaited<ReturnType<typeof readRows>>[number]

/** Reads entries by id in one statement. Ids that the space does not have are absent. */
export async function readStoredEntries(
  reads: Reads,
  space: SpaceId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, EntryWithState>> {
  return new Map((await readRows(reads, space, ids)).map(row => [row.id, toStoredEntry(row)]))
}

function toStoredEntry(row: EntryWithStateRow): EntryWithState {
  return {
    row,
    live: toLive(row),
    newest: toNewest(row),
    schedule: toSchedule(row),
    firstPublishedAt: row.first_published_at,
  }
}

function toLive(row: EntryWithStateRow): LiveContent | null {
  if (row.live_version === null) return null
  return {
    slug: row.live_slug!,
    data: asWritten({ data: row.live_data!, written: row.live_written }),
    variants: variantsAsWritten(row.live_variants, row.live_written_variants),
    version: row.live_version,
    draftVersion: row.live_draft_version,
    publishedAt: row.live_published_at!,
  }
}

function toNewest(row: EntryWithStateRow): NewestVersion | null {
  if (row.version_reason === null) return null
  return {
    startedAt: row.version_started_at!,
    by: row.version_by,
    reason: row.version_reason,
    names: JSON.parse(row.version_names!) as string[],
    isSealed: row.version_sealed !== 0,
  }
}

function toSchedule(row: EntryWithStateRow): ScheduleRow | null {
  if (row.schedule_state === null) return null
  return {
    entry: row.id,
    draft_version: row.schedule_draft_version!,
    publish_at: row.schedule_publish_at,
    unpublish_at: row.schedule_unpublish_at,
    due_at: row.schedule_due_at,
    state: row.schedule_state,
    reason: row.schedule_reason,
    problems: row.schedule_problems,
    group_entry: row.schedule_group_entry,
    created_at: row.schedule_created_at!,
    created_by: row.schedule_created_by,
  }
}

export async function findEntry(reads: Reads, space: SpaceId, id: string) {
  return reads.first(
    query.selectFrom('entry').select(draftColumns).where('space', '=', space).where('id', '=', id),
  )
}
