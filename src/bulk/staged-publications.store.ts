// SQL statements that read staged publications, and the entries that are staged.
import { type Kysely, sql } from 'kysely'
import type { SpaceId } from '../base/ids.ts'
import { isIn, type Writes } from '../database/database.ts'
import type { StagedRecord, StageSchema } from './stage-tables.ts'
import { stageColumns } from './stage-tables.ts'

/** Reads the staged publications and overlays of these entries. */
export async function readStagedPublications(writes: Writes, space: SpaceId, ids: readonly string[]) {
  const [publications, overlays] = [
    await stagedIn(writes).selectFrom('staged_publication').selectAll().where(isIn('entry', ids)).execute(),
    await stagedIn(writes).selectFrom('staged_variant').selectAll().where(isIn('entry', ids)).execute(),
  ]
  // The revision is assigned when they are written.
  const rest = { space, from_revision: 0 }
  return {
    publications: publications.map(row => ({ ...row, ...rest })),
    overlays: overlays.map(row => ({ ...row, ...rest })),
  }
}

/** Seals the staged versions whose publications are staged, so that they are kept permanently. */
export async function sealStaged(writes: Writes, ids: readonly string[]): Promise<void> {
  await sql`
    update staged_version set sealed = 1 where ${isIn('entry', ids)} and exists (
      select 1 from staged_publication as published
      where published.entry = staged_version.entry and published.draft_version = staged_version.draft_version
    )`.execute(writes)
}

/** Reads the staged records of these entries. Only entries that existed before have one. */
export function readStagedRecords(writes: Writes, ids: readonly string[]): Promise<StagedRecord[]> {
  return stagedIn(writes)
    .selectFrom('staged_record')
    .select(stageColumns.record)
    .where(isIn('entry', ids))
    .execute()
}

/** Lists the entries whose live content changes. */
export async function listServed(writes: Writes): Promise<string[]> {
  const opened = stagedIn(writes).selectFrom('staged_publication').select('entry')
  const rows = await stagedIn(writes).selectFrom('staged_closed').select('entry').union(opened).execute()
  return rows.map(({ entry }) => entry)
}

/** Checks whether the preparation has staged a row of one of these entries. */
export async function isAnyPrepared(writes: Writes, ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) return false
  const tables = [
    ['staged_entry', 'id'],
    ['staged_state', 'entry'],
    ['staged_closed', 'entry'],
    ['staged_publication', 'entry'],
  ] as const
  for (const [table, column] of tables) {
    const { rows } = await sql`
      select 1 from ${sql.table(table)} where is_late = 0 and ${isIn(column, ids)} limit 1`.execute(writes)
    if (rows.length > 0) return true
  }
  return false
}

/** Lists the entries whose drafts change. */
export async function listStagedDrafts(writes: Writes): Promise<string[]> {
  const rows = await stagedIn(writes).selectFrom('staged_entry').select('id').execute()
  return rows.map(({ id }) => id)
}

/** The same connection, typed with its temporary tables. */
const stagedIn = (writes: Writes) => writes as unknown as Kysely<StageSchema>
