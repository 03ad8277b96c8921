// Converts the spans of a block to text of the editor and back. Spans and links that an edit has not changed keep their
// keys.
import { Fragment, type Mark, type Node, type Schema } from '@tiptap/pm/model'
import { isEqual } from './is-equal.ts'
import type { EntryLinkDefinition, LinkDefinition, Span, TextBlock } from './portable-text.ts'
import { decoratorElements, type LinkTarget } from './schema.ts'

type NewKey = () => string
type Definition = LinkDefinition | EntryLinkDefinition

/** Checks whether every span has at most one link, because text of the editor cannot have more. */
export function isEditable({ children, markDefs = [] }: TextBlock): boolean {
  const links = new Set(markDefs.map(({ _key }) => _key))
  return children.every(({ marks = [] }) => marks.filter(mark => links.has(mark)).length <= 1)
}

export function toText(schema: Schema, { children, markDefs = [] }: TextBlock): Fragment {
  const toMark = (name: string): Mark => {
    const link = markDefs.find(({ _key }) => _key === name)
    return link ? schema.marks.link!.create(toTarget(link)) : schema.marks[name]!.create()
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
): { readonly children: readonly Span[]; readonly markDefs: readonly Definition[] } {
  const markDefs: Definition[] = []
  const toDefinition = (target: LinkTarget): string => {
    const isOf = (definition: Definition) => isEqual(toTarget(definition), target)
    const known = markDefs.find(isOf)
    if (known) return known._key!
    const _key = before?.markDefs?.find(isOf)?._key ?? newKey()
    const { href, entry } = target
    markDefs.push(href === null ? { _type: 'entryLink', _key, entry } : { _type: 'link', _key, href })
    return _key
  }
  const drafts: Draft[] = node.children.map(({ text = '', marks }) => ({
    text,
    marks: [
      ...marks.filter(({ type }) => type.name in decoratorElements).map(({ type }) => type.name),
      ...marks
        .filter(({ type }) => type.name === 'link')
        .map(({ attrs }) => toDefinition(attrs as LinkTarget)),
    ],
  }))
  const children = withKeys(
    drafts.length > 0 ? drafts : [{ text: '', marks: [] }],
    before?.children ?? [],
    newKey,
  )
  return { children, markDefs }
}

function toTarget(definition: Definition): LinkTarget {
  return definition._type === 'link'
    ? { href: definition.href, entry: null }
    : { href: null, entry: definition.entry }
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
