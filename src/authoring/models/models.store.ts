// SQL statements that read models with their versions, counts and history.
import { sql } from 'kysely'
import type { SpaceId } from '../../base/ids.ts'
import type { ModelKind } from '../../content/model/collections.store.ts'
import type { Collection } from '../../content/values/model.ts'
import { isIn, query, type Reads } from '../../database/database.ts'
import type { ModelOperation } from './model-operations.ts'
import type { PastChange } from './model-plan.ts'

const count = query.fn.countAll<number>().as('count')

export async function countModels(reads: Reads, space: SpaceId, kind: ModelKind): Promise<number> {
  const row = await reads.first(
    query.selectFrom('collection').select(count).where('space', '=', space).where('kind', '=', kind),
  )
  return row?.count ?? 0
}

/** Counts all, archived and live entries of each collection. Collections without entries have no row. */
export async function countByCollection(reads: Reads, space: SpaceId, collections: readonly string[]) {
  const countIn = (table: 'entry' | 'publication') =>
    query
      .selectFrom(table)
      .select(['collection', count])
      .where('space', '=', space)
      .where(isIn('collection', collections))
      .groupBy('collection')
  // Counts by `state` because the index that the query uses contains it.
  const archived = sql<number>`count(case when state = 'archived' then 1 end)`.as('archived')
  const entries = await reads.all(countIn('entry').select(archived))
  const live = await reads.all(countIn('publication').where('to_revision', 'is', null))
  return {
    entries: new Map(entries.map(row => [row.collection, row.count])),
    archived: new Map(entries.map(row => [row.collection, row.archived])),
    live: new Map(live.map(row => [row.collection, row.count])),
  }
}

/** Returns the versions of models by API name. */
export async function readModelVersions(
  reads: Reads,
  space: SpaceId,
  collections: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await reads.all(
    query
      .selectFrom('collection')
      .select(['api_name', 'model_version'])
      .where('space', '=', space)
      .where(isIn('api_name', collections)),
  )
  return new Map(rows.map(row => [row.api_name, row.model_version]))
}

/** Lists all entries of a collection, including archived ones, or those among these ids. */
export async function listEntriesOf(
  reads: Reads,
  space: SpaceId,
  collection: string,
  ids?: readonly string[],
): Promise<string[]> {
  const rows = await reads.all(
    query
      .selectFrom('entry')
      .select('id')
      .where('space', '=', space)
      .where('collection', '=', collection)
      .$if(ids !== undefined, entries => entries.where(isIn('id', ids ?? []))),
  )
  return rows.map(({ id }) => id).sort()
}

/** Counts the entries that are not archived. */
export async function countInUse(reads: Reads, space: SpaceId, collection: string): Promise<number> {
  const row = await reads.first(
    query
      .selectFrom('entry')
      .select(count)
      .where('space', '=', space)
      .where('collection', '=', collection)
      .where('archived_at', 'is', null),
  )
  return Number(row?.count ?? 0)
}

export interface RecordedChange extends PastChange {
  readonly at: number
}

/** Returns the changes in order. */
export async function readModelChanges(
  reads: Reads,
  space: SpaceId,
  collection: string,
): Promise<RecordedChange[]> {
  const rows = await reads.all(
    query
      .selectFrom('model_change')
      .select(['model_version', 'at', 'operations', 'before'])
      .where('space', '=', space)
      .where('collection', '=', collection)
      .orderBy('model_version'),
  )
  return rows.map(row => ({
    modelVersion: row.model_version,
    at: row.at,
    operations: JSON.parse(row.operations) as ModelOperation[],
    before: JSON.parse(row.before) as Collection,
  }))
}

/**
 * Returns an entry with a block of the component in its draft, its scheduled draft or its live content; null if there is none.
 * Looks for the text of a block, which JSON of other fields has only if it was copied from one.
 */
export async function findEntryWithBlock(
  reads: Reads,
  space: SpaceId,
  component: string,
): Promise<string | null> {
  const row =
    (await reads.first(draftsWithBlock(space, component))) ??
    (await reads.first(scheduledWithBlock(space, component))) ??
    (await reads.first(liveWithBlock(space, component))) ??
    (await reads.first(liveOverlaysWithBlock(space, component)))
  return row?.entry ?? null
}

/** Checks whether a text has a block of the component. Names contain no character that `like` would read as a pattern but `_`. */
function hasBlock(column: string, component: string) {
  const name = `"component":"${component.replaceAll('_', '\\_')}"`
  // Blocks of rich text have their `_key` before the component.
  const patterns = [`%{${name},"key":"%`, `%,${name},"data":{%`]
  const [inField, inText] = patterns.map(each => sql`${sql.ref(column)} like ${each} escape '\\'`)
  return sql<boolean>`(${inField} or ${inText})`
}

function draftsWithBlock(space: SpaceId, component: string) {
  return query
    .selectFrom('entry')
    .select('id as entry')
    .where('space', '=', space)
    .where(({ or }) => or([hasBlock('data', component), hasBlock('variants', component)]))
    .limit(1)
}

function scheduledWithBlock(space: SpaceId, component: string) {
  return query
    .selectFrom('schedule')
    .innerJoin('entry_version', join =>
      join
        .onRef('entry_version.space', '=', 'schedule.space')
        .onRef('entry_version.entry', '=', 'schedule.entry')
        .onRef('entry_version.draft_version', '=', 'schedule.draft_version'),
    )
    .select('schedule.entry')
    .where('schedule.space', '=', space)
    .where('schedule.state', '=', 'pending')
    .where(({ or }) =>
      or([hasBlock('entry_version.data', component), hasBlock('entry_version.variants', component)]),
    )
    .limit(1)
}

function liveWithBlock(space: SpaceId, component: string) {
  return query
    .selectFrom('publication')
    .select('entry')
    .where('space', '=', space)
    .where('to_revision', 'is', null)
    .where(hasBlock('data', component))
    .limit(1)
}

function liveOverlaysWithBlock(space: SpaceId, component: string) {
  return query
    .selectFrom('publication_variant')
    .innerJoin('publication', join =>
      join
        .onRef('publication.space', '=', 'publication_variant.space')
        .onRef('publication.entry', '=', 'publication_variant.entry')
        .onRef('publication.from_revision', '=', 'publication_variant.from_revision'),
    )
    .select('publication_variant.entry')
    .where('publication_variant.space', '=', space)
    .where('publication.to_revision', 'is', null)
    .where(hasBlock('publication_variant.data', component))
    .limit(1)
}
