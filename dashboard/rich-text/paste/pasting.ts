// Handles paste and drop, and decides where the content is inserted. pasted-html.ts reads the content.
import { type Node, type Schema, Slice } from '@tiptap/pm/model'
import { Plugin, Selection, type Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { filesOf } from '../../media/upload/dropped-files.ts'
import type { BlockAttributes } from '../document/schema.ts'
import { linkSelection, toWholeLink, withBareLinks } from './bare-links.ts'
import { hasInlinePictures, takeInlinePictures } from './inline-pictures.ts'
import { PastedHtmlParser } from './pasted-html.ts'
import { withoutStyles } from './pasted-styles.ts'

interface PastingOptions {
  /** Called with the files for this position. */
  readonly onFiles: (files: readonly File[], position: number) => void
}

export function pasting(schema: Schema, { onFiles }: PastingOptions): Plugin {
  const insert = (view: EditorView, tr: Transaction) => {
    const pictures = takeInlinePictures(tr)
    view.dispatch(tr.scrollIntoView())
    for (const { file, position } of pictures) onFiles([file], position)
  }
  return new Plugin({
    props: {
      transformPastedHTML: withoutStyles,
      clipboardParser: new PastedHtmlParser(schema),
      handlePaste(view, event, slice) {
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
        insert(view, paste(view.state.tr, slice).setMeta('paste', true).setMeta('uiEvent', 'paste'))
        return true
      },
      handleDrop(view, event, slice) {
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

function paste(tr: Transaction, pasted: Slice): Transaction {
  const linked = withBareLinks(pasted.content, tr.doc.type.schema)
  const slice = new Slice(linked, pasted.openStart, pasted.openEnd)
  const parts = linked.content
  const [first] = parts
  if (tr.selection.$from.parent.type.spec.code) {
    const text = parts.map(({ textContent }) => textContent).join('\n')
    return text === '' ? tr : tr.insertText(text)
  }
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
    start = $from.before(1)
    end = $from.parent.childCount === 0 ? $from.after(1) : start
  } else if ($from.depth > 0) {
    start = $from.pos + 1
    end = start
    if ($from.parentOffset < $from.parent.content.size) tr.split($from.pos)
  }
  tr.replaceWith(start, end, content)
  return tr.setSelection(Selection.near(tr.doc.resolve(start + content.size), -1))
}
