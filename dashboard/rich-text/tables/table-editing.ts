// The plugins of tables: selecting cells, pasting into them, and keeping tables in the format.
import type { Node } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import { tableEditing } from '@tiptap/pm/tables'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import type { BlockAttributes } from '../document/schema.ts'
import { tableLimits } from './table-limits.ts'

/** `onRefuse` is called with the reason if an edit would make a table too large. */
export function tables(onRefuse: (reason: string) => void): Plugin[] {
  return [tableLimits(onRefuse), plainCells(), headerCells(), tableEditing()]
}

/** Text that is moved or pasted into a cell loses its heading or quote, which cells cannot have. */
function plainCells(): Plugin {
  return new Plugin({
    appendTransaction(transactions, _, { doc, tr }) {
      if (!transactions.some(({ docChanged }) => docChanged)) return null
      eachTable(doc, (table, position) => {
        table.descendants((node, offset) => {
          const { style } = node.attrs as Partial<BlockAttributes>
          if (style !== undefined && style !== 'normal')
            tr.setNodeAttribute(position + 1 + offset, 'style', 'normal')
          return !node.isTextblock
        })
      })
      return tr.docChanged ? tr : null
    },
  })
}

/** The cells of a header row are headings of columns for screen readers. */
function headerCells(): Plugin {
  return new Plugin({
    props: {
      decorations({ doc }) {
        const cells: Decoration[] = []
        eachTable(doc, ({ attrs, firstChild }, position) => {
          if (!attrs.header) return
          firstChild!.forEach((cell, offset) => {
            // The cell begins behind the start of the table and that of the row.
            const start = position + 2 + offset
            cells.push(Decoration.node(start, start + cell.nodeSize, { role: 'columnheader' }))
          })
        })
        return DecorationSet.create(doc, cells)
      },
    },
  })
}

function eachTable(doc: Node, onTable: (table: Node, position: number) => void): void {
  doc.forEach((node, position) => {
    if (node.type.name === 'table') onTable(node, position)
  })
}
