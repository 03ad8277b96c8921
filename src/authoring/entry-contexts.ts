// What a model change has to know of entries beside their drafts and publications: the values of drafts before earlier
// changes, for fields that are restored, and drafts that are scheduled. And what it writes of both.
import type { SpaceId } from '../base/ids.ts'
import { parseValues, parseVariants, toDraftText, toVariantsText } from '../content/entry-values.ts'
import { sealVersions, unsealVersions } from '../content/entry-versions.store.ts'
import type { DraftValues } from '../content/field-rules.ts'
import { retentionMs } from '../content/model-history.store.ts'
import { moveSchedules, readScheduledVersions } from '../content/schedules.store.ts'
import { readVariants } from '../content/variants.store.ts'
import {
  keepVersionsUntil,
  readKeptUntil,
  readVersionContents,
  rewriteVersion,
} from '../content/version-contents.store.ts'
import { readsWithin, type Writes } from '../database/database.ts'
import type { RecordedChange } from './model-changes.store.ts'
import type { ChangedEntry, EntryContext } from './model-entries.ts'
import type { ModelPlan } from './model-plan.ts'

export class EntryContexts {
  readonly #writes: Writes
  readonly #space: SpaceId
  readonly #plan: ModelPlan
  readonly #at: number
  readonly #restored: readonly RecordedChange[]
  #variants: ReadonlySet<string> | null = null
  /** Of the batch that was read last. */
  #scheduled: ReadonlyMap<string, number> = new Map()

  constructor(
    writes: Writes,
    space: SpaceId,
    plan: ModelPlan,
    { history, at }: { readonly history: readonly RecordedChange[]; readonly at: number },
  ) {
    this.#writes = writes
    this.#space = space
    this.#plan = plan
    this.#at = at
    const versions = new Set(
      plan.fields.flatMap(({ source }) => (source.kind === 'restored' ? [source.modelVersion] : [])),
    )
    this.#restored = history.filter(({ modelVersion }) => versions.has(modelVersion))
  }

  async read(ids: readonly string[]): Promise<ReadonlyMap<string, EntryContext>> {
    const earlier = new Map<string, Map<number, DraftValues>>(ids.map(id => [id, new Map()]))
    for (const { modelVersion, at } of this.#restored) {
      const known = await this.#listVariants()
      for (const row of await readKeptUntil(this.#writes, this.#space, ids, at + retentionMs)) {
        const overlays = Object.entries(parseVariants(row.variants)).filter(([id]) => known.has(id))
        const values = { data: parseValues(row.data!), variants: Object.fromEntries(overlays) }
        earlier.get(row.entry)!.set(modelVersion, values)
      }
    }
    this.#scheduled = await readScheduledVersions(this.#writes, this.#space, ids)
    const scheduled = new Map(
      (await readVersionContents(this.#writes, this.#space, this.#scheduled)).map(row => [
        row.entry,
        { data: parseValues(row.data!), variants: parseVariants(row.variants) },
      ]),
    )
    return new Map(
      ids.map(id => {
        const own = scheduled.get(id)
        return [id, { earlier: earlier.get(id)!, ...(own && { scheduled: own }) }]
      }),
    )
  }

  /** The API refuses overlays of variants that are not there. */
  async #listVariants(): Promise<ReadonlySet<string>> {
    this.#variants ??= new Set(
      (await readVariants(readsWithin(this.#writes), this.#space)).map(({ id }) => id),
    )
    return this.#variants
  }

  /** Requires that the drafts are written. */
  async write(changed: readonly ChangedEntry[]): Promise<void> {
    const { fields } = this.#plan.after
    const replaced = changed.filter(({ before, after }) => before !== after)
    const versions = new Map(replaced.map(({ id, before }) => [id, before]))
    await keepVersionsUntil(this.#writes, this.#space, versions, this.#at + retentionMs)
    // The draft that is scheduled is the newest: it goes live in the form that it has now.
    const moved = replaced.filter(({ id, before }) => this.#scheduled.get(id) === before)
    const newest = new Map(moved.map(({ id, after }) => [id, after]))
    await moveSchedules(this.#writes, this.#space, newest)
    await sealVersions(this.#writes, this.#space, newest)
    const former = new Map(moved.map(({ id, before }) => [id, before]))
    await unsealVersions(this.#writes, this.#space, former)
    for (const { id, scheduled, before } of changed) {
      const version = this.#scheduled.get(id)
      if (scheduled === null || version === undefined || version === before) continue
      await rewriteVersion(this.#writes, this.#space, {
        entry: id,
        draft_version: version,
        data: toDraftText(fields, scheduled.values),
        variants: toVariantsText(fields, scheduled.overlays),
      })
    }
  }
}
