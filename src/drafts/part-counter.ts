// Into which parts the rows of a stage are split: see {@link partings}.
import { partings, type StageTable } from './stage-tables.ts'

export class PartCounter {
  readonly #parting: (typeof partings)[keyof typeof partings]
  /** Rows ever inserted, including those deleted since. */
  readonly #rows = new Map<StageTable, number>()

  constructor(isSliced: boolean) {
    this.#parting = partings[isSliced ? 'sliced' : 'whole']
  }

  get partedTables(): readonly StageTable[] {
    return this.#parting.tables
  }

  get rowsPerPart(): number {
    return this.#parting.rows
  }

  /** 0 if the table has no rows. */
  partsOf(table: StageTable): number {
    return this.#rows.has(table) ? this.#partAt(table, this.#rows.get(table)! - 1) + 1 : 0
  }

  isParted(table: StageTable): boolean {
    return this.#parting.tables.includes(table)
  }

  partOfNext(table: StageTable): number {
    return this.#partAt(table, this.#rows.get(table) ?? 0)
  }

  count(table: StageTable, rows: number): void {
    if (rows > 0) this.#rows.set(table, (this.#rows.get(table) ?? 0) + rows)
  }

  clear(): void {
    this.#rows.clear()
  }

  #partAt(table: StageTable, row: number): number {
    return this.isParted(table) ? Math.floor(row / this.#parting.rows) : 0
  }
}
