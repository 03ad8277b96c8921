// Lists, reads and changes entries for the management API. Reads use one snapshot, and each change one transaction.
import { assertRights } from '../../access/access-problems.ts'
import { requireRight } from '../../access/require-right.store.ts'
import type { ContentRight } from '../../access/rights.ts'
import { type Caller, credentialOf, parseActor, toActor, toActorTexts } from '../../base/caller.ts'
import { type Clock, toTimestamp } from '../../base/clock.ts'
import { Problem } from '../../base/errors.ts'
import type { RandomBytes, SpaceId } from '../../base/ids.ts'
import { findModel, readModelVersion } from '../../content/model/collections.store.ts'
import { findEntry } from '../../content/tables/entries.store.ts'
import { readSchedules } from '../../content/tables/schedules.store.ts'
import type { EntryState } from '../../content/values/model.ts'
import { fold } from '../../content/values/query-text.ts'
import { type Database, type Reads, readsWithin } from '../../database/database.ts'
import { deleteEntry } from '../../entries/delete-entry.ts'
import { listChangedSince } from '../../entries/drafts/draft-paths.ts'
import { toDraft } from '../../entries/drafts/draft-write.ts'
import { entryNotFound } from '../../entries/entry-problems.ts'
import { EntryTransaction } from '../../entries/entry-transaction.ts'
import {
  type FinishedTransaction,
  finishTransaction,
  TransactionFailed,
} from '../../entries/finish-transaction.ts'
import { toCancelledView } from '../../entries/schedules.ts'
import { toLimit, toList } from '../../http/record.schema.ts'
import type { QueryParameters } from '../../query/parse/parse-parameters.ts'
import type { BroadScans, ScanRequest } from '../../query/scan/broad-scans.ts'
import { Pace } from '../../query/scan/pace.ts'
import type { EntryView } from './entries.schema.ts'
import { readShownFields } from './entry-fields.ts'
import { readLinks } from './entry-links.ts'
import { type EntriesQuery, fieldSortPattern, type SortKey, type StateCounts } from './entry-list.schema.ts'
import {
  countEntries,
  countStates,
  type EntryFilter,
  type EntryOrder,
  listEntryIds,
  readEntryItems,
} from './entry-list.store.ts'
import { bindEntryQuery, type EntryQuery, needsScan, selectEntries } from './entry-query.ts'
import { findSlugProblem, readEntryView, toItemView, toSavedView } from './entry-view.ts'

export interface EntriesParts {
  readonly database: Database
  readonly clock: Clock
  readonly random: RandomBytes
  /** Called for each change that is refused because another caller has changed the same paths of the draft. */
  readonly onConflict?: (() => void) | undefined
}

/** A request for a list, with the parameters that name fields of the model; null if there are none. */
interface ListRequest {
  readonly wanted: EntriesQuery
  readonly parameters: QueryParameters | null
  readonly signal: AbortSignal
  readonly withoutPermit: ScanRequest['withoutPermit']
}

export interface EntryListParts {
  readonly database: Pick<Database, 'snapshot'>
  readonly scans: BroadScans
}

export function listEntries({ database, scans }: EntryListParts, caller: Caller, request: ListRequest) {
  const read = () => database.snapshot(caller.space, reads => readList(reads, caller, request))
  if (!needsScan(request.wanted, request.parameters)) return read()
  const { withoutPermit } = request
  return scans.run({ credential: credentialOf(caller), withoutPermit }, read)
}

async function readList(reads: Reads, caller: Caller, { wanted, parameters, signal }: ListRequest) {
  const { space } = caller
  const query = await bindEntryQuery(reads, space, wanted, parameters)
  const filter = toFilter(caller, wanted)
  const pace = new Pace(signal)
  const { ids, ...page } = await findPage(reads, space, { filter, wanted, query, pace })
  const shown = await readShownFields({ reads, space, pace }, ids, query)
  const items = await readItems(reads, space, ids)
  return {
    ...toList(shown ? items.map(item => ({ ...item, ...shown.get(item.id) })) : items, page.count, wanted),
    ...(page.states && { states: page.states }),
  }
}

interface FoundPage {
  readonly ids: readonly string[]
  /** The number of matching entries on all pages. */
  readonly count: number
  readonly states?: StateCounts
}

interface PageRequest {
  readonly filter: EntryFilter
  readonly wanted: EntriesQuery
  readonly query: EntryQuery | null
  readonly pace: Pace
}

/** Finds a page by an index, or by evaluating each entry if the list has conditions or an order by a field. */
async function findPage(
  reads: Reads,
  space: SpaceId,
  { filter, wanted, query, pace }: PageRequest,
): Promise<FoundPage> {
  const { limit, offset } = toLimit(wanted)
  const key = fieldSortPattern.test(wanted.sort) ? 'id' : (wanted.sort.replace('-', '') as SortKey)
  const order: EntryOrder = { key, isDescending: wanted.sort.startsWith('-') }
  const selection = query?.selection ?? null
  if (query !== null && selection !== null) {
    const list = { filter, order, allStates: wanted.stateCounts }
    const { ids, inAnyState } = await selectEntries(reads, space, list, { ...query, selection }, pace)
    return {
      ids: ids.slice(offset, offset + limit),
      count: ids.length,
      ...(inAnyState && { states: await countStates(reads, space, { ...filter, ids: inAnyState }) }),
    }
  }
  const ids = await listEntryIds(reads, space, filter, order, { limit, offset })
  // The last page reveals the total, so the count query, which scans all matching entries, is skipped.
  const showsEnd = ids.length < limit && (ids.length > 0 || offset === 0)
  const count = showsEnd ? offset + ids.length : await countEntries(reads, space, filter)
  return { ids, count, ...(wanted.stateCounts && { states: await countStates(reads, space, filter) }) }
}

async function readItems(reads: Reads, space: SpaceId, ids: readonly string[]) {
  const rows = new Map((await readEntryItems(reads, space, ids)).map(row => [row.id, row]))
  const schedules = await readSchedules(reads, space, ids)
  return ids.map(id => toItemView(rows.get(id)!, schedules.get(id) ?? null))
}

function toFilter(
  caller: Caller,
  { id, collection, state, search, slug, updatedBy, references }: EntriesQuery,
): EntryFilter {
  return {
    ids: id ?? null,
    collections: collection ?? null,
    states: state ?? null,
    search: fold(search),
    slug: slug ?? null,
    updatedBy: updatedBy === undefined ? null : toActorTexts(caller, updatedBy),
    references: references ?? null,
  }
}

export function getEntry({ database }: EntriesParts, space: SpaceId, id: string): Promise<EntryView> {
  return database.snapshot(space, reads => getView(reads, space, id))
}

async function getView(
  reads: Reads,
  space: SpaceId,
  id: string,
  models?: EntryTransaction['models'],
): Promise<EntryView> {
  const view = await readEntryView(reads, space, id, models)
  if (view === null) throw entryNotFound()
  return view
}

export function getLinks({ database }: EntriesParts, space: SpaceId, id: string) {
  return database.snapshot(space, async reads => {
    const links = await readLinks(reads, space, id)
    if (links === null) throw entryNotFound()
    return links
  })
}

export function getChanges({ database }: EntriesParts, space: SpaceId, id: string, since: number) {
  return database.snapshot(space, async reads => {
    const row = await findEntry(reads, space, id)
    if (!row) throw entryNotFound()
    const fields = (await findModel(reads, space, row.collection))?.fields ?? []
    return {
      draftVersion: row.draft_version,
      modelVersion: await readModelVersion(reads, space, row.collection),
      state: row.state as EntryState,
      updatedAt: toTimestamp(row.updated_at),
      updatedBy: parseActor(row.updated_by),
      paths: listChangedSince(fields, toDraft(row), since),
    }
  })
}

/** The arguments of a caller's work on entries. */
export interface Work {
  readonly transaction: EntryTransaction
  readonly requirePublish: () => void
}

interface Finished<Result> {
  readonly result: Result
  readonly finished: FinishedTransaction
  readonly models: EntryTransaction['models']
  readonly reads: Reads
}

/**
 * Runs the work in one transaction, if the caller has these rights when it begins. `toResponse` reads the state after
 * the changes. Throws {@link TransactionFailed} if the work cannot be committed.
 */
export function changeEntries<Result, Output>(
  { database, clock, random, onConflict = () => {} }: EntriesParts,
  caller: Caller,
  rights: readonly ContentRight[],
  work: (parts: Work) => Promise<Result>,
  toResponse: (finished: Finished<Result>) => Promise<Output>,
): Promise<Output> {
  const { space } = caller
  const done = database.transaction(async writes => {
    const current = await requireRight(writes, caller, rights, clock)
    const transaction = await EntryTransaction.begin(writes, space, {
      by: toActor(current),
      now: clock(),
      random,
    })
    const requirePublish = () => assertRights(current, ['write', 'publish'])
    const result = await work({ transaction, requirePublish })
    const finished = await finishTransaction(transaction)
    const { models } = transaction
    return toResponse({ result, finished, models, reads: readsWithin(writes) })
  }, space)
  return done.catch(error => {
    const problems = error instanceof TransactionFailed ? error.failures.map(each => each.problem) : [error]
    for (const each of problems) if (each instanceof Problem && each.code === 'draft_conflict') onConflict()
    throw error
  })
}

/** Like {@link changeEntries} for one entry: returns the changed entry, and the schedules that the change cancelled. */
export async function changeEntry<Result extends { readonly id: string }>(
  parts: EntriesParts,
  caller: Caller,
  rights: readonly ContentRight[],
  work: (parts: Work) => Promise<Result>,
): Promise<{ readonly doc: EntryView; readonly result: Result; readonly cancelled?: object }> {
  const { space } = caller
  return changeEntries(parts, caller, rights, work, async ({ result, finished, models, reads }) => {
    const written = finished.written.get(result.id)
    // Most changes save a draft, and then everything is in memory. Reading the entry again took a seventh of the time of
    // a save.
    const saved = written && toSavedView(written)
    const doc = saved
      ? {
          ...saved,
          problems: [
            ...(await findSlugProblem(reads, space, written.row, written.entry.stored?.live ?? null)),
            ...saved.problems,
          ],
        }
      : await getView(reads, space, result.id, models)
    const cancelled = toAllCancelled(result.id, finished.cancelled)
    return { doc, result, ...(cancelled && { cancelled }) }
  }).catch(throwFirst)
}

/**
 * Returns the cancelled schedules of this entry, and of other entries that were cancelled with it; null if there are none.
 */
function toAllCancelled(id: string, cancelled: FinishedTransaction['cancelled']): object | null {
  if (cancelled.size === 0) return null
  const others = [...cancelled].filter(([entry]) => entry !== id)
  const times = cancelled.get(id) ?? { publishAt: null, unpublishAt: null }
  return {
    ...toCancelledView(times),
    ...(others.length > 0 && {
      with: others.map(([entry, each]) => ({ id: entry, ...toCancelledView(each) })),
    }),
  }
}

/** Deletes an entry and returns its last state. */
export function deleteAndReturn(
  parts: EntriesParts,
  caller: Caller,
  id: string,
  draftVersion: number,
): Promise<EntryView> {
  const remove = async ({ transaction }: Work) => {
    const reads = readsWithin(transaction.writes)
    const doc = await getView(reads, caller.space, id)
    await deleteEntry(transaction, { id, draftVersion })
    return doc
  }
  return changeEntries(parts, caller, ['write', 'publish'], remove, async ({ result }) => result)
}

/** Throws the first failure of a transaction, for requests with one operation. */
function throwFirst(error: unknown): never {
  throw error instanceof TransactionFailed ? error.failures[0]!.problem : error
}
