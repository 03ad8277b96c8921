// Reads rich text of Contentful, Slate and ProseMirror: trees of named nodes with text leaves. The three differ only in
// the names of keys and nodes, so one reader maps them to the same nodes. Unknown parts are marked.
import { isJsonObject, type Json } from '../values/model.ts'
import { type Decorator, decoratorOf, kindOf, type NodeKind } from './rich-text-names.ts'

export interface TextNode {
  readonly kind: 'text'
  readonly text: string
  readonly decorators: readonly Decorator[]
  readonly href: string | null
  /** True if the text has marks or properties that are dropped here. */
  readonly isPartial: boolean
}

export interface TreeNode {
  readonly kind: NodeKind
  /** The level of a heading; otherwise 0. */
  readonly level: number
  readonly properties: { readonly [name: string]: Json }
  readonly children: readonly RichTextNode[]
  /** True if the node has properties that are ignored here. */
  readonly isPartial: boolean
}

export type RichTextNode = TextNode | TreeNode

type Source = { readonly [key: string]: Json }

/** Returns the nodes of a document; null if the value is in none of the three formats. */
export function readRichTextTree(value: Json): readonly RichTextNode[] | null {
  if (Array.isArray(value)) {
    const isSlate =
      value.length > 0 && (value as readonly Json[]).every(node => isJsonObject(node) && isSlateNode(node))
    return isSlate ? readAll(value) : null
  }
  if (!isJsonObject(value)) return null
  const isDocument = value.nodeType === 'document' || value.type === 'doc'
  return isDocument && Array.isArray(value.content) ? [readNode(value)] : null
}

/** Portable Text has `children` too, but names its nodes by `_type`. */
function isSlateNode(node: Source): boolean {
  return !Object.hasOwn(node, '_type') && (Array.isArray(node.children) || typeof node.text === 'string')
}

function readAll(nodes: Json): RichTextNode[] {
  return (nodes as readonly Json[]).map(node => (isJsonObject(node) ? readNode(node) : unknownNode))
}

const unknownNode: TreeNode = { kind: 'unknown', level: 0, properties: {}, children: [], isPartial: false }

function readNode(node: Source): RichTextNode {
  const { nodeType, type, content, children, data, attrs, ...rest } = node
  const name = typeof nodeType === 'string' ? nodeType : typeof type === 'string' ? type : null
  const text = typeof node.text === 'string' ? node.text : node.value
  const hasText = typeof node.text === 'string' || (nodeType === 'text' && typeof node.value === 'string')
  if (hasText && content === undefined && children === undefined) return readText(node, text as string)
  const properties = { ...rest, ...objectOf(data), ...objectOf(attrs) }
  const { kind, level } = name === null ? { kind: 'paragraph' as const, level: 0 } : kindOf(name, properties)
  const inside = Array.isArray(content) ? content : Array.isArray(children) ? children : []
  const known = knownProperties[kind] ?? []
  return {
    kind,
    level,
    properties,
    children: readAll(inside),
    isPartial:
      [data, attrs].some(part => part !== undefined && part !== null && !isJsonObject(part)) ||
      Object.entries(properties).some(([key, value]) => !known.includes(key) && saysSomething(key, value)),
  }
}

function objectOf(value: Json | undefined): Source {
  return isJsonObject(value) ? value : {}
}

const spanProperties = ['colspan', 'rowspan']
const listProperties = ['format', 'listType', 'ordered']

const knownProperties: Partial<Readonly<Record<NodeKind, readonly string[]>>> = {
  heading: ['level', 'depth'],
  link: ['uri', 'href', 'url', 'target'],
  bullets: listProperties,
  numbers: listProperties,
  image: ['src', 'url', 'alt', 'title', 'target'],
  code: ['language', 'lang', 'params'],
  entry: ['target'],
  'inline-entry': ['target'],
  'entry-link': ['target'],
  cell: spanProperties,
  'head-cell': spanProperties,
}

/** Checks whether a property differs from the defaults that editors always write. */
function saysSomething(key: string, value: Json): boolean {
  if (value === null || value === '' || value === false) return false
  if (Array.isArray(value) ? value.length === 0 : isJsonObject(value) && Object.keys(value).length === 0)
    return false
  const isDefault = (key === 'start' || key === 'order') && value === 1
  return !isDefault
}

const textKeys = ['nodeType', 'type', 'text', 'value', 'marks', 'data']

/** Reads a text. Slate writes marks as keys of the text; the other formats write them as a list. */
function readText(node: Source, text: string): TextNode {
  const decorators: Decorator[] = []
  let href: string | null = null
  let isPartial = false
  const listed = Array.isArray(node.marks) ? (node.marks as readonly Json[]) : []
  for (const mark of listed) {
    const { type = null, attrs = {} } = isJsonObject(mark) ? mark : { type: mark }
    const decorator = decoratorOf(type)
    const address = type === 'link' && isJsonObject(attrs) ? attrs.href : null
    if (decorator !== null) decorators.push(decorator)
    else if (typeof address === 'string') href = address
    else isPartial = true
    const others = isJsonObject(attrs) ? Object.entries(attrs) : []
    if (others.some(([key, value]) => key !== 'href' && saysSomething(key, value))) isPartial = true
  }
  for (const [key, value] of Object.entries(node)) {
    if (textKeys.includes(key)) {
      const isKnown = key !== 'data' && (key !== 'marks' || Array.isArray(value))
      if (!isKnown && saysSomething(key, value)) isPartial = true
      continue
    }
    const decorator = value === true ? decoratorOf(key) : null
    if (decorator !== null) decorators.push(decorator)
    else if (saysSomething(key, value)) isPartial = true
  }
  return { kind: 'text', text, decorators: [...new Set(decorators)], href, isPartial }
}
