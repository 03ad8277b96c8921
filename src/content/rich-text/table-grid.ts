// Lays out the cells of a table as rows of equal length. Cells that span several columns or rows are followed by empty ones.
import { cellsMax, columnsMax, rowsMax } from '../values/portable-text.ts'
import type { RichTextNode, TreeNode } from './rich-text-tree.ts'

interface TableGrid {
  /** True if the first row consists of head cells. */
  readonly header: boolean
  /** The nodes in each cell. */
  readonly rows: readonly (readonly RichTextNode[])[][]
  /** The nodes in the table that stand in no cell. */
  readonly others: readonly RichTextNode[]
  /** True if cells span others, or head cells stand below the first row. */
  readonly isSimplified: boolean
}

/** Returns null for a table that is larger than Portable Text allows. */
export function toTableGrid(table: TreeNode): TableGrid | null {
  const others: RichTextNode[] = []
  const rowNodes = pick(table.children, ['row'], others)
  const cellNodes = rowNodes.map(row => pick(row.children, ['cell', 'head-cell'], others))
  const [first = []] = cellNodes
  const header = first.length > 0 && first.every(isHead)
  const rows = cellNodes.length > rowsMax ? null : placeCells(cellNodes)
  if (rows === null) return null
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0)
  if (rows.length * width > cellsMax) return null
  const cells = cellNodes.flat()
  return {
    header,
    rows: rows.map(row => Array.from({ length: width }, (_, column) => row[column] ?? [])),
    others,
    isSimplified:
      cells.some(cell => spanOf(cell, 'colspan') > 1 || spanOf(cell, 'rowspan') > 1) ||
      cells.some(cell => isHead(cell) && !(header && first.includes(cell))),
  }
}

/** Returns the nodes of these kinds, through groups of rows. Other nodes that say something are added to `others`. */
function pick(nodes: readonly RichTextNode[], kinds: readonly string[], others: RichTextNode[]): TreeNode[] {
  return nodes.flatMap(node => {
    if (node.kind === 'document') return pick(node.children, kinds, others)
    if (node.kind !== 'text' && kinds.includes(node.kind)) return [node]
    // Slate puts empty texts between all nodes.
    if (node.kind !== 'text' || node.text !== '') others.push(node)
    return []
  })
}

/** Returns null as soon as a row is too long, so that the work is bounded. */
function placeCells(cellNodes: readonly (readonly TreeNode[])[]): (readonly RichTextNode[])[][] | null {
  const rows: (readonly RichTextNode[])[][] = cellNodes.map(() => [])
  for (const [index, cells] of cellNodes.entries()) {
    let column = 0
    for (const cell of cells) {
      while (rows[index]![column] !== undefined) column++
      if (column + spanOf(cell, 'colspan') > columnsMax) return null
      for (const row of rows.slice(index, index + spanOf(cell, 'rowspan'))) {
        for (let place = 0; place < spanOf(cell, 'colspan'); place++) row[column + place] ??= []
      }
      rows[index]![column] = cell.children
    }
  }
  return rows
}

function isHead({ kind }: TreeNode): boolean {
  return kind === 'head-cell'
}

/** Returns a span that is at most one more than a table may have columns, so that a huge one is refused, not built. */
function spanOf({ properties }: TreeNode, name: 'colspan' | 'rowspan'): number {
  const span = Number(properties[name] ?? 1)
  return Number.isInteger(span) && span > 1 ? Math.min(span, columnsMax + 1) : 1
}
