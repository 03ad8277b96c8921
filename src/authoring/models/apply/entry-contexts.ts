// Reads and stages what a model change needs of entries besides drafts and publications: the values of drafts before
// earlier model changes, for fields that are restored, and the scheduled drafts.
import type { SpaceId } from '../../../base/ids.ts'
import { stageSchedules } from '../../../bulk/scheduled-drafts.store.ts'
import type { StagedSchedule } from '../../../bulk/stage-tables.ts'
import { retentionMs } from '../../../content/model/model-history.store.ts'
import { readVariants } from '../../../content/model/variants.store.ts'
import {
  parseValues,
  parseVariants,
  toDraftText,
  toVariantsText,
} from '../../../content/publish/entry-values.ts'
import { readScheduledVersions } from '../../../content/tables/schedules.store.ts'
import {
  readEarlierForms,
  readKeptUntil,
  readVersionContents,
} from '../../../content/tables/version-contents.store.ts'
import type { DraftValues } from '../../../content/values/field-rules.ts'
import { readsWithin, type Writes } from '../../../database/database.ts'
import type { RecordedChange } from '../model-changes.store.ts'
import type { ModelPlan } from '../model-plan.ts'
import type { ChangedEntry, EntryContext } from './model-entries.ts'

export class EntryContexts {
  readonly #space: SpaceId
  readonly #plan: ModelPlan
  readonly #restored: readonly RecordedChange[]
  #variants: ReadonlySet<string> | null = null
  /** The scheduled draft versions of the batch that was read last. */
  #scheduled: ReadonlyMap<string, number> = new Map()

  constructor(space: SpaceId, plan: ModelPlan, history: readonly RecordedChange[]) {
    this.#space = space
    this.#plan = plan
    const versions = new Set(
      plan.fields.flatMap(({ source }) => (source.kind === 'restored' ? [source.modelVersion] : [])),
    )
    this.#restored = history.filter(({ modelVersion }) => versions.has(modelVersion))
  }

  async read(writes: Writes, ids: readonly string[]): Promise<ReadonlyMap<string, EntryContext>> {
    this.#scheduled = await readScheduledVersions(writes, this.#space, ids)
    const { earlier, scheduledEarlier } = await this.#readEarlier(writes, ids)
    const scheduled = new Map(
      (await readVersionContents(writes, this.#space, this.#scheduled)).map(row => [
        row.entry,
        { data: parseValues(row.data!), variants: parseVariants(row.variants) },
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
   * Reads the values of the newest and the scheduled drafts as they were before the model changes whose fields are restored.
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
        const values = toKnown({ data: parseValues(row.data!), variants: parseVariants(row.variants) })
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

  /** Stages the converted scheduled drafts of the batch that was read last. */
  async stage(writes: Writes, changed: readonly ChangedEntry[]): Promise<void> {
    const { fields } = this.#plan.after
    const rows = changed.flatMap(({ id: entry, scheduled, before, after }): StagedSchedule[] => {
      const version = this.#scheduled.get(entry)
      if (version === undefined || (version === before && before === after)) return []
      const nothing = { data: null, variants: null }
      if (version === before) return [{ entry, version, moved_to: after, ...nothing }]
      if (scheduled === null) return []
      const data = toDraftText(fields, scheduled.values)
      return [{ entry, version, moved_to: null, data, variants: toVariantsText(fields, scheduled.overlays) }]
    })
    await stageSchedules(writes, rows)
  }
}
