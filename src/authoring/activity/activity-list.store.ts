// Read-only SQL statements that list the activity of a space: changes of its content, keys, members and name.
import { sql } from 'kysely'
import type { SpaceId } from '../../base/ids.ts'
import { isIn, query, type Reads } from '../../database/database.ts'

export interface ActivityFilter {
  /** Actors as stored; null means any actor. */
  readonly by: readonly string[] | null
  /** An entry id; null means any entry. */
  readonly entry: string | null
  /** Actions on content; null means all. */
  readonly contentActions: readonly string[] | null
  /** Actions on keys, members and the space. */
  readonly spaceActions: readonly string[]
}

function selectContent(space: SpaceId, { by, entry, contentActions }: ActivityFilter) {
  return query
    .selectFrom('activity')
    .where('space', '=', space)
    .$if(contentActions !== null, rows => rows.where(isIn('action', contentActions!)))
    .$if(by !== null, rows => rows.where(isIn('by', by!)))
    .$if(entry !== null, rows => rows.where('entry', '=', entry!))
}

function selectSpace(space: SpaceId, { by, entry, spaceActions }: ActivityFilter) {
  return query
    .selectFrom('space_activity')
    .where('space', '=', space)
    .where(isIn('action', entry === null ? spaceActions : []))
    .$if(by !== null, rows => rows.where(isIn('by', by!)))
}

const columns = ['id', 'at', 'by', 'action', 'detail'] as const
const none = sql<string | null>`cast(null as text)`

/**
 * Reads one page of both tables. Each is ordered by its id, which follows time, so at most `limit + offset` rows of each
 * are read.
 */
export async function readActivity(
  reads: Reads,
  space: SpaceId,
  filter: ActivityFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
) {
  const count = limit + offset
  const ofContent = selectContent(space, filter)
    .select(columns)
    .select(['entry', 'collection', 'version'])
    .select(sql<string>`''`.as('prefix'))
    .orderBy('id', 'desc')
    .limit(count)
  const ofSpace = selectSpace(space, filter)
    .select(columns)
    .select([none.as('entry'), none.as('collection'), none.as('version')])
    .select(sql<string>`'s'`.as('prefix'))
    .orderBy('id', 'desc')
    .limit(count)
  const all = query
    .selectFrom(ofContent.as('content'))
    .selectAll()
    .unionAll(query.selectFrom(ofSpace.as('others')).selectAll())
  return reads.all(
    query
      .selectFrom(all.as('record'))
      .leftJoin('entry', join => join.on('entry.space', '=', space).onRef('entry.id', '=', 'record.entry'))
      .select([
        'record.id',
        'prefix',
        'at',
        'by',
        'action',
        'record.entry',
        'record.collection',
        'version',
        'detail',
      ])
      .select(['entry.title', 'entry.slug'])
      .orderBy('at', 'desc')
      .orderBy('prefix')
      .orderBy('record.id', 'desc')
      .limit(limit)
      .offset(offset),
  )
}

export async function countActivity(reads: Reads, space: SpaceId, filter: ActivityFilter): Promise<number> {
  const count = query.fn.countAll<number>().as('count')
  const counts = await Promise.all([
    reads.first(selectContent(space, filter).select(count)),
    reads.first(selectSpace(space, filter).select(count)),
  ])
  return counts.reduce((sum, row) => sum + Number(row?.count ?? 0), 0)
}
