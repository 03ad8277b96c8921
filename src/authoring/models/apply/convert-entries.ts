// Converts the entries of one collection to a new model in batches, without the space's lock, and again those that
// changed in the meantime. With a stage the results are staged; without one they are only counted.
import type { Clock } from '../../../base/clock.ts'
import { yieldToEventLoop } from '../../../base/yield-to-event-loop.ts'
import type { RebuiltFields } from '../../../bulk/rebuilt-fields.ts'
import type { Stage } from '../../../bulk/stage.store.ts'
import { contentsOf, contentsOfLive } from '../../../content/index/entry-terms.ts'
import { ChangeSet } from '../../../content/publish/change-set.ts'
import { readLive } from '../../../content/tables/publications.store.ts'
import { readsWithin, type Writes } from '../../../database/database.ts'
import { listEntriesOf } from '../models.store.ts'
import {
  changesUniqueValues,
  concernsEntries,
  isServedOtherwise,
  type PlannedChange,
} from '../plan/plan-change.ts'
import { EntryContexts } from './entry-contexts.ts'
import { ModelEntries } from './model-entries.ts'
import { forgetMarks, markEntries } from './model-stage.store.ts'

const batchSize = 100

export interface EntryStage {
  readonly stage: Stage
  /** Null if the query index is written under the lock. */
  readonly rebuilt: RebuiltFields | null
}

interface ConverterParts {
  readonly clock: Clock
  /** The time of the model change, in milliseconds since 1970. */
  readonly at: number
  readonly by: string
  readonly target: EntryStage | null
  readonly onProgress: (done: number, total: number) => void
}

export class EntryConverter {
  readonly planned: PlannedChange
  readonly entries: ModelEntries
  readonly contexts: EntryContexts
  readonly at: number
  readonly concernsEntries: boolean
  readonly changesUniqueValues: boolean
  readonly isServedOtherwise: boolean
  readonly #parts: ConverterParts

  constructor(changes: Pick<ChangeSet, 'space'>, planned: PlannedChange, parts: ConverterParts) {
    const { plan, history } = planned
    this.planned = planned
    this.#parts = parts
    this.at = parts.at
    const clock = () => Math.max(this.at, parts.clock())
    this.entries = new ModelEntries({ plan, clock, by: parts.by })
    this.contexts = new EntryContexts(changes.space, plan, history)
    this.concernsEntries = !planned.isSame && concernsEntries(plan)
    this.changesUniqueValues = changesUniqueValues(plan)
    this.isServedOtherwise = isServedOtherwise(plan)
  }

  get collection(): string {
    return this.planned.plan.after.apiName
  }

  /** Lists the ids of all entries if the change affects entries; otherwise none. */
  async list(writes: Writes, changes: Pick<ChangeSet, 'space'>): Promise<readonly string[]> {
    const isIndexedOtherwise = this.#parts.target?.rebuilt?.hasAdded(this.collection) ?? false
    if (!this.concernsEntries && !isIndexedOtherwise) return []
    return listEntriesOf(readsWithin(writes), changes.space, this.collection)
  }

  async convertAll(writes: Writes, changes: ChangeSet, ids: readonly string[]): Promise<void> {
    for (let start = 0; start < ids.length; start += batchSize) {
      const batch = ids.slice(start, start + batchSize)
      await this.#convert(writes, changes, batch)
      this.#parts.onProgress(start + batch.length, ids.length)
      await yieldToEventLoop()
    }
  }

  async #convert(writes: Writes, changes: ChangeSet, ids: readonly string[]): Promise<void> {
    const { target } = this.#parts
    const { space } = changes
    if (!this.concernsEntries) {
      const live = contentsOfLive(await readLive(readsWithin(writes), space, ids))
      await target?.rebuilt?.add(writes, [...live.values()])
      return
    }
    // A dry run discards the collected changes.
    const collected = target ? changes : new ChangeSet(space, 0)
    const converted = await this.entries.change(writes, collected, ids, await this.contexts.read(writes, ids))
    if (!target) return
    await markEntries(writes, space, ids)
    const { publications, overlays } = await changes.flush(writes, target.stage)
    await this.contexts.stage(writes, converted)
    const rewritten = contentsOf(publications, overlays)
    await target.rebuilt?.add(
      writes,
      converted.flatMap(({ id, live }) => rewritten.get(id) ?? live ?? []),
    )
  }

  /** Drops the prepared state of entries that another transaction has changed or removed. */
  async forget(writes: Writes, ids: readonly string[]): Promise<void> {
    const { target } = this.#parts
    await target?.rebuilt?.forget(writes, ids)
    // Without conversion, the stage has nothing else of this collection's entries, and `ids` may include other collections.
    if (!this.concernsEntries) return
    await target?.stage.forget(writes, ids)
    await forgetMarks(writes, ids)
    this.entries.forget(ids)
  }

  /** Call this only after the prepared state of all these entries is dropped. */
  async convertAgain(writes: Writes, changes: ChangeSet, ids: readonly string[]): Promise<void> {
    const own = new Set(await listEntriesOf(readsWithin(writes), changes.space, this.collection, ids))
    await this.convertAll(
      writes,
      changes,
      ids.filter(id => own.has(id)),
    )
  }
}
