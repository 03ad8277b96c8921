// The schema of the editor's document. Each part of Portable Text, including list items, is one node directly below the
// document. A list item is a block with a level, so the conversion needs no nesting or flattening.
import { type Extensions, Mark, Node, type NodeViewRenderer } from '@tiptap/react'
import { addressError } from '../../../src/content/values/safe-address.ts'
import { toCopiedSource } from './asset-source.ts'
import { toBlockAttributes, toEntryAttributes } from './entry-source.ts'
import { type ImageAttributes, type ImageEvents, showImage, showOpaque, textOf } from './node-views.ts'
import type { BlockStyle, Decorator, EntryReference, ListItem } from './portable-text.ts'
import { cell, row, table } from './tables.ts'

export interface BlockAttributes {
  readonly key: string | null
  readonly style: BlockStyle
  readonly listItem: ListItem | null
  readonly level: number | null
}

/** Attributes are not rendered, because the elements express them. */
function hidden(defaults: Readonly<Record<string, unknown>>) {
  return () =>
    Object.fromEntries(
      Object.entries(defaults).map(([name, value]) => [name, { default: value, rendered: false }]),
    )
}

const tags: Readonly<Record<BlockStyle, string>> = {
  normal: 'p',
  h1: 'h1',
  h2: 'h2',
  h3: 'h3',
  h4: 'h4',
  h5: 'h5',
  h6: 'h6',
  blockquote: 'blockquote',
}

const document = Node.create({ name: 'doc', topNode: true, content: 'part+' })
const text = Node.create({ name: 'text' })

const block = Node.create({
  name: 'block',
  group: 'part',
  content: 'text*',
  marks: '_',
  // Line feeds are part of the text.
  whitespace: 'pre',
  priority: 1000,
  addAttributes: hidden({ key: null, style: 'normal', listItem: null, level: null }),
  parseHTML: () => [{ tag: 'p' }, { tag: 'div' }],
  renderHTML({ node }) {
    const { style, listItem, level } = node.attrs as BlockAttributes
    if (listItem === null) return [tags[style], { dir: 'auto' }, 0]
    const item = style === 'normal' ? (['li', { dir: 'auto' }, 0] as const) : null
    const list = listItem === 'bullet' ? 'ul' : 'ol'
    return [list, { 'data-level': String(level) }, item ?? ['li', { dir: 'auto' }, [tags[style], 0]]]
  },
})

const code = Node.create({
  name: 'code-block',
  group: 'part',
  content: 'text*',
  marks: '',
  code: true,
  defining: true,
  addAttributes: hidden({ key: null, language: null }),
  renderHTML: ({ node }) => [
    'pre',
    node.attrs.language === null ? {} : { 'data-language': node.attrs.language },
    ['code', { dir: 'auto' }, 0],
  ],
})

const divider = Node.create({
  name: 'break',
  group: 'part',
  atom: true,
  addAttributes: hidden({ key: null }),
  renderHTML: () => ['hr'],
})

const image = Node.create({
  name: 'image',
  group: 'part',
  atom: true,
  draggable: true,
  addAttributes: hidden({ key: null, asset: null, caption: null }),
  addOptions: (): ImageEvents => ({ findAsset: async () => null, onCopy: () => undefined }),
  addNodeView() {
    return showImage(this.options)
  },
  // Used for the clipboard only.
  renderHTML({ node }) {
    const { asset, caption } = node.attrs as ImageAttributes
    const title = caption === null ? {} : { title: caption }
    if (!('url' in asset)) return ['img', { src: toCopiedSource(asset.id), alt: asset.alt ?? '', ...title }]
    const alt = asset.title ?? ''
    return addressError(asset.url, 'asset') === null
      ? ['img', { src: asset.url, alt, ...title }]
      : ['p', asset.url]
  },
})

export interface EntryAttributes {
  readonly key: string | null
  readonly entry: EntryReference
}

const entry = Node.create({
  name: 'entry',
  group: 'part',
  atom: true,
  draggable: true,
  addAttributes: hidden({ key: null, entry: null }),
  addOptions: (): { readonly view: NodeViewRenderer | null } => ({ view: null }),
  addNodeView() {
    return this.options.view
  },
  // Used for the clipboard only.
  renderHTML({ node }) {
    const { entry: reference } = node.attrs as EntryAttributes
    return ['p', toEntryAttributes(reference), reference.id]
  },
})

export interface ComponentAttributes {
  readonly key: string | null
  readonly component: string
  readonly data: Readonly<Record<string, unknown>>
}

const component = Node.create({
  name: 'component',
  group: 'part',
  atom: true,
  draggable: true,
  addAttributes: hidden({ key: null, component: '', data: {} }),
  addOptions: (): { readonly view: NodeViewRenderer | null } => ({ view: null }),
  addNodeView() {
    return this.options.view
  },
  // Used for the clipboard only.
  renderHTML({ node }) {
    const block = node.attrs as ComponentAttributes
    return ['p', toBlockAttributes(block), block.component]
  },
})

/** A part that the format allows but the editor cannot edit. It is shown and returned unchanged. */
const opaque = Node.create({
  name: 'opaque',
  group: 'part',
  atom: true,
  addAttributes: hidden({ key: null, value: null }),
  addNodeView: () => showOpaque,
  renderHTML: ({ node }) => ['p', textOf(node.attrs.value)],
})

interface MarkElement {
  readonly tag: string
  /** Equivalent elements in the HTML of other programs. */
  readonly aliases?: readonly string[]
}

export const decoratorElements: Readonly<Record<Decorator, MarkElement>> = {
  strong: { tag: 'strong', aliases: ['b'] },
  em: { tag: 'em', aliases: ['i'] },
  underline: { tag: 'u' },
  'strike-through': { tag: 's', aliases: ['del', 'strike'] },
  code: { tag: 'code' },
  sub: { tag: 'sub' },
  sup: { tag: 'sup' },
}

const decoratorMarks = Object.entries(decoratorElements).map(([name, { tag, aliases = [] }]) =>
  Mark.create({
    name,
    parseHTML: () => [tag, ...aliases].map(one => ({ tag: one })),
    renderHTML: () => [tag, 0],
  }),
)

/** The target of a link: a URL or an entry. */
export type LinkTarget =
  | { readonly href: string; readonly entry: null }
  | { readonly href: null; readonly entry: EntryReference }

/**
 * Links to URLs and to entries are one mark, because text has at most one of them. An unsafe URL, which older values may
 * contain, is rendered as text instead of a link.
 */
const link = Mark.create({
  name: 'link',
  inclusive: false,
  // Links enclose the other marks.
  priority: 1000,
  addAttributes: hidden({ href: null, entry: null }),
  renderHTML({ mark }) {
    const { href, entry: target } = mark.attrs as LinkTarget
    if (href === null)
      return ['a', { role: 'link', class: 'rich-text-entry-link', ...toEntryAttributes(target) }, 0]
    return addressError(href, 'link') === null
      ? ['a', { href, rel: 'noreferrer noopener' }, 0]
      : ['span', { class: 'rich-text-refused', title: `${href} is not a safe address` }, 0]
  },
})

/** The nodes and marks of the document. create-editor.ts adds the behaviour. */
export const schemaExtensions: Extensions = [
  document,
  text,
  block,
  code,
  divider,
  image,
  entry,
  component,
  table,
  row,
  cell,
  opaque,
  link,
  ...decoratorMarks,
]

interface Views {
  readonly entry: NodeViewRenderer
  readonly component: NodeViewRenderer
}

/** Returns the extensions with the data and callbacks for images, and the views of entries and blocks. */
export function withViews(events: ImageEvents, views: Views): Extensions {
  return schemaExtensions.map(each => {
    if (each === image) return image.configure(events)
    if (each === component) return component.configure({ view: views.component })
    return each === entry ? entry.configure({ view: views.entry }) : each
  })
}
