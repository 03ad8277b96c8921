// Applies changes of the query index to the current postings in memory, without writing them to the index.
import type { SpaceId } from '../base/ids.ts'
import { contentsOf, contentsOfLive, eachDifference } from '../content/index/entry-terms.ts'
import type { IndexedEntry, TermPlan } from '../content/index/index-terms.ts'
import {
  changePosting,
  inBatches,
  type PostingChange,
  PostingChanges,
} from '../content/index/posting-changes.ts'
import { readNumbers, readPostings } from '../content/index/query-index.store.ts'
import { readSince } from '../content/tables/publication-reads.store.ts'
import { readLive, readOverlaysOf } from '../content/tables/publications.store.ts'
import { readsWithin, type Writes } from '../database/database.ts'
import { readStagedChanges, type StagedChange, toNumbers, unmergeChanges } from './index-stage.store.ts'

/**
 * Returns rows for the stage. `isFirst` means that nothing is staged for these keys. Unless `isOfIndex` is true, the current
 * postings are not read, and the changes are applied later.
 */
export async function mergeChanges(
  writes: Writes,
  space: SpaceId,
  batch: readonly PostingChange[],
  { isFirst, isOfIndex }: { readonly isFirst: boolean; readonly isOfIndex: boolean },
): Promise<readonly StagedChange[]> {
  const earlier = byPlace(isFirst ? [] : await readStagedChanges(writes, batch))
  const present = byPlace(isOfIndex ? await readPostings(writes, space, batch) : [])
  return batch.map((change, place) => {
    const { changes, ...key } = change
    const [before, stored] = [earlier.get(place), present.get(place) ?? null]
    if (before === undefined) {
      const next = isOfIndex ? changePosting(stored, change) : unmerged
      return { ...key, changes: toBytes(changes), old: stored?.numbers ?? null, ...next }
    }
    const { count, numbers, old } = before
    const next = count === null || numbers === null ? unmerged : changePosting({ count, numbers }, change)
    return { ...key, changes: toBytes(concat(toNumbers(before.changes), changes)), old, ...next }
  })
}

const unmerged = { count: null, numbers: null } as const

function byPlace<Row extends { readonly place: number }>(rows: readonly Row[]): ReadonlyMap<number, Row> {
  return new Map(rows.map(row => [row.place, row]))
}

const toBytes = (numbers: Int32Array) => new Uint8Array(numbers.slice().buffer)

function concat(first: Int32Array, second: Int32Array): Int32Array {
  const all = new Int32Array(first.length + second.length)
  all.set(first)
  all.set(second, first.length)
  return all
}

const entriesPerBatch = 500

/** Marks the changes of postings that gained or lost one of these entries between two revisions, to be applied again. */
export async function unmergeEntries(
  writes: Writes,
  space: SpaceId,
  plans: ReadonlyMap<string, TermPlan>,
  ids: readonly string[],
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  for (let start = 0; start < ids.length; start += entriesPerBatch) {
    const batch = ids.slice(start, start + entriesPerBatch)
    const [before, after] = [
      await readContents(writes, space, batch, from),
      await readContents(writes, space, batch, to),
    ]
    const changes = new PostingChanges()
    for (const [id, number] of await readNumbers(writes, space, batch))
      eachDifference(plans, changes, number, before.get(id) ?? null, after.get(id) ?? null)
    for (const keys of inBatches(changes.drain())) await unmergeChanges(writes, keys)
  }
}

/** Reads the content that was live at a revision. */
async function readContents(
  writes: Writes,
  space: SpaceId,
  ids: readonly string[],
  revision: number,
): Promise<ReadonlyMap<string, IndexedEntry>> {
  const { before } = await readSince(writes, space, ids, revision)
  return contentsOf(before, await readOverlaysOf(readsWithin(writes), space, before))
}

/**
 * Corrects the index where the live content is not what the written changes assumed. Runs under the lock, after all changes
 * are written. `stale` maps entries to the content that their changes assumed; null if none would be live.
 */
export async function correctEntries(
  writes: Writes,
  space: SpaceId,
  plans: ReadonlyMap<string, TermPlan>,
  stale: ReadonlyMap<string, IndexedEntry | null>,
): Promise<void> {
  const ids = [...stale.keys()]
  const live = contentsOfLive(await readLive(readsWithin(writes), space, ids))
  const changes = new PostingChanges()
  for (const [id, number] of await readNumbers(writes, space, ids)) {
    eachDifference(plans, changes, number, stale.get(id)!, live.get(id) ?? null)
  }
  await changes.write(writes, space)
}
