// The nodes of tables: a table has rows, a row has cells, and a cell has blocks of style normal and list items. The roles
// are those of prosemirror-tables, which has their commands.
import type { ResolvedPos } from '@tiptap/pm/model'
import { Node } from '@tiptap/react'

export interface TableAttributes {
  readonly key: string | null
  readonly header: boolean
}

/** Blocks in a cell cannot have a style, and no other part can stand beside them. */
export function isInCell($at: ResolvedPos): boolean {
  return $at.depth > 0 && $at.node(-1)?.type.name === 'cell'
}

const roles: Readonly<Record<string, string>> = { table: 'table', row: 'row', cell: 'cell' }

const key = { default: null, rendered: false } as const

export const table = Node.create({
  name: 'table',
  group: 'part',
  content: 'row+',
  isolating: true,
  addAttributes: () => ({ key, header: { default: false, rendered: false } }),
  // Tiptap asks each extension for additions to all nodes.
  extendNodeSchema: ({ name }) => (name in roles ? { tableRole: roles[name] } : {}),
  renderHTML: ({ node }) => ['table', node.attrs.header ? { 'data-header': 'true' } : {}, ['tbody', 0]],
})

export const row = Node.create({
  name: 'row',
  content: 'cell+',
  addAttributes: () => ({ key }),
  renderHTML: () => ['tr', 0],
})

export const cell = Node.create({
  name: 'cell',
  content: '(block | opaque)+',
  isolating: true,
  // The format has no merged cells and no widths, but prosemirror-tables reads these attributes.
  addAttributes: () => ({
    key,
    colspan: { default: 1, rendered: false },
    rowspan: { default: 1, rendered: false },
    colwidth: { default: null, rendered: false },
  }),
  renderHTML: () => ['td', 0],
})
