// Extracts the text of rich text: of strings that may be HTML, and of JSON in any format, such as Portable Text,
// ProseMirror, Slate, Lexical, Contentful and others. Adjacent spans of a block form one text, as readers see it, so a word
// that is partly bold is one word. Boundaries of blocks separate words. The functions are iterative, because documents may
// be nested to any depth.
import type { Json } from './model.ts'

type JsonObject = { readonly [key: string]: Json }

/** The keys whose strings are the text of a document, in all common formats. */
const textKeys = ['text', 'value'] as const
/** The keys of lists that may contain spans. */
const listKeys: ReadonlySet<string> = new Set(['children', 'content'])
/** Matches the names of inline nodes that have no text of their own, such as links. */
const inlineName = /link$|^(?:a|b|i|u|s|em|strong|emphasis|delete|mark|sub|sup|small)$/i
/** Matches the names of blocks that may be siblings of spans, such as a list in an item of a list. */
const blockName =
  /block|paragraph|heading|list|item|quote|table|row|cell|section|^(?:p|div|h[1-6]|ul|ol|li|td|th|tr)$/i

/** Ends the current text, so that words are separated. */
const gap = Symbol('gap')

interface Visit {
  readonly node: Json
  /** True if the node continues the text before it. */
  readonly isInline: boolean
}

function textOfDocument(document: Json): string {
  return listTexts(document)
    .map(spans => spans.join(''))
    .join('\n')
}

/** Returns the spans of each text, in order. */
function listTexts(document: Json): string[][] {
  const texts: string[][] = []
  let current: string[] = []
  const open: (Visit | typeof gap)[] = [{ node: document, isInline: false }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === gap) {
      if (current.length > 0) texts.push(current)
      current = []
      continue
    }
    const { node, isInline } = next
    if (typeof node !== 'object' || node === null) continue
    if (isList(node)) {
      for (let index = node.length - 1; index >= 0; index--) pushPart(open, node[index]!, false)
    } else if (isSpan(node, isInline)) {
      current.push(textOf(node))
      for (const text of listBeside(node)) texts.push(text)
    } else {
      // Editor.js stores HTML in strings of objects without a name. Named nodes contain plain text.
      const toText = nameOf(node) === null ? textOfMarkup : (text: string) => text
      const own = textKeys.flatMap(key => (typeof node[key] === 'string' ? [[toText(node[key])]] : []))
      texts.push(...own)
      if (isInline) for (const text of listBeside(node)) texts.push(text)
      const keys = Object.keys(node)
      for (let index = keys.length - 1; index >= 0; index--) pushMember(open, node, keys[index]!, isInline)
      // The text does not continue across such a node, for example a line break or an image.
      if (isInline && (own.length > 0 || !keys.some(key => listKeys.has(key)))) open.push(gap)
    }
  }
  if (current.length > 0) texts.push(current)
  return texts
}

type Open = (Visit | typeof gap)[]

/** Pushes in reverse order, because the last node that is pushed is visited first. */
function pushPart(open: Open, node: Json, isInline: boolean): void {
  if (isInline) open.push({ node, isInline })
  else open.push(gap, { node, isInline }, gap)
}

function pushMember(open: Open, node: JsonObject, key: string, isInline: boolean): void {
  const value = node[key]!
  if (!listKeys.has(key) || typeof value !== 'object' || value === null || !isList(value)) {
    if (typeof value === 'object' && !isInline) pushPart(open, value, false)
    return
  }
  const isText = isInline || value.some(item => isSpan(item, key === 'children') || isInlineNode(item))
  if (!isInline) open.push(gap)
  for (let index = value.length - 1; index >= 0; index--) {
    const item = value[index]!
    pushPart(open, item, isText && !isBlock(item))
  }
  if (!isInline) open.push(gap)
}

/** Only Slate has spans without a name. Its lists are called `children`. */
function isSpan(node: Json, mayBeUnnamed: boolean): node is JsonObject {
  if (!isObject(node) || !textKeys.some(key => typeof node[key] === 'string')) return false
  const name = nameOf(node)
  if (name === null) return mayBeUnnamed && typeof node.text === 'string' && !Array.isArray(node.children)
  return name === 'text' || name === 'span'
}

function isInlineNode(node: Json): boolean {
  if (!isObject(node)) return false
  if (typeof node.tagName === 'string') return inlineTags.has(node.tagName)
  return inlineName.test(nameOf(node) ?? '')
}

function isBlock(node: Json): boolean {
  if (!isObject(node)) return true
  if (typeof node.tagName === 'string') return !inlineTags.has(node.tagName)
  const name = nameOf(node) ?? ''
  return blockName.test(name) && !inlineName.test(name)
}

function nameOf(node: JsonObject): string | null {
  for (const key of ['_type', 'nodeType', 'type']) if (typeof node[key] === 'string') return node[key]
  return null
}

function textOf(span: JsonObject): string {
  return textKeys.map(key => span[key]).find(value => typeof value === 'string') as string
}

/** Returns the texts in the other members of a span or a link. Excludes the lists in which its own text continues. */
function listBeside(node: JsonObject): string[][] {
  const texts = isSpan(node, true) && typeof node.text === 'string' ? toTexts(node.value) : []
  const open = Object.entries(node).flatMap(([key, value]) =>
    listKeys.has(key) && Array.isArray(value) ? [] : [value],
  )
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue
    for (const [key, value] of Object.entries(next)) {
      if (typeof value === 'object') open.push(value)
      else if (textKeys.some(each => each === key)) texts.push(...toTexts(value))
    }
  }
  return texts
}

function toTexts(value: Json | undefined): string[][] {
  return typeof value === 'string' ? [[value]] : []
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Tags that may occur within words. All others separate words. */
const inlineTags: ReadonlySet<string> = new Set('a b i em strong span code sub sup u s mark small'.split(' '))

const tagStart = /^\/?([A-Za-z][A-Za-z0-9:-]*)|^[!?/]/

/** Takes linear time for any text. */
function textOfMarkup(text: string): string {
  let outside = ''
  let from = 0
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
    const tag = tagStart.exec(text.slice(at + 1, at + 1 + tagNameMax))
    if (tag === null) continue
    const end = text.indexOf('>', at)
    if (end < 0) break
    outside += text.slice(from, at)
    if (!inlineTags.has(tag[1]?.toLowerCase() ?? '')) outside += ' '
    from = end + 1
    at = end
  }
  return from === 0 ? text : decodeReferences(outside + text.slice(from))
}

const tagNameMax = 64
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0' }
const reference = /&(?:(amp|lt|gt|quot|nbsp)|#([0-9]{1,8})|#[xX]([0-9a-fA-F]{1,8}));/g

function decodeReferences(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(reference, (_, name?: string, decimal?: string, hex?: string) => {
    if (name !== undefined) return named[name]!
    const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd'
  })
}

/** Returns the searchable text of one value of a `text` or `richText` field. */
export function searchableText(value: Json): string {
  return typeof value === 'string' ? textOfMarkup(value) : textOfDocument(value)
}
