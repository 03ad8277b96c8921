// SQL statements that read entries together with their live content, newest version and schedule. Read-only.
import type { SpaceId } from '../../base/ids.ts'
import { isIn, query, type Reads } from '../../database/database.ts'
import { prepare } from '../../database/prepare.ts'
import { asWritten, variantsAsWritten } from '../values/stored-data.ts'
import { draftColumns, type EntryRow } from './entries.store.ts'
import {
  firstPublishedAt,
  livePublicationOf,
  liveVariants,
  liveWrittenVariants,
} from './publication-reads.store.ts'
import type { ScheduleRow } from './schedules.store.ts'

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
export interface NewestVersion {
  readonly startedAt: number
  readonly by: string | null
  readonly reason: string
  readonly names: readonly string[]
  /** True if no later save is merged into it. */
  readonly isSealed: boolean
}

export interface StoredEntry {
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

type StoredRow = Awaited<ReturnType<typeof readRows>>[number]

/** Reads entries by id in one statement. Ids that the space does not have are absent. */
export async function readStoredEntries(
  reads: Reads,
  space: SpaceId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredEntry>> {
  return new Map((await readRows(reads, space, ids)).map(row => [row.id, toStoredEntry(row)]))
}

function toStoredEntry(row: StoredRow): StoredEntry {
  return {
    row,
    live: toLive(row),
    newest: toNewest(row),
    schedule: toSchedule(row),
    firstPublishedAt: row.first_published_at,
  }
}

function toLive(row: StoredRow): LiveContent | null {
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

function toNewest(row: StoredRow): NewestVersion | null {
  if (row.version_reason === null) return null
  return {
    startedAt: row.version_started_at!,
    by: row.version_by,
    reason: row.version_reason,
    names: JSON.parse(row.version_names!) as string[],
    isSealed: row.version_sealed !== 0,
  }
}

function toSchedule(row: StoredRow): ScheduleRow | null {
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
