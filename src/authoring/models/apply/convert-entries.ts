// Converts the entries of one collection to a new model in batches, without the space's lock, and again those that
// changed in the meantime. With a stage the results are staged; without one they are only counted.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Clock } from '../../../base/clock.ts'
import type { SpaceId } from '../../../base/ids.ts'
import type { RebuiltFields } from '../../../bulk/rebuilt-fields.ts'
import type { Stage } from '../../../bulk/stage.store.ts'
import type { StagedSchedule } from '../../../bulk/stage-tables.store.ts'
import { listScheduledEntries, stageSchedules } from '../../../bulk/staged-schedules.store.ts'
import type { DraftValues } from '../../../content/fields/field-rules.ts'
import { contentsOf, contentsOfLive } from '../../../content/index/index-terms.ts'
import { retentionMs } from '../../../content/model/collections.store.ts'
import { readVariants } from '../../../content/model/variants.store.ts'
import { ChangeSet } from '../../../content/publish/change-set.ts'
import { parseContent, toText } from '../../../content/publish/entry-content.ts'
import {
  readEarlierForms,
  readKeptUntil,
  readVersionContents,
} from '../../../content/tables/entry-versions.store.ts'
import { readLive } from '../../../content/tables/publications.store.ts'
import { readScheduledVersions } from '../../../content/tables/schedules.store.ts'
import { readsWithin, type Writes } from '../../../database/database.ts'
import type { ModelPlan } from '../model-plan.ts'
import { changesUniqueValues, concernsEntries, isServedOtherwise } from '../model-plan.ts'
import { listEntriesOf, type RecordedChange } from '../models.store.ts'
import type { PlannedChange } from '../plan/plan-change.ts'
import { type ChangedEntry, type EntryContext, ModelEntries } from './model-entries.ts'

const batchSize = 100

interface EntryStage {
  readonly stage: Stage
  readonly rebuilt: RebuiltFields
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
  readonly #space: SpaceId
  readonly #parts: ConverterParts

  constructor(changes: Pick<ChangeSet, 'space'>, planned: PlannedChange, parts: ConverterParts) {
    const { plan, history } = planned
    this.planned = planned
    this.#parts = parts
    this.#space = changes.space
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
    const isIndexedOtherwise = this.#parts.target?.rebuilt.hasAdded(this.collection) ?? false
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
      await target?.rebuilt.addEntries(writes, [...live.values()])
      return
    }
    // A dry run discards the collected changes.
    const collected = target ? changes : new ChangeSet(space, 0)
    const converted = await this.entries.change(writes, collected, ids, await this.contexts.read(writes, ids))
    if (!target) return
    const { publications, overlays } = await changes.flush(writes, target.stage)
    await this.contexts.stage(writes, converted)
    const rewritten = contentsOf(publications, overlays)
    await target.rebuilt.addEntries(
      writes,
      converted.flatMap(({ id, live }) => rewritten.get(id) ?? live ?? []),
    )
  }

  /**
   * Lists the entries of the collection, or formerly of it, whose prepared state is outdated or missing: those that other
   * transactions have recorded as changed, published or unpublished, or scheduled.
   */
  async listChanged(
    writes: Writes,
    recorded: readonly string[],
    published: readonly string[],
  ): Promise<readonly string[]> {
    if (!this.concernsEntries) return published
    const rescheduled = await this.contexts.listRescheduled(writes)
    const ids = [...new Set([...recorded, ...published, ...rescheduled])]
    const own = new Set(await listEntriesOf(readsWithin(writes), this.#space, this.collection, ids))
    return ids.filter(id => own.has(id) || this.entries.report.has(id))
  }

  /** Drops the prepared state of entries that another transaction has changed or removed. */
  async forget(writes: Writes, ids: readonly string[]): Promise<void> {
    const { target } = this.#parts
    // Without conversion, the stage has nothing else of this collection's entries, and `ids` may include other collections.
    if (!this.concernsEntries) return target?.rebuilt.forgetFields(writes, ids)
    await target?.stage.forget(writes, ids)
    this.entries.forget(ids)
    this.contexts.forget(ids)
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

/**
 * Reads and stages what a model change needs of entries besides drafts and publications: the values of drafts before
 * earlier model changes, for fields that are restored, and the scheduled drafts.
 */
class EntryContexts {
  readonly #space: SpaceId
  readonly #plan: ModelPlan
  readonly #restored: readonly RecordedChange[]
  #variants: ReadonlySet<string> | null = null
  /** The scheduled draft versions of the batch that was read last. */
  #scheduled: ReadonlyMap<string, number> = new Map()
  /** The scheduled draft versions of all entries that were read. */
  readonly #allScheduled = new Map<string, number>()

  constructor(space: SpaceId, plan: ModelPlan, history: readonly RecordedChange[]) {
    this.#space = space
    this.#plan = plan
    const versions = new Set(
      (plan.blocks ?? plan).fields.flatMap(({ source }) =>
        source.kind === 'restored' ? [source.modelVersion] : [],
      ),
    )
    this.#restored = history.filter(({ modelVersion }) => versions.has(modelVersion))
  }

  async read(writes: Writes, ids: readonly string[]): Promise<ReadonlyMap<string, EntryContext>> {
    this.#scheduled = await readScheduledVersions(writes, this.#space, ids)
    for (const [id, version] of this.#scheduled) this.#allScheduled.set(id, version)
    const { earlier, scheduledEarlier } = await this.#readEarlier(writes, ids)
    const scheduled = new Map(
      (await readVersionContents(writes, this.#space, this.#scheduled)).map(row => [
        row.entry,
        parseContent({ data: row.data!, variants: row.variants }),
      ]),
    )
    return new Map(
      ids.map(id => {
        const own = scheduled.get(id)
        const ofScheduled = own && { scheduled: own, scheduledEarlier: scheduledEarlier.get(id)! }
        return [id, { earlier: earlier.get(id)!, ...ofScheduled }]
      }),
    )
  }

  /**
   * Reads the values of the newest and the scheduled drafts as they were before the model changes whose fields are
   * restored.
   */
  async #readEarlier(writes: Writes, ids: readonly string[]) {
    const earlier = new Map<string, Map<number, DraftValues>>(ids.map(id => [id, new Map()]))
    const scheduledEarlier = new Map<string, Map<number, DraftValues>>(ids.map(id => [id, new Map()]))
    if (this.#restored.length === 0) return { earlier, scheduledEarlier }
    const known = await this.#listVariants(writes)
    const toKnown = ({ data, variants }: DraftValues): DraftValues => {
      const overlays = Object.entries(variants).filter(([id]) => known.has(id))
      return { data, variants: Object.fromEntries(overlays) }
    }
    const forms = await readEarlierForms(writes, this.#space, this.#scheduled)
    for (const { modelVersion, at } of this.#restored) {
      const until = at + retentionMs
      for (const row of await readKeptUntil(writes, this.#space, ids, until)) {
        const values = toKnown(parseContent({ data: row.data!, variants: row.variants }))
        earlier.get(row.entry)!.set(modelVersion, values)
        // A draft version that was scheduled or written after the change derives from this one. An older version has its
        // own stored form.
        const version = this.#scheduled.get(row.entry)
        if (version !== undefined && version > row.draft_version)
          scheduledEarlier.get(row.entry)!.set(modelVersion, values)
      }
      for (const [id, own] of forms) {
        const form = own.find(each => each.until === until)
        if (form !== undefined) scheduledEarlier.get(id)!.set(modelVersion, toKnown(form))
      }
    }
    return { earlier, scheduledEarlier }
  }

  /** Returns the ids of the space's variants. Overlays of other variants are dropped because the API refuses them. */
  async #listVariants(writes: Writes): Promise<ReadonlySet<string>> {
    this.#variants ??= new Set((await readVariants(readsWithin(writes), this.#space)).map(({ id }) => id))
    return this.#variants
  }

  /** Checks whether the variants that decided about restored overlays are still those of the space. */
  async isCurrent(writes: Writes): Promise<boolean> {
    const known = this.#variants
    if (known === null) return true
    this.#variants = null
    return known.symmetricDifference(await this.#listVariants(writes)).size === 0
  }

  /** Lists the entries of the collection whose schedule is not the one that was read. */
  async listRescheduled(writes: Writes): Promise<readonly string[]> {
    const rows = await listScheduledEntries(writes, this.#space, [this.#plan.after.apiName])
    const now = new Map(rows.map(({ id, scheduled }) => [id, scheduled]))
    const ids = new Set([...now.keys(), ...this.#allScheduled.keys()])
    return [...ids].filter(id => now.get(id) !== this.#allScheduled.get(id))
  }

  forget(ids: readonly string[]): void {
    for (const id of ids) this.#allScheduled.delete(id)
  }

  /** Stages the converted scheduled drafts of the batch that was read last. */
  async stage(writes: Writes, changed: readonly ChangedEntry[]): Promise<void> {
    const { fields } = this.#plan.after
    const rows = changed.flatMap(({ id: entry, scheduled, before, after }): StagedSchedule[] => {
      const version = this.#scheduled.get(entry)
      if (version === undefined || (version === before && before === after)) return []
      const nothing = { data: null, variants: null }
      if (version === before) return [{ entry, version, moved_to: after, ...nothing }]
      if (scheduled === null) return []
      return [{ entry, version, moved_to: null, ...toText(fields, scheduled) }]
    })
    await stageSchedules(writes, rows)
  }
}
