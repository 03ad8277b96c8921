// Creates the editor: its document, keyboard shortcuts, input rules and paste handling. It is rendered by
// rich-text-editor.tsx.
import { baseKeymap, chainCommands, exitCode, toggleMark } from '@tiptap/pm/commands'
import { dropCursor } from '@tiptap/pm/dropcursor'
import { gapCursor } from '@tiptap/pm/gapcursor'
import { closeHistory, history, redo, undo } from '@tiptap/pm/history'
import { keydownHandler, keymap } from '@tiptap/pm/keymap'
import type { Schema } from '@tiptap/pm/model'
import { type Command, NodeSelection, Plugin } from '@tiptap/pm/state'
import { Editor, Extension } from '@tiptap/react'
import { showBlock } from './blocks/block-view.tsx'
import { changeLevel, findSelected, setStyle, toggleCode, toggleList, toggleStyle } from './commands.ts'
import { Converter } from './document/converter.ts'
import { isEqual } from './document/is-equal.ts'
import type { FindAsset } from './document/node-views.ts'
import type { BlockStyle, PortableText } from './document/portable-text.ts'
import { withViews } from './document/schema.ts'
import { uniqueKeys } from './document/unique-keys.ts'
import { showEntry } from './entries/entry-card.tsx'
import { pasting } from './paste/pasting.ts'
import {
  insertColumnAfter,
  insertColumnBefore,
  insertRowAbove,
  insertRowBelow,
  leaveTable,
  nextCell,
  previousCell,
  removeColumn,
  removeRow,
} from './tables/table-commands.ts'
import { tables } from './tables/table-editing.ts'
import { insertLineFeed, markdownSigns, simplifyAtStart, splitBlock } from './typing.ts'
import { uploadPlaces } from './upload-places.ts'

export interface EditorEvents {
  readonly onChange: (value: PortableText | null) => void
  /** Called to ask for the selection's link. */
  readonly onLink: () => void
  /** Called after a double click on a picture, which is then selected. */
  readonly onImage: () => void
  /** Called after a double click on an entry, which is then selected. */
  readonly onEntry: () => void
  /** Called after a double click or Enter on a block of a component. */
  readonly onBlock: (key: string) => void
  /** Called to move the focus to the toolbar. */
  readonly onToolbar: () => void
  /** Called with the reason if an edit or pasted content would make a table too large. */
  readonly onRefuse: (reason: string) => void
  /** Called after files were dropped or pasted at this position. */
  readonly onFiles: (files: readonly File[], position: number) => void
  /** Called with the files that replace the picture in the part with this key. */
  readonly onCopy: (files: readonly File[], key: string) => void
  readonly findAsset: FindAsset
}

export interface RichText {
  readonly editor: Editor
  readonly converter: Converter
}

const scrollMargin = { top: 170, right: 5, bottom: 40, left: 5 }

/** `events` is called for each event, so that it can return the callbacks of the latest render. */
export function createEditor(value: PortableText | null, events: () => EditorEvents): RichText {
  let converter: Converter | null = null
  const editor: Editor = new Editor({
    extensions: [
      ...withViews(
        {
          findAsset: id => events().findAsset(id),
          onCopy: (files, key) => events().onCopy(files, key),
        },
        { entry: showEntry, component: showBlock },
      ),
      editing(events),
    ],
    enableCoreExtensions: { keymap: false },
    injectCSS: false,
    // Keeps the caret clear of the sticky bars at the top of the window.
    editorProps: {
      scrollMargin,
      scrollThreshold: scrollMargin,
      handleDoubleClickOn: ({ editable, state, dispatch }, _position, node, place) => {
        const { name } = node.type
        if (name === 'component') {
          events().onBlock(node.attrs.key)
          return true
        }
        if (!editable || (name !== 'image' && name !== 'entry')) return false
        dispatch(state.tr.setSelection(NodeSelection.create(state.doc, place)))
        if (name === 'image') events().onImage()
        else events().onEntry()
        return true
      },
    },
    onBeforeCreate({ editor: created }) {
      converter = new Converter(created.schema)
      created.options.content = converter.toDocument(value) as never
    },
    onUpdate: () => events().onChange(converter!.toValue(editor.state.doc)),
  })
  return { editor, converter: converter! }
}

/**
 * Shows a value from outside. Only differing parts are replaced, so that the caret stays in place. The change is not added
 * to the undo history.
 */
export function showValue({ editor, converter }: RichText, value: PortableText | null): void {
  const { doc, tr } = editor.state
  if (isEqual(value, converter.toValue(doc))) return
  const next = converter.toDocument(value)
  const isSame = (at: number) => doc.maybeChild(at)?.eq(next.maybeChild(at)!) ?? false
  let first = 0
  while (first < Math.min(doc.childCount, next.childCount) && isSame(first)) first++
  let last = 0
  const shorter = Math.min(doc.childCount, next.childCount) - first
  while (last < shorter && doc.child(doc.childCount - 1 - last).eq(next.child(next.childCount - 1 - last)))
    last++
  const sizeOf = (children: readonly { readonly nodeSize: number }[]) =>
    children.reduce((sum, { nodeSize }) => sum + nodeSize, 0)
  const from = sizeOf(doc.children.slice(0, first))
  const to = doc.content.size - sizeOf(doc.children.slice(doc.childCount - last))
  tr.replaceWith(from, to, next.children.slice(first, next.childCount - last))
  editor.view.dispatch(closeHistory(tr).setMeta('preventUpdate', true).setMeta('addToHistory', false))
}

function editing(events: () => EditorEvents): Extension {
  return Extension.create({
    name: 'editing',
    addProseMirrorPlugins() {
      const { schema } = this.editor
      return [
        markdownSigns(schema),
        ownKeys(keysOf(schema, events)),
        keymap(baseKeymap),
        history(),
        gapCursor(),
        dropCursor({ color: false, class: 'rich-text-drop' }),
        uploadPlaces(),
        pasting(schema, {
          onFiles: (files, position) => events().onFiles(files, position),
          onRefuse: reason => events().onRefuse(reason),
        }),
        ...tables(reason => events().onRefuse(reason)),
        uniqueKeys(),
      ]
    },
  })
}

/** Stops the propagation of handled shortcuts, because the page uses the same keys for undo and search. */
function ownKeys(keys: Record<string, Command>): Plugin {
  const handle = keydownHandler(keys)
  return new Plugin({
    props: {
      handleKeyDown(view, event) {
        const isHandled = handle(view, event)
        if (isHandled && (event.ctrlKey || event.metaKey)) event.stopPropagation()
        return isHandled
      },
    },
  })
}

/** Returns the keyboard shortcuts. Outside of tables, Tab leaves the editor. */
function keysOf({ marks }: Schema, events: () => EditorEvents): Record<string, Command> {
  const headings = ([1, 2, 3, 4, 5, 6] as const).map(level => [
    `Mod-Alt-${level}`,
    setStyle(`h${level}` as BlockStyle),
  ])
  // Without selected text, the keys open the command palette.
  const askForLink: Command = ({ selection }, dispatch) => {
    if (selection.empty) return false
    if (dispatch) events().onLink()
    return true
  }
  const focusToolbar: Command = (_, dispatch) => {
    if (dispatch) events().onToolbar()
    return true
  }
  const openBlock: Command = (state, dispatch) => {
    const block = findSelected(state, 'component')
    if (block && dispatch) events().onBlock(block.node.attrs.key)
    return block !== null
  }
  return {
    Enter: chainCommands(openBlock, splitBlock),
    'Shift-Enter': insertLineFeed,
    'Mod-Enter': chainCommands(exitCode, leaveTable),
    Tab: nextCell,
    'Shift-Tab': previousCell,
    'Alt-Shift-ArrowUp': insertRowAbove,
    'Alt-Shift-ArrowDown': insertRowBelow,
    'Alt-Shift-ArrowLeft': insertColumnBefore,
    'Alt-Shift-ArrowRight': insertColumnAfter,
    'Alt-Shift-Backspace': removeRow,
    'Alt-Shift-Delete': removeColumn,
    'Alt-F10': focusToolbar,
    Backspace: simplifyAtStart,
    'Mod-z': undo,
    'Mod-Shift-z': redo,
    'Mod-y': redo,
    'Mod-b': toggleMark(marks.strong!),
    'Mod-i': toggleMark(marks.em!),
    'Mod-u': toggleMark(marks.underline!),
    'Mod-e': toggleMark(marks.code!),
    'Mod-Shift-x': toggleMark(marks['strike-through']!),
    'Mod-,': toggleMark(marks.sub!),
    'Mod-.': toggleMark(marks.sup!),
    'Mod-k': askForLink,
    'Mod-Alt-0': setStyle('normal'),
    ...Object.fromEntries(headings),
    'Mod-Shift-b': toggleStyle('blockquote'),
    'Mod-Shift-7': toggleList('number'),
    'Mod-Shift-8': toggleList('bullet'),
    'Mod-Alt-c': toggleCode,
    'Ctrl-]': changeLevel(1),
    'Ctrl-[': changeLevel(-1),
  }
}
