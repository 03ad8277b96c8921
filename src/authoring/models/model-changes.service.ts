// Changes models together with their entries, all of them in one transaction and one revision, or none. The entries are
// converted before the space's lock is acquired; under the lock, only rows are written.
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

export interface ModelChangeResult {
  readonly model: Collection
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
        // A connection that was closed in the meantime is noticed only between two turns of the event loop.
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
