// The stage of an import: temporary tables with the rows it is going to write. Filling them does not block other
// writers; once the lock is taken, a few statements move the rows to the content tables.
import { type Kysely, sql } from 'kysely'
import type { SpaceId } from '../base/ids.ts'
import type { ChangeTarget } from '../content/change-target.ts'
import type { DraftReferenceRow } from '../content/draft-references.store.ts'
import { draftColumns, type LiveState } from '../content/entries.store.ts'
import type { EntryWrite } from '../content/entry-versions.store.ts'
import { type OverlayRow, type PublicationRow, readTargetsOf } from '../content/publications.store.ts'
import { columnsOf, runInParts } from '../database/bulk.ts'
import { isIn, textPairs, type Writes } from '../database/database.ts'
import { engineOf } from '../database/engine.ts'
import { indexStageIndexes, indexStageTables } from './index-stage.store.ts'
import type { IndexStage } from './index-stage.ts'
import { type StagedRecord, type StageSchema, type StageTable, stageTables } from './stage-tables.ts'

/** Rows moved per statement: without a bound, one statement could exceed the statement timeout. */
const rowsPerPart = 200_000

const indexes = { staged_entry: 'part', staged_publication: 'part', ...indexStageIndexes }

const columns = {
  entry: [...draftColumns, 'reason', 'names', 'is_new', 'part'],
  draftReference: ['target', 'entry', 'path'],
  state: ['entry', 'state', 'published_at'],
  publication: [
    'entry',
    'collection',
    'slug',
    'version',
    'first_published_at',
    'published_at',
    'draft_version',
    'published_by',
    'rebind',
    'refs',
    'data',
    'part',
  ],
  variant: ['entry', 'variant', 'refs', 'data'],
  id: ['entry'],
  record: ['entry', 'where', 'counted', 'keepsLive', 'record'],
} as const

export class Stage implements ChangeTarget {
  /** The changes of the query index; null until the models are known. */
  index: IndexStage | null = null
  /** Entries whose publication ends in the current flush. */
  #ended: readonly string[] = []
  /** Rows ever inserted, including those deleted since. */
  readonly #rows = new Map<StageTable, number>()
  #isOpen = false

  constructor(readonly space: SpaceId) {}

  /** Into how many chunks a table's rows are split; 0 if it has none. */
  partsOf(table: StageTable): number {
    return Math.ceil((this.#rows.get(table) ?? 0) / rowsPerPart)
  }

  /** Creates the empty tables on the connection of `db`. */
  async open(db: Writes): Promise<void> {
    if (this.#isOpen) await this.close(db)
    const create = Object.entries({ ...stageTables, ...indexStageTables(engineOf(db)) }).map(
      ([name, columns]) => `create temporary table ${name} (${columns})`,
    )
    const index = Object.entries(indexes).map(
      ([name, column]) => `create index ${name}_${column} on ${name} (${column})`,
    )
    await runAll(db, [...create, ...index])
    this.#rows.clear()
    this.index = null
    this.#isOpen = true
  }

  async close(db: Writes): Promise<void> {
    await runAll(
      db,
      Object.keys({ ...stageTables, ...indexStageTables(engineOf(db)) }).map(
        name => `drop table if exists ${name}`,
      ),
    )
    this.#isOpen = false
  }

  async unlink(writes: Writes, ids: readonly string[]): Promise<void> {
    const targets = await readTargetsOf(writes, this.space, ids)
    await this.#insertPairs(writes, 'staged_unlinked', ['entry', 'target'], targets)
  }

  end(writes: Writes, ids: readonly string[]): Promise<void> {
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
    return this.#insertEntries(writes, drafts, 1)
  }

  save(writes: Writes, drafts: readonly EntryWrite[]): Promise<void> {
    return this.#insertEntries(writes, drafts, 0)
  }

  /** The move deletes those of before. */
  referDrafts(
    writes: Writes,
    _changed: readonly string[],
    references: readonly DraftReferenceRow[],
  ): Promise<void> {
    return this.#insert(writes, 'staged_draft_reference', columns.draftReference, references)
  }

  setLiveStates(writes: Writes, states: ReadonlyMap<string, LiveState>): Promise<void> {
    const rows = [...states].map(([entry, { state, publishedAt }]) => ({
      entry,
      state,
      published_at: publishedAt,
    }))
    return this.#insert(writes, 'staged_state', columns.state, rows)
  }

  async publish(
    writes: Writes,
    publications: readonly PublicationRow[],
    overlays: readonly OverlayRow[],
  ): Promise<void> {
    const part = this.#partOfNext('staged_publication')
    const rows = publications.map(row => ({ ...row, part }))
    await this.#insert(writes, 'staged_publication', columns.publication, rows)
    await this.#insert(writes, 'staged_variant', columns.variant, overlays)
    await this.index?.add(writes, { ended: this.#ended, publications, overlays })
    this.#ended = []
  }

  refer(writes: Writes, byTarget: ReadonlyMap<string, readonly string[]>): Promise<void> {
    return this.#insertPairs(writes, 'staged_reference', ['target', 'entry'], byTarget)
  }

  /** The records of those of these entries that existed before. */
  readRecords(writes: Writes, ids: readonly string[]): Promise<StagedRecord[]> {
    return staged(writes)
      .selectFrom('staged_record')
      .select(columns.record)
      .where(isIn('entry', ids))
      .execute()
  }

  /** The entries of which something else is live afterwards. */
  async listServed(writes: Writes): Promise<string[]> {
    const opened = staged(writes).selectFrom('staged_publication').select('entry')
    const rows = await staged(writes).selectFrom('staged_closed').select('entry').union(opened).execute()
    return rows.map(({ entry }) => entry)
  }

  /** Deletes the staged changes of these entries, except released slugs and removals. */
  async forget(writes: Writes, ids: readonly string[]): Promise<void> {
    const stage = staged(writes)
    await stage.deleteFrom('staged_entry').where(isIn('id', ids)).execute()
    const names = [
      'staged_publication',
      'staged_variant',
      'staged_reference',
      'staged_unlinked',
      'staged_closed',
      'staged_record',
      'staged_draft_reference',
      'staged_state',
    ] as const
    for (const name of names) await stage.deleteFrom(name).where(isIn('entry', ids)).execute()
    await this.index?.forget(writes, ids)
  }

  #insertEntries(writes: Writes, drafts: readonly EntryWrite[], isNew: 0 | 1): Promise<void> {
    const part = this.#partOfNext('staged_entry')
    const parted = drafts.map(({ row, version }) => ({
      ...row,
      reason: version?.reason ?? null,
      names: version === null ? null : JSON.stringify(version.names),
      is_new: isNew,
      part,
    }))
    return this.#insert(writes, 'staged_entry', columns.entry, parted)
  }

  #count(table: StageTable, rows: number): void {
    this.#rows.set(table, (this.#rows.get(table) ?? 0) + rows)
  }

  #partOfNext(table: StageTable): number {
    return Math.floor((this.#rows.get(table) ?? 0) / rowsPerPart)
  }

  #insertIds(writes: Writes, table: StageTable, ids: readonly string[]): Promise<void> {
    const rows = ids.map(entry => ({ entry }))
    return this.#insert(writes, table, columns.id, rows)
  }

  async #insertPairs(
    writes: Writes,
    table: 'staged_unlinked' | 'staged_reference',
    names: readonly ['entry', 'target'] | readonly ['target', 'entry'],
    pairs: ReadonlyMap<string, readonly string[]>,
  ): Promise<void> {
    if (pairs.size === 0) return
    this.#count(table, pairs.size)
    await staged(writes)
      .insertInto(table)
      .columns([...names])
      .expression(db => db.selectFrom(textPairs(pairs).as('pair')).select(['pair.key', 'pair.value']))
      .execute()
  }

  async #insert<Row extends object>(
    writes: Writes,
    table: StageTable,
    names: readonly (keyof Row)[],
    rows: readonly Row[],
  ): Promise<void> {
    this.#count(table, rows.length)
    await runInParts(writes, table, names, rows, part =>
      staged(writes)
        .insertInto(table)
        .values(part.map(row => columnsOf(row, names)) as never),
    )
  }
}

/** The same connection, typed with its temporary tables. */
function staged(writes: Writes): Kysely<StageSchema> {
  return writes as unknown as Kysely<StageSchema>
}

/** In PostgreSQL as one statement: separate statements would each commit and wait for the disk. */
async function runAll(db: Writes, statements: readonly string[]): Promise<void> {
  const texts = engineOf(db) === 'postgres' ? [statements.join('; ')] : statements
  for (const text of texts) await sql.raw(text).execute(db)
}
