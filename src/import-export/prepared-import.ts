// An import between its two phases: what it prepared and staged while other writers continued, and what it writes
// once it holds the space's lock.
import { toByText } from '../base/by.ts'
import type { Clock } from '../base/clock.ts'
import type { SpaceId } from '../base/ids.ts'
import { recordActivity } from '../content/activity.store.ts'
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
import { readUniqueFields } from '../content/live-values.store.ts'
import { rebuildLiveValues, updateLiveValues } from '../content/live-values.ts'
import { readMovedLive } from '../content/publication-reads.store.ts'
import { listChangedSince, listLive } from '../content/publications.store.ts'
import { setModelRevision } from '../content/query-index.store.ts'
import { updateQueryIndex } from '../content/query-index.ts'
import type { Budget } from '../content/response-budget.ts'
import {
  raiseContentRevision,
  readRevisions,
  type SpaceRevisions,
  setRevision,
} from '../content/revision.store.ts'
import { addVariants } from '../content/variants.store.ts'
import type { Writes } from '../database/database.ts'
import { IndexStage } from '../drafts/index-stage.ts'
import { overtaken } from '../drafts/prepared-write.ts'
import type { Stage } from '../drafts/stage.store.ts'
import { moveFromStage } from '../drafts/stage-move.store.ts'
import { EntryImporter } from './entry-importer.ts'
import type { FirstPassResult, ImportError } from './first-pass.ts'
import { importer } from './import-context.ts'
import { compareModels, type Models, toLookups } from './import-models.ts'
import { type ImportPlan, makePlan, type PlannedEntry } from './import-plan.ts'
import type { ImportSource } from './import-source.ts'
import type { Loss } from './losses.ts'
import { migrateAbsentEntries, migrateAgain } from './migrate-to-model.ts'
import { findRemovedProperties, keepAllProperties } from './model-properties.ts'

const batchSize = 500

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
  /** Ids of variants that entries have overlays for. */
  readonly variants: ReadonlySet<string>
  /** Entries that were live and will not be after the import. */
  readonly unpublished: readonly PlannedEntry[]
  /** Entries that may be too large to serve; checked once everything is written. */
  readonly sizes: EntrySizes
  /** Whether any published content changes. */
  isServed: boolean
  hasChanges: boolean
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
  const movedLive = await readMovedLive(writes, space)
  const plan = makePlan(wanted, { entries, collections: known, stillLive, movedLive }, prune)
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
    variants: importer.variants,
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
  // Drafts, slugs or models have changed.
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
  await addVariants(writes, space, prepared.variants)
  await recordImport(writes, work, prepared)
  await raiseContentRevision(writes, space)
  if (!isServed) return
  await updateUniqueValues(writes, work, prepared)
  const revision = revisions.served + 1
  await updateQueryIndex(writes, space, revision, { ids: (await stage.index?.move(writes)) ?? [] })
  if (models.saved.length > 0 || models.gone.length > 0) await setModelRevision(writes, space, revision)
  await setRevision(writes, space, revision)
}

async function recordImport(
  writes: Writes,
  { space, clock, prune }: ImportWork,
  { counts, migrated, plan }: PreparedImport,
): Promise<void> {
  const detail = {
    created: counts.created,
    changed: counts.changed + migrated.size,
    removed: prune ? plan.absent.length : 0,
  }
  const nothing = { entry: null, collection: null, version: null }
  await recordActivity(writes, space, [
    { at: clock(), by: toByText(importer), action: 'import', ...nothing, detail },
  ])
}

async function updateUniqueValues(
  writes: Writes,
  { space, stage }: ImportWork,
  { models }: PreparedImport,
): Promise<void> {
  if ((await readUniqueFields(writes, space)).size === 0) return
  await updateLiveValues(writes, space, await stage.listServed(writes))
  const saved = models.saved.map(({ apiName }) => apiName).filter(name => models.known.has(name))
  if (saved.length > 0) await rebuildLiveValues(writes, space, saved)
}

/** Errors come from two passes; they are sorted into the order of the file for readers. */
function lineOf({ where }: ImportError): number {
  return Number(/^line (\d+)$/.exec(where)?.[1] ?? 0)
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
