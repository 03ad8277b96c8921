// Reads the formatting at the selection, for the toolbar and for announcements to screen readers.
import type { EditorState } from '@tiptap/pm/state'
import { findSelected, linkRange, selectedTexts } from './commands.ts'
import type { ImageAttributes } from './document/node-views.ts'
import type { Asset, BlockStyle, Decorator, EntryReference, ListItem } from './document/portable-text.ts'
import { type ComponentAttributes, decoratorElements, type LinkTarget } from './document/schema.ts'
import { readTable, type TableReading } from './tables/table-commands.ts'

export interface Reading {
  readonly style: BlockStyle | null
  readonly listItem: ListItem | null
  readonly level: number | null
  readonly marks: readonly Decorator[]
  readonly link: LinkTarget | null
  readonly isCode: boolean
  readonly language: string | null
  readonly image: { readonly asset: Asset; readonly caption: string | null } | null
  /** The selected entry. */
  readonly entry: EntryReference | null
  /** The selected block of a component. */
  readonly block: ComponentAttributes | null
  /** The table around the caret. */
  readonly table: TableReading | null
  readonly hasSelection: boolean
}

/** Returns the formatting that the whole selection shares. */
export function readSelection(state: EditorState): Reading {
  const nodes = selectedTexts(state).map(({ node }) => node)
  const [first] = nodes
  const common = <Value>(name: string): Value | null =>
    first && nodes.every(({ attrs }) => attrs[name] === first.attrs[name])
      ? (first.attrs[name] ?? null)
      : null
  const image = findSelected(state, 'image')
  const { asset, caption } = (image?.node.attrs ?? {}) as Partial<ImageAttributes>
  return {
    style: common('style'),
    listItem: common('listItem'),
    level: common('level'),
    marks: (Object.keys(decoratorElements) as Decorator[]).filter(name => hasMark(state, name)),
    link: linkRange(state).target,
    isCode: nodes.length > 0 && nodes.every(({ type }) => type.name === 'code-block'),
    language: common('language'),
    image: asset ? { asset, caption: caption ?? null } : null,
    entry: findSelected(state, 'entry')?.node.attrs.entry ?? null,
    block: (findSelected(state, 'component')?.node.attrs ?? null) as ComponentAttributes | null,
    table: readTable(state),
    hasSelection: !state.selection.empty,
  }
}

function hasMark({ selection, storedMarks, doc, schema }: EditorState, name: string): boolean {
  const type = schema.marks[name]!
  const { from, to, empty, $from } = selection
  if (empty) return type.isInSet(storedMarks ?? $from.marks()) !== undefined
  let isMissing = false
  let texts = 0
  doc.nodesBetween(from, to, node => {
    if (!node.isText) return
    texts++
    if (!type.isInSet(node.marks)) isMissing = true
  })
  return texts > 0 && !isMissing
}

const styleNames: Readonly<Record<BlockStyle, string>> = {
  normal: 'Paragraph',
  h1: 'Heading 1',
  h2: 'Heading 2',
  h3: 'Heading 3',
  h4: 'Heading 4',
  h5: 'Heading 5',
  h6: 'Heading 6',
  blockquote: 'Quote',
}

export function nameOfStyle(style: BlockStyle): string {
  return styleNames[style]
}

export const markNames: Readonly<Record<Decorator, string>> = {
  strong: 'Bold',
  em: 'Italic',
  underline: 'Underline',
  'strike-through': 'Strikethrough',
  code: 'Code',
  sub: 'Subscript',
  sup: 'Superscript',
}

/** For example `Bulleted list, level 2`, `Heading 2` or `Code block`. */
export function describeBlock({ style, listItem, level, isCode }: Reading): string {
  if (isCode) return 'Code block'
  const list =
    listItem === null ? null : `${listItem === 'bullet' ? 'Bulleted' : 'Numbered'} list, level ${level ?? 1}`
  if (list && style === 'normal') return list
  const styled = style === null ? 'Different styles' : styleNames[style]
  return list ? `${list}, ${styled}` : styled
}

/** Returns an empty string if no announced property has changed. */
export function describeChange(before: Reading, after: Reading): string {
  const blocks = [before, after].map(describeBlock)
  const on = after.marks.filter(mark => !before.marks.includes(mark))
  const off = before.marks.filter(mark => !after.marks.includes(mark))
  return [
    ...(blocks[0] === blocks[1] ? [] : [blocks[1]]),
    ...on.map(mark => `${markNames[mark]} on`),
    ...off.map(mark => `${markNames[mark]} off`),
    ...(before.link === null && after.link !== null ? ['Link'] : []),
    ...(before.link !== null && after.link === null && after.hasSelection ? ['Link removed'] : []),
    ...describeTableChange(before.table, after.table),
  ].join(', ')
}

/** For example `Table with 3 rows and 2 columns`. */
function describeTableChange(before: TableReading | null, after: TableReading | null): readonly string[] {
  if (after === null) return before === null ? [] : ['No longer in a table']
  const count = (number: number, word: string) => `${number} ${word}${number === 1 ? '' : 's'}`
  const sizes = [before, after].map(table => table && [table.rows, table.columns].join())
  return [
    ...(sizes[0] === sizes[1]
      ? []
      : [`Table with ${count(after.rows, 'row')} and ${count(after.columns, 'column')}`]),
    ...(before !== null && before.header !== after.header
      ? [`Header row ${after.header ? 'on' : 'off'}`]
      : []),
  ]
}
