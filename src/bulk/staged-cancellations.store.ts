// Cancels the schedules that a stage makes obsolete by publishing, withdrawing or archiving their entries, with the same
// rules as the management API.
import { sql } from 'kysely'
import type { SpaceId } from '../base/ids.ts'
import type { Writes } from '../database/database.ts'
import {
  type CancelledTimes,
  cancelledByArchive,
  cancelledByPublish,
  cancelledByUnpublish,
  cancelSchedules,
} from '../entries/schedules/schedules.ts'
import type { Stage } from './stage.store.ts'

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
