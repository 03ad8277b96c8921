// Brings the query index of a space up to what is live: the last step of every transaction that publishes. It starts
// from the revision that the index is at, so it also indexes what an older version of Frontlist published, and
// everything after the migration that added the index.
import type { SpaceId } from '../base/ids.ts'
import type { Writes } from '../database/database.ts'
import {
  type IndexedModel,
  readCollections,
  readIndexedModels,
  saveIndexedModel,
} from './collections.store.ts'
import { contentsOf, eachDifference } from './entry-terms.ts'
import { eachTerm, narrowPlan, planTerms, signaturesOf, type TermPlan } from './index-terms.ts'
import type { Collection } from './model.ts'
import { PostingChanges } from './posting-changes.ts'
import { readLivePage, readSince } from './publication-reads.store.ts'
import { listChangedSince, type PublicationRow, readOverlaysOf } from './publications.store.ts'
import {
  deleteIndexFields,
  numberEntries,
  readIndexedRevision,
  setIndexedRevision,
  setModelRevision,
} from './query-index.store.ts'

const entriesPerBatch = 500

/** How the model of a collection changes the index. */
interface ModelChange {
  readonly collection: Collection
  /** The index fields that stay as they are. */
  readonly unchanged: TermPlan
  /** Those to be written for every live entry. */
  readonly added: TermPlan
}

interface UpdateOptions {
  /** The entries to be indexed, if the index is at the revision before; by default, those that have changed. */
  readonly ids?: readonly string[]
  readonly onProgress?: (entries: number) => void
}

/**
 * Requires the space's lock; publications must have been written. `revision` is the one that the transaction ends with.
 */
export async function updateQueryIndex(
  writes: Writes,
  space: SpaceId,
  revision: number,
  { ids, onProgress = () => {} }: UpdateOptions = {},
): Promise<void> {
  const indexed = await readIndexedRevision(writes, space)
  if (indexed === revision) return
  const indexedModels = await readIndexedModels(writes, space)
  const changes = new Map<string, ModelChange>()
  for (const collection of await readCollections(writes, space)) {
    const known = indexedModels.get(collection.apiName) ?? null
    changes.set(collection.apiName, await applyModel(writes, space, collection, known))
  }
  const changed = ids ?? (await listChangedSince(writes, space, indexed))
  await indexEntries(writes, space, indexed, changed, changes)
  await indexAll(writes, space, [...changes.values()].filter(hasAdded), onProgress)
  const isModelChanged = [...changes.values()].some(
    ({ collection }) => !isSameModel(collection, indexedModels.get(collection.apiName) ?? null),
  )
  // An older version of Frontlist may have changed models without recording it.
  if (isModelChanged || indexed < revision - 1) await setModelRevision(writes, space, revision)
  await setIndexedRevision(writes, space, revision)
}

const hasAdded = ({ added }: ModelChange) => added.hasOwnKeys || added.fields.length > 0

/** Deletes the postings of index fields that are no longer there, or whose terms are others. */
async function applyModel(
  writes: Writes,
  space: SpaceId,
  collection: Collection,
  known: IndexedModel | null,
): Promise<ModelChange> {
  const plan = planTerms(collection)
  const nothing = narrowPlan(plan, () => false)
  if (known === null) {
    // A collection of this name may have been removed by an older version.
    await deleteIndexFields(writes, space, collection.apiName, null)
    await saveIndexedModel(writes, space, collection)
    return { collection, unchanged: nothing, added: plan }
  }
  if (isSameModel(collection, known)) return { collection, unchanged: plan, added: nothing }
  const before = signaturesOf(planTerms(known))
  const after = signaturesOf(plan)
  const gone = [...before].filter(([name, signature]) => after.get(name) !== signature).map(([name]) => name)
  if (gone.length > 0) await deleteIndexFields(writes, space, collection.apiName, gone)
  await saveIndexedModel(writes, space, collection)
  const isUnchanged = (name: string) => name === '' || before.get(name) === after.get(name)
  return {
    collection,
    unchanged: narrowPlan(plan, isUnchanged),
    added: narrowPlan(plan, name => !isUnchanged(name)),
  }
}

function isSameModel(collection: Collection, known: IndexedModel | null): boolean {
  return (
    known !== null &&
    known.titleField === collection.titleField &&
    Bun.deepEquals(known.fields, collection.fields)
  )
}

/** Entries of which published content began or ended since the index was written. */
async function indexEntries(
  writes: Writes,
  space: SpaceId,
  indexed: number,
  ids: readonly string[],
  models: ReadonlyMap<string, ModelChange>,
): Promise<void> {
  const plans = new Map([...models].map(([name, { unchanged }]) => [name, unchanged]))
  const changes = new PostingChanges()
  const removed = new Set<string>()
  for (let start = 0; start < ids.length; start += entriesPerBatch) {
    const batch = ids.slice(start, start + entriesPerBatch)
    const rows = await readSince(writes, space, batch, indexed)
    const before = await toEntries(
      writes,
      space,
      rows.filter(({ from_revision }) => from_revision <= indexed),
    )
    const after = await toEntries(
      writes,
      space,
      rows.filter(({ to_revision }) => to_revision === null),
    )
    const numbers = await numberEntries(writes, space, [...new Set(rows.map(({ entry }) => entry))])
    for (const [id, number] of numbers) {
      const old = before.get(id) ?? null
      if (old && !models.has(old.collection)) removed.add(old.collection)
      eachDifference(plans, changes, number, old, after.get(id) ?? null)
    }
    if (changes.isFull) await changes.write(writes, space)
  }
  await changes.write(writes, space)
  for (const collection of removed) await deleteIndexFields(writes, space, collection, null)
}

/** Writes index fields for every live entry of their collections. */
async function indexAll(
  writes: Writes,
  space: SpaceId,
  models: readonly ModelChange[],
  onProgress: (entries: number) => void,
): Promise<void> {
  if (models.length === 0) return
  const plans = new Map(models.map(({ collection, added }) => [collection.apiName, added]))
  const changes = new PostingChanges()
  let done = 0
  for (let after = ''; ; ) {
    const rows = await readLivePage(writes, space, [...plans.keys()], { after, limit: entriesPerBatch })
    const last = rows.at(-1)
    if (!last) break
    after = last.entry
    const contents = await toEntries(writes, space, rows)
    const numbers = await numberEntries(writes, space, [...contents.keys()])
    for (const [entry, content] of contents) {
      const { collection } = content
      const number = numbers.get(entry)!
      eachTerm(plans.get(collection)!, content, changes.add(collection, number))
    }
    if (changes.isFull) await changes.write(writes, space)
    done += rows.length
    onProgress(done)
  }
  await changes.write(writes, space)
}

async function toEntries(writes: Writes, space: SpaceId, rows: readonly PublicationRow[]) {
  return contentsOf(rows, rows.length === 0 ? [] : await readOverlaysOf(writes, space, rows))
}

/** Whether entries have the same terms by both models. */
export function isIndexedAlike(a: IndexedModel, b: IndexedModel): boolean {
  return Bun.deepEquals(signaturesOf(planTerms(a)), signaturesOf(planTerms(b)))
}
