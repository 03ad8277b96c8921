// An import between its two phases: what it prepared and staged while other writers continued, and what it writes
// once it holds the space's lock.
import type { Clock } from '../base/clock.ts'
import type { SpaceId } from '../base/ids.ts'
import type { DanglingReference } from '../content/bind-references.ts'
import { ChangeSet } from '../content/change-set.ts'
import {
  deleteCollections,
  readCollections,
  saveCollection,
  saveIndexedModel,
} from '../content/collections.store.ts'
import { readAddresses } from '../content/entries.store.ts'
import { EntrySizes } from '../content/entry-size.ts'
import { planTerms, type TermPlan } from '../content/index-terms.ts'
import type { Collection } from '../content/model.ts'
import { haveSameShape } from '../content/model-form.ts'
import { listChangedSince, listLive } from '../content/publications.store.ts'
import { setModelRevision } from '../content/query-index.store.ts'
import { isIndexedAlike, updateQueryIndex } from '../content/query-index.ts'
import type { Budget } from '../content/response-budget.ts'
import {
  raiseContentRevision,
  readRevisions,
  type SpaceRevisions,
  setRevision,
} from '../content/revision.store.ts'
import type { Writes } from '../database/database.ts'
import { EntryImporter } from './entry-importer.ts'
import type { FirstPassResult, ImportError } from './first-pass.ts'
import { type ImportPlan, makePlan, type PlannedEntry } from './import-plan.ts'
import type { ImportSource } from './import-source.ts'
import { IndexStage } from './index-stage.ts'
import type { Loss } from './losses.ts'
import { migrateAbsentEntries, migrateAgain } from './migrate-to-model.ts'
import { findRemovedProperties, keepAllProperties } from './model-properties.ts'
import type { Stage } from './stage.store.ts'
import { moveFromStage } from './stage-move.store.ts'

const batchSize = 500

/** Drafts, slugs or models have changed since preparation: the prepared import must be discarded. */
export const overtaken = Symbol('overtaken')

export interface ImportWork {
  readonly space: SpaceId
  readonly stage: Stage
  readonly source: ImportSource
  readonly firstPass: FirstPassResult
  readonly clock: Clock
  readonly prune: boolean
  readonly budget?: Budget
  readonly onProgress: (progress: { phase: 'writing'; done: number; total: number }) => void
}

/** Fields that {@link catchUp} updates are not read-only. */
export interface PreparedImport {
  /** The state of the space that the stage was compared with. */
  revisions: SpaceRevisions
  readonly plan: ImportPlan
  readonly models: Models
  readonly counts: { created: number; changed: number; unchanged: number }
  /** Entries missing from the source that change because their model changed. */
  readonly migrated: Set<string>
  readonly errors: readonly ImportError[]
  readonly losses: readonly Loss[]
  readonly dangling: readonly DanglingReference[]
  /** Entries that were live and will not be after the import. */
  readonly unpublished: readonly PlannedEntry[]
  /** Entries that may be too large to serve; checked once everything is written. */
  readonly sizes: EntrySizes
  /** Whether any published content changes. */
  isServed: boolean
  hasChanges: boolean
}

interface Models {
  /** API names of collections that the space had before. */
  readonly known: ReadonlySet<string>
  readonly byName: ReadonlyMap<string, Collection>
  readonly saved: readonly Collection[]
  /** API names of existing collections whose entries change their shape. */
  readonly changed: ReadonlySet<string>
  /** API names of collections that are removed. */
  readonly gone: readonly string[]
  /** How entries are indexed, of collections where that does not change. */
  readonly plans: ReadonlyMap<string, TermPlan>
}

/**
 * Fills the stage, which must be empty. The caller provides a consistent snapshot of the space, or holds its lock.
 */
export async function prepare(writes: Writes, work: ImportWork): Promise<PreparedImport> {
  const { space, stage, source, firstPass, clock, prune } = work
  const revisions = await readRevisions(writes, space)
  const known = await readCollections(writes, space)
  const entries = await readAddresses(writes, space)
  const stillLive = new Set(await listLive(writes, space, [...firstPass.keepsLive]))
  const wanted = source.hasQueryKeys
    ? firstPass
    : { ...firstPass, collections: keepAllProperties(firstPass.collections, known) }
  const plan = makePlan(wanted, { entries, collections: known, stillLive }, prune)
  const models = compareModels(known, plan, prune)
  const removed = findRemovedProperties(known, models.saved, firstPass.collectionsAt)
  const changes = new ChangeSet(space, revisions.served + 1)
  stage.index = new IndexStage(space, models.plans)
  const sizes = new EntrySizes(work.budget)
  const parts = { writes, stage, changes, plan, ...toLookups(models), clock, sizes }
  const importer = new EntryImporter(parts)
  if (prune) await stageAbsent(writes, stage, changes, plan.absent)
  await importer.stageMoves()
  const total = plan.ids.length
  await importer.importAll(source.read(), done => work.onProgress({ phase: 'writing', done, total }))
  const errors = [...plan.errors, ...importer.errors].sort((a, b) => lineOf(a) - lineOf(b))
  const migrated = prune || errors.length > 0 ? null : await migrateAbsentEntries(parts)
  await changes.end(writes, stage)
  await stage.index.finish(writes)
  const { counts } = importer
  const isServed = changes.isServed || models.saved.length > 0 || models.gone.length > 0
  const isRemoved = prune && plan.absent.length > 0
  return {
    revisions,
    plan,
    models,
    counts,
    migrated: new Set(migrated?.changed),
    errors,
    losses: [...removed, ...importer.losses, ...(migrated?.losses ?? [])],
    dangling: [...importer.dangling, ...(migrated?.dangling ?? [])],
    unpublished: importer.unpublished,
    sizes,
    isServed,
    hasChanges: isServed || isRemoved || counts.created + counts.changed > 0 || !!migrated?.changed.size,
  }
}

/**
 * Re-evaluates entries that other writers published or unpublished since preparation, and returns how many there
 * were. Warnings about missing parts of such entries were reported already.
 */
export async function catchUp(
  writes: Writes,
  work: ImportWork,
  prepared: PreparedImport,
): Promise<number | typeof overtaken> {
  const { space } = work
  const { revisions } = prepared
  const now = await readRevisions(writes, space)
  if (now.content !== revisions.content) return overtaken
  if (now.served === revisions.served) return 0
  const ids = await listChangedSince(writes, space, revisions.served)
  const changes = new ChangeSet(space, now.served + 1)
  for (let start = 0; start < ids.length; start += batchSize) {
    await reevaluateEntries(writes, work, prepared, changes, ids.slice(start, start + batchSize))
  }
  await changes.end(writes, work.stage)
  prepared.isServed ||= changes.isServed
  prepared.revisions = now
  return ids.length
}

async function reevaluateEntries(
  writes: Writes,
  { stage, clock, prune }: ImportWork,
  { plan, models, counts, migrated, sizes }: PreparedImport,
  changes: ChangeSet,
  ids: readonly string[],
): Promise<void> {
  const parts = { writes, stage, changes, plan, ...toLookups(models), clock, sizes }
  const records = await stage.readRecords(writes, ids)
  const importer = new EntryImporter(parts)
  await importer.importAgain(records)
  counts.changed += importer.counts.changed
  counts.unchanged += importer.counts.unchanged
  const inSource = new Set(records.map(({ entry }) => entry))
  const absent = ids.filter(id => !inSource.has(id) && plan.before.get(id) !== undefined)
  await stage.forget(writes, absent)
  if (prune) return endAbsent(writes, stage, changes, absent)
  for (const id of absent) migrated.delete(id)
  const { changed } = await migrateAgain(parts, absent)
  for (const id of changed) migrated.add(id)
}

/** Writes the prepared changes. Requires the space's lock and an up-to-date stage. */
export async function write(writes: Writes, work: ImportWork, prepared: PreparedImport): Promise<void> {
  const { space, stage } = work
  const { models, revisions, isServed } = prepared
  // What an older version of Frontlist has published since.
  if (isServed) await updateQueryIndex(writes, space, revisions.served)
  for (const collection of models.saved) {
    await saveCollection(writes, space, collection)
    // Indexed from its first entry on.
    if (!models.known.has(collection.apiName)) await saveIndexedModel(writes, space, collection.apiName)
  }
  await moveFromStage(writes, stage, revisions.served + 1)
  if (models.gone.length > 0) await deleteCollections(writes, space, models.gone)
  await raiseContentRevision(writes, space)
  if (!isServed) return
  const revision = revisions.served + 1
  await updateQueryIndex(writes, space, revision, { ids: (await stage.index?.move(writes)) ?? [] })
  if (models.saved.length > 0 || models.gone.length > 0) await setModelRevision(writes, space, revision)
  await setRevision(writes, space, revision)
}

/** Errors come from two passes; they are sorted into the order of the file for readers. */
function lineOf({ where }: ImportError): number {
  return Number(/^line (\d+)$/.exec(where)?.[1] ?? 0)
}

/** Models as the importer looks them up. */
function toLookups({ byName, changed }: Models) {
  return { models: byName, changedModels: changed }
}

/** A collection that the source does not describe is retained while it contains entries. */
function compareModels(known: readonly Collection[], plan: ImportPlan, prune: boolean): Models {
  const before = new Map(known.map(each => [each.apiName, each]))
  const saved: Collection[] = []
  const changed = new Set<string>()
  for (const collection of plan.collections.values()) {
    const old = before.get(collection.apiName)
    if (Bun.deepEquals(old, collection)) continue
    saved.push(collection)
    if (old !== undefined && !haveSameShape(old, collection)) changed.add(collection.apiName)
  }
  const used = new Set(plan.collections.keys())
  for (const id of plan.ids) used.add(plan.addresses.get(id)!.collection)
  const gone = prune ? known.map(each => each.apiName).filter(name => !used.has(name)) : []
  const byName = new Map([...before, ...plan.collections])
  const plans = new Map<string, TermPlan>()
  for (const [name, collection] of byName) {
    const old = before.get(name)
    if (!old || isIndexedAlike(old, collection)) plans.set(name, planTerms(collection))
  }
  return { known: new Set(before.keys()), byName, saved, changed, gone, plans }
}

/** Entries that are removed from the space. */
async function stageAbsent(writes: Writes, stage: Stage, changes: ChangeSet, ids: readonly string[]) {
  await stage.remove(writes, ids)
  for (let start = 0; start < ids.length; start += batchSize) {
    await endAbsent(writes, stage, changes, ids.slice(start, start + batchSize))
  }
}

async function endAbsent(writes: Writes, stage: Stage, changes: ChangeSet, ids: readonly string[]) {
  for (const id of ids) changes.close(id)
  await changes.flush(writes, stage)
}
