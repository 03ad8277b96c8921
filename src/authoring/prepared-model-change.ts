// Changes of models between their two phases: what was prepared and staged while others went on writing, and what is
// written once the space's lock is held.
import type { Clock } from '../base/clock.ts'
import { Problem } from '../base/errors.ts'
import type { SpaceId } from '../base/ids.ts'
import { readNewestActivity, recordActivity } from '../content/activity.store.ts'
import { ChangeSet } from '../content/change-set.ts'
import { readIndexState, saveCollection } from '../content/collections.store.ts'
import { planTerms } from '../content/index-terms.ts'
import { rebuildLiveValues } from '../content/live-values.ts'
import { insertModelChange, retentionMs } from '../content/model-history.store.ts'
import { listChangedSince } from '../content/publication-reads.store.ts'
import { readIndexRevisions, setModelRevision } from '../content/query-index.store.ts'
import { compareIndexFields, updateQueryIndex } from '../content/query-index.ts'
import {
  raiseContentRevision,
  readRevisions,
  type SpaceRevisions,
  setRevision,
} from '../content/revision.store.ts'
import { readsWithin, type Writes } from '../database/database.ts'
import { overtaken } from '../drafts/prepared-write.ts'
import { RebuiltFields } from '../drafts/rebuilt-fields.ts'
import { renewScheduledAssets } from '../drafts/scheduled-assets.ts'
import { moveScheduledDrafts } from '../drafts/scheduled-drafts.store.ts'
import type { Stage } from '../drafts/stage.store.ts'
import { moveFromStage } from '../drafts/stage-move.store.ts'
import { EntryConverter } from './convert-entries.ts'
import { requireDraftsFit, requireNoLosses } from './model-problems.ts'
import { listMarked, listUnmarked } from './model-stage.store.ts'
import { areAssetsOutdated } from './outdated-assets.ts'
import { type ModelChange, type PlannedChange, planChange } from './plan-change.ts'

export interface ModelChangeWork {
  readonly space: SpaceId
  /** Of different collections. */
  readonly changes: readonly ModelChange[]
  /** Null for a dry run, which writes nothing. */
  readonly stage: Stage | null
  readonly clock: Clock
  /** Who changes the models, as it is stored. */
  readonly by: string
  /** More entries are refused. */
  readonly entriesMax: number
  readonly onProgress: (done: number, total: number) => void
  /** Turns the error of a change into that of all of them. */
  readonly toError?: (collection: string, error: unknown) => unknown
}

async function runFor<Result>(
  { toError = (_, error) => error }: ModelChangeWork,
  collection: string,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    throw toError(collection, error)
  }
}

/** Fields that {@link catchUp} updates are not read-only. */
export interface PreparedModelChange {
  /** The state of the space that was converted. */
  revisions: SpaceRevisions
  readonly converters: readonly EntryConverter[]
  readonly rebuilt: RebuiltFields | null
  /** The newest record of the activity when it was prepared. */
  readonly activity: number
  isServed: boolean
}

/** Sees one snapshot, or holds the space's lock. */
export async function prepare(writes: Writes, work: ModelChangeWork): Promise<PreparedModelChange> {
  const { space, stage } = work
  const revisions = await readRevisions(writes, space)
  const activity = await readNewestActivity(writes, space)
  const planned: PlannedChange[] = []
  for (const change of work.changes) {
    const plan = () => planChange(readsWithin(writes), space, change)
    planned.push(await runFor(work, change.collection, plan))
  }
  const changes = new ChangeSet(space, revisions.served + 1)
  const rebuilt = stage && (await planIndex(writes, stage, planned, revisions.served))
  const target = stage && { stage, rebuilt }
  const at = Math.max(work.clock(), ...planned.map(({ history }) => (history.at(-1)?.at ?? 0) + 1))
  const converters = planned.map(each => new EntryConverter(changes, each, { ...work, target, at }))
  for (const [index, converter] of converters.entries()) {
    await runFor(work, converter.collection, async () => {
      const ids = await converter.list(writes, changes)
      if (converter.concernsEntries) requireFewEntries(ids.length, work.entriesMax)
      await converter.convertAll(writes, changes, ids)
      requireAllowed(converter, work.changes[index]!, stage === null)
    })
  }
  if (stage) {
    await changes.end(writes, stage)
    await rebuilt?.finish(writes)
  }
  const isServed = changes.isServed || converters.some(each => each.isServedOtherwise)
  return { revisions, converters, rebuilt, activity, isServed }
}

/** Null if the index is not up to date, because an older version of Frontlist has published: it is written under the lock. */
async function planIndex(
  writes: Writes,
  stage: Stage,
  planned: readonly PlannedChange[],
  served: number,
): Promise<RebuiltFields | null> {
  const { indexed, collections } = await readIndexState(writes, stage.space)
  const current = new Map(collections.map(each => [each.apiName, each]))
  const isCurrent = planned.every(({ plan }) => {
    const { isIndexed = false, isUnchanged = false } = current.get(plan.after.apiName) ?? {}
    return isIndexed && isUnchanged
  })
  if (indexed !== served || !isCurrent) return null
  const fields = planned.map(
    ({ plan }) =>
      [plan.after.apiName, compareIndexFields(planTerms(plan.before), planTerms(plan.after))] as const,
  )
  const { models } = await readIndexRevisions(writes, stage.space)
  return new RebuiltFields(stage, new Map(fields), { served, indexed, models })
}

/** A dry run reports losses. */
function requireAllowed({ entries }: EntryConverter, { acceptLosses }: ModelChange, isDryRun: boolean): void {
  requireDraftsFit([...entries.oversized.values()])
  if (!acceptLosses && !isDryRun) requireNoLosses(entries.report.toJson())
}

function requireFewEntries(count: number, max: number): void {
  if (count <= max) return
  const detail = `The collection has ${count} entries, and a request may change ${max}. Use the command: frontlist model apply FILE --space SLUG`
  throw new Problem('model_change_too_large', detail)
}

/** Converts again what others have changed since, and returns how many entries that were. */
export async function catchUp(
  writes: Writes,
  work: ModelChangeWork & { readonly stage: Stage },
  prepared: PreparedModelChange,
): Promise<number | typeof overtaken> {
  const { space, stage } = work
  if (
    await areAssetsOutdated(
      writes,
      space,
      prepared.converters.map(({ planned }) => planned.plan),
      prepared.activity,
    )
  )
    return overtaken
  for (const [index, { planned, contexts }] of prepared.converters.entries()) {
    const change = work.changes[index]!
    const plan = () => planChange(readsWithin(writes), space, change)
    const now = await runFor(work, change.collection, plan)
    if (!Bun.deepEquals(now, planned) || !(await contexts.isCurrent(writes))) return overtaken
  }
  const revisions = await readRevisions(writes, space)
  const changes = new ChangeSet(space, revisions.served + 1)
  const published = await listChangedSince(writes, space, prepared.revisions.served)
  await stage.index?.note(writes, published, revisions.served)
  const behind: (readonly string[])[] = []
  for (const converter of prepared.converters) {
    behind.push(await listBehind(writes, space, converter, published))
  }
  // First of all collections: an entry may have been deleted in one and created in another.
  for (const [index, converter] of prepared.converters.entries())
    await converter.forget(writes, behind[index]!)
  for (const [index, converter] of prepared.converters.entries()) {
    await runFor(work, converter.collection, async () => {
      await converter.convertAgain(writes, changes, behind[index]!)
      requireAllowed(converter, work.changes[index]!, false)
    })
  }
  await changes.end(writes, stage)
  prepared.isServed ||= changes.isServed
  prepared.revisions = revisions
  return new Set(behind.flat()).size
}

/** The entries whose prepared state is outdated, or missing. */
async function listBehind(
  writes: Writes,
  space: SpaceId,
  { concernsEntries, collection }: EntryConverter,
  published: readonly string[],
): Promise<string[]> {
  if (!concernsEntries) return [...published]
  const changed = await listUnmarked(writes, space, collection)
  return [...new Set([...changed, ...(await listMarked(writes, collection, published))])]
}

/** Requires the space's lock and an up-to-date stage. */
export async function write(
  writes: Writes,
  work: ModelChangeWork & { readonly stage: Stage },
  { revisions, converters, rebuilt, isServed }: PreparedModelChange,
): Promise<void> {
  const changed = converters.filter(({ planned }) => !planned.isSame)
  if (changed.length === 0) return
  const { space, stage, by } = work
  const revision = revisions.served + 1
  // What an older version of Frontlist has published since.
  if (isServed) await updateQueryIndex(writes, space, revisions.served)
  for (const { planned, at, collection } of changed) {
    const { plan, modelVersion, operations } = planned
    await saveCollection(writes, space, plan.after)
    await insertModelChange(writes, space, collection, {
      ...{ modelVersion, at, by, operations },
      before: plan.before,
    })
  }
  const collections = changed.map(({ collection }) => collection)
  await moveFromStage(writes, stage, revision, { collections, until: changed[0]!.at + retentionMs })
  await moveScheduledDrafts(writes, space)
  await renewScheduledAssets(writes, space)
  for (const { entries, collection } of changed) {
    await runFor(work, collection, () => requireServable(writes, space, entries.sizes))
  }
  const rebuiltValues = changed.filter(each => each.changesUniqueValues).map(({ collection }) => collection)
  if (rebuiltValues.length > 0) await rebuildLiveValues(writes, space, rebuiltValues)
  await raiseContentRevision(writes, space)
  await recordActivity(
    writes,
    space,
    changed.map(({ planned, collection, at }) => {
      const { modelVersion, operations } = planned
      const detail = { modelVersion, operations: operations.map(({ op }) => op) }
      return { at, by, action: 'model', collection, entry: null, version: null, detail }
    }),
  )
  if (!isServed) return
  await rebuilt?.move(writes, revisions.served)
  await updateQueryIndex(writes, space, revision, rebuilt ? { ids: [] } : {})
  await setModelRevision(writes, space, revision)
  await setRevision(writes, space, revision)
}

async function requireServable(
  writes: Writes,
  space: SpaceId,
  sizes: EntryConverter['entries']['sizes'],
): Promise<void> {
  const oversized = await sizes.findOversized(writes, space)
  if (oversized.length === 0) return
  const reasons = oversized.map(({ where, reason }) => `${where}: ${reason}.`)
  throw new Problem('entry_too_large', ['Nothing was changed.', ...reasons.slice(0, 20)].join(' '))
}
