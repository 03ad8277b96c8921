// SQL statements that list who did what in a space: with its content, its keys, its members and its name. Read-only.
import { sql } from 'kysely'
import type { SpaceId } from '../../base/ids.ts'
import { isIn, query, type Reads } from '../../database/database.ts'

export interface ActivityFilter {
  /** As they are stored; null for anybody. */
  readonly by: readonly string[] | null
  /** The id of an entry; null for any. */
  readonly entry: string | null
  /** Of content; null for all of them. */
  readonly contentActions: readonly string[] | null
  /** Of keys, members and the space. */
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

/** Each table is in the order of time by its ids, so that no more of it is read than the page can need. */
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
