// SQL statements for scheduled drafts whose model is changed by an import or a model change.
import { type Kysely, sql } from 'kysely'
import type { SpaceId } from '../base/ids.ts'
import { columnsOf, runInParts } from '../database/bulk.ts'
import { isIn, type Writes } from '../database/database.ts'
import { type StagedSchedule, type StageSchema, stageColumns } from './stage-tables.ts'

export function stageSchedules(writes: Writes, rows: readonly StagedSchedule[]): Promise<void> {
  const columns = stageColumns.schedule
  return runInParts(writes, 'staged_schedule', columns, rows, part =>
    (writes as unknown as Kysely<StageSchema>)
      .insertInto('staged_schedule')
      .values(part.map(row => columnsOf(row, columns))),
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
