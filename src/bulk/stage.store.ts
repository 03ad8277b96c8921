// The stage of an import or a model change: temporary tables with the rows it is going to write. Filling them does not
// block other writers. Under the lock, a few statements move the rows to the content tables.
import { sql } from 'kysely'
import type { SpaceId } from '../base/ids.ts'
import type { ChangeTarget } from '../content/publish/change-set.ts'
import {
  compareDraftAssets,
  compareDraftReferences,
  type DraftAssetRow,
  type DraftReferenceRow,
} from '../content/tables/draft-references.store.ts'
import type { EntryRow, LiveState } from '../content/tables/entries.store.ts'
import type { EntryWrite, NewVersion } from '../content/tables/entry-versions.store.ts'
import {
  type OverlayRow,
  type PublicationAssetRow,
  type PublicationRow,
  readTargetsOf,
} from '../content/tables/publications.store.ts'
import { columnsOf, runInParts } from '../database/bulk.ts'
import { engineOf, isIn, textPairs, type Writes } from '../database/database.ts'
import type { IndexStage } from './index-stage.ts'
import {
  createStage,
  dropStage,
  isParted,
  rowsPerPart,
  type StagedRecord,
  type StageSchema,
  type StageTable,
  sortStage,
  stageColumns,
  stagedIn,
  tablesByEntry,
} from './stage-tables.store.ts'

type Pairs = ReadonlyMap<string, readonly string[]>

/** The tables of which `entry` is the only column besides those that the stage adds. */
type IdTable =
  | 'staged_outdated'
  | 'staged_outdated_asset'
  | 'staged_closed'
  | 'staged_hidden'
  | 'staged_removed'
  | 'staged_moved'

/** The row of a table without the columns that the stage adds. */
type Unplaced<Table extends StageTable> = Omit<StageSchema[Table], 'is_late' | 'part'>

export class Stage implements ChangeTarget {
  /** The changes of the query index; null until the models are known. */
  index: IndexStage | null = null
  /** Entries whose publication ends in the current flush. */
  #ended: readonly string[] = []
  /** Entries that the change creates. */
  readonly #created = new Set<string>()
  /** The number of rows ever inserted into each table, including rows deleted since. */
  readonly #rows = new Map<StageTable, number>()
  readonly #rowsPerPart: number
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
    this.#rowsPerPart = rowsPerPart[isSliced ? 'sliced' : 'whole']
  }

  /** The approximate number of entries that the change writes. */
  get size(): number {
    return Math.max(this.#rowsOf('staged_entry'), this.#rowsOf('staged_publication'))
  }

  /** Marks all rows staged from now on as late: they replace rows of entries that other writers have changed. */
  endPreparation(): void {
    this.#isLate = 1
  }

  /** Call before {@link endPreparation} if rows were staged in the order of a file. */
  async sort(writes: Writes): Promise<void> {
    // PostgreSQL does not benefit, because little is written under the lock.
    if (engineOf(writes) === 'sqlite') await sortStage(writes, this.#rowsPerPart)
  }

  #rowsOf(table: StageTable): number {
    return this.#rows.get(table) ?? 0
  }

  #partAt(table: StageTable, row: number): number {
    return isParted(table) ? Math.floor(row / this.#rowsPerPart) : 0
  }

  /** Returns the number of parts of a table's rows; 0 if it has none. */
  partsOf(table: StageTable): number {
    const rows = this.#rowsOf(table)
    return rows > 0 ? this.#partAt(table, rows - 1) + 1 : 0
  }

  /** Creates the empty tables on the connection of `db`. */
  async open(db: Writes): Promise<void> {
    if (this.#isOpen) await this.close(db)
    await createStage(db)
    this.#rows.clear()
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
    await this.#insertPairs(writes, 'staged_unlinked', ['entry', 'target'], targets)
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
    return this.#insert(writes, 'staged_record', records)
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
    await this.#insert(writes, 'staged_draft_reference', added)
  }

  async saveDraftAssets(writes: Writes, changed: readonly string[], assets: readonly DraftAssetRow[]) {
    const { outdated, added } = await compareDraftAssets(writes, this.space, changed, assets)
    await this.#insertIds(writes, 'staged_outdated_asset', outdated)
    await this.#insert(writes, 'staged_draft_asset', added)
  }

  setLiveStates(writes: Writes, states: ReadonlyMap<string, LiveState>): Promise<void> {
    const rows = [...states].map(([entry, { state, publishedAt }]) => ({
      entry,
      state,
      published_at: publishedAt,
    }))
    return this.#insert(writes, 'staged_state', rows)
  }

  async publish(
    writes: Writes,
    publications: readonly PublicationRow[],
    overlays: readonly OverlayRow[],
  ): Promise<void> {
    await this.#insert(writes, 'staged_publication', publications)
    await this.#insert(writes, 'staged_variant', overlays)
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
    await this.#insert(writes, 'staged_asset', shown)
  }

  saveReferences(writes: Writes, byTarget: Pairs): Promise<void> {
    return this.#insertPairs(writes, 'staged_reference', ['target', 'entry'], byTarget)
  }

  /** Deletes the staged changes of these entries, except removals. */
  async forget(writes: Writes, ids: readonly string[]): Promise<void> {
    // Must run before the rows are deleted, because it reads them.
    await this.index?.forget(writes, ids)
    for (const id of ids) this.#created.delete(id)
    await stagedIn(writes).deleteFrom('staged_entry').where(isIn('id', ids)).execute()
    for (const name of tablesByEntry)
      await stagedIn(writes).deleteFrom(name).where(isIn('entry', ids)).execute()
  }

  async #insertEntries(writes: Writes, drafts: readonly EntryWrite[]): Promise<void> {
    const isNew = (id: string) => this.#created.has(id)
    const entries = drafts.map(({ row, keepsKeys }) => ({
      ...row,
      is_new: isNew(row.id) ? 1 : 0,
      keeps_keys: keepsKeys ? 1 : 0,
    }))
    await this.#insert(writes, 'staged_entry', entries)
    const versions = drafts.flatMap(({ row, version }) =>
      version === null || isNew(row.id) ? [] : toStagedVersion(row, version),
    )
    await this.#insert(writes, 'staged_version', versions)
  }

  #insertIds(writes: Writes, table: IdTable, ids: readonly string[]): Promise<void> {
    return this.#insert(
      writes,
      table,
      ids.map(entry => ({ entry })),
    )
  }

  /** Stages references as pairs of entries, many in one statement, grouped by the first column. */
  async #insertPairs(
    writes: Writes,
    table: 'staged_unlinked' | 'staged_reference',
    columns: readonly ['entry', 'target'] | readonly ['target', 'entry'],
    pairs: Pairs,
  ): Promise<void> {
    const groups = [...pairs]
    for (let start = 0; start < groups.length; start += this.#rowsPerPart) {
      const slice = new Map(groups.slice(start, start + this.#rowsPerPart))
      const part = this.#partAt(table, this.#rowsOf(table))
      this.#count(table, slice.size)
      await sql`
        insert into ${sql.table(table)} (${sql.join(columns.map(name => sql.ref(name)))}, is_late, part)
        select pair.key, pair.value, ${sql.lit(this.#isLate)}, ${sql.lit(part)} from ${textPairs(slice)} as pair`.execute(
        writes,
      )
    }
  }

  async #insert<Table extends StageTable>(
    writes: Writes,
    table: Table,
    unplaced: readonly Unplaced<Table>[],
  ): Promise<void> {
    const place = { is_late: this.#isLate, part: this.#partAt(table, this.#rowsOf(table)) }
    this.#count(table, unplaced.length)
    const names = stageColumns[table]
    const rows = unplaced.map(row => ({ ...row, ...place }) as Readonly<Record<string, unknown>>)
    await runInParts(writes, table, names, rows, batch =>
      stagedIn(writes)
        .insertInto(table as StageTable)
        .values(batch.map(row => columnsOf(row, names)) as never),
    )
  }

  #count(table: StageTable, rows: number): void {
    this.#rows.set(table, this.#rowsOf(table) + rows)
  }
}

function toStagedVersion(row: EntryRow, { reason, names }: NewVersion) {
  const { id: entry, draft_version, updated_at: at, updated_by: by } = row
  return { entry, draft_version, at, by, reason, names: JSON.stringify(names), sealed: 0 }
}

/** Seals the staged versions whose publications are staged, so that they are kept permanently. */
async function sealStaged(writes: Writes, ids: readonly string[]): Promise<void> {
  await sql`
    update staged_version set sealed = 1 where ${isIn('entry', ids)} and exists (
      select 1 from staged_publication as published
      where published.entry = staged_version.entry and published.draft_version = staged_version.draft_version
    )`.execute(writes)
}

/** Reads the staged records of these entries. Only entries that existed before have one. */
export function readStagedRecords(writes: Writes, ids: readonly string[]): Promise<StagedRecord[]> {
  return stagedIn(writes)
    .selectFrom('staged_record')
    .select(['entry', 'where', 'counted', 'keepsLive', 'record'])
    .where(isIn('entry', ids))
    .execute()
}

/** Lists the entries whose live content changes. */
export async function listServed(writes: Writes): Promise<string[]> {
  const opened = stagedIn(writes).selectFrom('staged_publication').select('entry')
  const rows = await stagedIn(writes).selectFrom('staged_closed').select('entry').union(opened).execute()
  return rows.map(({ entry }) => entry)
}

/** Checks whether the preparation has staged a row of one of these entries. */
export async function isAnyPrepared(writes: Writes, ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) return false
  const tables = [
    ['staged_entry', 'id'],
    ['staged_state', 'entry'],
    ['staged_closed', 'entry'],
    ['staged_publication', 'entry'],
  ] as const
  for (const [table, column] of tables) {
    const { rows } = await sql`
      select 1 from ${sql.table(table)} where is_late = 0 and ${isIn(column, ids)} limit 1`.execute(writes)
    if (rows.length > 0) return true
  }
  return false
}

/** Lists the entries whose drafts change. */
export async function listStagedDrafts(writes: Writes): Promise<string[]> {
  const rows = await stagedIn(writes).selectFrom('staged_entry').select('id').execute()
  return rows.map(({ id }) => id)
}
