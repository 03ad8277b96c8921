// The second pass over a source: checks each entry's values against the model, compares them with the stored entry,
// and stages the differences.
import { type Clock, parseTimestamp } from '../base/clock.ts'
import { Refusal } from '../base/errors.ts'
import type { DanglingReference } from '../content/bind-references.ts'
import { bindReferences, type ForbiddenTarget } from '../content/bind-references.ts'
import { type ChangeSet, hasUnsettled, isSameContent, type PublishedContent } from '../content/change-set.ts'
import { compileValues } from '../content/compile-entry.ts'
import type { EntryRow } from '../content/entries.store.ts'
import type { EntrySizes } from '../content/entry-size.ts'
import { checkOverlays, compileOverlays, toVariantsText } from '../content/entry-values.ts'
import { checkValues } from '../content/field-values.ts'
import type { Collection } from '../content/model.ts'
import type { Writes } from '../database/database.ts'
import { EntryLosses } from './entry-losses.ts'
import { type ExistingEntries, findPlanned, isMoved, readExisting } from './existing-entries.ts'
import type { ImportError } from './first-pass.ts'
import type { ImportPlan, PlannedEntry } from './import-plan.ts'
import { type SourceItem, toWhereText } from './import-source.ts'
import type { Loss } from './losses.ts'
import { keepLive } from './migrate-to-model.ts'
import type { EntryRecord } from './records.ts'
import type { Stage } from './stage.store.ts'
import type { StagedRecord } from './stage-tables.ts'

const batchSize = 500

interface Parts {
  readonly writes: Writes
  readonly stage: Stage
  readonly changes: ChangeSet
  readonly plan: ImportPlan
  readonly models: ReadonlyMap<string, Collection>
  /** Collections whose fields changed. */
  readonly changedModels: ReadonlySet<string>
  readonly clock: Clock
  /** Collects the entries that may be too large to serve. */
  readonly sizes: EntrySizes
}

interface PendingEntry {
  readonly item: SourceItem
  readonly record: EntryRecord
  readonly planned: PlannedEntry
}

interface Counts {
  created: number
  changed: number
  unchanged: number
}

export class EntryImporter {
  readonly errors: ImportError[] = []
  readonly dangling: DanglingReference[] = []
  /** Entries that were live and no longer are. */
  readonly unpublished: PlannedEntry[] = []
  readonly counts: Counts = { created: 0, changed: 0, unchanged: 0 }
  readonly #parts: Parts
  readonly #now: number
  readonly #losses: EntryLosses
  /** Entries that moved and were live before. */
  readonly #movedLive = new Set<string>()

  constructor(parts: Parts) {
    this.#parts = parts
    this.#now = parts.clock()
    this.#losses = new EntryLosses(parts)
  }

  get losses(): readonly Loss[] {
    return this.#losses.list
  }

  /** Entries that change their collection or slug release their entry path first, so that others can take it. */
  async stageMoves(): Promise<void> {
    const { writes, stage, plan } = this.#parts
    if (plan.before.size > 0)
      await stage.leaveSlugs(
        writes,
        plan.ids.filter(id => isMoved(plan, id)),
      )
  }

  async importAll(
    source: AsyncIterable<readonly SourceItem[]>,
    onImported: (entries: number) => void,
  ): Promise<void> {
    const { plan } = this.#parts
    let batch: PendingEntry[] = []
    let place = 0
    const flush = async () => {
      await this.#importBatch(batch)
      batch = []
      onImported(place)
    }
    for await (const items of source) {
      for (const item of items) {
        if (item.record?.type !== 'entry') continue
        const id = plan.ids[place++]
        const planned = id === undefined ? null : findPlanned(plan, id)
        if (!planned) throw new Refusal('The file was changed while it was read. Nothing was imported.')
        batch.push({ item, record: item.record, planned })
        if (batch.length === batchSize) await flush()
      }
    }
    await flush()
  }

  /** Re-evaluates records that were already staged and counted, because their entries have changed since. */
  async importAgain(records: readonly StagedRecord[]): Promise<void> {
    const { plan, stage, writes } = this.#parts
    const batch = records.map(({ entry, where, record: text, keepsLive }): PendingEntry => {
      const record = JSON.parse(text) as EntryRecord
      const item = { where, record, errors: [], oddities: [], keepsLive: keepsLive === 1 }
      return { item, record, planned: findPlanned(plan, entry)! }
    })
    for (const { counted } of records) this.counts[counted]--
    await stage.forget(
      writes,
      records.map(({ entry }) => entry),
    )
    await this.#importBatch(batch)
  }

  async #importBatch(batch: readonly PendingEntry[]): Promise<void> {
    const { changes, stage, writes, plan } = this.#parts
    const present = await readExisting(
      writes,
      changes,
      plan,
      batch.map(({ planned }) => planned.id),
    )
    for (const id of present.movedLive) this.#movedLive.add(id)
    const records: StagedRecord[] = []
    for (const pending of batch) {
      const counted = this.#importOne(pending, present)
      if (counted === 'changed' || counted === 'unchanged') {
        const { item, record, planned } = pending
        records.push({
          entry: planned.id,
          where: toWhereText(item.where),
          counted,
          keepsLive: item.keepsLive ? 1 : 0,
          record: JSON.stringify(record),
        })
      }
    }
    await stage.keep(writes, records)
    await changes.flush(writes, stage)
  }

  #importOne({ item, record, planned }: PendingEntry, present: ExistingEntries): keyof Counts | null {
    const { plan, models, changes } = this.#parts
    const fields = models.get(planned.collection)?.fields
    if (!fields) return null
    const errorsBefore = this.errors.length
    const context = {
      onError: (message: string) => void this.errors.push({ where: toWhereText(item.where), message }),
    }
    const liveValues = record.liveData && checkValues(fields, record.liveData, context)
    const draftValues = record.data ? checkValues(fields, record.data, context) : (liveValues ?? [])
    const overlays = checkOverlays(fields, record.variants ?? {}, context)
    const liveOverlays = record.liveVariants ? checkOverlays(fields, record.liveVariants, context) : overlays
    if (item.oddities.length > 0) this.errors.push(...this.#losses.addOddities(item, planned, fields))
    const forbidden: ForbiddenTarget[] = []
    const bind = bindReferences(planned.id, plan.addresses, {
      onDangling: dangling => this.dangling.push(dangling),
      onForbidden: reference => void forbidden.push(reference),
    })
    const values = compileValues(fields, liveValues ?? draftValues, bind)
    const draft = record.data && liveValues ? compileValues(fields, draftValues, bind) : values
    const publication = { values, overlays: compileOverlays(fields, liveOverlays, bind) }
    if (plan.errors.length > 0 || this.errors.length > errorsBefore) return null

    const row: EntryRow = {
      id: planned.id,
      collection: planned.collection,
      slug: planned.slug,
      data: draft.data,
      variants: toVariantsText(fields, overlays),
    }
    const old = present.entries.get(planned.id)
    const draftChanged = !old || !isSameEntry(old, row)
    if (liveValues) this.#parts.sizes.add(planned.id, toWhereText(item.where), publication)
    if (!old) changes.createEntry(row)
    else if (draftChanged) changes.changeEntry(row)
    const live = present.live.get(planned.id)
    const onLoss = (field: string, what: string) =>
      this.#losses.add(item, planned, { kind: 'value_not_imported', field, what })
    const liveChanged = liveValues
      ? this.#publish(planned, record, publication, present)
      : item.keepsLive && live
        ? keepLive(changes, live, fields, bind, onLoss)
        : this.#withdraw(item, record, planned, present)
    const counted = !old ? 'created' : draftChanged || liveChanged ? 'changed' : 'unchanged'
    this.counts[counted]++
    this.#losses.addForbidden(item, planned, forbidden, draftChanged || liveChanged)
    return counted
  }

  /** True if the published content of the entry changes. */
  #publish(
    planned: PlannedEntry,
    record: EntryRecord,
    publication: PublishedContent,
    present: ExistingEntries,
  ): boolean {
    const { changes } = this.#parts
    const live = present.live.get(planned.id)
    const wantedTime = record.publishedAt === undefined ? null : parseTimestamp(record.publishedAt)
    const isTimely = wantedTime === null || wantedTime === live?.row.published_at
    if (live && isTimely && isSameContent(live, publication)) {
      // The referenced entry no longer exists: an entry re-created under its id must be checked again.
      if (live.row.rebind === 0 && hasUnsettled(publication)) changes.reopen(live, publication)
      return false
    }
    const publishedAt = wantedTime ?? this.#now
    const history = present.history.get(planned.id)
    const next = {
      ...publication,
      entry: planned.id,
      collection: planned.collection,
      slug: planned.slug,
      version: (history?.version ?? 0) + 1,
      firstPublishedAt: Math.min(history?.firstPublishedAt ?? publishedAt, publishedAt),
      publishedAt,
    }
    if (live) changes.replace(live, next)
    else changes.open(next)
    return true
  }

  #withdraw(item: SourceItem, record: EntryRecord, planned: PlannedEntry, present: ExistingEntries): boolean {
    if (record.publishedAt !== undefined) {
      const what = 'publishedAt was ignored: an entry without liveData is not published.'
      this.#losses.add(item, planned, { kind: 'published_at_ignored', what })
    }
    const isLive = present.live.has(planned.id)
    if (isLive || this.#movedLive.has(planned.id)) this.unpublished.push(planned)
    if (isLive) this.#parts.changes.close(planned.id)
    return isLive
  }
}

function isSameEntry(a: EntryRow, b: EntryRow): boolean {
  return a.collection === b.collection && a.slug === b.slug && a.data === b.data && a.variants === b.variants
}
