// Moves rows from the stage to the content tables. This runs under the space's lock, so the rows do not pass through the
// process, and the statements are ordered so that no two rows conflict on a key.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { draftColumnList, overwriteDraft, releasedSlug } from '../content/tables/entries.store.ts'
import { keepVersionsWhere } from '../content/tables/entry-versions.store.ts'
import { byEngine, isIn, type Writes } from '../database/database.ts'
import type { CancelledTimes } from '../entries/schedules.ts'
import type { Stage } from './stage.store.ts'
import { isParted, type StageTable, stageColumns } from './stage-tables.store.ts'
import { cancelStaged } from './staged-schedules.store.ts'

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
 * Writes the staged rows at this revision of the space, under the lock: all rows, or only the late ones. It cancels
 * schedules and returns their times.
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
  await insertStaged(writes, stage, revision, move)
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
 * Marks the assets of all publications as delivered, including the prepared ones. Runs under the lock, because other
 * writers may update the same assets.
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

/** Inserts the staged rows at this revision of the space, and overwrites existing drafts. */
async function insertStaged(writes: Writes, stage: Stage, revision: number, move: Move): Promise<void> {
  await insertEntries(writes, stage, move)
  await copyRows(writes, stage, { table: 'publication', staged: 'staged_publication', revision }, move)
  await copyRows(writes, stage, { table: 'publication_variant', staged: 'staged_variant', revision }, move)
  await insertVersions(writes, stage, move)
  for (const copied of tablesInKeyOrder) await copyRows(writes, stage, { ...copied, isSorted: true }, move)
  await copyRows(writes, stage, { table: 'publication_asset', staged: 'staged_asset' }, move)
}

/** The tables of references and assets whose rows may exist already. */
const tablesInKeyOrder = [
  { table: 'draft_reference', staged: 'staged_draft_reference' },
  { table: 'draft_asset', staged: 'staged_draft_asset' },
  { table: 'publication_reference', staged: 'staged_reference' },
] as const

interface CopiedTable {
  readonly table: string
  readonly staged: StageTable
  /** The revision at which the rows are live, if they have one. */
  readonly revision?: number
  /** True to insert in key order, because random inserts into a B-tree take three times as long. Existing rows are kept. */
  readonly isSorted?: boolean
}

async function copyRows(
  writes: Writes,
  stage: Stage,
  { table, staged, revision, isSorted = false }: CopiedTable,
  move: Move,
): Promise<void> {
  const names = stageColumns[staged].filter(name => name !== 'is_late' && name !== 'part')
  const list = sql.join(names.map(name => sql.ref(name)))
  const [column, value] =
    revision === undefined ? [sql``, sql``] : [sql`from_revision, `, sql`${sql.lit(revision)}, `]
  const end = isSorted ? sql`order by ${list} on conflict do nothing` : sql``
  await eachPart(stage, staged, move, part =>
    sql`
      insert into ${sql.table(table)} ("space", ${column}${list})
      select ${stage.space}, ${value}${list} from ${sql.table(staged)} where ${part} ${end}`.execute(writes),
  )
}

async function insertEntries(writes: Writes, stage: Stage, move: Move): Promise<void> {
  await eachPart(stage, 'staged_entry', move, async part => {
    const rows = (isChosen: RawBuilder<boolean>) => sql`
      insert into "entry" ("space", ${draftColumnList})
      select ${stage.space}, ${draftColumnList} from staged_entry
      where ${part} and ${isChosen}`
    // No `on conflict`: it would make SQLite write an undo record for each row.
    await rows(sql`is_new = 1`).execute(writes)
    for (const keepsKeys of [true, false]) {
      await move.pause()
      const changed = rows(sql`is_new = 0 and keeps_keys = ${sql.lit(keepsKeys ? 1 : 0)}`)
      await sql`${changed} on conflict (space, id) do update set ${overwriteDraft({ keepsKeys })}`.execute(
        writes,
      )
    }
  })
}

/**
 * Inserts the new versions of existing drafts. A new draft gets no row until it is overwritten, because its entry holds the
 * same values.
 */
async function insertVersions(writes: Writes, stage: Stage, move: Move): Promise<void> {
  const { space } = stage
  await eachPart(stage, 'staged_version', move, part =>
    sql`
      insert into "entry_version" ("space", entry, draft_version, started_at, "at", "by", reason, names, sealed)
      select ${space}, entry, draft_version, "at", "at", "by", reason, names, sealed
      from staged_version where ${part}
      on conflict (space, entry, draft_version) do update set sealed = 1 where excluded.sealed = 1`.execute(
      writes,
    ),
  )
  if (stage.isSliced || stage.partsOf('staged_publication') === 0) return
  // Drafts that are published unchanged have no staged version.
  await sql`
    update entry_version set sealed = 1
    from staged_publication as published
    where entry_version."space" = ${space} and entry_version.entry = published.entry
      and entry_version.draft_version = published.draft_version and entry_version.sealed <> 1
      and ${isMoved(move, 'published')}
      and not exists (select 1 from staged_version where staged_version.entry = published.entry)`.execute(
    writes,
  )
}

/** Selects the rows to move: those of the preparation, those staged later, or both. */
type Moved = 'all' | 'prepared' | 'late'

/** Selects the rows to move, and the pace. */
interface Move {
  readonly moved: Moved
  /** Awaited between two statements. */
  readonly pause: () => unknown
}

/** Returns a condition on a staged table or its alias. */
function isMoved({ moved }: Pick<Move, 'moved'>, table: string): RawBuilder<boolean> {
  if (moved === 'all') return sql`true`
  return sql`${sql.ref(`${table}.is_late`)} = ${sql.lit(moved === 'late' ? 1 : 0)}`
}

/** Calls `run` for each part of a table's rows. */
async function eachPart(
  stage: Stage,
  table: StageTable,
  { moved, pause }: Move,
  run: (isOfPart: RawBuilder<boolean>) => Promise<unknown>,
): Promise<void> {
  // Always an `in` list, because the index of a part begins with `is_late`.
  const isLate = sql<boolean>`is_late in (${sql.raw({ all: '0, 1', prepared: '0', late: '1' }[moved])})`
  for (let part = 0; part < stage.partsOf(table); part++) {
    // A table with a single part gets no condition on `part`: the planner would assume that it matches few rows.
    await run(isParted(table) ? sql`${isLate} and part = ${part}` : isLate)
    await pause()
  }
}

/** Returns a condition that looks up each id in an index, whatever the planner assumes about temporary tables. */
function isStaged(column: string, table: StageTable, part?: RawBuilder<boolean>): RawBuilder<boolean> {
  const condition = part ? sql`where ${part}` : sql``
  return isAmong(column, sql`select entry from ${sql.table(table)} ${condition}`)
}

function isAmong(column: string, ids: RawBuilder<unknown>): RawBuilder<boolean> {
  return byEngine<boolean>({
    sqlite: sql`${sql.ref(column)} in (${ids})`,
    postgres: sql`${sql.ref(column)} = any(array(${ids}))`,
  })
}
