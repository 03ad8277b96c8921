// Updates the query index of a space to the live content, as the last step of every transaction that publishes, before it
// sets the revision. So the index is always at the revision of its space. Also rebuilds indexes from published content.
import type { SpaceId } from '../../base/ids.ts'
import { type Database, readsWithin, type Writes } from '../../database/database.ts'
import {
  type CollectionToIndex,
  forgetIndexedModels,
  type IndexedModel,
  readIndexState,
  saveIndexedAs,
  saveIndexedModel,
} from '../model/collections.store.ts'
import { listChangedSince, readLiveByNumbers, readSince } from '../tables/publication-reads.store.ts'
import { readOverlaysOf } from '../tables/publications.store.ts'
import { lockRevision, setRevision } from '../tables/revision.store.ts'
import type { Collection } from '../values/model.ts'
import { contentsOf, narrowPlan, planTerms, signaturesOf, type TermPlan } from './index-terms.ts'
import { listLiveEntries } from './live-values.store.ts'
import { PostingChanges } from './posting-changes.ts'
import { deleteAllPostings, deleteIndexFields, numberEntries, setModelRevision } from './query-index.store.ts'

const entriesPerBatch = 500
const numbersPerBatch = 10_000

/** The changes of the index that a collection's model causes. */
interface ModelChange {
  readonly apiName: string
  /** Plans the unchanged index fields. Called when an entry of the collection has changed. */
  readonly planUnchanged: () => TermPlan
  /** The index fields to write for every live entry; null if there are none. */
  readonly added: TermPlan | null
}

interface UpdateOptions {
  /** The entries to index. By default, all entries that have changed. */
  readonly ids?: readonly string[]
  readonly onProgress?: (entries: number) => void
}

/**
 * Updates the index. Requires the space's lock; the publications must have been written. `revision` is the one that the
 * transaction commits.
 */
export async function updateQueryIndex(
  writes: Writes,
  space: SpaceId,
  revision: number,
  { ids, onProgress = () => {} }: UpdateOptions = {},
): Promise<void> {
  const { indexed, collections } = await readIndexState(writes, space)
  const models = new Map<string, ModelChange>()
  for (const collection of collections) {
    models.set(collection.apiName, await applyModel(writes, space, collection))
  }
  await indexEntries(writes, space, indexed, ids ?? (await listChangedSince(writes, space, indexed)), models)
  await indexAll(writes, space, [...models.values()], onProgress)
  if (collections.some(({ isUnchanged }) => !isUnchanged)) await setModelRevision(writes, space, revision)
}

/** Deletes the postings of index fields that were removed or whose terms have changed. */
async function applyModel(
  writes: Writes,
  space: SpaceId,
  collection: CollectionToIndex,
): Promise<ModelChange> {
  const { apiName } = collection
  if (collection.isUnchanged) {
    return { apiName, planUnchanged: once(() => planTerms(collection.readModel())), added: null }
  }
  const plan = planTerms(collection.readModel())
  if (!collection.isIndexed) {
    await saveIndexedModel(writes, space, apiName)
    return { apiName, planUnchanged: once(() => narrowPlan(plan, () => false)), added: plan }
  }
  const { gone, unchanged, added } = compareIndexFields(planTerms(collection.readIndexedModel()), plan)
  if (gone.length > 0) await deleteIndexFields(writes, space, apiName, gone)
  await saveIndexedModel(writes, space, apiName)
  return {
    apiName,
    planUnchanged: () => unchanged,
    added: added.fields.length > 0 ? added : null,
  }
}

/**
 * Removes the fields of blocks from the index of a collection, so that they are indexed anew. Call it when a component changes in
 * a way that changes their terms.
 */
export async function forgetBlockFields(
  writes: Writes,
  space: SpaceId,
  { apiName, titleField, fields }: Collection,
): Promise<void> {
  const blocks = planTerms({ fields: fields.filter(({ of }) => of !== undefined) })
  await deleteIndexFields(writes, space, apiName, [...signaturesOf(blocks).keys()])
  const others = fields.filter(({ of }) => of === undefined)
  await saveIndexedAs(writes, space, apiName, { titleField: titleField ?? null, fields: others })
}

export interface IndexFieldChanges {
  /** Index fields that were removed, or whose terms have changed. */
  readonly gone: readonly string[]
  readonly unchanged: TermPlan
  /** The index fields to write for every live entry. */
  readonly added: TermPlan
}

export function compareIndexFields(before: TermPlan, plan: TermPlan): IndexFieldChanges {
  const [old, next] = [signaturesOf(before), signaturesOf(plan)]
  const isUnchanged = (name: string) => name === '' || old.get(name) === next.get(name)
  return {
    gone: [...old].filter(([name, signature]) => next.get(name) !== signature).map(([name]) => name),
    unchanged: narrowPlan(plan, isUnchanged),
    added: narrowPlan(plan, name => !isUnchanged(name)),
  }
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** Indexes entries whose publications ended or began since the index was written. */
async function indexEntries(
  writes: Writes,
  space: SpaceId,
  indexed: number,
  ids: readonly string[],
  models: ReadonlyMap<string, ModelChange>,
): Promise<void> {
  const plans = { get: (name: string) => models.get(name)?.planUnchanged() }
  const changes = new PostingChanges()
  const removed = new Set<string>()
  for (let start = 0; start < ids.length; start += entriesPerBatch) {
    const batch = ids.slice(start, start + entriesPerBatch)
    const rows = await readSince(writes, space, batch, indexed)
    const all = [...rows.before, ...rows.now]
    const overlays = all.length === 0 ? [] : await readOverlaysOf(readsWithin(writes), space, all)
    const before = contentsOf(rows.before, overlays)
    const after = contentsOf(rows.now, overlays)
    const numbers = await numberEntries(writes, space, [...new Set(all.map(({ entry }) => entry))])
    for (const [id, number] of numbers) {
      const old = before.get(id) ?? null
      if (old && !models.has(old.collection)) removed.add(old.collection)
      changes.addDifference(plans, number, old, after.get(id) ?? null)
    }
    if (changes.isFull) await changes.write(writes, space)
  }
  await changes.write(writes, space)
  for (const collection of removed) await deleteIndexFields(writes, space, collection, null)
}

/** Returns the numbers of all live entries of these collections in ascending order. Entries without a number get one. */
async function numberLive(
  writes: Writes,
  space: SpaceId,
  collections: readonly string[],
): Promise<Int32Array> {
  const pages: number[][] = []
  for (let after = ''; ; ) {
    const entries = await listLiveEntries(writes, space, collections, { after, limit: numbersPerBatch })
    const last = entries.at(-1)
    if (last === undefined) return Int32Array.from(pages.flat()).sort()
    pages.push([...(await numberEntries(writes, space, entries)).values()])
    after = last
  }
}

/**
 * Writes index fields for every live entry of their collections, in the order of their numbers. Thus each posting of a
 * chunk is written once, instead of once for every batch with an entry in it.
 */
async function indexAll(
  writes: Writes,
  space: SpaceId,
  models: readonly ModelChange[],
  onProgress: (entries: number) => void,
): Promise<void> {
  const plans = new Map(models.flatMap(({ apiName, added }) => (added ? [[apiName, added] as const] : [])))
  if (plans.size === 0) return
  const changes = new PostingChanges()
  const numbers = await numberLive(writes, space, [...plans.keys()])
  for (let start = 0; start < numbers.length; start += entriesPerBatch) {
    const batch = [...numbers.subarray(start, start + entriesPerBatch)]
    const rows = await readLiveByNumbers(writes, space, batch)
    const contents = contentsOf(rows, await readOverlaysOf(readsWithin(writes), space, rows))
    for (const { entry, number } of rows) {
      const content = contents.get(entry)!
      const { collection } = content
      changes.addEntry(plans.get(collection)!, number, content)
    }
    if (changes.isFull) await changes.write(writes, space)
    onProgress(start + rows.length)
  }
  await changes.write(writes, space)
}

/** Checks whether entries have the same terms by both models. */
export function isIndexedAlike(a: IndexedModel, b: IndexedModel): boolean {
  return Bun.deepEquals(signaturesOf(planTerms(a)), signaturesOf(planTerms(b)))
}

/** Live entries of a space that are in the index so far. */
export interface IndexProgress {
  readonly space: string
  readonly done: number
}

type OnProgress = (progress: IndexProgress) => void

interface SpaceToIndex {
  readonly id: SpaceId
  readonly slug: string
}

/** Each space is one transaction: a process that is killed leaves its index as it was. */
export async function rebuildQueryIndexes(
  database: Database,
  spaces: readonly SpaceToIndex[],
  onProgress: OnProgress = () => {},
): Promise<void> {
  for (const { id, slug } of spaces) {
    await database.transaction(async writes => {
      const revision = (await lockRevision(writes, id)) + 1
      await deleteAllPostings(writes, id)
      await forgetIndexedModels(writes, id)
      await updateQueryIndex(writes, id, revision, { onProgress: done => onProgress({ space: slug, done }) })
      await setModelRevision(writes, id, revision)
      await setRevision(writes, id, revision)
    }, id)
  }
}
