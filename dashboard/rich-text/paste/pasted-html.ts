// Reads pasted or dropped HTML of word processors, web pages, or the editor itself. ProseMirror parses it into a document
// that runs no scripts and loads no pictures or styles; only content that the format supports is read.
import { DOMParser, Fragment, type Mark, type Node as PartNode, type Schema, Slice } from '@tiptap/pm/model'
import { columnsMax, rowsMax } from '../../../src/content/values/portable-text.ts'
import { addressError } from '../../../src/content/values/safe-address.ts'
import { toAssetId } from '../document/asset-source.ts'
import { readBlockAttributes, readEntryAttributes } from '../document/entry-source.ts'
import {
  type BlockStyle,
  type Decorator,
  type ListItem,
  levelMax,
  unknownFacts,
} from '../document/portable-text.ts'
import { decoratorElements } from '../document/schema.ts'
import { isInlinePicture } from './inline-pictures.ts'
import { readTabbedRows } from './pasted-rows.ts'
import { type PastedCell, toPastedTable } from './pasted-table.ts'

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
  #refusal: string | null = null

  constructor(schema: Schema) {
    super(schema, [])
  }

  override parseSlice(dom: Node, options: { readonly preserveWhitespace?: boolean | 'full' } = {}): Slice {
    const reader = new PastedReader(this.schema)
    const context = { ...plain, keepsBlanks: Boolean(options.preserveWhitespace) }
    // Copied cells of this editor arrive as rows without their table.
    if (dom.firstChild?.nodeName === 'TR') reader.readTable(dom as Element, context)
    else reader.readChildren(dom, context)
    const parts = reader.finish()
    this.#refusal = reader.refusal
    return reader.refusal === null ? Slice.maxOpen(Fragment.from(parts)) : Slice.empty
  }

  /** Returns a table of the rows of plain text with tabs; null if the text has no such rows. */
  parseRows(text: string): Slice | null {
    const rows = readTabbedRows(text)
    if (rows === null) return null
    const toParts = (words: string) => [this.schema.nodes.block!.create(null, this.schema.text(words))]
    const cells = rows.map(row =>
      row.map(words => ({ columns: 1, rows: 1, read: () => (words.trim() === '' ? [] : toParts(words)) })),
    )
    const read = toPastedTable(this.schema, cells, false)
    if ('reason' in read) {
      this.#refusal = read.reason
      return Slice.empty
    }
    return Slice.maxOpen(Fragment.from(read.table))
  }

  /** Returns why the latest content was refused, once; null if it was not. */
  takeRefusal(): string | null {
    const refusal = this.#refusal
    this.#refusal = null
    return refusal
  }
}

class PastedReader {
  readonly #schema: Schema
  readonly #parts: PartNode[] = []
  #texts: PartNode[] = []
  /** The context of the current block; null between blocks. */
  #context: Context | null = null
  /** The reason why the content cannot be pasted: a table is too large. */
  refusal: string | null = null
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
    else if (name === 'p' && readEntryAttributes(element) !== null) {
      this.#addPart(this.#schema.nodes.entry!.create({ entry: readEntryAttributes(element) }))
    } else if (name === 'p' && readBlockAttributes(element) !== null) {
      this.#addPart(this.#schema.nodes.component!.create(readBlockAttributes(element)))
    } else this.#readWithin(element, this.#withMarks(element, style, context))
  }

  #readWithin(element: Element, context: Context): void {
    if (!blockElements.test(element.localName)) {
      this.readChildren(element, context)
      return
    }
    this.#endBlock()
    const within = { ...this.#inBlock(element, context), isPartOfLine: false }
    if (element.localName === 'table') this.readTable(element, within)
    else this.readChildren(element, within)
    this.#endBlock()
  }

  /** A table of one cell is only used for layout, so its content is read as if there were no table. */
  readTable(element: Element, context: Context): void {
    const rows = rowsOf(element)
    for (const caption of element.children) {
      if (caption.localName === 'caption') this.#readWithin(caption, context)
    }
    const [first] = rows
    if (rows.length === 1 && first!.children.length === 1) this.readChildren(first!.children[0]!, context)
    else if (first) this.#addTable(rows, context, element.hasAttribute('data-header'))
  }

  #addTable(rows: readonly Element[], { marks }: Context, hasHeader: boolean): void {
    const toCell = (cell: Element): PastedCell => ({
      columns: spanOf(cell, 'colspan', columnsMax + 1),
      rows: spanOf(cell, 'rowspan', rowsMax),
      read: () => {
        const reader = new PastedReader(this.#schema)
        reader.#readElement(cell, { ...plain, marks, keepsBlanks: false, isPartOfLine: false })
        const parts = reader.finish()
        // A table inside the cell can be too large.
        this.refusal ??= reader.refusal
        return parts
      },
    })
    const cells = rows.map(row => [...row.children].map(toCell))
    const isHeading = hasHeader || isHeadingRow(rows[0]!)
    const read = toPastedTable(this.#schema, cells, isHeading)
    if ('reason' in read) this.refusal = read.reason
    else for (const part of [read.table, ...read.others]) this.#addPart(part)
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
    const entry = element.localName === 'a' ? readEntryAttributes(element) : null
    if (entry !== null) marks = this.#schema.marks.link!.create({ entry }).addToSet(marks)
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

const spanMax = /^\d{1,5}$/

function spanOf(cell: Element, name: 'colspan' | 'rowspan', most: number): number {
  const text = cell.getAttribute(name) ?? ''
  return spanMax.test(text) ? Math.min(Math.max(Number(text), 1), most) : 1
}

/** Returns the rows of a table, without those of tables in its cells. */
function rowsOf(table: Element): readonly Element[] {
  return [...table.children].flatMap(part => {
    if (part.localName === 'tr') return part.children.length > 0 ? [part] : []
    return /^(?:thead|tbody|tfoot)$/.test(part.localName) ? rowsOf(part) : []
  })
}

function isHeadingRow(row: Element): boolean {
  return row.parentElement?.localName === 'thead' || [...row.children].every(cell => cell.localName === 'th')
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

const styleAttribute = 'data-style'

/**
 * Renames style attributes and event handlers before the browser parses the HTML. They would not be applied, because the
 * document has no window, but the Content-Security-Policy would report each of them.
 */
export function withoutStyles(html: string): string {
  return html
    .replaceAll(/<(\/?)(?:style|script)\b/gi, '<$1template')
    .replaceAll(/<base\b/gi, '<data')
    .replaceAll(/<[a-z][^<>]*>/gi, tag => tag.replaceAll(/([\s"'/])(style|on[a-z]+)(?=\s*=)/gi, '$1data-$2'))
}

interface PastedStyle {
  readonly on: readonly Decorator[]
  /**
   * Marks of the element that its style cancels. For example, Google Docs wraps everything it copies in a `b` that is not
   * bold.
   */
  readonly off: readonly Decorator[]
  readonly isHidden: boolean
}

/** Checks for `white-space: pre` and similar values. */
function keepsBlanks(element: Element): boolean {
  return propertiesOf(element).get('white-space')?.includes('pre') ?? false
}

function readStyle(element: Element): PastedStyle {
  const properties = propertiesOf(element)
  const on: Decorator[] = []
  const off: Decorator[] = []
  const weight = properties.get('font-weight')
  if (weight) (/^(?:bold|bolder|[6-9]00)$/.test(weight) ? on : off).push('strong')
  const slant = properties.get('font-style')
  if (slant) (/^(?:italic|oblique)/.test(slant) ? on : off).push('em')
  const line = `${properties.get('text-decoration') ?? ''} ${properties.get('text-decoration-line') ?? ''}`
  // Links are always underlined.
  if (line.includes('underline') && element.closest('a') === null) on.push('underline')
  if (line.includes('line-through')) on.push('strike-through')
  const align = properties.get('vertical-align')
  if (align === 'sub') on.push('sub')
  if (align === 'super') on.push('sup')
  // Word writes the bullet or number of a list item as text, marked to be ignored.
  const isHidden = properties.get('display') === 'none' || properties.get('mso-list') === 'ignore'
  return { on, off, isHidden }
}

/** Returns the list type and level of a Word paragraph that is a list item. */
function wordListItem(element: Element): { readonly listItem: ListItem; readonly level: number } | null {
  const level = /\blevel(\d)/.exec(propertiesOf(element).get('mso-list') ?? '')?.[1]
  if (level === undefined) return null
  const signs = [...element.querySelectorAll(`[${styleAttribute}]`)].filter(
    part => propertiesOf(part).get('mso-list') === 'ignore',
  )
  const isNumber = /[\p{L}\p{Nd}][.)]/u.test(signs.map(sign => sign.textContent).join(''))
  return { listItem: isNumber ? 'number' : 'bullet', level: Math.min(Number(level), levelMax) }
}

function propertiesOf(element: Element): ReadonlyMap<string, string> {
  const declarations = (element.getAttribute(styleAttribute) ?? '').toLowerCase().split(';')
  return new Map(
    declarations.map(declaration => {
      const [name = '', ...value] = declaration.split(':')
      return [name.trim(), value.join(':').trim()]
    }),
  )
}
