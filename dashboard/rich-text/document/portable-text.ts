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
  /** Decorators, and keys of the block's link definitions. */
  readonly marks?: readonly string[]
}

export interface LinkDefinition extends Keyed {
  readonly _type: 'link'
  readonly href: string
}

export interface TextBlock extends Keyed {
  readonly _type: 'block'
  readonly style?: BlockStyle
  readonly listItem?: ListItem
  readonly level?: number
  readonly children: readonly Span[]
  readonly markDefs?: readonly LinkDefinition[]
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
export interface AddressedAsset {
  readonly url: string
  readonly title?: string | null
  readonly contentType?: string | null
  readonly width?: number | null
  readonly height?: number | null
  readonly size?: number | null
}

export type Asset = AddressedAsset | NamedAsset

export interface ImageBlock extends Keyed {
  readonly _type: 'image'
  readonly asset: Asset
  readonly caption?: string
}

export type Block = TextBlock | CodeBlock | Divider | ImageBlock
export type PortableText = readonly Block[]

export const levelMax = 6

/** The properties of a file of which only the URL is known. */
export const unknownFacts = { contentType: null, width: null, height: null, size: null }

/** Checks whether the editor can edit the value, which must be in the format. A missing value can be edited. */
export function isPortableText(value: unknown): value is PortableText | null {
  return value === null || value === undefined || checkPortableText(value as never).length === 0
}
