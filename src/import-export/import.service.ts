// Import: replaces the content of a space with a source, in one transaction and one revision, or changes nothing.
// Checking, compiling and comparing happen on a stage before the space's lock is taken; under the lock, rows are only
// written.
import type { Clock } from '../base/clock.ts'
import type { SpaceId } from '../base/ids.ts'
import { preparationOutdated, runBulkChange } from '../bulk/bulk-change.ts'
import { Stage } from '../bulk/stage.store.ts'
import type { DanglingReference } from '../content/publish/bind-references.ts'
import type { Budget } from '../content/publish/response-budget.ts'
import { lockRevision } from '../content/tables/revision.store.ts'
import type { ContentSession, Database, Writes } from '../database/database.ts'
import { prepareChangedAgain } from './apply/prepare-changed-again.ts'
import { hasUniqueFields } from './apply/unique-values.ts'
import { planImportBeforeLock } from './apply/write-before-lock.ts'
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
  /** Archives entries that are missing from the source, and removes collections that are, with their entries. */
  readonly prune: boolean
  /** Runs the whole import, reports it, and rolls it back. */
  readonly dryRun: boolean
  /** The size limit for each single entry; the response budget unless a test passes another. */
  readonly budget?: Budget
  /** How many entries are worth writing before the lock is acquired; thousands, unless a test passes fewer. */
  readonly beforeLockMin?: number
  readonly onProgress: (progress: ImportProgress) => void
  /** Opened if the source has files. Without it, such a source is refused. */
  readonly files?: () => ImportFiles
}

/** While reading, `done` counts records; the total is unknown then, so `total` is 0. */
export interface ImportProgress {
  readonly phase: 'reading' | 'files' | 'writing'
  readonly done: number
  readonly total: number
}

/** All counts but those of `collections` and `assets` are numbers of entries. */
export interface ImportReport {
  readonly created: number
  readonly changed: number
  readonly unchanged: number
  /** Archived, or deleted with their collections. */
  readonly removed: number
  /** Those that the source describes. */
  readonly collections: { readonly created: number; readonly changed: number; readonly unchanged: number }
  readonly assets: { readonly created: number; readonly changed: number; readonly unchanged: number }
  readonly losses: readonly Loss[]
  readonly dangling: readonly DanglingReference[]
  /** Entries that are no longer published, although the source may contain them. */
  readonly unpublished: readonly PlannedEntry[]
  readonly removedCollections: readonly string[]
}

/** The source is invalid: lists every error found; nothing was written. */
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
  const work = { ...options, space, source, firstPass, assets, stage: new Stage(space) }
  return database.session(space, session =>
    runBulkChange(session, {
      space,
      open: db => work.stage.open(db),
      close: db => work.stage.close(db),
      prepare: writes => prepareOrRefuse(writes, work),
      reportOnly: (_, prepared) => reportUnwritten(session, work, prepared),
      prepareChangedAgain: (writes, prepared) => prepareChangedAgain(writes, work, prepared),
      planWriteBeforeLock: (own, prepared) => planImportBeforeLock(own, work, prepared),
      write: (writes, prepared) => writeOrRefuse(writes, work, prepared),
    }),
  )
}

/** The report, if there is nothing to write, or if nothing may be written. */
async function reportUnwritten(
  session: ContentSession,
  work: ImportWork & ImportOptions,
  prepared: PreparedImport,
) {
  if (!prepared.hasChanges) return toReport(work, prepared)
  if (!work.dryRun) return null
  // Sizes are known only once all entries are at their final paths, what becomes of schedules and which values are live
  // twice once everything is live.
  const mayShareValues = prepared.isServed && hasUniqueFields(prepared.models)
  if (prepared.sizes.hasSuspects || prepared.hasScheduled || mayShareValues)
    await importAndRollBack(session, work, prepared)
  return toReport(work, prepared)
}

const undone = Symbol('undone')

/** Writes everything, then rolls back. */
async function importAndRollBack(
  session: ContentSession,
  work: ImportWork,
  prepared: PreparedImport,
): Promise<void> {
  try {
    await session.write(async writes => {
      await lockRevision(writes, work.space)
      // Where others have changed drafts or models since, the prepared rows no longer fit: the sizes stay unchecked.
      if ((await prepareChangedAgain(writes, work, prepared)) !== preparationOutdated)
        await writeOrRefuse(writes, work, prepared)
      throw undone
    })
  } catch (error) {
    if (error !== undone) throw error
  }
}

/** Each entry's size depends on everything the import publishes, so entries are checked after all writes. */
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

/** The first pass: what {@link importWithin} needs before it starts. */
export function readFirstPass(source: ImportSource, options: ImportOptions): Promise<FirstPassResult> {
  return runFirstPass(source.read(), done => options.onProgress({ phase: 'reading', done, total: 0 }))
}

/** Before the import begins. Nothing is stored where it is refused already. */
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

/** Runs the import as part of another transaction; the caller is responsible for `dryRun`. */
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
  await lockRevision(writes, space)
  const report = await writeOrRefuse(writes, work, await prepareOrRefuse(writes, work))
  await work.stage.close(writes)
  return report
}
