// Handles paste and drop, and decides where the content is inserted. pasted-html.ts reads the content.
import { Fragment, type Node, type Schema, Slice } from '@tiptap/pm/model'
import { Plugin, Selection, type Transaction } from '@tiptap/pm/state'
import { handlePaste as handleTablePaste } from '@tiptap/pm/tables'
import type { EditorView } from '@tiptap/pm/view'
import { filesOf } from '../../media/upload/drop-area.tsx'
import { boundaryAt } from '../commands.ts'
import type { BlockAttributes } from '../document/schema.ts'
import { isInCell } from '../document/tables.ts'
import { linkSelection, toWholeLink, withBareLinks } from './bare-links.ts'
import { hasInlinePictures, takeInlinePictures } from './inline-pictures.ts'
import { PastedHtmlParser, withoutStyles } from './pasted-html.ts'
import { splitForCell } from './pasted-table.ts'

interface PastingOptions {
  /** Called with the files for this position. */
  readonly onFiles: (files: readonly File[], position: number) => void
  /** Called with the reason if a pasted table is too large. */
  readonly onRefuse: (reason: string) => void
}

export function pasting(schema: Schema, { onFiles, onRefuse }: PastingOptions): Plugin {
  const parser = new PastedHtmlParser(schema)
  const insert = (view: EditorView, tr: Transaction) => {
    const pictures = takeInlinePictures(tr)
    const { doc } = view.state
    view.dispatch(tr.scrollIntoView())
    // A refused transaction leaves the text as it was.
    if (view.state.doc.eq(doc)) return
    for (const { file, position } of pictures) onFiles([file], position)
  }
  return new Plugin({
    props: {
      transformPastedHTML: withoutStyles,
      clipboardParser: parser,
      // If this returns null, ProseMirror makes a paragraph of each line.
      clipboardTextParser: (text, _, isPlain) => (isPlain ? null : parser.parseRows(text)) as Slice,
      handlePaste(view, event, pasted) {
        const refusal = parser.takeRefusal()
        if (refusal !== null) {
          onRefuse(`${refusal} Nothing was pasted.`)
          return true
        }
        const slice = withoutCell(pasted)
        const files = filesOf(event.clipboardData)
        // Files are used only if nothing but pictures was pasted, because copied text may come with a picture of it, and a
        // copied picture with its URL.
        if (files.length > 0 && slice.content.content.every(({ type }) => type.name === 'image')) {
          onFiles(files, view.state.selection.to)
          return true
        }
        if (slice.size === 0) return false
        const link = toPastedLink(slice)
        const linked = view.state.tr
        if (link !== null && linkSelection(linked, link)) {
          view.dispatch(linked.setMeta('paste', true))
          return true
        }
        const linkedSlice = withLinks(slice, schema)
        if (handleTablePaste(view, event, linkedSlice)) return true
        insert(view, paste(view.state.tr, linkedSlice).setMeta('paste', true).setMeta('uiEvent', 'paste'))
        return true
      },
      handleDrop(view, event, slice) {
        const refusal = parser.takeRefusal()
        if (refusal !== null) {
          onRefuse(`${refusal} Nothing was inserted.`)
          return true
        }
        const files = filesOf(event.dataTransfer)
        const isInline = files.length === 0 && hasInlinePictures(slice)
        if ((files.length === 0 && !isInline) || !view.editable) return false
        const { doc, tr } = view.state
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos ?? doc.content.size
        event.preventDefault()
        if (isInline) insert(view, paste(tr.setSelection(Selection.near(doc.resolve(at))), slice))
        else onFiles(files, at)
        return true
      },
    },
  })
}

/** Returns the URL if nothing else was pasted. */
function toPastedLink({ content }: Slice): string | null {
  const only = content.childCount === 1 ? content.firstChild! : null
  return only !== null && (only.isText || isPlain(only)) ? toWholeLink(only.textContent) : null
}

/** Text that was copied inside one cell comes without the cell. */
function withoutCell(slice: Slice): Slice {
  let { content, openStart, openEnd } = slice
  while (
    content.childCount === 1 &&
    openStart > 1 &&
    openEnd > 1 &&
    content.firstChild!.type.spec.tableRole
  ) {
    content = content.firstChild!.content
    openStart--
    openEnd--
  }
  return new Slice(content, openStart, openEnd)
}

function withLinks({ content, openStart, openEnd }: Slice, schema: Schema): Slice {
  return new Slice(withBareLinks(content, schema), openStart, openEnd)
}

function paste(tr: Transaction, slice: Slice): Transaction {
  if (isInCell(tr.selection.$from)) return pasteIntoCell(tr, slice)
  const parts = slice.content.content
  if (tr.selection.$from.parent.type.spec.code) {
    const text = parts.map(({ textContent }) => textContent).join('\n')
    return text === '' ? tr : tr.insertText(text)
  }
  return insertParts(tr, slice)
}

/** Parts that a cell cannot have are inserted after the table. */
function pasteIntoCell(tr: Transaction, { content, openStart, openEnd }: Slice): Transaction {
  const { fitting, others } = splitForCell(content.content)
  if (fitting.length > 0) insertParts(tr, new Slice(Fragment.from(fitting), openStart, openEnd))
  return others.length > 0 ? tr.insert(boundaryAt(tr.doc, tr.selection.to), others) : tr
}

function insertParts(tr: Transaction, slice: Slice): Transaction {
  const parts = slice.content.content
  const [first] = parts
  // A part of a line is inserted into the line.
  if (parts.length === 1 && isPlain(first!)) return tr.replaceSelection(new Slice(first!.content, 0, 0))
  const isRunningText = isPlain(first!) && isPlain(parts.at(-1)!) && tr.selection.$from.parent.childCount > 0
  return isRunningText ? tr.replaceSelection(slice) : insertBetween(tr, slice)
}

function isPlain({ type, attrs }: Node): boolean {
  const { style, listItem } = attrs as BlockAttributes
  return type.name === 'block' && style === 'normal' && listItem === null
}

/**
 * Splits the line and inserts the parts between its halves, so that headings, list items, images and code keep their form.
 */
function insertBetween(tr: Transaction, { content }: Slice): Transaction {
  if (!tr.selection.empty) tr.deleteSelection()
  const { $from } = tr.selection
  let [start, end] = [$from.pos, $from.pos]
  if ($from.depth > 0 && $from.parentOffset === 0) {
    start = $from.before()
    end = $from.parent.childCount === 0 ? $from.after() : start
  } else if ($from.depth > 0) {
    start = $from.pos + 1
    end = start
    if ($from.parentOffset < $from.parent.content.size) tr.split($from.pos)
  }
  tr.replaceWith(start, end, content)
  return tr.setSelection(Selection.near(tr.doc.resolve(start + content.size), -1))
}
