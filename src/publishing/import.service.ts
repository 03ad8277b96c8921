// Import: a source becomes the content of a space, in one transaction and one revision, or nothing happens.
import type { Clock } from '../base/clock.ts'
import type { SpaceId } from '../base/ids.ts'
import type { Collection } from '../base/model.ts'
import type { Budget } from '../base/response-budget.ts'
import type { Database, Writes } from '../database/database.ts'
import { Changes } from './changes.ts'
import { deleteCollections, readCollections, saveCollection } from './collections.store.ts'
import { deleteEntries, readAddresses } from './entries.store.ts'
import { EntryImporter } from './entry-importer.ts'
import { type Gathered, gather, type ImportFault } from './gather.ts'
import { type ImportPlan, makePlan, type PlannedEntry } from './import-plan.ts'
import type { Loss } from './losses.ts'
import { refitAbsent } from './model-change.ts'
import type { ImportSource } from './ndjson.ts'
import { listLive } from './publications.store.ts'
import type { Dangling } from './records.ts'
import { lockRevision } from './revisions.store.ts'

export interface ImportOptions {
  readonly clock: Clock
  /** Removes entries and collections that the source does not have. */
  readonly prune: boolean
  /** Does everything, reports it, and undoes it. */
  readonly dryRun: boolean
  /** What each entry must fit by itself; the budget of responses unless a test has another. */
  readonly budget?: Budget
  readonly onProgress: (progress: ImportProgress) => void
}

/** While reading, `done` counts records, and how many there will be is not known: `total` is 0. */
export interface ImportProgress {
  readonly phase: 'reading' | 'writing'
  readonly done: number
  readonly total: number
}

/** Counts are of entries. */
export interface ImportReport {
  readonly created: number
  readonly changed: number
  readonly unchanged: number
  readonly removed: number
  readonly losses: readonly Loss[]
  readonly dangling: readonly Dangling[]
  /** What is not served any more, though the source may have it. */
  readonly unpublished: readonly PlannedEntry[]
  readonly removedCollections: readonly string[]
}

/** The source is bad: every fault that was found, nothing written. */
export class ImportRefused extends Error {
  constructor(
    readonly faults: readonly ImportFault[],
    message = `The import was refused: ${faults.length} ${faults.length === 1 ? 'error' : 'errors'}. Nothing was changed.`,
  ) {
    super(message)
  }
}

/** Thrown through a transaction to undo it. */
class Undone extends Error {
  constructor(readonly report: ImportReport) {
    super('undone')
  }
}

export async function importContent(
  database: Database,
  space: SpaceId,
  source: ImportSource,
  options: ImportOptions,
): Promise<ImportReport> {
  // Read once before the write lock is taken: others go on writing meanwhile.
  const gathered = await gatherFrom(source, options)
  try {
    return await database.transaction(async writes => {
      const report = await importWithin(writes, space, source, gathered, options)
      if (options.dryRun) throw new Undone(report)
      return report
    }, space)
  } catch (error) {
    if (error instanceof Undone) return error.report
    throw error
  }
}

/** The first reading: what {@link importWithin} needs to know before it begins. */
export function gatherFrom(source: ImportSource, options: ImportOptions): Promise<Gathered> {
  return gather(source.read(), done => options.onProgress({ phase: 'reading', done, total: 0 }))
}

/** The import as a part of another transaction; `dryRun` is the caller's business there. */
export async function importWithin(
  writes: Writes,
  space: SpaceId,
  source: ImportSource,
  gathered: Gathered,
  options: ImportOptions,
): Promise<ImportReport> {
  const changes = new Changes(space, (await lockRevision(writes, space)) + 1)
  const known = await readCollections(writes, space)
  const existing = await readAddresses(writes, space)
  const keptLive = new Set(await listLive(writes, space, [...gathered.keepsLive]))
  const plan = makePlan(gathered, { entries: existing, collections: known, keptLive }, options.prune)
  const models = new Map([...known.map(each => [each.apiName, each] as const), ...plan.collections])
  const changedModels = await saveModels(writes, space, known, plan, changes)

  const { clock, budget } = options
  const importer = new EntryImporter({ writes, changes, plan, models, changedModels, clock, budget })
  // First, so that others can take their slugs.
  if (options.prune) await removeAbsent(writes, changes, plan)
  await importer.freeMoved()
  const total = plan.ids.length
  await importer.importAll(source.read(), done => options.onProgress({ phase: 'writing', done, total }))
  const faults = [...plan.faults, ...importer.faults].sort((a, b) => lineOf(a) - lineOf(b))
  if (faults.length > 0) throw new ImportRefused(faults)

  const refitted = options.prune
    ? { changed: 0, losses: [], dangling: [] }
    : await refitAbsent({ writes, changes, plan, models, changedModels })
  const removedCollections = options.prune ? await removeCollections(writes, changes, plan, known) : []
  await changes.finish(writes)
  const { created, changed, unchanged } = importer.counts
  return {
    created,
    changed: changed + refitted.changed,
    unchanged: unchanged + (options.prune ? 0 : plan.absent.length - refitted.changed),
    removed: options.prune ? plan.absent.length : 0,
    losses: [...source.losses, ...plan.losses, ...importer.losses, ...refitted.losses],
    dangling: [...importer.dangling, ...refitted.dangling],
    unpublished: importer.unpublished,
    removedCollections,
  }
}

/** Faults come from two readings, and are read by people in the order of the file. */
function lineOf({ where }: ImportFault): number {
  return Number(/^line (\d+)$/.exec(where)?.[1] ?? 0)
}

/** The API names of collections that were there and are different now. */
async function saveModels(
  writes: Writes,
  space: SpaceId,
  known: readonly Collection[],
  plan: ImportPlan,
  changes: Changes,
): Promise<ReadonlySet<string>> {
  const before = new Map(known.map(each => [each.apiName, each]))
  const changed = new Set<string>()
  for (const collection of plan.collections.values()) {
    const old = before.get(collection.apiName)
    const sameFields = old !== undefined && Bun.deepEquals(old.fields, collection.fields)
    if (sameFields && old.name === collection.name) continue
    await saveCollection(writes, space, collection)
    changes.markServed()
    if (old !== undefined && !sameFields) changed.add(collection.apiName)
  }
  return changed
}

async function removeAbsent(writes: Writes, changes: Changes, plan: ImportPlan): Promise<void> {
  for (const id of plan.absent) changes.close(id)
  await changes.flush(writes)
  await deleteEntries(writes, changes.space, plan.absent)
}

/** A collection that the source does not describe stays where it has entries in it. */
async function removeCollections(
  writes: Writes,
  changes: Changes,
  plan: ImportPlan,
  known: readonly Collection[],
): Promise<readonly string[]> {
  const used = new Set(plan.collections.keys())
  for (const id of plan.ids) used.add(plan.addresses.get(id)!.collection)
  const gone = known.map(each => each.apiName).filter(name => !used.has(name))
  if (gone.length === 0) return gone
  await deleteCollections(writes, changes.space, gone)
  changes.markServed()
  return gone
}
