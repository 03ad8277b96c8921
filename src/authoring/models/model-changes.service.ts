// Changes models together with their entries: all of them in one transaction and one revision, or nothing. The entries are
// converted before the space's lock is acquired; under the lock, rows are only written.
import type { Clock } from '../../base/clock.ts'
import type { SpaceId } from '../../base/ids.ts'
import { yieldToEventLoop } from '../../base/yield-to-event-loop.ts'
import { runBulkChange } from '../../bulk/bulk-change.ts'
import { Stage } from '../../bulk/stage.store.ts'
import type { Collection } from '../../content/values/model.ts'
import type { Database, Writes } from '../../database/database.ts'
import type { EntryConverter } from './apply/convert-entries.ts'
import { closeModelStage, openModelStage } from './apply/model-stage.store.ts'
import { type PreparedModelChange, prepare, prepareChangedAgain } from './apply/prepared-model-change.ts'
import { planModelChangeBeforeLock } from './apply/write-before-lock.ts'
import { write } from './apply/write-model-change.ts'
import type { ModelChange } from './plan/plan-change.ts'
import type { ModelChangeReport } from './report/model-report.ts'

export interface ModelChangeContext {
  readonly clock: Clock
  /** Who changes the models, as it is stored. */
  readonly by: string
  /** Reports what would change, and writes nothing. */
  readonly dryRun: boolean
  /** More entries of a collection are refused. */
  readonly entriesMax: number
  /** How many entries are worth writing before the lock is acquired; thousands, unless a test passes fewer. */
  readonly beforeLockMin?: number
  readonly onProgress?: (done: number, total: number) => void
  /** Decides in the transaction that writes whether the caller may. */
  readonly requireRight?: (writes: Writes) => Promise<unknown>
  /** Throws if nobody waits for the change any more; it is then rolled back. */
  readonly requireWanted?: () => void
  /** Turns the error of a change into that of all of them. */
  readonly toError?: (collection: string, error: unknown) => unknown
}

export interface ModelChangeResult {
  readonly model: Collection
  readonly modelVersion: number
  readonly report: ModelChangeReport
}

/** As many as one request may change; the command has no limit. */
export const entriesPerChangeMax = 50_000

/** The collections must be different ones. `toResult` sees what was written. */
export function applyModelChanges<Result>(
  database: Database,
  space: SpaceId,
  changes: readonly ModelChange[],
  {
    dryRun,
    requireRight = async () => {},
    requireWanted = () => {},
    onProgress: report = () => {},
    ...context
  }: ModelChangeContext,
  toResult: (results: readonly ModelChangeResult[], writes: Writes) => Promise<Result>,
): Promise<Result> {
  const onProgress = (done: number, total: number) => {
    requireWanted()
    report(done, total)
  }
  const finish = ({ converters }: PreparedModelChange, writes: Writes) =>
    toResult(converters.map(toModelResult), writes)
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
      space,
      open: async db => {
        await stage.open(db)
        await openModelStage(db)
      },
      close: async db => {
        await stage.close(db)
        await closeModelStage(db)
      },
      prepare: writes => prepare(writes, work),
      reportOnly: async () => null,
      prepareChangedAgain: (writes, prepared) => prepareChangedAgain(writes, work, prepared),
      planWriteBeforeLock: (own, prepared) => planModelChangeBeforeLock(own, work, prepared),
      write: async (writes, prepared) => {
        await requireRight(writes)
        await write(writes, work, prepared)
        const result = await finish(prepared, writes)
        // A connection that was closed meanwhile is noticed between two turns of the event loop.
        await yieldToEventLoop()
        requireWanted()
        return result
      },
    })
  })
}

function toModelResult({ planned, entries }: EntryConverter): ModelChangeResult {
  const { plan, modelVersion } = planned
  return { model: plan.after, modelVersion, report: entries.report.toJson() }
}
