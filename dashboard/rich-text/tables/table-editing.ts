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
    appendTransaction(_, { doc: before }, { doc, tr }) {
      // Only what differs is checked, because a text has up to 5,000 cells.
      const start = before.content.findDiffStart(doc.content)
      const end = before.content.findDiffEnd(doc.content)
      if (start === null || end === null) return null
      doc.nodesBetween(start, Math.max(start, end.b), (node, position, parent) => {
        const { style } = node.attrs as Partial<BlockAttributes>
        const isStyled = style !== undefined && style !== 'normal'
        if (isStyled && parent?.type.name === 'cell') tr.setNodeAttribute(position, 'style', 'normal')
        return !node.isTextblock
      })
      return tr.docChanged ? tr : null
    },
  })
}

/** The cells of a header row are headings of columns for screen readers. */
function headerCells(): Plugin<DecorationSet> {
  const plugin: Plugin<DecorationSet> = new Plugin({
    state: {
      init: (_, { doc }) => toHeadings(doc),
      apply: (tr, headings) => (tr.docChanged ? toHeadings(tr.doc) : headings),
    },
    props: { decorations: state => plugin.getState(state) },
  })
  return plugin
}

function toHeadings(doc: Node): DecorationSet {
  const cells: Decoration[] = []
  doc.forEach(({ type, attrs, firstChild }, position) => {
    if (type.name !== 'table' || !attrs.header) return
    firstChild!.forEach((cell, offset) => {
      // The cell begins after the start of the table and the start of the row.
      const start = position + 2 + offset
      cells.push(Decoration.node(start, start + cell.nodeSize, { role: 'columnheader' }))
    })
  })
  return DecorationSet.create(doc, cells)
}
