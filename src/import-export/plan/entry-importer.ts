// The second pass over a source: checks each entry's values against the model, compares them with the stored entry, and
// stages the differences.
import { toActorText } from '../../base/caller.ts'
import type { Clock } from '../../base/clock.ts'
import { Refusal } from '../../base/errors.ts'
import type { Stage } from '../../bulk/stage.store.ts'
import type { StagedRecord } from '../../bulk/stage-tables.store.ts'
import { listAssetNames } from '../../content/fields/field-values.ts'
import type { DanglingReference } from '../../content/publish/bind-references.ts'
import type { ChangeSet } from '../../content/publish/change-set.ts'
import { parseFitting } from '../../content/publish/entry-content.ts'
import type { EntrySizes } from '../../content/publish/entry-size.ts'
import type { FindRow } from '../../content/publish/resolve-assets.ts'
import type { Collection } from '../../content/values/model.ts'
import { listTargets } from '../../content/values/stored-data.ts'
import { readsWithin, type Writes } from '../../database/database.ts'
import { listDraftReferences } from '../../entries/drafts/draft-write.ts'
import type { ImportError } from '../read/first-pass.ts'
import { type SourceItem, toWhereText } from '../read/import-source.ts'
import type { Loss } from '../read/losses.ts'
import type { EntryRecord } from '../read/records.ts'
import { EntryLosses } from './entry-losses.ts'
import { type PendingEntry, type WriterParts, writeEntry } from './entry-writer.ts'
import { type ExistingEntries, findPlanned, isMoved, readExisting } from './existing-entries.ts'
import { expandOverlays } from './expand-overlays.ts'
import { importer } from './import-context.ts'
import { type ImportPlan, type PlannedEntry, toLookup } from './import-plan.ts'
import { findMissingAssets, layersOf } from './missing-assets.ts'
import { type FormerTargets, listPaths, readFormerTargets, type StoredEntry } from './resolve-references.ts'

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

interface Counts {
  created: number
  changed: number
  unchanged: number
}

export class EntryImporter {
  readonly errors: ImportError[] = []
  readonly dangling: DanglingReference[] = []
  /** Entries that become live, or live at another path. */
  readonly newlyLive: PlannedEntry[] = []
  /** Entries that were live and no longer are. */
  readonly unpublished: PlannedEntry[] = []
  /** References to files that do not exist. */
  readonly missingAssets: DanglingReference[] = []
  readonly counts: Counts = { created: 0, changed: 0, unchanged: 0 }
  readonly #parts: Parts
  readonly #losses: EntryLosses
  /** Ids of variants that entries have overlays for. */
  readonly variants = new Set<string>()
  /** Entries that moved and were live before. */
  readonly #movedLive = new Set<string>()
  readonly #writer: WriterParts
  readonly #isInSource: (id: string) => boolean

  constructor(parts: Parts) {
    this.#parts = parts
    this.#isInSource = toLookup(parts.plan.ids)
    this.#losses = new EntryLosses(parts)
    const { errors, dangling, newlyLive, unpublished, variants } = this
    const lists = {
      errors,
      dangling,
      newlyLive,
      unpublished,
      variants,
      losses: this.#losses,
      movedLive: this.#movedLive,
    }
    this.#writer = { ...parts, ...lists, now: parts.clock(), by: toActorText(importer) }
  }

  get losses(): readonly Loss[] {
    return this.#losses.list
  }

  /**
   * Releases the paths of entries that are archived or change their collection or slug, so that other entries can take
   * them.
   */
  async stageMoves(ids: readonly string[]): Promise<void> {
    const { writes, stage, plan } = this.#parts
    if (plan.before.size === 0) return
    const moved = ids.filter(id => plan.archived.has(id) || isMoved(plan, id))
    await stage.leaveSlugs(writes, moved)
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

  /** Evaluates records again that were staged and counted, because their entries have changed since. */
  async importAgain(records: readonly StagedRecord[]): Promise<void> {
    const { plan, stage, writes } = this.#parts
    const batch = records.map(({ entry, where, record: text, keepsLive }): PendingEntry => {
      const record = JSON.parse(text) as EntryRecord
      const item = { where, record, errors: [], oddities: [], keepsLive: keepsLive === 1 }
      return { item, record, planned: findPlanned(plan, entry)! }
    })
    for (const { counted } of records) this.counts[counted]--
    const ids = records.map(({ entry }) => entry)
    await stage.forget(writes, ids)
    await this.stageMoves(ids)
    await this.#importBatch(batch)
  }

  /** Lists the assets that the record's values name. */
  #listAssets({ record, planned }: PendingEntry): string[] {
    const fields = this.#parts.models.get(planned.collection)?.fields ?? []
    return listAssetNames(fields, { data: {}, variants: Object.fromEntries(layersOf(record).entries()) })
  }

  #count(counted: keyof Counts, { record, planned }: PendingEntry, findAsset: FindRow): void {
    this.counts[counted]++
    const { space } = this.#parts.changes
    const { fields } = this.#parts.models.get(planned.collection)!
    this.missingAssets.push(...findMissingAssets({ space, fields, findAsset }, planned.id, record))
  }

  #readFormerTargets(
    batch: readonly PendingEntry[],
    { entries, live }: ExistingEntries,
  ): Promise<ReadonlyMap<string, FormerTargets>> {
    const { changes, writes, plan, models } = this.#parts
    const stored: StoredEntry[] = []
    for (const { planned, record } of batch) {
      const draft = entries.get(planned.id)
      if (draft === undefined) continue
      const fields = models.get(planned.collection)?.fields ?? []
      const paths = listPaths(fields, record)
      if (paths.length === 0) continue
      const publication = live.get(planned.id)
      const served = publication ? [publication.row, ...publication.overlays.values()] : []
      const listAll = () => {
        const { values, overlays } = parseFitting(fields, draft)
        const references = listDraftReferences(fields, values, overlays)
        return [...references.map(({ target }) => target), ...served.flatMap(({ refs }) => listTargets(refs))]
      }
      stored.push({ id: planned.id, paths, listTargets: listAll })
    }
    return readFormerTargets(readsWithin(writes), changes.space, plan, this.#isInSource, stored)
  }

  #expand(pending: PendingEntry): PendingEntry {
    const { item, record, planned } = pending
    const fields = this.#parts.models.get(planned.collection)?.fields ?? []
    const expanded = expandOverlays(fields, record, message => {
      this.errors.push({ where: toWhereText(item.where), message })
    })
    return expanded === record ? pending : { ...pending, record: expanded }
  }

  async #importBatch(records: readonly PendingEntry[]): Promise<void> {
    const batch = records.map(pending => this.#expand(pending))
    const { changes, stage, writes, plan } = this.#parts
    const present = await readExisting(
      writes,
      changes,
      plan,
      batch.map(({ planned }) => planned.id),
      batch.flatMap(pending => this.#listAssets(pending)),
    )
    for (const id of present.movedLive) this.#movedLive.add(id)
    const former = await this.#readFormerTargets(batch, present)
    const staged: StagedRecord[] = []
    for (const [index, pending] of batch.entries()) {
      const counted = writeEntry(this.#writer, pending, present, former.get(pending.planned.id))
      if (counted !== null) this.#count(counted, pending, present.findAsset)
      if (counted === 'changed' || counted === 'unchanged') {
        const { item, record, planned } = records[index]!
        staged.push({
          entry: planned.id,
          where: toWhereText(item.where),
          counted,
          keepsLive: item.keepsLive ? 1 : 0,
          record: JSON.stringify(record),
        })
      }
    }
    await stage.keep(writes, staged)
    await changes.flush(writes, stage)
  }
}
