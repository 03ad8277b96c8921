// SQL statements for the staging table of model changes, which records the state of each entry when it was converted.
import { type Kysely, sql } from 'kysely'
import type { SpaceId } from '../../../base/ids.ts'
import { createTemporary, runScript } from '../../../database/bulk.ts'
import { isIn, type Writes } from '../../../database/database.ts'
import type { Schema } from '../../../database/schema.ts'

interface ModelStageSchema extends Schema {
  /** The state of an entry when it was converted. */
  staged_mark: { readonly entry: string; readonly collection: string }
}

const markColumns = [
  'draft_version',
  'state',
  'published_at',
  'archived_at',
  'created_at',
  'updated_at',
] as const

const tables: Readonly<Record<string, string>> = {
  staged_mark: `entry text, collection text, draft_version integer, state text, published_at bigint,
    archived_at bigint, created_at bigint, updated_at bigint, scheduled integer`,
}

/** Returns the same connection, typed with its temporary tables. */
function staged(writes: Writes): Kysely<ModelStageSchema> {
  return writes as unknown as Kysely<ModelStageSchema>
}

export async function openModelStage(db: Writes): Promise<void> {
  await closeModelStage(db)
  await runScript(db, [
    ...Object.entries(tables).map(([name, columns]) => createTemporary(db, name, columns)),
    'create index staged_mark_entry on staged_mark (entry)',
  ])
}

export async function closeModelStage(db: Writes): Promise<void> {
  await runScript(
    db,
    Object.keys(tables).map(name => `drop table if exists ${name}`),
  )
}

/** Selects the columns of an entry that another transaction can change. */
function marks(space: SpaceId) {
  const columns = sql.join(markColumns.map(name => sql.ref(`entry.${name}`)))
  return sql`
    select entry.id, entry.collection, ${columns}, schedule.draft_version as scheduled
    from entry left join schedule on schedule."space" = ${space} and schedule.entry = entry.id
      and schedule.state = 'pending' and schedule.publish_at is not null
    where entry."space" = ${space}`
}

/** Records the current state of these entries. */
export async function markEntries(writes: Writes, space: SpaceId, ids: readonly string[]): Promise<void> {
  await sql`insert into staged_mark ${marks(space)} and ${isIn('entry.id', ids)}`.execute(writes)
}

const isPrepared = sql`in (select id from staged_entry where is_late = 0)`

/** On PostgreSQL, locks the drafts that the prepared change writes, until the transaction ends. */
export async function lockPrepared(writes: Writes, space: SpaceId): Promise<void> {
  await sql`
    select count(*) from (
      select 1 from entry where "space" = ${space} and id ${isPrepared} for no key update
    ) as locked`.execute(writes)
}

/**
 * On PostgreSQL, records the current state of the prepared entries again. Their schedules are not written yet, so that
 * mark stays.
 */
export async function markPreparedAgain(writes: Writes, space: SpaceId): Promise<void> {
  const columns = sql.join(markColumns.map(name => sql.ref(`entry.${name}`)))
  await sql`
    with outdated as (delete from staged_mark where entry ${isPrepared} returning entry, scheduled)
    insert into staged_mark
    select entry.id, entry.collection, ${columns}, outdated.scheduled
    from outdated join entry on entry."space" = ${space} and entry.id = outdated.entry`.execute(writes)
}

/** Lists the entries of the collection that differ from their recorded state: changed, added or removed. */
export async function listUnmarked(writes: Writes, space: SpaceId, collection: string): Promise<string[]> {
  const now = sql`${marks(space)} and entry.collection = ${collection}`
  const columns = sql.join([...markColumns, 'scheduled'].map(name => sql.ref(name)))
  const marked = sql`select entry, collection, ${columns} from staged_mark where collection = ${collection}`
  const { rows } = await sql<{ id: string }>`
    select id from (select * from (${now}) as now except ${marked}) as changed
    union select entry as id from (select * from (${marked}) as marked except ${now}) as removed`.execute(
    writes,
  )
  return rows.map(({ id }) => id)
}

/** Lists those of the given entries of the collection that are converted already. */
export async function listMarked(
  writes: Writes,
  collection: string,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await staged(writes)
    .selectFrom('staged_mark')
    .select('entry')
    .where('collection', '=', collection)
    .where(isIn('entry', ids))
    .execute()
  return rows.map(({ entry }) => entry)
}

export async function forgetMarks(writes: Writes, ids: readonly string[]): Promise<void> {
  await staged(writes).deleteFrom('staged_mark').where(isIn('entry', ids)).execute()
}
