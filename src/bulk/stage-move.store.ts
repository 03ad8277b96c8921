// Moves rows from the stage to the content tables. This runs under the space's lock, so the rows do not pass through the
// process, and the statements are ordered so that no two rows conflict on a key.
import { sql } from 'kysely'
import { yieldToEventLoop } from '../base/yield-to-event-loop.ts'
import { releasedSlug } from '../content/tables/entries.store.ts'
import { keepVersionsWhere } from '../content/tables/entry-versions.store.ts'
import { isIn, type Writes } from '../database/database.ts'
import type { CancelledTimes } from '../entries/schedules/schedules.ts'
import type { Stage } from './stage.store.ts'
import { insertFromStage } from './stage-insert.store.ts'
import { eachPart, isAmong, isMoved, isStaged, type Move } from './stage-parts.store.ts'
import { cancelStaged } from './staged-cancellations.store.ts'

/** The drafts of these collections are kept until `until` in the form that they had before a change of their model. */
export interface DraftRetention {
  readonly collections: readonly string[]
  readonly until: number
}

/**
 * Writes the prepared rows at this revision of the space, before the lock is acquired. No other writer may have changed the
 * entries, and no entry may release a slug.
 */
export function movePrepared(
  writes: Writes,
  stage: Stage,
  revision: number,
  retention: DraftRetention,
  pause: () => Promise<void>,
): Promise<void> {
  return moveRows(writes, stage, revision, retention, { moved: 'prepared', pause })
}

/**
 * Writes the staged rows at this revision of the space, under the lock: all rows, or only the late ones. Returns the times
 * of the schedules that it cancels.
 */
export async function moveFromStage(
  writes: Writes,
  stage: Stage,
  revision: number,
  retention: DraftRetention,
  moved: 'all' | 'late' = 'all',
): Promise<ReadonlyMap<string, CancelledTimes>> {
  const move: Move = { moved, pause: stage.isSliced ? yieldToEventLoop : () => {} }
  await moveRows(writes, stage, revision, retention, move)
  await markDelivered(writes, stage, move)
  return cancelStaged(writes, stage, revision)
}

async function moveRows(
  writes: Writes,
  stage: Stage,
  revision: number,
  retention: DraftRetention,
  move: Move,
): Promise<void> {
  await endPublications(writes, stage, revision, move)
  await keepVersions(writes, stage, retention, move)
  await freeSlugs(writes, stage)
  await deleteOutdated(writes, stage, move)
  await setLiveStates(writes, stage, move)
  await insertFromStage(writes, stage, revision, move)
}

async function endPublications(writes: Writes, stage: Stage, revision: number, move: Move): Promise<void> {
  const { space } = stage
  await eachPart(stage, 'staged_unlinked', move, part =>
    sql`
      delete from "publication_reference"
      where "space" = ${space}
        and (target, entry) in (select distinct target, entry from staged_unlinked where ${part})`.execute(
      writes,
    ),
  )
  await eachPart(stage, 'staged_closed', move, part =>
    sql`
      update "publication" set to_revision = ${sql.lit(revision)}
      where "space" = ${space} and to_revision is null and ${isStaged('entry', 'staged_closed', part)}`.execute(
      writes,
    ),
  )
}

/** Must run first, so that other entries can take the released slugs. */
async function freeSlugs(writes: Writes, stage: Stage): Promise<void> {
  const { space } = stage
  if (stage.partsOf('staged_removed') > 0) {
    await sql`delete from "entry" where "space" = ${space} and ${isStaged('id', 'staged_removed')}`.execute(
      writes,
    )
    for (const table of ['entry_version', 'draft_reference', 'draft_asset', 'schedule']) {
      await sql`
        delete from ${sql.table(table)} where "space" = ${space} and ${isStaged('entry', 'staged_removed')}`.execute(
        writes,
      )
    }
  }
  if (stage.partsOf('staged_moved') === 0) return
  await sql`
    update "entry" set slug = ${releasedSlug}
    where "space" = ${space} and ${isStaged('id', 'staged_moved')}`.execute(writes)
}

/** Keeps the previous contents of the drafts as versions. Must run before their slugs are released. */
async function keepVersions(
  writes: Writes,
  stage: Stage,
  { collections, until }: DraftRetention,
  move: Move,
): Promise<void> {
  const deadline =
    collections.length === 0
      ? sql`null`
      : sql`case when ${isIn('entry.collection', collections)} then ${sql.lit(until)} end`
  await eachPart(stage, 'staged_version', move, part => {
    const changed = sql`select entry from staged_version where ${part}`
    return keepVersionsWhere(writes, stage.space, isAmong('id', changed), deadline)
  })
}

async function setLiveStates(writes: Writes, stage: Stage, move: Move): Promise<void> {
  if (stage.partsOf('staged_state') === 0) return
  await sql`
    update "entry" set state = staged.state, published_at = staged.published_at from staged_state as staged
    where "entry"."space" = ${stage.space} and "entry".id = staged.entry and ${isMoved(move, 'staged')}`.execute(
    writes,
  )
}

/** Deletes outdated references and assets of drafts, and the assets of publications that ended. */
async function deleteOutdated(writes: Writes, stage: Stage, move: Move): Promise<void> {
  const outdated = [
    ['draft_reference', 'staged_outdated'],
    ['draft_asset', 'staged_outdated_asset'],
    ['publication_asset', 'staged_hidden'],
  ] as const
  for (const [table, staged] of outdated) {
    await eachPart(stage, staged, move, part =>
      sql`
        delete from ${sql.table(table)} where "space" = ${stage.space} and ${isStaged('entry', staged, part)}`.execute(
        writes,
      ),
    )
  }
}

/**
 * Marks the assets of all publications as delivered, including the prepared ones. Runs under the lock, because other writers
 * may update the same assets.
 */
async function markDelivered(writes: Writes, stage: Stage, { pause }: Move): Promise<void> {
  const { space } = stage
  await eachPart(stage, 'staged_asset', { moved: 'all', pause }, part =>
    sql`
      update "asset" set was_delivered = 1
      where "space" = ${space} and was_delivered = 0 and ${isAmong('id', sql`select asset from staged_asset where ${part}`)}`.execute(
      writes,
    ),
  )
}
