// Types of Portable Text for the editor, in the closed format of src/content/values/portable-text.ts.
import { checkPortableText } from '../../../src/content/values/portable-text.ts'
import type { NamedAsset } from '../../media/asset-value.ts'

export type Decorator = 'strong' | 'em' | 'underline' | 'strike-through' | 'code' | 'sub' | 'sup'
export type BlockStyle = 'normal' | 'h1' | 'h2' | 'h3' | 'h4' | 'h5' | 'h6' | 'blockquote'
export type ListItem = 'bullet' | 'number'

/** Every stored part has a key. */
interface Keyed {
  readonly _key?: string
}

export interface Span extends Keyed {
  readonly _type: 'span'
  readonly text: string
  /** Decorators, and keys of the block's definitions. */
  readonly marks?: readonly string[]
}

export interface LinkDefinition extends Keyed {
  readonly _type: 'link'
  readonly href: string
}

export interface EntryReference {
  readonly id: string
}

export interface EntryLinkDefinition extends Keyed {
  readonly _type: 'entryLink'
  readonly entry: EntryReference
}

export interface TextBlock extends Keyed {
  readonly _type: 'block'
  readonly style?: BlockStyle
  readonly listItem?: ListItem
  readonly level?: number
  readonly children: readonly Span[]
  readonly markDefs?: readonly (LinkDefinition | EntryLinkDefinition)[]
}

export interface CodeBlock extends Keyed {
  readonly _type: 'code'
  readonly language?: string
  readonly code: string
}

export interface Divider extends Keyed {
  readonly _type: 'break'
}

/** A file by its URL. */
export interface UrlAsset {
  readonly url: string
  readonly title?: string | null
  readonly contentType?: string | null
  readonly width?: number | null
  readonly height?: number | null
  readonly size?: number | null
}

export type Asset = UrlAsset | NamedAsset

export interface ImageBlock extends Keyed {
  readonly _type: 'image'
  readonly asset: Asset
  readonly caption?: string
}

export interface EntryBlock extends Keyed {
  readonly _type: 'entry'
  readonly entry: EntryReference
}

export interface TableCell extends Keyed {
  /** Blocks of style `normal` and list items; empty for an empty cell. */
  readonly content: readonly TextBlock[]
}

export interface TableRow extends Keyed {
  readonly cells: readonly TableCell[]
}

export interface TableBlock extends Keyed {
  readonly _type: 'table'
  /** True if the first row has the headings of the columns. */
  readonly header?: boolean
  readonly rows: readonly TableRow[]
}

/** A block of a component, whose values are those of the component's fields. */
export interface ComponentBlock extends Keyed {
  readonly _type: 'component'
  readonly component: string
  readonly data: Readonly<Record<string, unknown>>
}

export type Block = TextBlock | CodeBlock | Divider | ImageBlock | EntryBlock | ComponentBlock | TableBlock
export type PortableText = readonly Block[]

export const levelMax = 6

/** The properties of a file of which only the URL is known. */
export const unknownFacts = { contentType: null, width: null, height: null, size: null }

/** Checks whether the editor can edit the value, which must be in the format. A missing value can be edited. */
export function isPortableText(value: unknown): value is PortableText | null {
  return value === null || value === undefined || checkPortableText(value as never).length === 0
}
