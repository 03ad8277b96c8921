// SQL statements for views of lists. Only this file writes them.
import { sql } from 'kysely'
import type { SpaceId } from '../../base/ids.ts'
import { query, type Reads, type Writes } from '../../database/database.ts'

/** A view as it is stored. `owner` is null if it is shared. */
export interface StoredView {
  readonly id: string
  readonly collection: string
  readonly name: string
  readonly query: Readonly<Record<string, string>>
  readonly columns: readonly string[]
  readonly owner: string | null
  /** The id of the user who made the view. */
  readonly maker: string
  /** Null if that user no longer exists. */
  readonly makerEmail: string | null
}

interface ViewFilter {
  readonly user: string
  /** Null means all collections. */
  readonly collection: string | null
}

/** Selects the views that the user may see: shared ones and their own. */
function visibleTo(space: SpaceId, { user, collection }: ViewFilter) {
  return query
    .selectFrom('list_view')
    .where('list_view.space', '=', space)
    .where(({ or, eb }) => or([eb('list_view.owner', '=', user), eb('list_view.owner', 'is', null)]))
    .$if(collection !== null, views => views.where('list_view.collection', '=', collection!))
}

function withMaker(views: ReturnType<typeof visibleTo>) {
  return views
    .leftJoin('user', 'user.id', 'list_view.created_by')
    .select([
      'list_view.id',
      'list_view.collection',
      'list_view.name',
      'list_view.query',
      'list_view.columns',
      'list_view.owner',
      'list_view.created_by as maker',
      'user.email as makerEmail',
    ])
}

/** Lists the views that were created first before the others. */
export async function listVisibleViews(
  reads: Reads,
  space: SpaceId,
  filter: ViewFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<StoredView[]> {
  const rows = await reads.all(
    withMaker(visibleTo(space, filter))
      .orderBy('list_view.created_at')
      .orderBy('list_view.id')
      .limit(limit)
      .offset(offset),
  )
  return rows.map(toView)
}

export async function countVisibleViews(reads: Reads, space: SpaceId, filter: ViewFilter): Promise<number> {
  const count = query.fn.countAll<number>().as('count')
  const row = await reads.first(visibleTo(space, filter).select(count))
  return Number(row?.count ?? 0)
}

export async function findVisibleView(
  reads: Reads,
  space: SpaceId,
  user: string,
  id: string,
): Promise<StoredView | null> {
  const views = visibleTo(space, { user, collection: null }).where('list_view.id', '=', id)
  const row = await reads.first(withMaker(views))
  return row ? toView(row) : null
}

function toView(
  row: Omit<StoredView, 'query' | 'columns'> & { readonly query: string; readonly columns: string },
): StoredView {
  return {
    ...row,
    query: JSON.parse(row.query) as StoredView['query'],
    columns: JSON.parse(row.columns) as StoredView['columns'],
  }
}

/** Counts the shared views of a collection, or the own views of a user in it. */
export async function countViews(
  reads: Reads,
  space: SpaceId,
  collection: string,
  owner: string | null,
): Promise<number> {
  const row = await reads.first(
    query
      .selectFrom('list_view')
      .select(query.fn.countAll<number>().as('count'))
      .where('space', '=', space)
      .where('collection', '=', collection)
      .where(owner === null ? sql<boolean>`owner is null` : sql<boolean>`owner = ${owner}`),
  )
  return Number(row?.count ?? 0)
}

export async function insertView(
  writes: Writes,
  space: SpaceId,
  view: StoredView,
  now: number,
): Promise<void> {
  const { id, collection, maker } = view
  await writes
    .insertInto('list_view')
    .values({ space, id, collection, ...toColumns(view), created_by: maker, created_at: now })
    .execute()
}

export async function updateView(writes: Writes, space: SpaceId, view: StoredView): Promise<void> {
  await writes
    .updateTable('list_view')
    .set(toColumns(view))
    .where('space', '=', space)
    .where('id', '=', view.id)
    .execute()
}

function toColumns({ name, query: parameters, columns, owner }: StoredView) {
  return { name, query: JSON.stringify(parameters), columns: JSON.stringify(columns), owner }
}

export async function deleteView(writes: Writes, space: SpaceId, id: string): Promise<void> {
  await writes.deleteFrom('list_view').where('space', '=', space).where('id', '=', id).execute()
}
