// The first phase of an import: stages its changes while other writers continue.
import type { Clock } from '../../base/clock.ts'
import type { SpaceId } from '../../base/ids.ts'
import type { Preparation } from '../../bulk/bulk-change.ts'
import { IndexStage } from '../../bulk/index-stage.ts'
import type { DraftRetention } from '../../bulk/move-stage.store.ts'
import type { Stage } from '../../bulk/stage.store.ts'
import { mayCancelStaged } from '../../bulk/staged-schedules.store.ts'
import { readModelRevision } from '../../content/index/query-index.store.ts'
import { nextChangeTime, readSpaceModels, retentionMs } from '../../content/model/collections.store.ts'
import { linkComponents, linkModel } from '../../content/model/stored-models.ts'
import { readVariants, type Variant } from '../../content/model/variants.store.ts'
import type { DanglingReference } from '../../content/publish/bind-references.ts'
import { ChangeSet } from '../../content/publish/change-set.ts'
import { EntrySizes } from '../../content/publish/entry-size.ts'
import type { Budget } from '../../content/publish/response-budget.ts'
import { readNewestActivity } from '../../content/tables/activity.store.ts'
import { readAddresses } from '../../content/tables/entries.store.ts'
import { readMovedLive } from '../../content/tables/publication-reads.store.ts'
import { listLive } from '../../content/tables/publications.store.ts'
import { readRevisions } from '../../content/tables/revision.store.ts'
import { readsWithin, type Writes } from '../../database/database.ts'
import { listTakenOver } from '../../entries/drafts/take-over-references.ts'
import type { ImportedAssets } from '../read/asset-files.ts'
import type { FirstPassResult, ImportError } from '../read/first-pass.ts'
import type { ImportSource } from '../read/import-source.ts'
import type { Loss } from '../read/losses.ts'
import { type AssetPlan, planAssets } from './asset-plan.ts'
import { hasScheduledDrafts } from './convert-scheduled.ts'
import { EntryImporter } from './entry-importer.ts'
import { compareModels, type Models, toLookups } from './import-models.ts'
import { countRemoved, type ImportPlan, makePlan, type PlannedEntry } from './import-plan.ts'
import { listReferrersOfCreated, migrateAbsentEntries } from './migrate-to-model.ts'
import { findRemovedProperties, keepAllProperties, keepFieldsOfBlocks } from './model-properties.ts'
import { findSingletonErrors } from './singletons.ts'

const batchSize = 500

export interface ImportWork {
  readonly space: SpaceId
  readonly stage: Stage
  readonly source: ImportSource
  readonly firstPass: FirstPassResult
  readonly assets: ImportedAssets
  readonly clock: Clock
  readonly prune: boolean
  readonly dryRun: boolean
  readonly budget?: Budget
  readonly onProgress: (progress: { phase: 'writing'; done: number; total: number }) => void
}

/** A prepared import. Catching up with other writers updates the fields that are not read-only. */
export interface PreparedImport extends Preparation {
  /** The time of the model changes that the import makes. No version of a draft in the form of a former model is newer. */
  changedAt: number
  retention: DraftRetention
  readonly plan: ImportPlan
  readonly models: Models
  readonly counts: { created: number; changed: number; unchanged: number }
  /**
   * Entries that are not in the source and change because of their model, or because of the entries to which they refer.
   */
  readonly migrated: Set<string>
  /** The entries in {@link migrated} whose references an entry of the source takes over. */
  readonly takenOver: ReadonlySet<string>
  readonly errors: readonly ImportError[]
  losses: Loss[]
  dangling: readonly DanglingReference[]
  /** Ids of variants that entries have overlays for. */
  readonly variants: ReadonlySet<string>
  readonly assets: AssetPlan
  /** Assets that others have changed since the preparation. */
  readonly othersAssets: Set<string>
  /** References to files that do not exist. */
  missingAssets: readonly DanglingReference[]
  /** Variants whose description in the source differs from the space. */
  readonly changedVariants: readonly Variant[]
  /** Entries that were live and will not be after the import. */
  unpublished: readonly PlannedEntry[]
  /** Entries that may be too large to serve; checked once everything is written. */
  readonly sizes: EntrySizes
  /** True if a schedule changes because its draft gets another model, or because it is cancelled. */
  readonly hasScheduled: boolean
  hasChanges: boolean
}

/** Fills the stage, which must be empty. The caller provides a consistent snapshot of the space, or holds its lock. */
export async function prepare(writes: Writes, work: ImportWork): Promise<PreparedImport> {
  const { space, stage, source, firstPass, clock } = work
  const revisions = await readRevisions(writes, space)
  const activity = await readNewestActivity(writes, space)
  const { plan, models, removed } = await planEntriesAndModels(writes, work)
  const assets = await planAssets(readsWithin(writes), space, work.assets.list)
  const changes = new ChangeSet(space, revisions.served + 1, assets.planned)
  stage.index = new IndexStage(space, models.plans, {
    served: revisions.served,
    models: await readModelRevision(writes, space),
  })
  const sizes = new EntrySizes(work.budget)
  const parts = { writes, stage, changes, plan, ...toLookups(models), clock, sizes }
  const importer = new EntryImporter(parts)
  await stageRemoved(writes, stage, changes, plan.removed)
  await importer.stageMoves([...plan.ids, ...plan.archived])
  const total = plan.ids.length
  await importer.importAll(source.read(), done => work.onProgress({ phase: 'writing', done, total }))
  const errors = [
    ...plan.errors,
    ...work.assets.errors,
    ...assets.errors,
    ...findSingletonErrors(plan, models, firstPass),
    ...importer.errors,
  ].sort((a, b) => lineOf(a) - lineOf(b))
  const migrated =
    errors.length > 0 ? null : await migrateAbsentEntries(parts, await listReferrersOfCreated(parts))
  const takenOver = await findTakenOver(parts, errors.length > 0 ? [] : importer.newlyLive)
  await changes.end(writes, stage)
  await stage.index.finish(writes)
  await stage.sort(writes)
  stage.endPreparation()
  const { counts } = importer
  const isServed = changes.isServed || models.saved.length > 0 || models.gone.length > 0
  const isRemoved = countRemoved(plan) > 0
  const changedVariants = await listChangedVariants(writes, space, firstPass)
  return {
    revisions,
    activity,
    plan,
    models,
    counts,
    published: takenOver.successors,
    migrated: takenOver.referrers.union(migrated?.changed ?? new Set()),
    takenOver: takenOver.referrers,
    errors,
    losses: [...removed, ...assets.losses, ...importer.losses, ...(migrated?.losses ?? [])],
    dangling: [...importer.dangling, ...(migrated?.dangling ?? [])],
    variants: importer.variants,
    assets,
    othersAssets: new Set(),
    missingAssets: importer.missingAssets,
    changedVariants,
    unpublished: importer.unpublished,
    sizes,
    hasScheduled: (await hasScheduledDrafts(writes, space, models)) || (await mayCancelStaged(writes, stage)),
    ...(await timeModelChanges(writes, work, models)),
    beforeLock: null,
    isServed,
    hasChanges:
      isServed ||
      isRemoved ||
      changedVariants.length > 0 ||
      counts.created + counts.changed > 0 ||
      assets.created.length + assets.changed.length > 0 ||
      !!migrated?.changed.size,
  }
}

/** Compares the entries and models of the source with those of the space. */
async function planEntriesAndModels(writes: Writes, { space, source, firstPass, prune }: ImportWork) {
  const before = await readSpaceModels(readsWithin(writes), space)
  const known = before.collections
  const entries = await readAddresses(writes, space)
  const stillLive = new Set(await listLive(writes, space, [...firstPass.keepsLive]))
  const { collections } = firstPass
  const components = keepFieldsOfBlocks(firstPass.components, before.components)
  const after = linkComponents([
    ...(prune ? [] : [...before.components.values()].filter(({ apiName }) => !components.has(apiName))),
    ...components.values(),
  ])
  const completed = source.hasQueryKeys ? collections : keepAllProperties(collections, known)
  const knownByName = new Map(known.map(each => [each.apiName, each]))
  const linked = [...keepFieldsOfBlocks(completed, knownByName)].map(
    ([name, model]) => [name, linkModel(model, after)] as const,
  )
  const wanted = { ...firstPass, components, collections: new Map(linked) }
  const movedLive = await readMovedLive(writes, space)
  const plan = makePlan(wanted, { entries, ...before, stillLive, movedLive }, prune)
  const models = compareModels(before, { ...plan, components: after }, prune)
  const removed = findRemovedProperties(
    [...known, ...before.components.values()],
    models.saved,
    firstPass.modelsAt,
  )
  return { plan, models, removed }
}

/**
 * Returns the time of the import's model changes, which is now. Old draft versions are kept as long as the change of their
 * model can be undone.
 */
export async function timeModelChanges(
  writes: Writes,
  { space, clock }: ImportWork,
  { saved, changed }: Models,
): Promise<{ changedAt: number; retention: DraftRetention }> {
  const names = saved.map(({ apiName }) => apiName)
  const changedAt = await nextChangeTime(writes, space, names, clock())
  return { changedAt, retention: { collections: [...changed], until: changedAt + retentionMs } }
}

/** Finds the entries that take references over, and their referrers outside of the source. */
async function findTakenOver(
  {
    writes,
    changes,
    plan,
  }: { readonly writes: Writes; readonly changes: ChangeSet; readonly plan: ImportPlan },
  newlyLive: readonly PlannedEntry[],
) {
  const successors = new Set<string>()
  const referrers = new Set<string>()
  const length = plan.before.size === 0 ? 0 : newlyLive.length
  for (let start = 0; start < length; start += batchSize) {
    const found = await listTakenOver(writes, changes.space, newlyLive.slice(start, start + batchSize))
    for (const { id } of found.successors.values()) successors.add(id)
    for (const id of found.referrers) referrers.add(id)
  }
  const staying = new Set(referrers.size === 0 ? [] : plan.absent)
  return { successors, referrers: referrers.intersection(staying).difference(plan.archived) }
}

async function listChangedVariants(
  writes: Writes,
  space: SpaceId,
  { variants }: FirstPassResult,
): Promise<readonly Variant[]> {
  if (variants.size === 0) return []
  const known = new Map((await readVariants(readsWithin(writes), space)).map(each => [each.id, each]))
  return [...variants.values()].filter(each => !Bun.deepEquals(known.get(each.id), each))
}

/** Returns the line of an error, to sort the errors of both passes into the order of the file. */
function lineOf({ where }: ImportError): number {
  return Number(/^line (\d+)$/.exec(where)?.[1] ?? 0)
}

/** Stages the removal of entries whose collections are removed. */
async function stageRemoved(writes: Writes, stage: Stage, changes: ChangeSet, ids: readonly string[]) {
  if (ids.length > 0) await stage.remove(writes, ids)
  for (let start = 0; start < ids.length; start += batchSize) {
    await endRemoved(writes, stage, changes, ids.slice(start, start + batchSize))
  }
}

export async function endRemoved(writes: Writes, stage: Stage, changes: ChangeSet, ids: readonly string[]) {
  for (const id of ids) changes.close(id)
  await changes.flush(writes, stage)
}
