// Converts the cells of pasted tables to tables of the format, and tells which parts cannot stand in a cell.
import type { Node, Schema } from '@tiptap/pm/model'
import { createTable } from '../tables/table-commands.ts'
import { explainSizes, type TableSize } from '../tables/table-limits.ts'

/** A cell of a pasted table, which may span others. */
export interface PastedCell {
  readonly columns: number
  readonly rows: number
  /** Reads the content; called once. */
  readonly read: () => readonly Node[]
}

export type PastedTable =
  | { readonly table: Node /** Parts of cells that follow the table. */; readonly others: readonly Node[] }
  /** The table has more rows, columns or cells than allowed. */
  | { readonly reason: string }

/** A merged cell keeps its place at the top left; the other cells that it covers are empty. */
export function toPastedTable(
  schema: Schema,
  pasted: readonly (readonly PastedCell[])[],
  header: boolean,
): PastedTable {
  const { cells, size } = layOut(pasted)
  const reason = explainSizes([size])
  if (reason !== null) return { reason }
  const others: Node[] = []
  const toContent = (cell: PastedCell | undefined) => {
    const split = splitForCell(cell?.read() ?? [])
    others.push(...split.others)
    return split.fitting
  }
  const grid = Array.from({ length: size.rows }, (_, row) =>
    Array.from({ length: size.columns }, (_, column) => toContent(cells.get(`${row} ${column}`))),
  )
  return { table: createTable(schema, header, grid), others }
}

/** Assigns each cell its row and column, as browsers do. */
function layOut(pasted: readonly (readonly PastedCell[])[]): {
  readonly cells: ReadonlyMap<string, PastedCell>
  readonly size: TableSize
} {
  const cells = new Map<string, PastedCell>()
  /** For each column, the first row that no cell from above covers. */
  const freeFrom: number[] = []
  for (const [row, own] of pasted.entries()) {
    let column = 0
    for (const cell of own) {
      while ((freeFrom[column] ?? 0) > row) column++
      cells.set(`${row} ${column}`, cell)
      for (let end = column + cell.columns; column < end; column++) freeFrom[column] = row + cell.rows
    }
  }
  return { cells, size: { rows: pasted.length, columns: freeFrom.length } }
}

interface SplitParts {
  readonly fitting: readonly Node[]
  readonly others: readonly Node[]
}

/** Cells have paragraphs and lists only. A heading or code becomes a paragraph; other parts stay outside. */
export function splitForCell(parts: readonly Node[]): SplitParts {
  const fitting: Node[] = []
  const others: Node[] = []
  for (const part of parts) {
    const { block } = part.type.schema.nodes
    if (part.type.name === 'block')
      fitting.push(block!.create({ ...part.attrs, style: 'normal' }, part.content))
    else if (part.isTextblock) fitting.push(block!.create(null, part.content))
    else if (part.type.name !== 'break') others.push(part)
  }
  return { fitting, others }
}
