// Import: a source becomes the content of a space, in one transaction and one revision, or nothing happens.
// Everything is checked, compiled and compared before the lock of the space is taken, and put on a stage; under the lock
// it is only written.
import type { Clock } from '../base/clock.ts'
import type { SpaceId } from '../base/ids.ts'
import type { DanglingReference } from '../content/bind-references.ts'
import type { Budget } from '../content/response-budget.ts'
import { lockRevision } from '../content/revision.store.ts'
import type { ContentSession, Database, Writes } from '../database/database.ts'
import { type FirstPassResult, type ImportError, runFirstPass } from './first-pass.ts'
import type { PlannedEntry } from './import-plan.ts'
import type { ImportSource } from './import-source.ts'
import type { Loss } from './losses.ts'
import {
  catchUp,
  type ImportWork,
  overtaken,
  type PreparedImport,
  prepare,
  write,
} from './prepared-import.ts'
import { Stage } from './stage.store.ts'

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
  readonly dangling: readonly DanglingReference[]
  /** What is not served any more, though the source may have it. */
  readonly unpublished: readonly PlannedEntry[]
  readonly removedCollections: readonly string[]
}

/** The source is bad: every fault that was found, nothing written. */
export class ImportRefused extends Error {
  constructor(
    readonly faults: readonly ImportError[],
    message = `The import was refused: ${faults.length} ${faults.length === 1 ? 'error' : 'errors'}. Nothing was changed.`,
  ) {
    super(message)
  }
}

/** How often an import that others have overtaken prepares again before it keeps them from doing so. */
const attemptsMax = 3

/** Publications of others that it catches up with under the lock; with more of them it does so beforehand. */
const behindMax = 100
const catchUpsMax = 5

export async function importContent(
  database: Database,
  space: SpaceId,
  source: ImportSource,
  options: ImportOptions,
): Promise<ImportReport> {
  const gathered = await readFirstPass(source, options)
  const work = { ...options, space, source, gathered, stage: new Stage(space) }
  return database.session(space, async session => {
    try {
      for (let attempt = 1; attempt <= attemptsMax; attempt++) {
        const done = await tryImport(session, work, options.dryRun)
        if (done !== overtaken) return done
      }
      await work.stage.open(session.db)
      return await session.write(writes => importUnderLock(writes, work))
    } finally {
      // Where the connection has broken, the tables are gone with it.
      await work.stage.close(session.db).catch(() => {})
    }
  })
}

async function tryImport(session: ContentSession, work: ImportWork, dryRun: boolean) {
  await work.stage.open(session.db)
  const prepared = await session.read(writes => prepareOrRefuse(writes, work))
  if (!prepared.hasChanges) return toReport(work, prepared)
  if (dryRun) {
    // Whether they are too large is known once everything stands where it will stand.
    if (prepared.sizes.hasSuspects) await rehearse(session, work, prepared)
    return toReport(work, prepared)
  }
  for (let round = 0; round < catchUpsMax; round++) {
    const behind = await session.read(writes => catchUp(writes, work, prepared))
    if (behind === overtaken) return overtaken
    if (behind <= behindMax) break
  }
  return session.write(async writes => {
    await lockRevision(writes, work.space)
    if ((await catchUp(writes, work, prepared)) === overtaken) return overtaken
    await writeOrRefuse(writes, work, prepared)
    return toReport(work, prepared)
  })
}

const undone = Symbol('undone')

/** Writes everything and undoes it. */
async function rehearse(session: ContentSession, work: ImportWork, prepared: PreparedImport): Promise<void> {
  try {
    await session.write(async writes => {
      await lockRevision(writes, work.space)
      await catchUp(writes, work, prepared)
      await writeOrRefuse(writes, work, prepared)
      throw undone
    })
  } catch (error) {
    if (error !== undone) throw error
  }
}

async function importUnderLock(writes: Writes, work: ImportWork): Promise<ImportReport> {
  await lockRevision(writes, work.space)
  const prepared = await prepareOrRefuse(writes, work)
  if (prepared.hasChanges) await writeOrRefuse(writes, work, prepared)
  return toReport(work, prepared)
}

/** Each entry is judged by what the whole import has made live, so after all of it was written. */
async function writeOrRefuse(writes: Writes, work: ImportWork, prepared: PreparedImport): Promise<void> {
  await write(writes, work, prepared)
  const oversized = await prepared.sizes.findOversized(writes, work.space)
  if (oversized.length === 0) return
  throw new ImportRefused(
    oversized.map(({ where, reason }) => ({ where, message: `Too large to be served: ${reason}.` })),
  )
}

async function prepareOrRefuse(writes: Writes, work: ImportWork): Promise<PreparedImport> {
  const prepared = await prepare(writes, work)
  if (prepared.faults.length > 0) throw new ImportRefused(prepared.faults)
  return prepared
}

function toReport({ source, prune }: ImportWork, prepared: PreparedImport): ImportReport {
  const { plan, models, counts, refitted, losses, dangling, unpublished } = prepared
  const { created, changed, unchanged } = counts
  return {
    created,
    changed: changed + refitted.size,
    unchanged: unchanged + (prune ? 0 : plan.absent.length - refitted.size),
    removed: prune ? plan.absent.length : 0,
    losses: [...source.losses, ...plan.losses, ...losses],
    dangling,
    unpublished,
    removedCollections: models.gone,
  }
}

/** The first reading: what {@link importWithin} needs to know before it begins. */
export function readFirstPass(source: ImportSource, options: ImportOptions): Promise<FirstPassResult> {
  return runFirstPass(source.read(), done => options.onProgress({ phase: 'reading', done, total: 0 }))
}

/** The import as a part of another transaction; `dryRun` is the caller's business there. */
export async function importWithin(
  writes: Writes,
  space: SpaceId,
  source: ImportSource,
  gathered: FirstPassResult,
  options: ImportOptions,
): Promise<ImportReport> {
  const work = { ...options, space, source, gathered, stage: new Stage(space) }
  await work.stage.open(writes)
  const report = await importUnderLock(writes, work)
  await work.stage.close(writes)
  return report
}
