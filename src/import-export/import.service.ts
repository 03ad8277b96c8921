// Replaces the content of a space with a source, in one transaction and one revision, or changes nothing. Checking,
// compiling and comparing happen on a stage before the space's lock is acquired; under the lock, only rows are written.
import type { Clock } from '../base/clock.ts'
import type { SpaceId } from '../base/ids.ts'
import { type BulkChange, mergeAndWrite, runBulkChange, runUnderLock } from '../bulk/bulk-change.ts'
import { Stage } from '../bulk/stage.store.ts'
import type { DanglingReference } from '../content/publish/bind-references.ts'
import type { Budget } from '../content/publish/response-budget.ts'
import { type ContentSession, type Database, PreparationOutdated, type Writes } from '../database/database.ts'
import { listChanged, prepareAgain } from './apply/prepare-changed-again.ts'
import { hasUniqueFields } from './apply/unique-values.ts'
import { write } from './apply/write-import.ts'
import { countCollections } from './plan/import-models.ts'
import { countRemoved, type PlannedEntry } from './plan/import-plan.ts'
import { type ImportWork, type PreparedImport, prepare } from './plan/prepared-import.ts'
import { isThere } from './plan/resolve-references.ts'
import { type ImportedAssets, type ImportFiles, receiveAssets } from './read/asset-files.ts'
import { type FirstPassResult, type ImportError, runFirstPass } from './read/first-pass.ts'
import type { ImportSource } from './read/import-source.ts'
import type { Loss } from './read/losses.ts'

export interface ImportOptions {
  readonly clock: Clock
  /** True to archive entries that are missing from the source, and to remove missing collections with their entries. */
  readonly prune: boolean
  /** True to run the whole import, report it, and roll it back. */
  readonly dryRun: boolean
  /** The size limit of each single entry: the response budget, unless a test passes another. */
  readonly budget?: Budget
  /** The minimum number of entries for writing before the lock: thousands, unless a test passes fewer. */
  readonly beforeLockMin?: number
  readonly onProgress: (progress: ImportProgress) => void
  /** Opens the files if the source has any. Without it, such a source is refused. */
  readonly files?: () => ImportFiles
}

/** Progress of an import. While reading, `done` counts records and `total` is 0, because the total is unknown. */
export interface ImportProgress {
  readonly phase: 'reading' | 'files' | 'writing'
  readonly done: number
  readonly total: number
}

/** The result of an import. All counts but those of `collections` and `assets` are numbers of entries. */
export interface ImportReport {
  readonly created: number
  readonly changed: number
  readonly unchanged: number
  /** Entries that were archived, or deleted with their collections. */
  readonly removed: number
  /** The collections in the source. */
  readonly collections: { readonly created: number; readonly changed: number; readonly unchanged: number }
  readonly assets: { readonly created: number; readonly changed: number; readonly unchanged: number }
  readonly losses: readonly Loss[]
  readonly dangling: readonly DanglingReference[]
  /** Entries that are no longer published, although the source may contain them. */
  readonly unpublished: readonly PlannedEntry[]
  readonly removedCollections: readonly string[]
}

/** Thrown if the source is invalid, with every error found. Nothing was written. */
export class ImportRefused extends Error {
  constructor(
    readonly errors: readonly ImportError[],
    message = `The import was refused: ${errors.length} ${errors.length === 1 ? 'error' : 'errors'}. Nothing was changed.`,
  ) {
    super(message)
  }
}

export async function importContent(
  database: Database,
  space: SpaceId,
  source: ImportSource,
  options: ImportOptions,
): Promise<ImportReport> {
  const firstPass = await readFirstPass(source, options)
  const assets = await receiveFiles(database, space, firstPass, options)
  const change = toBulkChange(
    { ...options, space, source, firstPass, assets, stage: new Stage(space) },
    options,
  )
  return database.session(space, session => runBulkChange(session, change))
}

function toBulkChange(
  work: ImportWork,
  { beforeLockMin }: ImportOptions,
): BulkChange<PreparedImport, ImportReport> {
  const change: BulkChange<PreparedImport, ImportReport> = {
    stage: work.stage,
    beforeLockMin,
    prepare: writes => prepareOrRefuse(writes, work),
    reportOnly: (session, prepared) => reportUnwritten(session, change, work, prepared),
    listChanged: (writes, prepared, others) => listChanged(writes, work, prepared, others),
    prepareAgain: (writes, prepared, entries, revision) =>
      prepareAgain(writes, work, prepared, entries, revision),
    write: (writes, prepared) => writeOrRefuse(writes, work, prepared),
  }
  return change
}

/** Returns the report if there is nothing to write, or for a dry run; otherwise null. */
async function reportUnwritten(
  session: ContentSession,
  change: BulkChange<PreparedImport, ImportReport>,
  work: ImportWork,
  prepared: PreparedImport,
) {
  if (!prepared.hasChanges) return toReport(work, prepared)
  if (!work.dryRun) return null
  // Entry sizes are known only once all entries are at their final paths. Cancelled schedules and duplicate live values
  // are known only once everything is live.
  const mayShareValues = prepared.isServed && hasUniqueFields(prepared.models)
  if (prepared.sizes.hasSuspects || prepared.hasScheduled || mayShareValues)
    await importAndRollBack(session, change, prepared)
  return toReport(work, prepared)
}

const undone = Symbol('undone')

/** Writes everything, then rolls back. */
async function importAndRollBack(
  session: ContentSession,
  change: BulkChange<PreparedImport, ImportReport>,
  prepared: PreparedImport,
): Promise<void> {
  try {
    await session.write(async writes => {
      await mergeAndWrite(writes, change, prepared)
      throw undone
    })
  } catch (error) {
    // If others have changed drafts or models since, the prepared rows no longer fit, and the sizes stay unchecked.
    if (error !== undone && !(error instanceof PreparationOutdated)) throw error
  }
}

/** Checks sizes after all writes, because the size of an entry depends on everything that the import publishes. */
async function writeOrRefuse(
  writes: Writes,
  work: ImportWork,
  prepared: PreparedImport,
): Promise<ImportReport> {
  if (!prepared.hasChanges) return toReport(work, prepared)
  await write(writes, work, prepared)
  const oversized = await prepared.sizes.findOversized(writes, work.space)
  if (oversized.length === 0) return toReport(work, prepared)
  throw new ImportRefused(
    oversized.map(({ where, reason }) => ({ where, message: `Too large to be served: ${reason}.` })),
  )
}

async function prepareOrRefuse(writes: Writes, work: ImportWork): Promise<PreparedImport> {
  const prepared = await prepare(writes, work)
  if (prepared.errors.length > 0) throw new ImportRefused(prepared.errors)
  return prepared
}

function toReport({ source, prune }: ImportWork, prepared: PreparedImport): ImportReport {
  const { plan, models, counts, migrated, losses, dangling, unpublished, assets } = prepared
  const { created, changed, unchanged } = counts
  return {
    created,
    changed: changed + migrated.size,
    unchanged: unchanged + (prune ? 0 : plan.absent.length - migrated.size),
    removed: countRemoved(plan),
    collections: countCollections(plan, models),
    assets: {
      created: assets.created.length,
      changed: assets.changed.length,
      unchanged: assets.unchanged,
    },
    losses: [...source.losses, ...plan.losses, ...losses],
    dangling: [...dangling.filter(({ to }) => !isThere(plan, to)), ...prepared.missingAssets],
    unpublished,
    removedCollections: models.gone,
  }
}

/** Runs the first pass, which {@link importWithin} requires. */
export function readFirstPass(source: ImportSource, options: ImportOptions): Promise<FirstPassResult> {
  return runFirstPass(source.read(), done => options.onProgress({ phase: 'reading', done, total: 0 }))
}

/** Receives the files before the import begins. Nothing is stored if the import is already refused. */
export function receiveFiles(
  database: Database,
  space: SpaceId | null,
  { assets, errors }: FirstPassResult,
  { clock, dryRun, files, onProgress }: ImportOptions,
): Promise<ImportedAssets> {
  return receiveAssets(assets.values(), {
    database,
    space,
    clock,
    files,
    isStored: !dryRun && errors.length === 0,
    onProgress: done => onProgress({ phase: 'files', done, total: assets.size }),
  })
}

/** Runs the import as part of another transaction. The caller is responsible for `dryRun`. */
export async function importWithin(
  writes: Writes,
  space: SpaceId,
  source: ImportSource,
  firstPass: FirstPassResult,
  assets: ImportedAssets,
  options: ImportOptions,
): Promise<ImportReport> {
  const work = { ...options, space, source, firstPass, assets, stage: new Stage(space) }
  await work.stage.open(writes)
  const report = await runUnderLock(writes, toBulkChange(work, options))
  await work.stage.close(writes)
  return report
}
