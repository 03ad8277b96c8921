// Reads pasted or dropped HTML of word processors, web pages, or the editor itself. ProseMirror parses it into a document
// that runs no scripts and loads no pictures or styles; only content that the format supports is read.
import { DOMParser, Fragment, type Mark, type Node as PartNode, type Schema, Slice } from '@tiptap/pm/model'
import { addressError } from '../../../src/content/values/safe-address.ts'
import { toAssetId } from '../document/asset-source.ts'
import {
  type BlockStyle,
  type Decorator,
  type ListItem,
  levelMax,
  unknownFacts,
} from '../document/portable-text.ts'
import { decoratorElements } from '../document/schema.ts'
import { isInlinePicture } from './inline-pictures.ts'
import { keepsBlanks, type PastedStyle, readStyle, wordListItem } from './pasted-styles.ts'

interface Context {
  readonly style: BlockStyle
  readonly listItem: ListItem | null
  readonly level: number
  /** The element of the surrounding list item. All its paragraphs become one item. */
  readonly item: Element | null
  readonly marks: readonly Mark[]
  readonly keepsBlanks: boolean
  /** True outside of block elements. Whitespace at the ends of inline text is then kept. */
  readonly isPartOfLine: boolean
}

const skipped =
  /^(?:script|style|template|head|title|meta|link|iframe|object|embed|svg|math|audio|video|canvas|form|input|button|select|textarea)$/
const blockElements =
  /^(?:p|div|section|article|header|footer|main|aside|nav|figure|figcaption|table|caption|thead|tbody|tfoot|tr|dl|dt|dd|address|details|summary|center|ul|ol|li|blockquote|h[1-6]|pre|hr)$/
const headings = /^h[1-6]$/

const plain = {
  style: 'normal',
  listItem: null,
  level: 0,
  item: null,
  marks: [],
  isPartOfLine: true,
} as const

/** Replaces ProseMirror's parser for all pasted and dropped content. */
export class PastedHtmlParser extends DOMParser {
  constructor(schema: Schema) {
    super(schema, [])
  }

  override parseSlice(dom: Node, options: { readonly preserveWhitespace?: boolean | 'full' } = {}): Slice {
    const reader = new PastedReader(this.schema)
    reader.readChildren(dom, { ...plain, keepsBlanks: Boolean(options.preserveWhitespace) })
    return Slice.maxOpen(Fragment.from(reader.finish()))
  }
}

class PastedReader {
  readonly #schema: Schema
  readonly #parts: PartNode[] = []
  #texts: PartNode[] = []
  /** The context of the current block; null between blocks. */
  #context: Context | null = null
  /** The list item that the latest part belongs to. */
  #item: Element | null = null

  constructor(schema: Schema) {
    this.#schema = schema
  }

  finish(): readonly PartNode[] {
    this.#endBlock()
    return this.#parts
  }

  readChildren(parent: Node, context: Context): void {
    for (const child of parent.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) this.#addText(child.nodeValue ?? '', context)
      else if (child.nodeType === Node.ELEMENT_NODE) this.#readElement(child as Element, context)
    }
  }

  #readElement(element: Element, context: Context): void {
    const name = element.localName
    if (skipped.test(name)) return
    const style = readStyle(element)
    if (style.isHidden) return
    if (name === 'br') this.#addText('\n', { ...context, keepsBlanks: true })
    else if (name === 'hr') this.#addPart(this.#schema.nodes.break!.create())
    else if (name === 'img') this.#readImage(element, context)
    else if (name === 'pre') this.#readCode(element)
    else this.#readWithin(element, this.#withMarks(element, style, context))
  }

  #readWithin(element: Element, context: Context): void {
    if (!blockElements.test(element.localName)) {
      this.readChildren(element, context)
      return
    }
    this.#endBlock()
    const within = { ...this.#inBlock(element, context), isPartOfLine: false }
    if (element.localName === 'tr') this.#readRow(element, within)
    else this.readChildren(element, within)
    this.#endBlock()
  }

  /**
   * Converts a table row to a line, because the format has no tables. A cell with more than one line keeps its parts,
   * between lines.
   */
  #readRow(row: Element, context: Context): void {
    const isLine = ({ type, attrs }: PartNode) =>
      type.name === 'block' && Object.entries(toAttributes(context)).every(([key, own]) => attrs[key] === own)
    let line: (readonly PartNode[])[] = []
    const endLine = () => {
      this.#texts = joinCells(line, this.#schema)
      this.#context = context
      this.#endBlock()
      line = []
    }
    for (const cell of row.children) {
      const reader = new PastedReader(this.#schema)
      reader.#readElement(cell, context)
      const parts = reader.finish()
      if (parts.length > 1 || !parts.every(isLine)) {
        endLine()
        this.#item = null
        this.#parts.push(...parts)
      } else line.push(parts[0]?.textContent.trim() ? parts[0].children : [])
    }
    endLine()
  }

  #inBlock(element: Element, context: Context): Context {
    const name = element.localName
    if (name === 'ul' || name === 'ol') {
      const listItem = name === 'ul' ? 'bullet' : 'number'
      return { ...context, listItem, level: Math.min(context.level + 1, levelMax) }
    }
    if (name === 'li') return { ...context, item: element }
    if (headings.test(name)) return { ...context, style: name as BlockStyle }
    if (name === 'blockquote') return { ...context, style: 'blockquote' }
    const item = wordListItem(element)
    return item ? { ...context, ...item } : context
  }

  #withMarks(element: Element, { on, off }: PastedStyle, context: Context): Context {
    const named = namedDecorator(element)
    let { marks } = context
    for (const name of new Set([...(named && !off.includes(named) ? [named] : []), ...on])) {
      marks = this.#schema.marks[name]!.create().addToSet(marks)
    }
    for (const name of off) marks = this.#schema.marks[name]!.removeFromSet(marks)
    const href = element.localName === 'a' ? element.getAttribute('href')?.trim() : undefined
    if (href && addressError(href, 'link') === null) {
      marks = this.#schema.marks.link!.create({ href }).addToSet(marks)
    }
    return { ...context, marks, keepsBlanks: context.keepsBlanks || keepsBlanks(element) }
  }

  #addText(text: string, context: Context): void {
    const collapsed = context.keepsBlanks
      ? text.replaceAll(/\r\n?/g, '\n')
      : text.replaceAll(/[ \t\r\n\f]+/g, ' ')
    const isBlank = collapsed.trim() === '' && !collapsed.includes('\u00a0')
    const isBetween = this.#texts.length === 0 && !(context.isPartOfLine && !text.includes('\n'))
    // Whitespace between blocks is ignored.
    if (collapsed === '' || (isBlank && isBetween)) return
    this.#context ??= context
    const follows = this.#texts.at(-1)?.text ?? ''
    const isStart = follows === '' && context.isPartOfLine
    const own = context.keepsBlanks || isStart || /[^ \n]$/.test(follows) ? collapsed : collapsed.trimStart()
    if (own !== '') this.#texts.push(this.#schema.text(own, context.marks))
  }

  #endBlock(): void {
    const context = this.#context
    const texts = context?.isPartOfLine ? this.#texts : trimEnd(this.#texts, this.#schema)
    this.#texts = []
    this.#context = null
    if (context === null || texts.length === 0) return
    const block = this.#schema.nodes.block!.create(toAttributes(context), Fragment.from(texts))
    const before = this.#parts.at(-1)
    const isSameItem = context.item !== null && context.item === this.#item
    this.#item = context.item
    // The format has one block for each list item, so another paragraph of the item follows after a line feed.
    if (isSameItem && before?.hasMarkup(block.type, block.attrs)) {
      const feed = Fragment.from(this.#schema.text('\n'))
      this.#parts.splice(-1, 1, before.copy(before.content.append(feed).append(block.content)))
    } else this.#parts.push(block)
  }

  #addPart(part: PartNode): void {
    this.#endBlock()
    this.#item = null
    this.#parts.push(part)
  }

  #readImage(element: Element, context: Context): void {
    const url = element.getAttribute('src')?.trim() ?? ''
    const alt = element.getAttribute('alt')?.trim() ?? ''
    if (addressError(url, 'asset') === null || isInlinePicture(url)) {
      const id = toAssetId(url)
      const asset =
        id === null
          ? { ...unknownFacts, url, title: alt === '' ? null : alt }
          : { id, ...(alt !== '' && { alt }) }
      const caption = element.getAttribute('title') || null
      this.#addPart(this.#schema.nodes.image!.create({ asset, caption }))
    } else this.#addText(alt, context)
  }

  #readCode(element: Element): void {
    const text = (element.textContent ?? '').replaceAll(/\r\n?/g, '\n')
    const language = element.getAttribute('data-language') || null
    const content = text === '' ? null : this.#schema.text(text)
    this.#addPart(this.#schema.nodes['code-block']!.create({ language }, content))
  }
}

function toAttributes({ style, listItem, level }: Context) {
  return { style, listItem, level: listItem === null ? null : Math.max(level, 1) }
}

/** Joins cells as `Monday | 5:12`. An empty cell before others keeps its place: `| Morning`. */
function joinCells(cells: readonly (readonly PartNode[])[], schema: Schema): PartNode[] {
  const last = cells.findLastIndex(texts => texts.length > 0)
  return cells.slice(0, last + 1).flatMap((texts, at) => {
    if (at === 0) return texts
    return [schema.text(cells[at - 1]!.length > 0 ? ' | ' : '| '), ...texts]
  })
}

function namedDecorator({ localName }: Element): Decorator | null {
  for (const [name, { tag, aliases = [] }] of Object.entries(decoratorElements)) {
    if (tag === localName || aliases.includes(localName)) return name as Decorator
  }
  return localName === 'kbd' || localName === 'samp' || localName === 'tt' ? 'code' : null
}

function trimEnd(texts: readonly PartNode[], schema: Schema): PartNode[] {
  const last = texts.at(-1)
  if (!last) return []
  const text = last.text!.replace(/[ \n]+$/, '')
  if (text === last.text) return [...texts]
  return text === ''
    ? trimEnd(texts.slice(0, -1), schema)
    : [...texts.slice(0, -1), schema.text(text, last.marks)]
}
