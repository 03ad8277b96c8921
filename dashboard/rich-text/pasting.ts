// Pasting and dropping. What comes in is read by pasted-html.ts; here is decided where it goes.
import { type Node, type Schema, Slice } from '@tiptap/pm/model'
import { Plugin, Selection, type Transaction } from '@tiptap/pm/state'
import { PastedHtmlParser } from './pasted-html.ts'
import { withoutStyles } from './pasted-styles.ts'
import type { BlockAttributes } from './schema.ts'

interface PastingOptions {
  /** Tells what was left out. */
  readonly say: (message: string) => void
}

export function pasting(schema: Schema, { say }: PastingOptions): Plugin {
  return new Plugin({
    props: {
      transformPastedHTML: withoutStyles,
      clipboardParser: new PastedHtmlParser(schema),
      handlePaste(view, event, slice) {
        if (slice.size === 0) {
          const files = event.clipboardData?.files.length ?? 0
          if (files > 0) say('Files cannot be pasted here. Insert an image by its address.')
          return files > 0
        }
        view.dispatch(
          paste(view.state.tr, slice).scrollIntoView().setMeta('paste', true).setMeta('uiEvent', 'paste'),
        )
        return true
      },
    },
  })
}

function paste(tr: Transaction, slice: Slice): Transaction {
  const parts = slice.content.content
  const [first] = parts
  if (tr.selection.$from.parent.type.spec.code) {
    const text = parts.map(({ textContent }) => textContent).join('\n')
    return text === '' ? tr : tr.insertText(text)
  }
  // A part of a line goes into the line.
  if (parts.length === 1 && isPlain(first!)) return tr.replaceSelection(new Slice(first!.content, 0, 0))
  const isRunningText = isPlain(first!) && isPlain(parts.at(-1)!) && tr.selection.$from.parent.childCount > 0
  return isRunningText ? tr.replaceSelection(slice) : insertBetween(tr, slice)
}

function isPlain({ type, attrs }: Node): boolean {
  const { style, listItem } = attrs as BlockAttributes
  return type.name === 'block' && style === 'normal' && listItem === null
}

/** Headings, items, images and code stay what they are: they go between the halves of the line. */
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
