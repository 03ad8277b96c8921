// The stage of an import or a model change: temporary tables with the rows it is going to write. Filling them does not block
// other writers. Under the lock, a few statements move the rows to the content tables.
import type { Kysely } from 'kysely'
import type { SpaceId } from '../base/ids.ts'
import type { ChangeTarget } from '../content/publish/change-target.ts'
import { compareDraftAssets, type DraftAssetRow } from '../content/tables/draft-assets.store.ts'
import { compareDraftReferences, type DraftReferenceRow } from '../content/tables/draft-references.store.ts'
import type { LiveState } from '../content/tables/entries.store.ts'
import type { EntryWrite } from '../content/tables/entry-versions.store.ts'
import type { PublicationAssetRow } from '../content/tables/publication-assets.store.ts'
import { type OverlayRow, type PublicationRow, readTargetsOf } from '../content/tables/publications.store.ts'
import { columnsOf, runInParts } from '../database/bulk.ts'
import { isIn, type Writes } from '../database/database.ts'
import { engineOf } from '../database/engine.ts'
import type { IndexStage } from './index-stage.ts'
import { PartCounter } from './part-counter.ts'
import { type Pairs, type StagePlace, stageReferences, stageUnlinked } from './stage-pairs.store.ts'
import { createStage, dropStage, sortStage } from './stage-schema.store.ts'
import {
  stageColumns as columns,
  type StagedRecord,
  type StageSchema,
  type StageTable,
  stageTables,
  toStagedVersion,
} from './stage-tables.ts'
import { sealStaged } from './staged-publications.store.ts'

export class Stage implements ChangeTarget {
  /** The changes of the query index; null until the models are known. */
  index: IndexStage | null = null
  /** Entries whose publication ends in the current flush. */
  #ended: readonly string[] = []
  /** Entries that the change creates. */
  readonly #created = new Set<string>()
  readonly #parts: PartCounter
  /** 1 once the preparation has ended. */
  #isLate: 0 | 1 = 0
  #isOpen = false

  /**
   * `isSliced` moves fewer rows per statement, for a process that serves requests: a SQLite statement blocks the process.
   */
  constructor(
    readonly space: SpaceId,
    readonly isSliced = false,
  ) {
    this.#parts = new PartCounter(isSliced)
  }

  /** The approximate number of entries that the change writes. */
  get size(): number {
    return Math.max(this.#parts.rowsOf('staged_entry'), this.#parts.rowsOf('staged_publication'))
  }

  /** Marks all rows staged from now on as late: they replace rows of entries that other writers have changed. */
  endPreparation(): void {
    this.#isLate = 1
  }

  /** Call before {@link endPreparation} if rows were staged in the order of a file. */
  async sort(writes: Writes): Promise<void> {
    // PostgreSQL does not benefit, because little is written under the lock.
    if (engineOf(writes) === 'sqlite') await sortStage(writes, this.#parts.rowsPerPart)
  }

  /** Returns the number of parts of a table's rows; 0 if it has none. */
  partsOf(table: StageTable): number {
    return this.#parts.partsOf(table)
  }

  /** Returns true if several statements move the table's rows. */
  isParted(table: StageTable): boolean {
    return this.#parts.isParted(table)
  }

  /** Creates the empty tables on the connection of `db`. */
  async open(db: Writes): Promise<void> {
    if (this.#isOpen) await this.close(db)
    await createStage(db)
    this.#parts.clear()
    this.#created.clear()
    this.index = null
    this.#isLate = 0
    this.#isOpen = true
  }

  async close(db: Writes): Promise<void> {
    await dropStage(db)
    this.#isOpen = false
  }

  async deleteReferences(writes: Writes, ids: readonly string[]): Promise<void> {
    const targets = await readTargetsOf(writes, this.space, ids)
    await this.#eachSlice('staged_unlinked', targets, (pairs, place) => stageUnlinked(writes, pairs, place))
  }

  closePublications(writes: Writes, ids: readonly string[]): Promise<void> {
    this.#ended = ids
    return this.#insertIds(writes, 'staged_closed', ids)
  }

  remove(writes: Writes, ids: readonly string[]): Promise<void> {
    return this.#insertIds(writes, 'staged_removed', ids)
  }

  leaveSlugs(writes: Writes, ids: readonly string[]): Promise<void> {
    return this.#insertIds(writes, 'staged_moved', ids)
  }

  keep(writes: Writes, records: readonly StagedRecord[]): Promise<void> {
    return this.#insert(writes, 'staged_record', columns.record, records)
  }

  create(writes: Writes, drafts: readonly EntryWrite[]): Promise<void> {
    for (const { row } of drafts) this.#created.add(row.id)
    return this.#insertEntries(writes, drafts)
  }

  save(writes: Writes, drafts: readonly EntryWrite[]): Promise<void> {
    return this.#insertEntries(writes, drafts)
  }

  async saveDraftReferences(
    writes: Writes,
    changed: readonly string[],
    references: readonly DraftReferenceRow[],
  ): Promise<void> {
    const { outdated, added } = await compareDraftReferences(writes, this.space, changed, references)
    await this.#insertIds(writes, 'staged_outdated', outdated)
    await this.#insertParts(writes, 'staged_draft_reference', columns.draftReference, added)
  }

  async saveDraftAssets(writes: Writes, changed: readonly string[], assets: readonly DraftAssetRow[]) {
    const { outdated, added } = await compareDraftAssets(writes, this.space, changed, assets)
    await this.#insertIds(writes, 'staged_outdated_asset', outdated)
    await this.#insertParts(writes, 'staged_draft_asset', columns.draftAsset, added)
  }

  setLiveStates(writes: Writes, states: ReadonlyMap<string, LiveState>): Promise<void> {
    const rows = [...states].map(([entry, { state, publishedAt }]) => ({
      entry,
      state,
      published_at: publishedAt,
      is_late: this.#isLate,
    }))
    return this.#insert(writes, 'staged_state', columns.state, rows)
  }

  async publish(
    writes: Writes,
    publications: readonly PublicationRow[],
    overlays: readonly OverlayRow[],
  ): Promise<void> {
    await this.#insertParts(writes, 'staged_publication', columns.publication, publications)
    await this.#insertParts(writes, 'staged_variant', columns.variant, overlays)
    const ids = publications.map(({ entry }) => entry)
    // In a model change, rewritten publications keep their draft versions, which were sealed when they were published.
    if (ids.length > 0 && !this.isSliced) await sealStaged(writes, ids)
    await this.index?.add(writes, { ended: this.#ended, publications, overlays })
    this.#ended = []
  }

  async saveShownAssets(
    writes: Writes,
    ended: readonly string[],
    shown: readonly PublicationAssetRow[],
  ): Promise<void> {
    await this.#insertIds(writes, 'staged_hidden', ended)
    await this.#insertParts(writes, 'staged_asset', columns.asset, shown)
  }

  async saveReferences(writes: Writes, byTarget: Pairs): Promise<void> {
    await this.#eachSlice('staged_reference', byTarget, (pairs, place) =>
      stageReferences(writes, pairs, place),
    )
  }

  /** Deletes the staged changes of these entries, except removals. */
  async forget(writes: Writes, ids: readonly string[]): Promise<void> {
    // Must run before the rows are deleted, because it reads them.
    await this.index?.forget(writes, ids)
    const stage = staged(writes)
    for (const id of ids) this.#created.delete(id)
    await stage.deleteFrom('staged_entry').where(isIn('id', ids)).execute()
    for (const name of tablesByEntry) await stage.deleteFrom(name).where(isIn('entry', ids)).execute()
  }

  async #insertEntries(writes: Writes, drafts: readonly EntryWrite[]): Promise<void> {
    const isNew = (id: string) => this.#created.has(id)
    const entries = drafts.map(({ row, keepsKeys }) => ({
      ...row,
      is_new: isNew(row.id) ? 1 : 0,
      keeps_keys: keepsKeys ? 1 : 0,
    }))
    await this.#insertParts(writes, 'staged_entry', columns.entry, entries)
    const versions = drafts.flatMap(({ row, version }) =>
      version === null || isNew(row.id) ? [] : toStagedVersion(row, version),
    )
    await this.#insertParts(writes, 'staged_version', columns.version, versions)
  }

  #insertIds(writes: Writes, table: StageTable, ids: readonly string[]): Promise<void> {
    const rows = ids.map(entry => ({ entry }))
    return this.#insertParts(writes, table, columns.id, rows)
  }

  async #eachSlice(
    table: StageTable,
    pairs: Pairs,
    insert: (slice: Pairs, place: StagePlace) => Promise<void>,
  ): Promise<void> {
    const groups = [...pairs]
    const size = this.#parts.rowsPerPart
    for (let start = 0; start < groups.length; start += size) {
      const slice = new Map(groups.slice(start, start + size))
      const part = this.#parts.partOfNext(table)
      this.#parts.count(table, slice.size)
      await insert(slice, { part, is_late: this.#isLate })
    }
  }

  #insertParts<Row extends object>(
    writes: Writes,
    table: StageTable,
    names: readonly (keyof Row | 'is_late' | 'part')[],
    rows: readonly Row[],
  ): Promise<void> {
    const part = this.#parts.partOfNext(table)
    const parted = rows.map(row => ({ ...row, is_late: this.#isLate, part }))
    return this.#insert(writes, table, names, parted)
  }

  async #insert<Row extends object>(
    writes: Writes,
    table: StageTable,
    names: readonly (keyof Row)[],
    rows: readonly Row[],
  ): Promise<void> {
    this.#parts.count(table, rows.length)
    await runInParts(writes, table, names, rows, part =>
      staged(writes)
        .insertInto(table)
        .values(part.map(row => columnsOf(row, names)) as never),
    )
  }
}

/** The tables that hold changes of entries, with the column `entry`. */
const tablesByEntry = (Object.keys(stageTables) as StageTable[]).filter(
  name => name !== 'staged_entry' && name !== 'staged_removed',
)

/** The same connection, typed with its temporary tables. */
const staged = (writes: Writes) => writes as unknown as Kysely<StageSchema>
