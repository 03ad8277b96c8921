// The commands of the toolbar and the keyboard, in ProseMirror's form: they return false if there is nothing to do.
import { closeHistory } from '@tiptap/pm/history'
import type { Node, NodeType } from '@tiptap/pm/model'
import { type Command, type EditorState, NodeSelection, type Transaction } from '@tiptap/pm/state'
import { type Editor, getMarkRange } from '@tiptap/react'
import { type Asset, type BlockStyle, type ListItem, levelMax } from './document/portable-text.ts'
import type { BlockAttributes, ComponentAttributes, LinkTarget } from './document/schema.ts'

/** Runs a command and focuses the text afterwards. */
export function runIn({ view }: Editor, command: Command): void {
  command(view.state, view.dispatch, view)
  view.focus()
}

/** Undo reverts the command alone, even if another change was made just before it. */
export function asOwnStep(command: Command): Command {
  return (state, dispatch, view) => command(state, dispatch && (tr => dispatch(closeHistory(tr))), view)
}

interface Place {
  readonly node: Node
  readonly position: number
}

interface TextPlace extends Place {
  readonly isInCell: boolean
}

/** Returns the blocks and code blocks that the selection touches. */
export function selectedTexts({ doc, selection }: EditorState): TextPlace[] {
  const places: TextPlace[] = []
  // A selection of cells has a range for each cell.
  for (const { $from, $to } of selection.ranges) {
    doc.nodesBetween($from.pos, $to.pos, (node, position, parent) => {
      if (node.isTextblock) places.push({ node, position, isInCell: parent?.type.name === 'cell' })
      return !node.isTextblock
    })
  }
  return places
}

type Change = (before: BlockAttributes) => Partial<BlockAttributes>

/** Changes attributes of blocks and keeps their text. Code becomes a block. */
function changeBlocks(change: Change, isWanted: (place: TextPlace) => boolean = () => true): Command {
  return (state, dispatch) => {
    const places = selectedTexts(state).filter(isWanted)
    const { tr, schema } = state
    for (const { node, position } of places) {
      const before = { ...blankAttributes, ...node.attrs } as BlockAttributes
      const attributes = { ...before, ...change(before) }
      const isSame =
        node.type.name === 'block' &&
        (Object.keys(attributes) as (keyof BlockAttributes)[]).every(
          name => attributes[name] === before[name],
        )
      if (!isSame) setType(tr, position, schema.nodes.block!, attributes)
    }
    if (!tr.docChanged) return false
    dispatch?.(tr.scrollIntoView())
    return true
  }
}

const blankAttributes = { key: null, style: 'normal', listItem: null, level: null } as const

function setType(tr: Transaction, position: number, type: NodeType, attributes: object): void {
  const node = tr.doc.nodeAt(position)!
  if (node.type === type) tr.setNodeMarkup(position, null, { ...attributes })
  else tr.setBlockType(position + 1, position + node.nodeSize - 1, type, { ...attributes })
}

export function setStyle(style: BlockStyle): Command {
  return changeBlocks(
    () => ({ style }),
    ({ isInCell }) => !isInCell,
  )
}

/** Sets the style, or removes it if the whole selection has it. */
export function toggleStyle(style: BlockStyle): Command {
  return (state, dispatch) => {
    const has = selectedTexts(state).every(({ node }) => node.attrs.style === style)
    return setStyle(has ? 'normal' : style)(state, dispatch)
  }
}

export function toggleList(listItem: ListItem): Command {
  return (state, dispatch) => {
    const has = selectedTexts(state).every(({ node }) => node.attrs.listItem === listItem)
    const change: Change = has
      ? () => ({ listItem: null, level: null })
      : ({ level }) => ({ listItem, level: level ?? 1 })
    return changeBlocks(change)(state, dispatch)
  }
}

/** Changes the level of list items. Below the first level, the list is removed. */
export function changeLevel(by: 1 | -1): Command {
  const isItem = ({ node }: Place) => node.type.name === 'block' && node.attrs.listItem !== null
  const change: Change = ({ listItem, level }) => {
    const next = Math.min((level ?? 1) + by, levelMax)
    return next < 1 ? { listItem: null, level: null } : { listItem, level: next }
  }
  return changeBlocks(change, isItem)
}

export const toggleCode: Command = (state, dispatch) => {
  const places = selectedTexts(state).filter(({ isInCell }) => !isInCell)
  if (places.length === 0) return false
  const { tr, schema } = state
  const isCode = places.every(({ node }) => node.type.name === 'code-block')
  for (const { node, position } of places) {
    const { key } = node.attrs
    if (isCode) setType(tr, position, schema.nodes.block!, { ...blankAttributes, key })
    else if (node.type.name === 'block')
      setType(tr, position, schema.nodes['code-block']!, { key, language: null })
  }
  dispatch?.(tr.scrollIntoView())
  return true
}

export function setLanguage(language: string | null): Command {
  return (state, dispatch) => {
    const place = selectedTexts(state).find(({ node }) => node.type.name === 'code-block')
    if (!place) return false
    dispatch?.(state.tr.setNodeAttribute(place.position, 'language', language))
    return true
  }
}

/** Returns the range of the link around the selection, or the selection itself. */
export function linkRange({ selection, schema }: EditorState) {
  const { $from, from, to } = selection
  const type = schema.marks.link!
  const range = $from.parent.inlineContent ? getMarkRange($from, type) : undefined
  if (!range || range.from > from || range.to < to) return { from, to, target: null }
  const target = type.isInSet($from.doc.nodeAt(range.from)!.marks)!.attrs as LinkTarget
  return { from: range.from, to: range.to, target }
}

/** Links the selection, or changes the link around it. If there is neither, `text` is inserted as the link. */
export function setLink(link: LinkTarget, text: string): Command {
  return (state, dispatch) => {
    const { tr, schema, selection } = state
    const { from, to, target } = linkRange(state)
    const mark = schema.marks.link!.create(link)
    if (from === to) tr.insert(from, schema.text(text, [...selection.$from.marks(), mark]))
    else {
      const ranges = selection.ranges.map(({ $from, $to }) => ({ from: $from.pos, to: $to.pos }))
      for (const range of target === null ? ranges : [{ from, to }])
        tr.removeMark(range.from, range.to, schema.marks.link).addMark(range.from, range.to, mark)
    }
    dispatch?.(tr.removeStoredMark(schema.marks.link!).scrollIntoView())
    return true
  }
}

export const removeLink: Command = (state, dispatch) => {
  const { from, to } = linkRange(state)
  dispatch?.(state.tr.removeMark(from, to, state.schema.marks.link))
  return from < to
}

export function findSelected(
  { selection }: EditorState,
  type: 'image' | 'entry' | 'component',
): Place | null {
  const isSelected = selection instanceof NodeSelection && selection.node.type.name === type
  return isSelected ? { node: selection.node, position: selection.from } : null
}

/** Changes the selected part of this type, or inserts one. */
export function setPart(type: 'image' | 'entry', attributes: object): Command {
  return asOwnStep((state, dispatch) => {
    const part = findSelected(state, type)
    if (part === null) return insertPart(type, attributes)(state, dispatch)
    const { tr } = state
    tr.setNodeMarkup(part.position, null, { ...part.node.attrs, ...attributes })
    dispatch?.(tr.setSelection(NodeSelection.create(tr.doc, part.position)))
    return true
  })
}

/** Changes the values of the block with this key. Its part stays selected. */
export function changeBlock(
  key: string,
  change: (attributes: ComponentAttributes) => Partial<ComponentAttributes>,
): Command {
  return (state, dispatch) => {
    const { tr, doc } = state
    doc.forEach((node, position) => {
      if (node.type.name !== 'component' || node.attrs.key !== key) return
      const attributes = node.attrs as ComponentAttributes
      tr.setNodeMarkup(position, null, { ...attributes, ...change(attributes) })
      tr.setSelection(NodeSelection.create(tr.doc, position))
    })
    if (!tr.docChanged) return false
    dispatch?.(tr)
    return true
  }
}

export const removeSelected: Command = asOwnStep((state, dispatch) => {
  if (!(state.selection instanceof NodeSelection)) return false
  dispatch?.(state.tr.deleteSelection().scrollIntoView())
  return true
})

/**
 * Inserts a part after the block with the caret, or replaces the block if it is empty. At the end of the document, an
 * empty block follows.
 */
export function insertPart(
  type: 'image' | 'break' | 'entry' | 'component',
  attributes: object = {},
): Command {
  return (state, dispatch) => {
    const { tr } = state
    const start = insertAt(tr, state.selection.to, state.schema.nodes[type]!.create({ ...attributes }))
    tr.setSelection(NodeSelection.create(tr.doc, start))
    dispatch?.(tr.scrollIntoView())
    return true
  }
}

/** Inserts like {@link insertPart}, at a position or at the end. The caret stays in place. */
export function insertImageAt(position: number | null, asset: Asset): Command {
  return (state, dispatch) => {
    const { tr, schema, doc } = state
    insertAt(tr, position ?? doc.content.size, schema.nodes.image!.create({ asset, caption: null }))
    dispatch?.(tr)
    return true
  }
}

/** Replaces the picture of the part with this key by a file of the library. The alt text stays. */
export function replaceImage(key: string, id: string): Command {
  return (state, dispatch) => {
    const { tr, doc } = state
    doc.forEach((node, position) => {
      if (node.type.name !== 'image' || node.attrs.key !== key) return
      const before: Asset = node.attrs.asset
      const alt = 'url' in before ? before.title : before.alt
      tr.setNodeAttribute(position, 'asset', { id, ...(alt && { alt }) })
    })
    if (!tr.docChanged) return false
    dispatch?.(tr)
    return true
  }
}

/** Returns the position after the block at a position, where a part can be inserted. */
export function boundaryAt(doc: Node, position: number): number {
  const $at = doc.resolve(position)
  return $at.depth === 0 ? position : $at.after(1)
}

/** Returns the start position of the part. */
export function insertAt(tr: Transaction, position: number, part: Node): number {
  const end = boundaryAt(tr.doc, position)
  const before = tr.doc.resolve(end).nodeBefore
  const isEmpty = before?.type.name === 'block' && before.childCount === 0
  const start = isEmpty ? end - before.nodeSize : end
  const isLast = end === tr.doc.content.size
  tr.replaceWith(start, end, isLast ? [part, part.type.schema.nodes.block!.create()] : part)
  return start
}
