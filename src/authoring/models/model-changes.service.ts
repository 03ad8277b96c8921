// Changes models together with their entries, all of them in one transaction and one revision, or none. The change is
// prepared and staged while other transactions go on writing, and entries that these change are prepared again. Under the
// space's lock, only rows are written.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Clock } from '../../base/clock.ts'
import { Problem, Refusal } from '../../base/errors.ts'
import type { SpaceId } from '../../base/ids.ts'
import {
  type ChangesOfOthers,
  finishIndex,
  moveStaged,
  type Preparation,
  revisionOf,
  runBulkChange,
} from '../../bulk/bulk-change.ts'
import { RebuiltFields } from '../../bulk/rebuilt-fields.ts'
import { Stage } from '../../bulk/stage.store.ts'
import { listStagedSchedules, moveScheduledDrafts } from '../../bulk/staged-schedules.store.ts'
import { mayNameAssets } from '../../content/fields/field-values.ts'
import { planTerms } from '../../content/index/index-terms.ts'
import { rebuildLiveValues } from '../../content/index/live-values.store.ts'
import { readModelRevision } from '../../content/index/query-index.store.ts'
import { compareIndexFields } from '../../content/index/query-index.ts'
import {
  insertModelChange,
  readCollections,
  retentionMs,
  saveModel,
} from '../../content/model/collections.store.ts'
import { isComponent } from '../../content/model/stored-models.ts'
import { ChangeSet } from '../../content/publish/change-set.ts'
import { isAssetAction, readNewestActivity, recordActivity } from '../../content/tables/activity.store.ts'
import { raiseContentRevision, readRevisions } from '../../content/tables/revision.store.ts'
import type { Collection, Component } from '../../content/values/model.ts'
import { type Database, PreparationOutdated, readsWithin, type Writes } from '../../database/database.ts'
import { takeOverAtEnd } from '../../entries/drafts/take-over-references.ts'
import { renewDraftAssets } from '../../entries/schedules.ts'
import { EntryConverter } from './apply/convert-entries.ts'
import { requireDraftsFit, requireNoLosses } from './model-problems.ts'
import { type ModelChange, type PlannedChange, planChanges } from './plan/plan-change.ts'
import { joinReports, type ModelChangeReport } from './report/model-report.ts'

export interface ModelChangeContext {
  readonly clock: Clock
  /** The actor of the change, as stored. */
  readonly by: string
  /** True to report the effects without writing. */
  readonly dryRun: boolean
  /** A change of more entries of a collection is refused. */
  readonly entriesMax: number
  /** The minimum number of entries for writing before the lock: thousands, unless a test passes fewer. */
  readonly beforeLockMin?: number
  readonly onProgress?: (done: number, total: number) => void
  /** Checks the caller's right inside the transaction that writes. */
  readonly requireRight?: (writes: Writes) => Promise<unknown>
  /** Throws if the client has disconnected. The change is then rolled back. */
  readonly requireWanted?: () => void
  /** Turns the error of one change into an error of the whole request. */
  readonly toError?: (collection: string, error: unknown) => unknown
}

interface ModelChangeResult {
  readonly model: Collection | Component
  readonly modelVersion: number
  readonly report: ModelChangeReport
}

/** The maximum number of entries that one request may change. The command has no limit. */
export const entriesPerChangeMax = 50_000

/** Requires changes of different collections. `toResult` runs after the writes, in the same transaction. */
export function applyModelChanges<Result>(
  database: Database,
  space: SpaceId,
  changes: readonly ModelChange[],
  {
    dryRun,
    requireRight = async () => {},
    requireWanted = () => {},
    onProgress: report = () => {},
    beforeLockMin,
    ...context
  }: ModelChangeContext,
  toResult: (results: readonly ModelChangeResult[], writes: Writes) => Promise<Result>,
): Promise<Result> {
  const onProgress = (done: number, total: number) => {
    requireWanted()
    report(done, total)
  }
  const finish = ({ converters }: PreparedModelChange, writes: Writes) =>
    toResult(toModelResults(converters), writes)
  return database.session(space, session => {
    if (dryRun) {
      return session.read(async writes => {
        const work = { ...context, onProgress, space, changes, stage: null }
        return finish(await prepare(writes, work), writes)
      })
    }
    const stage = new Stage(space, true)
    const work = { ...context, onProgress, space, changes, stage }
    return runBulkChange<PreparedModelChange, Result>(session, {
      stage,
      beforeLockMin,
      prepare: writes => prepare(writes, work),
      reportOnly: async () => null,
      listChanged: (writes, prepared, others) => listChanged(writes, work, prepared, others),
      prepareAgain: (writes, prepared, entries, revision) =>
        prepareAgain(writes, work, prepared, entries, revision),
      write: async (writes, prepared) => {
        await requireRight(writes)
        await write(writes, work, prepared)
        const result = await finish(prepared, writes)
        // A connection that was closed in the meantime is noticed only between two turns of the event loop.
        await yieldToEventLoop()
        requireWanted()
        return result
      },
    })
  })
}

/** Returns the result of each change, with what its followers did. */
function toModelResults(converters: readonly EntryConverter[]): ModelChangeResult[] {
  const changes = Map.groupBy(converters, ({ planned }) => planned.change)
  return [...changes.values()].map(([own, ...followers]) => {
    const { plan, modelVersion } = own!.planned
    const reports = followers.map(({ collection, entries }) => ({ collection, ...entries.report.toJson() }))
    const report = own!.entries.report.toJson()
    const isOfComponent = isComponent(plan.after)
    return { model: plan.after, modelVersion, report: isOfComponent ? joinReports(report, reports) : report }
  })
}

interface ModelChangeWork extends Pick<ModelChangeContext, 'clock' | 'by' | 'entriesMax' | 'toError'> {
  readonly space: SpaceId
  /** At most one change per collection. */
  readonly changes: readonly ModelChange[]
  /** Null for a dry run, which writes nothing. */
  readonly stage: Stage | null
  readonly onProgress: (done: number, total: number) => void
}

/** Runs a part of the change of one collection. */
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

type StagedWork = ModelChangeWork & { readonly stage: Stage }

interface PreparedModelChange extends Preparation {
  readonly converters: readonly EntryConverter[]
}

/** Returns the converters whose models actually change. */
function changedModels(converters: readonly EntryConverter[]): readonly EntryConverter[] {
  return converters.filter(({ planned }) => !planned.isSame)
}

/** Prepares the change. Requires a snapshot or the space's lock. */
async function prepare(writes: Writes, work: ModelChangeWork): Promise<PreparedModelChange> {
  const { space, stage } = work
  const revisions = await readRevisions(writes, space)
  const activity = await readNewestActivity(writes, space)
  const planned = await planAll(writes, work)
  const changes = new ChangeSet(space, revisions.served + 1)
  const rebuilt = stage && (await planIndex(writes, stage, planned, revisions.served))
  if (stage) stage.index = rebuilt
  const target = stage && rebuilt && { stage, rebuilt }
  const at = Math.max(work.clock(), ...planned.map(({ history }) => (history.at(-1)?.at ?? 0) + 1))
  const converters = planned.map(each => new EntryConverter(changes, each, { ...work, target, at }))
  let concerned = 0
  for (const converter of converters) {
    await runFor(work, converter.collection, async () => {
      const ids = await converter.list(writes, changes)
      // The entries of all collections that follow one change count together.
      concerned = converter.planned.plan.blocks === null ? 0 : concerned
      if (converter.concernsEntries) concerned += ids.length
      requireFewEntries(concerned, work.entriesMax)
      await converter.convertAll(writes, changes, ids)
      requireAllowed(converter, stage === null)
    })
  }
  if (stage) {
    await changes.end(writes, stage)
    await rebuilt?.finish(writes)
    stage.endPreparation()
  }
  return {
    revisions,
    converters,
    activity,
    isServed: changes.isServed || converters.some(each => each.isServedOtherwise),
    // Old draft versions are kept as long as the change of their model can be undone.
    retention: {
      collections: changedModels(converters).map(({ collection }) => collection),
      until: at + retentionMs,
    },
    published: new Set(),
    beforeLock: null,
  }
}

/** Plans the changes, each followed by those that it causes. */
async function planAll(writes: Writes, work: ModelChangeWork): Promise<PlannedChange[]> {
  const planned: PlannedChange[] = []
  for (const change of work.changes) {
    const plan = () => planChanges(readsWithin(writes), work.space, change)
    const result = await runFor(work, change.collection, plan)
    if (result.length > 1 && work.changes.length > 1) throw mustBeAlone(change.collection)
    planned.push(...result)
  }
  return planned
}

function mustBeAlone(component: string): Refusal {
  return new Refusal(
    `${component} is a component, whose change also changes the collections that have its blocks. Change it by itself.`,
  )
}

async function planIndex(
  writes: Writes,
  stage: Stage,
  planned: readonly PlannedChange[],
  served: number,
): Promise<RebuiltFields> {
  const fields = planned.map(
    ({ plan }) =>
      [plan.after.apiName, compareIndexFields(planTerms(plan.before), planTerms(plan.after))] as const,
  )
  const models = await readModelRevision(writes, stage.space)
  return new RebuiltFields(stage.space, new Map(fields), { served, models })
}

/** Throws if drafts become too large or, except in a dry run, if values would be lost without consent. */
function requireAllowed({ entries, planned }: EntryConverter, isDryRun: boolean): void {
  requireDraftsFit([...entries.oversized.values()])
  if (!planned.change.acceptLosses && !isDryRun) requireNoLosses(entries.report.toJson())
}

function requireFewEntries(count: number, max: number): void {
  if (count <= max) return
  const detail = `The collection has ${count} entries, and a request may change ${max}. Use the command: frontlist model apply FILE --space SLUG`
  throw new Problem('model_change_too_large', detail)
}

/**
 * Lists the entries that must be converted again. An import is not merged, because it may have changed any entry. Neither
 * is a changed asset, if a field can name assets: converted values and the problems of drafts depend on it. Either discards
 * the whole preparation. After three attempts the change is prepared under the lock, and other writers wait for all of it.
 */
async function listChanged(
  writes: Writes,
  work: StagedWork,
  { converters }: PreparedModelChange,
  { records, published }: ChangesOfOthers,
): Promise<readonly string[]> {
  const plans = converters.map(({ planned }) => planned.plan)
  const namesAssets = plans.some(({ before, after }) =>
    [...before.fields, ...after.fields].some(mayNameAssets),
  )
  if (records.some(({ action }) => action === 'import' || (namesAssets && isAssetAction(action))))
    throw new PreparationOutdated('changed')
  const changed: string[] = []
  const now = await planAll(writes, work)
  if (now.length !== converters.length) throw new PreparationOutdated('changed')
  for (const [index, converter] of converters.entries()) {
    if (!Bun.deepEquals(now[index], converter.planned) || !(await converter.contexts.isCurrent(writes)))
      throw new PreparationOutdated('changed')
    const recorded = records.flatMap(({ entry }) => entry ?? [])
    changed.push(...(await converter.listChanged(writes, recorded, published)))
  }
  return [...new Set(changed)]
}

/** Converts these entries again. Returns true if published content changes. */
async function prepareAgain(
  writes: Writes,
  work: StagedWork,
  { converters }: PreparedModelChange,
  entries: readonly string[],
  revision: number,
): Promise<boolean> {
  const changes = new ChangeSet(work.space, revision)
  // Forget in all collections first, because an entry may have been deleted in one and created in another.
  for (const converter of converters) await converter.forget(writes, entries)
  for (const converter of converters) {
    await runFor(work, converter.collection, async () => {
      await converter.convertAgain(writes, changes, entries)
      requireAllowed(converter, false)
    })
  }
  await changes.end(writes, work.stage)
  return changes.isServed
}

/** Requires the space's lock and an up-to-date stage. */
async function write(writes: Writes, work: StagedWork, prepared: PreparedModelChange): Promise<void> {
  const changed = changedModels(prepared.converters)
  if (changed.length === 0) return
  const { space, stage, by } = work
  for (const { planned, at, collection } of changed) {
    const { plan, modelVersion, operations } = planned
    await saveModel(writes, space, plan.after)
    await insertModelChange(writes, space, collection, {
      ...{ modelVersion, at, by, operations },
      before: plan.before,
    })
  }
  await moveStaged(writes, stage, prepared)
  await moveScheduledDrafts(writes, space, prepared.retention.until)
  await renewDraftAssets(writes, space, await listStagedSchedules(writes, space))
  for (const { entries, collection } of changed) {
    await runFor(work, collection, () => requireServable(writes, space, entries.sizes))
  }
  const rebuiltValues = changed.filter(each => each.changesUniqueValues).map(({ collection }) => collection)
  if (rebuiltValues.length > 0) await rebuildLiveValues(writes, space, rebuiltValues)
  await raiseContentRevision(writes, space)
  const models = new Map((await readCollections(writes, space)).map(model => [model.apiName, model]))
  const changes = new ChangeSet(space, revisionOf(prepared))
  const takenOver = await takeOverAtEnd(writes, changes, models, prepared.published)
  // A change that follows another one is a part of it.
  const own = changed.filter(({ planned }) => planned.plan.blocks === null)
  await recordActivity(
    writes,
    space,
    own.map(({ planned, collection, at }) => {
      const { modelVersion, operations } = planned
      const detail = { modelVersion, operations: operations.map(({ op }) => op) }
      return { at, by, action: 'model', collection, entry: null, version: null, detail }
    }),
  )
  if (!prepared.isServed && takenOver.length === 0) return
  await finishIndex(writes, stage, prepared, { others: takenOver, changesModels: true })
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
