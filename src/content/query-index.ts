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
import {
  eachTerm,
  type IndexedContent,
  type KeyText,
  narrowPlan,
  planTerms,
  type Slot,
  signaturesOf,
  type TermPlan,
} from './index-terms.ts'
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
import type { StoredData } from './stored-data.ts'

const entriesPerBatch = 500

/** How the model of a collection changes the index. */
interface ModelChange {
  readonly collection: Collection
  /** The index fields that stay as they are. */
  readonly kept: TermPlan
  /** Those to be written for every live entry. */
  readonly added: TermPlan
}

/**
 * Requires the space's lock; publications must have been written. `revision` is the one that the transaction ends with.
 */
export async function updateQueryIndex(
  writes: Writes,
  space: SpaceId,
  revision: number,
  onProgress: (entries: number) => void = () => {},
): Promise<void> {
  const indexed = await readIndexedRevision(writes, space)
  if (indexed === revision) return
  const indexedModels = await readIndexedModels(writes, space)
  const changes = new Map<string, ModelChange>()
  for (const collection of await readCollections(writes, space)) {
    const known = indexedModels.get(collection.apiName) ?? null
    changes.set(collection.apiName, await applyModel(writes, space, collection, known))
  }
  await indexChanged(writes, space, indexed, changes)
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
    return { collection, kept: nothing, added: plan }
  }
  if (isSameModel(collection, known)) return { collection, kept: plan, added: nothing }
  const before = signaturesOf(planTerms(known))
  const after = signaturesOf(plan)
  const gone = [...before].filter(([name, signature]) => after.get(name) !== signature).map(([name]) => name)
  if (gone.length > 0) await deleteIndexFields(writes, space, collection.apiName, gone)
  await saveIndexedModel(writes, space, collection)
  const isKept = (name: string) => name === '' || before.get(name) === after.get(name)
  return { collection, kept: narrowPlan(plan, isKept), added: narrowPlan(plan, name => !isKept(name)) }
}

function isSameModel(collection: Collection, known: IndexedModel | null): boolean {
  return (
    known !== null &&
    known.titleField === collection.titleField &&
    Bun.deepEquals(known.fields, collection.fields)
  )
}

type Terms = Map<Slot, Set<KeyText>>

/** The entries whose publication began or ended since the index was written. */
async function indexChanged(
  writes: Writes,
  space: SpaceId,
  indexed: number,
  models: ReadonlyMap<string, ModelChange>,
): Promise<void> {
  const ids = await listChangedSince(writes, space, indexed)
  const changes = new PostingChanges()
  const removed = new Set<string>()
  for (let start = 0; start < ids.length; start += entriesPerBatch) {
    const batch = ids.slice(start, start + entriesPerBatch)
    const rows = await readSince(writes, space, batch, indexed)
    const before = await toContents(
      writes,
      space,
      rows.filter(({ from_revision }) => from_revision <= indexed),
    )
    const after = await toContents(
      writes,
      space,
      rows.filter(({ to_revision }) => to_revision === null),
    )
    const numbers = await numberEntries(writes, space, [...new Set(rows.map(({ entry }) => entry))])
    for (const [entry, number] of numbers) {
      const [old, next] = [before.get(entry), after.get(entry)]
      if (old && !models.has(old.collection)) removed.add(old.collection)
      addDifference(changes, number, toTerms(models, old), toTerms(models, next))
    }
    if (changes.isFull) await changes.write(writes, space)
  }
  await changes.write(writes, space)
  for (const collection of removed) await deleteIndexFields(writes, space, collection, null)
}

interface CollectionTerms {
  readonly collection: string
  readonly terms: Terms
}

function toTerms(
  models: ReadonlyMap<string, ModelChange>,
  content: (IndexedContent & { readonly collection: string }) | undefined,
): CollectionTerms | null {
  const model = content && models.get(content.collection)
  if (!model) return null
  const terms: Terms = new Map()
  eachTerm(model.kept, content, (slot, key) => {
    const keys = terms.get(slot)
    if (keys) keys.add(key)
    else terms.set(slot, new Set([key]))
  })
  return { collection: content.collection, terms }
}

function addDifference(
  changes: PostingChanges,
  number: number,
  old: CollectionTerms | null,
  next: CollectionTerms | null,
): void {
  const isSameCollection = old !== null && next !== null && old.collection === next.collection
  if (old) {
    eachOutside(old.terms, isSameCollection ? next.terms : null, changes.remove(old.collection, number))
  }
  if (next) {
    eachOutside(next.terms, isSameCollection ? old.terms : null, changes.add(next.collection, number))
  }
}

function eachOutside(terms: Terms, other: Terms | null, onTerm: (slot: Slot, key: KeyText) => void): void {
  for (const [slot, keys] of terms) {
    const there = other?.get(slot)
    for (const key of keys) if (!there?.has(key)) onTerm(slot, key)
  }
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
    const contents = await toContents(writes, space, rows)
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

/** By entry, of which there is at most one publication in the list. */
async function toContents(writes: Writes, space: SpaceId, rows: readonly PublicationRow[]) {
  const overlays = new Map<string, Map<string, StoredData>>()
  for (const overlay of rows.length === 0 ? [] : await readOverlaysOf(writes, space, rows)) {
    const known = overlays.get(overlay.entry)
    if (known) known.set(overlay.variant, overlay)
    else overlays.set(overlay.entry, new Map([[overlay.variant, overlay]]))
  }
  return new Map(
    rows.map(row => [
      row.entry,
      {
        id: row.entry,
        collection: row.collection,
        slug: row.slug,
        publishedAt: row.published_at,
        firstPublishedAt: row.first_published_at,
        values: row,
        overlays: overlays.get(row.entry) ?? new Map<string, StoredData>(),
      },
    ]),
  )
}
