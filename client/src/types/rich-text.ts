// Rich text in the format Portable Text: a list of blocks, distinguished by `_type`.
import type { Asset, Stub } from './model.ts'

/**
 * `Embedded` is the type of the entries that stand in the text, `Linked` that of the targets of its links, and `Component`
 * that of its blocks of components. By default, rich text of any depth is assignable.
 */
export type RichText<
  Embedded extends Stub = Stub,
  Linked extends Stub = Stub,
  Component extends ComponentBlock = ComponentBlock,
> = RichTextBlock<Embedded, Linked, Component>[]
export type RichTextBlock<
  Embedded extends Stub = Stub,
  Linked extends Stub = Stub,
  Component extends ComponentBlock = ComponentBlock,
> =
  | TextBlock<Linked>
  | CodeBlock
  | BreakBlock
  | ImageBlock
  | EntryBlock<Embedded>
  | TableBlock<Linked>
  | Component

export interface TextBlock<Linked extends Stub = Stub> {
  _type: 'block'
  _key: string
  style: 'normal' | 'h1' | 'h2' | 'h3' | 'h4' | 'h5' | 'h6' | 'blockquote'
  listItem?: 'bullet' | 'number'
  level?: number
  children: Span[]
  markDefs: (LinkMark | EntryLinkMark<Linked>)[]
}

export interface Span {
  _type: 'span'
  _key: string
  text: string
  /** `strong`, `em`, `underline`, `strike-through`, `code`, `sub`, `sup`, or a `_key` of `markDefs`. */
  marks: string[]
}

/** A link to an address. */
export interface LinkMark {
  _type: 'link'
  _key: string
  href: string
}

/** A link to an entry. */
export interface EntryLinkMark<Linked extends Stub = Stub> {
  _type: 'entryLink'
  _key: string
  /** Is not resolved at any depth. Null without a published target. */
  entry: Linked | null
}

export interface CodeBlock {
  _type: 'code'
  _key: string
  language?: string
  code: string
}

export interface BreakBlock {
  _type: 'break'
  _key: string
}

export interface ImageBlock {
  _type: 'image'
  _key: string
  /** Null if the file was deleted. */
  asset: Asset | null
  caption?: string
}

/** An entry that stands in the text. */
export interface EntryBlock<Embedded extends Stub = Stub> {
  _type: 'entry'
  _key: string
  /** Is resolved by `depth`, like a reference. Null without a published target. */
  entry: Embedded | null
}

/** A block of a component. `component` tells apart the types of `data`. */
export interface ComponentBlock<Name extends string = string, Data = unknown> {
  _type: 'component'
  _key: string
  component: Name
  data: Data
}

/** All rows have the same number of cells. */
export interface TableBlock<Linked extends Stub = Stub> {
  _type: 'table'
  _key: string
  /** True if the first row is the head of the table. */
  header: boolean
  rows: TableRow<Linked>[]
}

export interface TableRow<Linked extends Stub = Stub> {
  _key: string
  cells: TableCell<Linked>[]
}

export interface TableCell<Linked extends Stub = Stub> {
  _key: string
  /** Paragraphs and lists; empty in an empty cell. */
  content: TextBlock<Linked>[]
}
