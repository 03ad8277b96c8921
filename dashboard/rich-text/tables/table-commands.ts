// The commands of tables, in ProseMirror's form.
import { chainCommands } from '@tiptap/pm/commands'
import type { Node, Schema } from '@tiptap/pm/model'
import { type Command, type EditorState, TextSelection } from '@tiptap/pm/state'
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  CellSelection,
  deleteColumn,
  deleteRow,
  deleteTable,
  findTable,
  goToNextCell,
} from '@tiptap/pm/tables'
import { asOwnStep, insertAt } from '../commands.ts'
import { newKey } from '../document/unique-keys.ts'
import { type TableSize, toSize } from './table-limits.ts'

export interface TableReading extends TableSize {
  readonly header: boolean
}

/** Returns the table around the caret. */
export function readTable({ selection }: EditorState): TableReading | null {
  const found = findTable(selection.$from)
  return found && { ...toSize(found.node), header: found.node.attrs.header }
}

export function hasCellSelection({ selection }: EditorState): boolean {
  return selection instanceof CellSelection && selection.ranges.length > 1
}

/** Creates the nodes with their keys, because adding thousands of keys afterwards would take long. */
export function createTable(
  schema: Schema,
  header: boolean,
  rows: readonly (readonly (readonly Node[])[])[],
): Node {
  const { table, row, cell, block } = schema.nodes
  const withKey = (node: Node) => node.type.create({ ...node.attrs, key: newKey() }, node.content, node.marks)
  const toCell = (content: readonly Node[]) =>
    cell!.create({ key: newKey() }, content.length > 0 ? content.map(withKey) : withKey(block!.create()))
  return table!.create(
    { key: newKey(), header },
    rows.map(cells => row!.create({ key: newKey() }, cells.map(toCell))),
  )
}

/** Inserts an empty table like other parts, with the caret in its first cell. */
export function insertTable({ rows, columns }: TableSize, header: boolean): Command {
  return (state, dispatch) => {
    const { tr, schema } = state
    const cells = Array.from({ length: rows }, () => Array.from({ length: columns }, () => []))
    const start = insertAt(tr, state.selection.to, createTable(schema, header, cells))
    dispatch?.(tr.setSelection(TextSelection.near(tr.doc.resolve(start + 1))).scrollIntoView())
    return true
  }
}

export const toggleHeader: Command = asOwnStep((state, dispatch) => {
  const found = findTable(state.selection.$from)
  if (!found) return false
  dispatch?.(state.tr.setNodeAttribute(found.pos, 'header', !found.node.attrs.header))
  return true
})

export const insertRowAbove = asOwnStep(addRowBefore)
export const insertRowBelow = asOwnStep(addRowAfter)
export const insertColumnBefore = asOwnStep(addColumnBefore)
export const insertColumnAfter = asOwnStep(addColumnAfter)
export const removeTable = asOwnStep(deleteTable)
/** Removing all rows or columns removes the table. */
export const removeRow = asOwnStep(chainCommands(deleteRow, deleteTable))
export const removeColumn = asOwnStep(chainCommands(deleteColumn, deleteTable))

/** In the last cell, a row is added. */
export const nextCell: Command = (state, dispatch, view) => {
  if (goToNextCell(1)(state, dispatch)) return true
  if (!insertRowBelow(state, dispatch)) return false
  if (view) goToNextCell(1)(view.state, view.dispatch)
  return true
}

export const previousCell: Command = goToNextCell(-1)

/** Moves the caret behind the table, into a new paragraph if no text follows. */
export const leaveTable: Command = (state, dispatch) => {
  const found = findTable(state.selection.$from)
  if (!found) return false
  const { tr, schema } = state
  const end = found.pos + found.node.nodeSize
  if (!tr.doc.nodeAt(end)?.isTextblock) tr.insert(end, schema.nodes.block!.create())
  dispatch?.(tr.setSelection(TextSelection.near(tr.doc.resolve(end + 1))).scrollIntoView())
  return true
}
