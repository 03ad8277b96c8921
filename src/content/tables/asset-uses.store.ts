// SQL statements that find the entries that use an asset, in live content or in drafts. Read-only.
import { sql } from 'kysely'
import type { SpaceId } from '../../base/ids.ts'
import { byEngine, isIn, query, type Reads } from '../../database/database.ts'

/** Selects a row for each entry that shows the asset, and for each entry whose draft or scheduled draft names it. */
function usersOf(space: SpaceId, ids: readonly string[]) {
  return query
    .selectFrom('publication_asset')
    .select(['asset', 'entry', sql<number>`1`.as('live'), sql<number>`0`.as('draft')])
    .where('space', '=', space)
    .where(isIn('asset', ids))
    .unionAll(
      query
        .selectFrom('draft_asset')
        .select(['asset', 'entry', sql<number>`0`.as('live'), sql<number>`1`.as('draft')])
        .where('space', '=', space)
        .where(isIn('asset', ids)),
    )
}

/** Counts the entries that use each asset. Unused assets are absent. */
export async function countAssetUses(
  reads: Reads,
  space: SpaceId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await reads.all(
    query
      .selectFrom(usersOf(space, ids).as('each'))
      .select(({ fn }) => ['each.asset', fn.count<number>('each.entry').distinct().as('count')])
      .groupBy('each.asset'),
  )
  return new Map(rows.map(({ asset, count }) => [asset, Number(count)]))
}

/** Reads a page of the entries that use the asset, ordered by id, after the given one. */
export async function readAssetUses(
  reads: Reads,
  space: SpaceId,
  asset: string,
  { after, limit }: { readonly after: string; readonly limit: number },
) {
  const first = query
    .selectFrom(usersOf(space, [asset]).as('each'))
    .select(({ fn }) => ['each.entry', fn.max('each.live').as('live'), fn.max('each.draft').as('draft')])
    .where('each.entry', '>', after)
    .groupBy('each.entry')
    .orderBy('each.entry')
    .limit(limit)
  return reads.all(
    query
      .selectFrom(first.as('user'))
      // SQLite keeps the join order of a cross join: one entry lookup for each user.
      .crossJoin('entry')
      .leftJoin('schedule', join =>
        join.on('schedule.space', '=', space).onRef('schedule.entry', '=', 'entry.id'),
      )
      .leftJoin('entry_version as scheduled', join =>
        join
          .on('scheduled.space', '=', space)
          .onRef('scheduled.entry', '=', 'entry.id')
          .onRef('scheduled.draft_version', '=', 'schedule.draft_version'),
      )
      .where('entry.space', '=', space)
      .whereRef('entry.id', '=', 'user.entry')
      .select(['entry.id', 'entry.collection', 'entry.slug', 'entry.title', 'entry.state'])
      .select(['entry.data', 'entry.variants', 'user.live', 'user.draft'])
      .select(['scheduled.data as scheduled_data', 'scheduled.variants as scheduled_variants'])
      .orderBy('entry.id'),
  )
}

/** Lists those of the assets that are delivered now, at their current address. */
export async function listDelivered(
  reads: Reads,
  space: SpaceId,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await reads.all(
    query
      .selectFrom('asset')
      .select('asset.id')
      .where('asset.space', '=', space)
      .where(isIn('asset.id', ids))
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('publication_asset as shown')
            .select('shown.entry')
            .where('shown.space', '=', space)
            .whereRef('shown.blob', '=', 'asset.blob')
            .whereRef('shown.filename', '=', 'asset.filename'),
        ),
      ),
  )
  return new Set(rows.map(({ id }) => id))
}

/** Checks whether live content shows the asset, or names its id although it does not exist. */
export async function isAssetShown(reads: Reads, space: SpaceId, asset: string): Promise<boolean> {
  const row = await reads.first(
    query
      .selectFrom('publication_asset')
      .select('entry')
      .where('space', '=', space)
      .where('asset', '=', asset)
      .limit(1),
  )
  return row !== undefined
}

/** Reads the drafts to be published of entries whose current or scheduled draft names the asset. */
export async function readScheduledDrafts(reads: Reads, space: SpaceId, asset: string) {
  return reads.all(
    query
      .selectFrom('draft_asset')
      // SQLite keeps the join order of a cross join.
      .crossJoin('schedule')
      .crossJoin('entry')
      .leftJoin('entry_version as scheduled', join =>
        join
          .on('scheduled.space', '=', space)
          .onRef('scheduled.entry', '=', 'entry.id')
          .onRef('scheduled.draft_version', '=', 'schedule.draft_version'),
      )
      .select(({ fn }) => [
        // The newest version stores its content in `entry` only.
        fn.coalesce('scheduled.data', 'entry.data').as('data'),
        sql<
          string | null
        >`case when scheduled.data is null then entry.variants else scheduled.variants end`.as('variants'),
      ])
      .where('draft_asset.space', '=', space)
      .where('draft_asset.asset', '=', asset)
      .where('schedule.space', '=', space)
      .whereRef('schedule.entry', '=', 'draft_asset.entry')
      .where('schedule.state', '=', 'pending')
      .where('schedule.publish_at', 'is not', null)
      .where('entry.space', '=', space)
      .whereRef('entry.id', '=', 'draft_asset.entry'),
  )
}

const pathsAtOnce = 50

/** Checks whether a text of a draft to be published contains one of these paths. JSON does not escape them. */
export async function isInScheduledText(
  reads: Reads,
  space: SpaceId,
  paths: readonly string[],
): Promise<boolean> {
  for (let start = 0; start < paths.length; start += pathsAtOnce) {
    const some = paths.slice(start, start + pathsAtOnce)
    const row = await reads.first(
      query
        .selectFrom('schedule')
        // SQLite keeps the join order of a cross join.
        .crossJoin('entry')
        .leftJoin('entry_version as scheduled', join =>
          join
            .on('scheduled.space', '=', space)
            .onRef('scheduled.entry', '=', 'entry.id')
            .onRef('scheduled.draft_version', '=', 'schedule.draft_version'),
        )
        .select('entry.id')
        .where('schedule.space', '=', space)
        .where('schedule.state', '=', 'pending')
        .where('schedule.publish_at', 'is not', null)
        .where('entry.space', '=', space)
        .whereRef('entry.id', '=', 'schedule.entry')
        // The newest version stores its content in `entry` only.
        .where(({ or }) => or(some.flatMap(path => [holds('data', path), holds('variants', path)])))
        .limit(sql.lit(1)),
    )
    if (row !== undefined) return true
  }
  return false
}

function holds(column: 'data' | 'variants', path: string) {
  const text = sql`coalesce(case when scheduled.data is null then entry.${sql.ref(column)} else scheduled.${sql.ref(column)} end, '')`
  return byEngine<boolean>({
    sqlite: sql`instr(${text}, ${path}) > 0`,
    postgres: sql`strpos(${text}, ${path}) > 0`,
  })
}
