// SQL statements for schedules and an import or a model change: scheduled drafts whose model it changes, and schedules that
// it makes obsolete by publishing, withdrawing or archiving their entries, with the same rules as the management API.
import { sql } from 'kysely'
import type { SpaceId } from '../base/ids.ts'
import { columnsOf, runInParts } from '../database/bulk.ts'
import { isIn, type Writes } from '../database/database.ts'
import {
  type CancelledTimes,
  cancelledByArchive,
  cancelledByPublish,
  cancelledByUnpublish,
  cancelSchedules,
} from '../entries/schedules.ts'
import type { Stage } from './stage.store.ts'
import { type StagedSchedule, stageColumns, stagedIn } from './stage-tables.store.ts'

export function stageSchedules(writes: Writes, rows: readonly StagedSchedule[]): Promise<void> {
  const names = stageColumns.staged_schedule as readonly (keyof StagedSchedule)[]
  return runInParts(writes, 'staged_schedule', names, rows, part =>
    stagedIn(writes)
      .insertInto('staged_schedule')
      .values(part.map(row => columnsOf(row, names))),
  )
}

/**
 * Lists the entries of these collections that are scheduled for publication, with the scheduled and the newest draft
 * version.
 */
export async function listScheduledEntries(writes: Writes, space: SpaceId, collections: readonly string[]) {
  return (
    writes
      .selectFrom('schedule')
      // A cross join keeps this order in SQLite.
      .crossJoin('entry')
      .innerJoin('entry_version as newest', join =>
        join
          .on('newest.space', '=', space)
          .onRef('newest.entry', '=', 'entry.id')
          .onRef('newest.draft_version', '=', 'entry.draft_version'),
      )
      .select([
        'entry.id',
        'entry.collection',
        'schedule.draft_version as scheduled',
        'entry.draft_version as newest',
        'newest.reason',
      ])
      .where('schedule.space', '=', space)
      .where('schedule.state', '=', 'pending')
      .where('schedule.publish_at', 'is not', null)
      .where('entry.space', '=', space)
      .whereRef('entry.id', '=', 'schedule.entry')
      .where(isIn('entry.collection', collections))
      .orderBy('entry.id')
      .execute()
  )
}

/** Lists the staged entries that are scheduled for publication. */
export async function listStagedSchedules(writes: Writes, space: SpaceId): Promise<string[]> {
  const { rows } = await sql<{ entry: string }>`
    select schedule.entry from schedule join staged_entry on staged_entry.id = schedule.entry
    where schedule."space" = ${space} and schedule.publish_at is not null`.execute(writes)
  return rows.map(({ entry }) => entry)
}

/**
 * Updates the schedules and their draft versions, under the lock and after the drafts were moved. The earlier contents of
 * scheduled versions are kept until `until`.
 */
export async function moveScheduledDrafts(writes: Writes, space: SpaceId, until: number): Promise<void> {
  const isMoved = sql`staged.moved_to is not null`
  // If the newest draft is the scheduled one, it is published in its converted form.
  await sql`
    update schedule set draft_version = staged.moved_to from staged_schedule as staged
    where schedule."space" = ${space} and schedule.entry = staged.entry and ${isMoved}`.execute(writes)
  await sql`
    update entry_version set sealed = 1 from staged_schedule as staged
    where entry_version."space" = ${space} and entry_version.entry = staged.entry
      and entry_version.draft_version = staged.moved_to`.execute(writes)
  // The replaced version expires like any other, unless it was published.
  await sql`
    update entry_version set sealed = 0 from staged_schedule as staged
    where entry_version."space" = ${space} and entry_version.entry = staged.entry
      and entry_version.draft_version = staged.version and ${isMoved}
      and not exists (
        select 1 from publication
        where publication."space" = ${space} and publication.entry = entry_version.entry
          and publication.draft_version = entry_version.draft_version
      )`.execute(writes)
  await sql`
    update entry_version set data = staged.data, variants = staged.variants, earlier = ${withFormOfNow(until)}
    from staged_schedule as staged
    where entry_version."space" = ${space} and entry_version.entry = staged.entry
      and entry_version.draft_version = staged.version and not (${isMoved})`.execute(writes)
}

/**
 * Returns SQL that appends the current form to the list of earlier forms of a draft. All of them are JSON objects already.
 */
function withFormOfNow(until: number) {
  const { earlier, data, variants } = {
    earlier: sql.ref('entry_version.earlier'),
    data: sql.ref('entry_version.data'),
    variants: sql.ref('entry_version.variants'),
  }
  return sql`
    case when ${earlier} is null then '[' else substr(${earlier}, 1, length(${earlier}) - 1) || ',' end
      || '{"until":' || ${sql.lit(String(until))} || ',"data":' || ${data}
      || ',"variants":' || coalesce(${variants}, '{}') || '}]'`
}

/** Checks whether an entry that the stage publishes, withdraws or archives may have a schedule. */
export async function mayCancelStaged(writes: Writes, { space }: Stage): Promise<boolean> {
  const { rows } = await sql`
    select entry from schedule
    where "space" = ${space} and (
      entry in (select entry from staged_publication)
      or entry in (select entry from staged_closed)
      or entry in (select id from staged_entry where archived_at is not null))
    limit 1`.execute(writes)
  return rows.length > 0
}

/** Cancels the schedules. Call after the stage was moved. Returns the cancelled times by entry. */
export async function cancelStaged(
  writes: Writes,
  stage: Stage,
  revision: number,
): Promise<ReadonlyMap<string, CancelledTimes>> {
  if (!(await hasSchedules(writes, stage.space))) return new Map()
  const published = await listScheduledAndPublished(writes, stage, revision)
  const withdrawn = await listScheduledAndWithdrawn(writes, stage, revision)
  const archived = await listScheduledAndArchived(writes, stage)
  return cancelSchedules(
    writes,
    stage.space,
    new Map([
      ...published.map(entry => [entry, cancelledByPublish] as const),
      ...withdrawn.map(entry => [entry, cancelledByUnpublish] as const),
      // Last, because archived entries are among the withdrawn ones, and archiving cancels more.
      ...archived.map(entry => [entry, cancelledByArchive] as const),
    ]),
  )
}

/** Checks first whether the space has schedules. Most have none, and PostgreSQL would begin with all publications. */
async function hasSchedules(writes: Writes, space: SpaceId): Promise<boolean> {
  const { rows } = await sql`select 1 from schedule where "space" = ${space} limit 1`.execute(writes)
  return rows.length > 0
}

async function listScheduledAndArchived(writes: Writes, { space }: Stage): Promise<string[]> {
  const { rows } = await sql<{ entry: string }>`
    select schedule.entry from schedule join staged_entry on staged_entry.id = schedule.entry
    where schedule."space" = ${space} and staged_entry.archived_at is not null`.execute(writes)
  return rows.map(({ entry }) => entry)
}

/**
 * Lists entries whose scheduled withdrawal is obsolete, because the stage has withdrawn them. Scheduled publications stay.
 */
async function listScheduledAndWithdrawn(writes: Writes, stage: Stage, revision: number): Promise<string[]> {
  if (stage.partsOf('staged_closed') === 0) return []
  const { rows } = await sql<{ entry: string }>`
    select entry from schedule
    where "space" = ${stage.space} and unpublish_at is not null
      and exists (
        select 1 from publication as ended
        where ended."space" = schedule."space" and ended.entry = schedule.entry
          and ended.to_revision = ${sql.lit(revision)})
      and not exists (
        select 1 from publication as live
        where live."space" = schedule."space" and live.entry = schedule.entry and live.to_revision is null)
  `.execute(writes)
  return rows.map(({ entry }) => entry)
}

/** Lists entries whose schedule is older than the publication that the stage makes live. */
async function listScheduledAndPublished(writes: Writes, stage: Stage, revision: number): Promise<string[]> {
  const { space } = stage
  const isScheduled = sql`"space" = ${space} and publish_at is not null`
  const scheduled = await sql<{ entry: string }>`select entry from schedule where ${isScheduled}`.execute(
    writes,
  )
  if (scheduled.rows.length === 0 || stage.partsOf('staged_publication') === 0) return []
  const published = await sql<{ entry: string; version: number }>`
    select entry, version from staged_publication
    where entry in (select entry from schedule where ${isScheduled})`.execute(writes)
  // Publications that are only rewritten for a changed model have the same version as the publication that ended.
  const ended = await sql<{ entry: string; version: number }>`
    select entry, version from publication
    where space = ${space} and to_revision = ${sql.lit(revision)}
      and entry in (select entry from schedule where ${isScheduled})`.execute(writes)
  const rewritten = new Set(ended.rows.map(({ entry, version }) => `${entry} ${version}`))
  return published.rows.filter(row => !rewritten.has(`${row.entry} ${row.version}`)).map(({ entry }) => entry)
}
