// Rich text in the format Portable Text: a list of blocks, distinguished by `_type`.
import type { Asset } from './model.ts'

export type RichText = RichTextBlock[]
export type RichTextBlock = TextBlock | CodeBlock | BreakBlock | ImageBlock

export interface TextBlock {
  _type: 'block'
  _key: string
  style: 'normal' | 'h1' | 'h2' | 'h3' | 'h4' | 'h5' | 'h6' | 'blockquote'
  listItem?: 'bullet' | 'number'
  level?: number
  children: Span[]
  markDefs: LinkMark[]
}

export interface Span {
  _type: 'span'
  _key: string
  text: string
  /** `strong`, `em`, `underline`, `strike-through`, `code`, `sub`, `sup`, or a `_key` of `markDefs`. */
  marks: string[]
}

export interface LinkMark {
  _type: 'link'
  _key: string
  href: string
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
