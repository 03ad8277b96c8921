// Manages the views of lists of entries. A view is a member's own, or shared with all members of the space.
import { assertRights, roleRequired } from '../../access/access-problems.ts'
import { requireRight } from '../../access/require-right.store.ts'
import { rightsOf, rolesWith } from '../../access/rights.ts'
import type { Member } from '../../base/caller.ts'
import type { Clock } from '../../base/clock.ts'
import { Problem } from '../../base/errors.ts'
import { newId, type RandomBytes } from '../../base/ids.ts'
import { findModel, readModels } from '../../content/model/collections.store.ts'
import { lockRevision } from '../../content/tables/revision.store.ts'
import type { Collection } from '../../content/values/model.ts'
import { type Database, type Reads, readsWithin, type Writes } from '../../database/database.ts'
import { collectionNotFound } from '../../entries/entry-problems.ts'
import { toLimit, toList } from '../../http/record.schema.ts'
import { leaveGoneFieldsOut } from './gone-fields.ts'
import type { NewView, View, ViewChange, ViewsQuery } from './views.schema.ts'
import {
  countViews,
  countVisibleViews,
  deleteView,
  findVisibleView,
  insertView,
  listVisibleViews,
  type StoredView,
  updateView,
} from './views.store.ts'

export interface ViewParts {
  readonly database: Database
  readonly clock: Clock
  readonly random: RandomBytes
}

/** The maximum of shared views in a collection, and of a member's own views in it. */
const viewsMax = 50

/** Lists the shared views and the caller's own, oldest first. */
export function listViews({ database }: ViewParts, caller: Member, wanted: ViewsQuery) {
  const { space, userId } = caller
  return database.snapshot(space, async reads => {
    const filter = { user: userId, collection: wanted.collection ?? null }
    const views = await listVisibleViews(reads, space, filter, toLimit(wanted))
    const count = await countVisibleViews(reads, space, filter)
    const models = new Map((await readModels(reads, space)).map(model => [model.apiName, model]))
    return toList(
      views.map(view => toView(view, models.get(view.collection)!)),
      count,
      wanted,
    )
  })
}

export function createView(parts: ViewParts, caller: Member, sent: NewView): Promise<View> {
  const { space } = caller
  return change(parts, caller, async (writes, current) => {
    const reads = readsWithin(writes)
    const model = await findModel(reads, space, sent.collection)
    if (!model) throw collectionNotFound()
    if (sent.shared) assertRights(current, ['publish'])
    const view: StoredView = {
      id: newId(parts.random),
      collection: sent.collection,
      name: sent.name,
      query: sent.query ?? {},
      columns: sent.columns ?? [],
      owner: sent.shared ? null : caller.userId,
      maker: caller.userId,
      makerEmail: caller.email,
    }
    await requireRoom(reads, space, view)
    await insertView(writes, space, view, parts.clock())
    return toView(view, model)
  })
}

/** Changes what is named. `id` is null if the id in the request is not valid. */
export function changeView(
  parts: ViewParts,
  caller: Member,
  id: string | null,
  { name, shared, query, columns }: ViewChange,
): Promise<View> {
  const { space } = caller
  return change(parts, caller, async (writes, current) => {
    const reads = readsWithin(writes)
    const known = await getView(reads, current, id)
    requireMayChange(current, known)
    const view: StoredView = {
      ...known,
      ...(name !== undefined && { name }),
      ...(query && { query }),
      ...(columns && { columns }),
      ...(shared !== undefined && { owner: toOwner(current, known, shared) }),
    }
    if (view.owner !== known.owner) await requireRoom(reads, space, view)
    await updateView(writes, space, view)
    return toView(view, (await findModel(reads, space, view.collection))!)
  })
}

/** Deletes a view and returns its last state. */
export function removeView(parts: ViewParts, caller: Member, id: string | null): Promise<View> {
  const { space } = caller
  return change(parts, caller, async (writes, current) => {
    const reads = readsWithin(writes)
    const known = await getView(reads, current, id)
    requireMayChange(current, known)
    await deleteView(writes, space, known.id)
    return toView(known, (await findModel(reads, space, known.collection))!)
  })
}

async function getView(reads: Reads, { space, userId }: Member, id: string | null): Promise<StoredView> {
  const view = id === null ? null : await findVisibleView(reads, space, userId, id)
  if (!view) throw new Problem('view_not_found', 'The space has no view with this id that you may see.')
  return view
}

/** A shared view is changed by its maker while they may share views, and by those who manage views. */
function requireMayChange(caller: Member, view: StoredView): void {
  if (view.owner !== null) return
  const rights = rightsOf(caller)
  if (rights.includes('views.manage')) return
  if (view.maker !== caller.userId) throw roleRequired(rolesWith('views.manage'))
  assertRights(caller, ['publish'])
}

/** Returns the owner of a view that becomes shared or the maker's own. */
function toOwner(caller: Member, view: StoredView, isShared: boolean): string | null {
  if (isShared === (view.owner === null)) return view.owner
  if (isShared) {
    assertRights(caller, ['publish'])
    return null
  }
  if (view.maker === caller.userId) return view.maker
  throw new Problem(
    'role_required',
    'Only the person who made this view can make it their own again. Delete it, or change it for everybody.',
  )
}

async function requireRoom(
  reads: Reads,
  space: Member['space'],
  { collection, owner }: StoredView,
): Promise<void> {
  if ((await countViews(reads, space, collection, owner)) < viewsMax) return
  const detail =
    owner === null
      ? `The collection has ${viewsMax} shared views, which is the maximum. Delete one first.`
      : `You have ${viewsMax} views of this collection, which is the maximum. Delete one first.`
  throw new Problem('too_many_views', detail)
}

function toView({ query, columns, owner, makerEmail, ...view }: StoredView, { fields }: Collection): View {
  return {
    id: view.id,
    collection: view.collection,
    name: view.name,
    shared: owner === null,
    ...leaveGoneFieldsOut(fields, { query, columns }),
    createdBy: makerEmail === null ? null : { kind: 'user', name: makerEmail },
  }
}

/** Runs a change under the space's lock, so that views are counted and collections are deleted one after the other. */
function change<Result>(
  { database, clock }: ViewParts,
  caller: Member,
  work: (writes: Writes, current: Member) => Promise<Result>,
): Promise<Result> {
  return database.transaction(async writes => {
    const current = await requireRight(writes, caller, 'read', clock)
    await lockRevision(writes, caller.space)
    return work(writes, current)
  }, caller.space)
}
