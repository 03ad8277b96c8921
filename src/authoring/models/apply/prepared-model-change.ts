// The first phase of a model change: prepares and stages the conversion while other transactions go on writing, and
// prepares again what they have changed.
import type { Clock } from '../../../base/clock.ts'
import { Problem } from '../../../base/errors/errors.ts'
import type { SpaceId } from '../../../base/ids.ts'
import { preparationOutdated } from '../../../bulk/bulk-change.ts'
import { RebuiltFields } from '../../../bulk/rebuilt-fields.ts'
import type { Stage } from '../../../bulk/stage.store.ts'
import { isAnyPrepared } from '../../../bulk/staged-publications.store.ts'
import { planTerms } from '../../../content/index/index-terms.ts'
import { readModelRevision } from '../../../content/index/query-index.store.ts'
import { compareIndexFields } from '../../../content/index/query-index.ts'
import { ChangeSet } from '../../../content/publish/change-set.ts'
import { readNewestActivity } from '../../../content/tables/activity.store.ts'
import { listChangedSince } from '../../../content/tables/publication-reads.store.ts'
import { readRevisions, type SpaceRevisions } from '../../../content/tables/revision.store.ts'
import { LockContention, readsWithin, type Writes } from '../../../database/database.ts'
import { requireDraftsFit, requireNoLosses } from '../model-problems.ts'
import { areAssetsOutdated } from '../plan/outdated-assets.ts'
import { type ModelChange, type PlannedChange, planChange } from '../plan/plan-change.ts'
import { EntryConverter } from './convert-entries.ts'
import { listMarked, listUnmarked } from './model-stage.store.ts'

export interface ModelChangeWork {
  readonly space: SpaceId
  /** At most one change per collection. */
  readonly changes: readonly ModelChange[]
  /** Null for a dry run, which writes nothing. */
  readonly stage: Stage | null
  readonly clock: Clock
  /** The actor of the change, as stored. */
  readonly by: string
  /** A change of more entries is refused. */
  readonly entriesMax: number
  /** The minimum number of entries for writing before the lock. */
  readonly beforeLockMin?: number
  readonly onProgress: (done: number, total: number) => void
  /** Turns the error of one change into an error of the whole request. */
  readonly toError?: (collection: string, error: unknown) => unknown
}

/** Runs a part of the change of one collection. */
export async function runFor<Result>(
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

/** A prepared model change. {@link prepareChangedAgain} updates the fields that are not read-only. */
export interface PreparedModelChange {
  /** The revisions of the space that was converted. */
  revisions: SpaceRevisions
  readonly converters: readonly EntryConverter[]
  readonly rebuilt: RebuiltFields | null
  /** The newest activity record at the time of preparation. */
  readonly activity: number
  isServed: boolean
  /** The revision at which the prepared change was written before the lock; null if it was not. */
  beforeLock: { readonly revision: number } | null
}

/** Returns the converters whose models actually change. */
export function changedModels({ converters }: PreparedModelChange): readonly EntryConverter[] {
  return converters.filter(({ planned }) => !planned.isSame)
}

/** Prepares the change. Requires a snapshot or the space's lock. */
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
    stage.endPreparation()
  }
  const isServed = changes.isServed || converters.some(each => each.isServedOtherwise)
  return { revisions, converters, rebuilt, activity, isServed, beforeLock: null }
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
  return new RebuiltFields(stage, new Map(fields), { served, models })
}

/** Throws if drafts become too large or, except in a dry run, if values would be lost without consent. */
function requireAllowed({ entries }: EntryConverter, { acceptLosses }: ModelChange, isDryRun: boolean): void {
  requireDraftsFit([...entries.oversized.values()])
  if (!acceptLosses && !isDryRun) requireNoLosses(entries.report.toJson())
}

function requireFewEntries(count: number, max: number): void {
  if (count <= max) return
  const detail = `The collection has ${count} entries, and a request may change ${max}. Use the command: frontlist model apply FILE --space SLUG`
  throw new Problem('model_change_too_large', detail)
}

/**
 * Converts the entries again that changed since, and returns their number. Throws {@link LockContention} if one of them
 * has already been written before the lock.
 */
export async function prepareChangedAgain(
  writes: Writes,
  work: ModelChangeWork & { readonly stage: Stage },
  prepared: PreparedModelChange,
): Promise<number | typeof preparationOutdated> {
  const { space, stage } = work
  if (
    await areAssetsOutdated(
      writes,
      space,
      prepared.converters.map(({ planned }) => planned.plan),
      prepared.activity,
    )
  )
    return preparationOutdated
  for (const [index, { planned, contexts }] of prepared.converters.entries()) {
    const change = work.changes[index]!
    const plan = () => planChange(readsWithin(writes), space, change)
    const now = await runFor(work, change.collection, plan)
    if (!Bun.deepEquals(now, planned) || !(await contexts.isCurrent(writes))) return preparationOutdated
  }
  const revisions = await readRevisions(writes, space)
  if (prepared.beforeLock !== null && revisions.served >= prepared.beforeLock.revision)
    return preparationOutdated
  const changes = new ChangeSet(space, revisions.served + 1)
  // Publications that this change has written itself are at a later revision.
  const published = await listChangedSince(writes, space, prepared.revisions.served, revisions.served)
  const behind: (readonly string[])[] = []
  for (const converter of prepared.converters) {
    behind.push(await listBehind(writes, space, converter, published))
  }
  if (prepared.beforeLock !== null && (await isAnyPrepared(writes, behind.flat()))) throw new LockContention()
  await stage.index?.note(writes, published, revisions.served)
  // Forget in all collections first, because an entry may have been deleted in one and created in another.
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

/** Lists the entries whose prepared state is outdated or missing. */
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
