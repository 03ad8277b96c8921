// Assigns the rows of a stage to parts, see {@link partedTables}.
import { partedTables, rowsPerPart, type StageTable } from './stage-tables.ts'

export class PartCounter {
  readonly rowsPerPart: number
  readonly #rows = new Map<StageTable, number>()

  constructor(isSliced: boolean) {
    this.rowsPerPart = rowsPerPart[isSliced ? 'sliced' : 'whole']
  }

  /** Returns the number of parts; 0 if the table has no rows. */
  partsOf(table: StageTable): number {
    const rows = this.rowsOf(table)
    return rows > 0 ? this.#partAt(table, rows - 1) + 1 : 0
  }

  isParted(table: StageTable): boolean {
    return partedTables.includes(table)
  }

  /** Returns the number of rows ever inserted, including rows deleted since. */
  rowsOf(table: StageTable): number {
    return this.#rows.get(table) ?? 0
  }

  partOfNext(table: StageTable): number {
    return this.#partAt(table, this.rowsOf(table))
  }

  count(table: StageTable, rows: number): void {
    if (rows > 0) this.#rows.set(table, this.rowsOf(table) + rows)
  }

  clear(): void {
    this.#rows.clear()
  }

  #partAt(table: StageTable, row: number): number {
    return this.isParted(table) ? Math.floor(row / this.rowsPerPart) : 0
  }
}
