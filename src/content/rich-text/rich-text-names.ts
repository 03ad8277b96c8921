// Maps the names that Contentful, Slate and ProseMirror give to nodes and marks of rich text.

import type { Json } from '../values/model.ts'
import type { decorators } from '../values/portable-text.ts'

export type Decorator = (typeof decorators)[number]

export type NodeKind =
  | 'document'
  | 'paragraph'
  | 'heading'
  | 'quote'
  | 'bullets'
  | 'numbers'
  | 'item'
  | 'code'
  | 'divider'
  | 'newline'
  | 'link'
  | 'image'
  | 'entry'
  | 'inline-entry'
  | 'entry-link'
  | 'table'
  | 'row'
  | 'cell'
  | 'head-cell'
  | 'unknown'

/** Names in lower case without hyphens and underscores, because each library spells them differently. */
const kinds: ReadonlyMap<string, NodeKind> = new Map([
  ['document', 'document'],
  ['doc', 'document'],
  ['paragraph', 'paragraph'],
  ['p', 'paragraph'],
  ['lic', 'paragraph'],
  ['listitemtext', 'paragraph'],
  ['listitemchild', 'paragraph'],
  ['codeline', 'paragraph'],
  ['blockquote', 'quote'],
  ['quote', 'quote'],
  ['unorderedlist', 'bullets'],
  ['bulletedlist', 'bullets'],
  ['bulletlist', 'bullets'],
  ['ul', 'bullets'],
  ['orderedlist', 'numbers'],
  ['numberedlist', 'numbers'],
  ['ol', 'numbers'],
  ['listitem', 'item'],
  ['li', 'item'],
  ['code', 'code'],
  ['codeblock', 'code'],
  ['hr', 'divider'],
  ['horizontalrule', 'divider'],
  ['thematicbreak', 'divider'],
  ['divider', 'divider'],
  ['hardbreak', 'newline'],
  ['br', 'newline'],
  ['hyperlink', 'link'],
  ['link', 'link'],
  ['a', 'link'],
  ['assethyperlink', 'link'],
  ['image', 'image'],
  ['embeddedassetblock', 'image'],
  ['img', 'image'],
  ['embeddedentryblock', 'entry'],
  ['embeddedentryinline', 'inline-entry'],
  ['entryhyperlink', 'entry-link'],
  ['table', 'table'],
  ['thead', 'document'],
  ['tbody', 'document'],
  ['tablerow', 'row'],
  ['tr', 'row'],
  ['tablecell', 'cell'],
  ['td', 'cell'],
  ['tableheadercell', 'head-cell'],
  ['tableheader', 'head-cell'],
  ['th', 'head-cell'],
])

const headings = ['one', 'two', 'three', 'four', 'five', 'six']

/** Returns the kind of a node. `level` is that of a heading, otherwise 0. */
export function kindOf(
  name: string,
  properties: { readonly [name: string]: Json },
): { readonly kind: NodeKind; readonly level: number } {
  const key = name.toLowerCase().replaceAll(/[-_]/g, '')
  const level = levelOf(key, properties)
  if (Number.isInteger(level) && level >= 1 && level <= 6) return { kind: 'heading', level }
  if (key === 'list') return { kind: isNumbered(properties) ? 'numbers' : 'bullets', level: 0 }
  return { kind: kinds.get(key) ?? 'unknown', level: 0 }
}

/** Checks whether a list is numbered by its properties, which Strapi's blocks, Lexical and mdast use. */
function isNumbered({ format, listType, ordered }: { readonly [name: string]: Json }): boolean {
  return format === 'ordered' || listType === 'number' || ordered === true
}

function levelOf(key: string, properties: { readonly [name: string]: Json }): number {
  if (key === 'heading') return Number(properties.level ?? properties.depth ?? 0)
  const [, named] = /^(?:heading|h)(one|two|three|four|five|six|[1-6])$/.exec(key) ?? []
  if (named === undefined) return 0
  return headings.includes(named) ? headings.indexOf(named) + 1 : Number(named)
}

const decoratorNames: ReadonlyMap<string, Decorator> = new Map([
  ['bold', 'strong'],
  ['strong', 'strong'],
  ['italic', 'em'],
  ['em', 'em'],
  ['emphasis', 'em'],
  ['underline', 'underline'],
  ['underlined', 'underline'],
  ['strike', 'strike-through'],
  ['strikethrough', 'strike-through'],
  ['code', 'code'],
  ['inlinecode', 'code'],
  ['sub', 'sub'],
  ['subscript', 'sub'],
  ['sup', 'sup'],
  ['superscript', 'sup'],
])

/** Returns null for a mark that Portable Text does not have. */
export function decoratorOf(name: Json): Decorator | null {
  if (typeof name !== 'string') return null
  return decoratorNames.get(name.toLowerCase().replaceAll(/[-_]/g, '')) ?? null
}
