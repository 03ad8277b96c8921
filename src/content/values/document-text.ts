// The text of rich text that is JSON, whatever its format: Portable Text, ProseMirror, Slate, Lexical, Contentful and others.
// Spans that stand beside each other in one block are one text, as readers see it: a word of which a part is bold is one
// word. What is between blocks parts words. No recursion here: documents may be nested to any depth.
import { inlineTags, textOfMarkup } from './markup-text.ts'
import type { Json } from './model.ts'

type JsonObject = { readonly [key: string]: Json }

/** Keys whose strings are the text of a document, in every format in use. */
const textKeys = ['text', 'value'] as const
/** Keys of lists that may hold spans. */
const listKeys: ReadonlySet<string> = new Set(['children', 'content'])
/** What a node of a text without text of its own is called, such as a link. */
const inlineName = /link$|^(?:a|b|i|u|s|em|strong|emphasis|delete|mark|sub|sup|small)$/i
/** What a block is called that stands beside spans, such as a list in an item of a list. */
const blockName =
  /block|paragraph|heading|list|item|quote|table|row|cell|section|^(?:p|div|h[1-6]|ul|ol|li|td|th|tr)$/i

/** Parts words. */
const gap = Symbol('gap')

interface Visit {
  readonly node: Json
  /** Whether it goes on with the text before it. */
  readonly isInline: boolean
}

export function textOfDocument(document: Json): string {
  return listTexts(document)
    .map(spans => spans.join(''))
    .join('\n')
}

/** The spans of each text, in their order. */
export function listTexts(document: Json): string[][] {
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
      // Editor.js keeps HTML in strings of objects without a name. The texts of named nodes are as readers see them.
      const toText = nameOf(node) === null ? textOfMarkup : (text: string) => text
      const own = textKeys.flatMap(key => (typeof node[key] === 'string' ? [[toText(node[key])]] : []))
      texts.push(...own)
      if (isInline) for (const text of listBeside(node)) texts.push(text)
      const keys = Object.keys(node)
      for (let index = keys.length - 1; index >= 0; index--) pushMember(open, node, keys[index]!, isInline)
      // Nothing that the text goes on with, such as a line break or a picture.
      if (isInline && (own.length > 0 || !keys.some(key => listKeys.has(key)))) open.push(gap)
    }
  }
  if (current.length > 0) texts.push(current)
  return texts
}

/** A word goes over the end of a span. */
export function hasDividedWords(document: Json): boolean {
  return listTexts(document).some(spans => {
    const shown = spans.filter(text => text !== '')
    return shown.some((text, index) => index > 0 && wordStart.test(text) && wordEnd.test(shown[index - 1]!))
  })
}

const wordStart = /^[\p{L}\p{M}\p{Nd}]/u
const wordEnd = /[\p{L}\p{M}\p{Nd}]$/u

type Open = (Visit | typeof gap)[]

/** In reverse: the last that is pushed is visited first. */
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

/** Nodes without a name are spans in Slate alone, whose lists are called `children`. */
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

/** What the other members of a span or a link hold: what it goes on with is not among them. */
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
