// The second pass over a source: each entry's values checked against the model, compared with what is there, and
// written where they differ.
import { type Clock, parseTimestamp } from '../base/clock.ts'
import { Refusal } from '../base/errors.ts'
import type { Collection } from '../base/model.ts'
import type { Budget } from '../base/response-budget.ts'
import type { Writes } from '../database/database.ts'
import { bindReferences, type Forbidden } from './bind-references.ts'
import { type Changes, type Content, hasUnsettled, isSameContent } from './changes.ts'
import { compileValues } from './compile.ts'
import { type EntryRow, parkSlugs, readEntries } from './entries.store.ts'
import { EntrySizes } from './entry-size.ts'
import { checkOverlays, compileOverlays, toVariantsText } from './entry-values.ts'
import type { ImportFault } from './gather.ts'
import type { ImportPlan, PlannedEntry } from './import-plan.ts'
import { judgeOddity } from './json-oddities.ts'
import { type Loss, toLoss } from './losses.ts'
import { keepLive } from './model-change.ts'
import { depthOfField, type SourceItem, toWhereText } from './ndjson.ts'
import { type History, type Live, listLive, readHistory, readLive } from './publications.store.ts'
import type { Dangling, EntryRecord } from './records.ts'
import { checkValues } from './values.ts'

const batchSize = 500

interface Parts {
  readonly writes: Writes
  readonly changes: Changes
  readonly plan: ImportPlan
  readonly models: ReadonlyMap<string, Collection>
  /** Collections whose fields are different now. */
  readonly changedModels: ReadonlySet<string>
  readonly clock: Clock
  readonly budget?: Budget | undefined
}

interface Pending {
  readonly item: SourceItem
  readonly record: EntryRecord
  readonly planned: PlannedEntry
}

/** What the database holds of the entries of a batch. */
interface Present {
  readonly entries: ReadonlyMap<string, EntryRow>
  readonly live: ReadonlyMap<string, Live>
  readonly history: ReadonlyMap<string, History>
}

export class EntryImporter {
  readonly faults: ImportFault[] = []
  readonly losses: Loss[] = []
  readonly dangling: Dangling[] = []
  /** Entries that were live and are not any more. */
  readonly unpublished: PlannedEntry[] = []
  readonly counts = { created: 0, changed: 0, unchanged: 0 }
  readonly #parts: Parts
  readonly #now: number
  readonly #sizes: EntrySizes
  /** Entries that moved and were live before. */
  #movedLive: ReadonlySet<string> = new Set()

  constructor(parts: Parts) {
    this.#parts = parts
    this.#now = parts.clock()
    this.#sizes = new EntrySizes(parts.budget)
  }

  /** Entries that change their collection or slug leave their place first, so that others can take it. */
  async freeMoved(): Promise<void> {
    const { writes, changes, plan } = this.#parts
    if (plan.before.size === 0) return
    const moved = plan.ids.filter(id => {
      const old = plan.before.get(id)
      const address = plan.addresses.get(id)!
      return old !== undefined && !(old.collection === address.collection && old.slug === address.slug)
    })
    if (moved.length === 0) return
    await parkSlugs(writes, changes.space, moved)
    const live = await listLive(writes, changes.space, moved)
    for (const id of live) changes.close(id)
    this.#movedLive = new Set(live)
    await changes.flush(writes)
  }

  async importAll(
    source: AsyncIterable<readonly SourceItem[]>,
    onWritten: (entries: number) => void,
  ): Promise<void> {
    const { plan, changes, writes } = this.#parts
    let batch: Pending[] = []
    let place = 0
    const flush = async () => {
      await this.#importBatch(batch)
      await changes.flush(writes)
      batch = []
      onWritten(place)
    }
    for await (const items of source) {
      for (const item of items) {
        if (item.record?.type !== 'entry') continue
        const id = plan.ids[place++]
        const address = id === undefined ? undefined : plan.addresses.get(id)
        if (id === undefined || address === undefined)
          throw new Refusal('The file was changed while it was read. Nothing was imported.')
        const { collection, slug } = address
        batch.push({ item, record: item.record, planned: { id, collection, slug } })
        if (batch.length === batchSize) await flush()
      }
    }
    await flush()
    await this.#refuseOversized()
  }

  /** Each is judged by what the whole import has made live, so after all of it was written. */
  async #refuseOversized(): Promise<void> {
    const { writes, changes, plan } = this.#parts
    // Then not everything was written.
    if (plan.faults.length + this.faults.length > 0) return
    for (const { where, reason } of await this.#sizes.findOversized(writes, changes.space)) {
      this.faults.push({ where, message: `Too large to be served: ${reason}.` })
    }
  }

  async #importBatch(batch: readonly Pending[]): Promise<void> {
    const present = await this.#readPresent(batch)
    for (const pending of batch) this.#importOne(pending, present)
  }

  async #readPresent(batch: readonly Pending[]): Promise<Present> {
    const { writes, changes, plan } = this.#parts
    const ids = batch.map(({ planned }) => planned.id)
    const old = ids.filter(id => plan.before.get(id) !== undefined)
    const some = old.length > 0
    const entries = some ? await readEntries(writes, changes.space, old) : []
    return {
      entries: new Map(entries.map(row => [row.id, row])),
      live: some ? await readLive(writes, changes.space, old) : new Map(),
      // Also of entries that are new here: they may have been removed, and published before that.
      history: changes.revision === 1 ? new Map() : await readHistory(writes, changes.space, ids),
    }
  }

  #importOne({ item, record, planned }: Pending, present: Present): void {
    const { plan, models, changes } = this.#parts
    const fields = models.get(planned.collection)?.fields
    if (!fields) return
    const faultsBefore = this.faults.length
    const context = {
      onFault: (message: string) => void this.faults.push({ where: toWhereText(item.where), message }),
    }
    const liveValues = record.liveData && checkValues(fields, record.liveData, context)
    const draftValues = record.data ? checkValues(fields, record.data, context) : (liveValues ?? [])
    const overlays = checkOverlays(fields, record.variants ?? {}, context)
    const liveOverlays = record.liveVariants ? checkOverlays(fields, record.liveVariants, context) : overlays
    if (item.oddities.length > 0) this.#tellOddities(item, planned, fields)
    const forbidden: Forbidden[] = []
    const bind = bindReferences(planned.id, plan.addresses, {
      onDangling: dangling => this.dangling.push(dangling),
      onForbidden: reference => void forbidden.push(reference),
    })
    const values = compileValues(fields, liveValues ?? draftValues, bind)
    const draft = record.data && liveValues ? compileValues(fields, draftValues, bind) : values
    const publication = { values, overlays: compileOverlays(fields, liveOverlays, bind) }
    if (plan.faults.length > 0 || this.faults.length > faultsBefore) return

    const row: EntryRow = {
      id: planned.id,
      collection: planned.collection,
      slug: planned.slug,
      data: draft.data,
      variants: toVariantsText(fields, overlays),
    }
    const old = present.entries.get(planned.id)
    const draftChanged = !old || !isSameEntry(old, row)
    if (liveValues) this.#sizes.add(planned.id, toWhereText(item.where), publication)
    if (!old) changes.createEntry(row)
    else if (draftChanged) changes.changeEntry(row)
    const live = present.live.get(planned.id)
    const onLoss = (field: string, what: string) =>
      this.#lose(item, planned, { kind: 'value_not_imported', field, what })
    const liveChanged = liveValues
      ? this.#publish(planned, record, publication, present)
      : item.keepsLive && live
        ? keepLive(changes, live, fields, bind, onLoss)
        : this.#withdraw(item, record, planned, present)
    if (!old) this.counts.created++
    else if (draftChanged || liveChanged) this.counts.changed++
    else this.counts.unchanged++
    this.#tellForbidden(item, planned, forbidden, draftChanged || liveChanged)
  }

  #lose(
    item: SourceItem,
    { id, collection }: PlannedEntry,
    loss: Pick<Loss, 'kind' | 'what'> & Partial<Loss>,
  ) {
    this.losses.push(toLoss({ where: toWhereText(item.where), collection, entry: id, ...loss }))
  }

  #tellOddities(item: SourceItem, planned: PlannedEntry, fields: Collection['fields']): void {
    for (const oddity of item.oddities) {
      const name = oddity.path[depthOfField(oddity.path) - 1]
      const judged = judgeOddity(oddity, fields.find(({ apiName }) => apiName === name) ?? null)
      if (judged === null) continue
      if ('fault' in judged) this.faults.push({ where: toWhereText(item.where), message: judged.fault })
      else this.#lose(item, planned, { ...judged, field: name === undefined ? null : String(name) })
    }
  }

  /** Once: an import that changes neither the entry nor what it refers to has nothing to tell. */
  #tellForbidden(
    item: SourceItem,
    planned: PlannedEntry,
    forbidden: readonly Forbidden[],
    isChanged: boolean,
  ): void {
    const { plan, changedModels } = this.#parts
    const isNew = isChanged || changedModels.has(planned.collection)
    for (const { field, target, what } of forbidden) {
      const isMoved = plan.before.get(target)?.collection !== plan.addresses.get(target)?.collection
      if (isNew || isMoved) this.#lose(item, planned, { kind: 'reference_not_allowed', field, what })
    }
  }

  /** True where what is served of the entry changes. */
  #publish(planned: PlannedEntry, record: EntryRecord, publication: Content, present: Present): boolean {
    const { changes } = this.#parts
    const live = present.live.get(planned.id)
    const wantedTime = record.publishedAt === undefined ? null : parseTimestamp(record.publishedAt)
    const isTimely = wantedTime === null || wantedTime === live?.row.published_at
    if (live && isTimely && isSameContent(live, publication)) {
      // The entry that a reference names is gone: what comes back under its id must be looked at.
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

  #withdraw(item: SourceItem, record: EntryRecord, planned: PlannedEntry, present: Present): boolean {
    if (record.publishedAt !== undefined) {
      const what = 'publishedAt was ignored: an entry without liveData is not published.'
      this.#lose(item, planned, { kind: 'published_at_ignored', what })
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
