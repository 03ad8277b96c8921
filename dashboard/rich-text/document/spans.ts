// Converts the spans of a block to text of the editor and back. Spans and links that an edit has not changed keep their
// keys.
import { Fragment, type Mark, type Node, type Schema } from '@tiptap/pm/model'
import type { LinkDefinition, Span, TextBlock } from './portable-text.ts'
import { decoratorElements } from './schema.ts'

type NewKey = () => string

/** Checks whether every span has at most one link, because text of the editor cannot have more. */
export function isEditable({ children, markDefs = [] }: TextBlock): boolean {
  const links = new Set(markDefs.map(({ _key }) => _key))
  return children.every(({ marks = [] }) => marks.filter(mark => links.has(mark)).length <= 1)
}

export function toText(schema: Schema, { children, markDefs = [] }: TextBlock): Fragment {
  const toMark = (name: string): Mark => {
    const link = markDefs.find(({ _key }) => _key === name)
    return link ? schema.marks.link!.create({ href: link.href }) : schema.marks[name]!.create()
  }
  return Fragment.from(
    children
      .filter(({ text }) => text !== '')
      .map(({ text, marks = [] }) => schema.text(text, marks.map(toMark))),
  )
}

/** Converts the text of a node to spans. Unchanged parts keep the keys of `before`, the previous block. */
export function toSpans(
  node: Node,
  before: TextBlock | undefined,
  newKey: NewKey,
): { readonly children: readonly Span[]; readonly markDefs: readonly LinkDefinition[] } {
  const markDefs: LinkDefinition[] = []
  const toDefinition = (href: string): string => {
    const known = markDefs.find(definition => definition.href === href)
    if (known) return known._key!
    const former = before?.markDefs?.find(definition => definition.href === href)
    const key = former?._key ?? newKey()
    markDefs.push({ _type: 'link', _key: key, href })
    return key
  }
  const drafts: Draft[] = node.children.map(({ text = '', marks }) => ({
    text,
    marks: [
      ...marks.filter(({ type }) => type.name in decoratorElements).map(({ type }) => type.name),
      ...marks.filter(({ type }) => type.name === 'link').map(({ attrs }) => toDefinition(attrs.href)),
    ],
  }))
  const children = withKeys(
    drafts.length > 0 ? drafts : [{ text: '', marks: [] }],
    before?.children ?? [],
    newKey,
  )
  return { children, markDefs }
}

type Draft = Required<Pick<Span, 'text' | 'marks'>>

/** Keeps unchanged spans at the beginning and end. Those between take the previous keys by index. */
function withKeys(drafts: readonly Draft[], former: readonly Span[], newKey: NewKey): Span[] {
  const shorter = Math.min(drafts.length, former.length)
  let start = 0
  while (start < shorter && isSame(drafts[start]!, former[start]!)) start++
  let end = 0
  while (end < shorter - start && isSame(drafts.at(-1 - end)!, former.at(-1 - end)!)) end++
  const between = former.slice(start, former.length - end)
  return drafts.map((draft, index) => {
    if (index < start) return former[index]!
    if (index >= drafts.length - end) return former[former.length - (drafts.length - index)]!
    return { _type: 'span', _key: between[index - start]?._key ?? newKey(), ...draft }
  })
}

function isSame({ text, marks }: Draft, former: Span): boolean {
  const before = former.marks ?? []
  return (
    former._key !== undefined &&
    text === former.text &&
    marks.length === before.length &&
    marks.every(mark => before.includes(mark))
  )
}
