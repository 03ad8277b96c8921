// Refuses edits and pasted content after which a table would be larger than the format allows.
import type { Node } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import { cellsMax, columnsMax, rowsMax } from '../../../src/content/values/portable-text.ts'

export interface TableSize {
  readonly rows: number
  readonly columns: number
}

/** Returns why a text cannot have tables of these sizes, as whole sentences; null if it can. */
export function explainSizes(sizes: readonly TableSize[]): string | null {
  const wide = sizes.find(({ columns }) => columns > columnsMax)
  if (wide) return `The table would have ${wide.columns} columns. A table has at most ${columnsMax}.`
  const long = sizes.find(({ rows }) => rows > rowsMax)
  if (long) return `The table would have ${long.rows} rows. A table has at most ${rowsMax}.`
  const cells = sizes.reduce((sum, { rows, columns }) => sum + rows * columns, 0)
  if (cells <= cellsMax) return null
  const [count, most] = [cells, cellsMax].map(number => number.toLocaleString('en'))
  return `The tables of this text would have ${count} cells. A text has at most ${most}.`
}

export function toSize(table: Node): TableSize {
  return { rows: table.childCount, columns: table.firstChild?.childCount ?? 0 }
}

function explainTables(document: Node): string | null {
  return explainSizes(document.children.filter(({ type }) => type.name === 'table').map(toSize))
}

/** `onRefuse` is called with the reason. */
export function tableLimits(onRefuse: (reason: string) => void): Plugin {
  return new Plugin({
    filterTransaction(tr, { doc }) {
      if (!tr.docChanged) return true
      const reason = explainTables(tr.doc)
      // A value that was too large before can still be edited.
      if (reason === null || explainTables(doc) !== null) return true
      onRefuse(reason)
      return false
    },
  })
}
