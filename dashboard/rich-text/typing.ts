// The behaviour of Enter and Backspace, and input rules that convert Markdown characters to formatting.
import { closeHistory } from '@tiptap/pm/history'
import { InputRule, inputRules } from '@tiptap/pm/inputrules'
import type { MarkType, Schema } from '@tiptap/pm/model'
import { type Command, type Plugin, TextSelection } from '@tiptap/pm/state'
import { setStyle } from './commands.ts'
import type { BlockStyle, Decorator } from './document/portable-text.ts'
import type { BlockAttributes } from './document/schema.ts'
import { isInCell } from './document/tables.ts'
import { linkBefore } from './paste/bare-links.ts'

/**
 * Moves the block one step towards an ordinary paragraph: reduces the list level, then removes the list, then the style.
 */
const simplify: Command = (state, dispatch) => {
  const { $from } = state.selection
  if ($from.parent.type.name !== 'block') return false
  const { style, listItem, level } = $from.parent.attrs as BlockAttributes
  if (listItem === null) return style !== 'normal' && setStyle('normal')(state, dispatch)
  const next = (level ?? 1) > 1 ? { level: level! - 1 } : { listItem: null, level: null }
  dispatch?.(state.tr.setNodeMarkup($from.before(), null, { ...$from.parent.attrs, ...next }))
  return true
}

/** Continues list items and quotes, adds a paragraph after a heading, and ends a list at an empty item. */
export const splitBlock: Command = (state, dispatch) => {
  const { $from, empty } = state.selection
  const { parent } = $from
  if (parent.type.name !== 'block') return false
  if (empty && parent.childCount === 0 && simplify(state, dispatch)) return true
  const marks = state.storedMarks ?? $from.marks()
  const tr = state.tr.deleteSelection()
  linkBefore(tr, state, tr.selection.from)
  const $at = tr.selection.$from
  const attributes = $at.parent.attrs as BlockAttributes
  const isHeading = /^h\d$/.test(attributes.style)
  const plain = isHeading ? { ...attributes, style: 'normal' } : attributes
  const isAtStart = $at.parentOffset === 0 && $at.parent.content.size > 0
  if (isAtStart) tr.insert($at.before(), $at.parent.type.create({ ...plain, key: null }))
  else {
    const isAtEnd = $at.parentOffset === $at.parent.content.size
    tr.split($at.pos, 1, [{ type: $at.parent.type, attrs: { ...(isAtEnd ? plain : attributes) } }])
    if (isAtEnd && !isHeading) tr.ensureMarks(marks.filter(({ type }) => type.name !== 'link'))
  }
  dispatch?.(tr.scrollIntoView())
  return true
}

export const insertLineFeed: Command = (state, dispatch) => {
  if (!state.selection.$from.parent.inlineContent) return false
  const tr = state.tr.deleteSelection()
  linkBefore(tr, state, tr.selection.from)
  // The line feed is not part of the link before it.
  const before = state.storedMarks ?? tr.selection.$from.marks()
  const marks = before.filter(({ type }) => type.name !== 'link')
  dispatch?.(tr.replaceSelectionWith(state.schema.text('\n', marks), false).scrollIntoView())
  return true
}

export const simplifyAtStart: Command = (state, dispatch) => {
  const { empty, $from } = state.selection
  return empty && $from.parentOffset === 0 && simplify(state, dispatch)
}

/** Creates a rule that changes the block's attributes and deletes the matched text at its beginning. */
function blockRule(
  pattern: RegExp,
  change: (match: RegExpMatchArray, before: BlockAttributes) => Partial<BlockAttributes>,
) {
  return new InputRule(pattern, (state, match, start, end) => {
    const $start = state.doc.resolve(start)
    if ($start.parent.type.name !== 'block') return null
    const before = $start.parent.attrs as BlockAttributes
    const changed = change(match, before)
    if (changed.style !== undefined && isInCell($start)) return null
    return state.tr.delete(start, end).setNodeMarkup($start.before(), null, { ...before, ...changed })
  })
}

function codeRule(schema: Schema) {
  return new InputRule(/^```$/, (state, _, start, end) => {
    const $start = state.doc.resolve(start)
    if ($start.parent.type.name !== 'block' || isInCell($start)) return null
    const attributes = { key: $start.parent.attrs.key, language: null }
    return state.tr.delete(start, end).setBlockType(start, start, schema.nodes['code-block']!, attributes)
  })
}

/** The caret moves below the divider. */
const dividerRule = new InputRule(/^(?:---|___)$/, (state, _, start, end) => {
  const $start = state.doc.resolve(start)
  const { parent } = $start
  if (parent.type.name !== 'block' || isInCell($start)) return null
  const { tr, schema } = state
  const below = parent.type.create(null, parent.content.cut(end - start))
  tr.replaceWith($start.before(), $start.after(), [schema.nodes.break!.create(), below])
  return tr.setSelection(TextSelection.create(tr.doc, start + 1))
})

/** Creates a rule that applies the mark to the text between the delimiters and deletes them. */
function markRule(pattern: RegExp, type: MarkType) {
  return new InputRule(pattern, (state, match, start, end) => {
    const text = match[2]!
    const from = start + match[1]!.length
    const { parent } = state.doc.resolve(from)
    if (!parent.type.allowsMarkType(type)) return null
    const opened = from + (match[0].length - match[1]!.length - text.length) / 2
    // The last delimiter character has not been inserted yet.
    const { tr } = state
    const closing = opened + text.length
    if (closing < end) tr.delete(closing, end)
    tr.delete(from, opened)
    return tr.addMark(from, from + text.length, type.create()).removeStoredMark(type)
  })
}

/** Whitespace after a URL converts the URL to a link. Undo removes the link and keeps the text. */
const linkRule = new InputRule(/(?:https?:\/\/|www\.)\S+\s$/i, (state, match, _, end) => {
  const { parent } = state.doc.resolve(end)
  if (parent.type.name !== 'block') return null
  const { tr } = state
  linkBefore(tr, state, end)
  if (!tr.docChanged) return null
  const marks = state.doc.resolve(end).marks()
  return closeHistory(tr).insert(end, state.schema.text(match[0].slice(-1), marks))
})

const markSigns: readonly (readonly [Decorator, RegExp])[] = [
  ['strong', /(^|[\s(])\*\*([^\s*](?:[^*]*[^\s*])?)\*\*$/],
  ['em', /(^|[\s(])\*([^\s*](?:[^*]*[^\s*])?)\*$/],
  ['em', /(^|[\s(])_([^\s_](?:[^_]*[^\s_])?)_$/],
  ['code', /(^|[\s(])`([^`]+)`$/],
  ['strike-through', /(^|[\s(])~~([^\s~](?:[^~]*[^\s~])?)~~$/],
]

export function markdownSigns(schema: Schema): Plugin {
  return inputRules({
    rules: [
      blockRule(/^(#{1,6}) $/, ([, signs]) => ({ style: `h${signs!.length}` as BlockStyle })),
      blockRule(/^> $/, () => ({ style: 'blockquote' })),
      blockRule(/^[-*+] $/, (_, { level }) => ({ listItem: 'bullet', level: level ?? 1 })),
      blockRule(/^1[.)] $/, (_, { level }) => ({ listItem: 'number', level: level ?? 1 })),
      codeRule(schema),
      dividerRule,
      linkRule,
      ...markSigns.map(([name, pattern]) => markRule(pattern, schema.marks[name]!)),
    ],
  })
}
