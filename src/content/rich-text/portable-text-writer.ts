// Writes Portable Text from nodes of other rich text formats, or from plain text by paragraphs. Parts without an
// equivalent are reported as losses; text is never lost.

import { type LossReason, lossReasons } from '../values/loss-reasons.ts'
import type { Json } from '../values/model.ts'
import { repairAddress } from '../values/safe-address.ts'
import { toLinkedEntry } from './linked-entry.ts'
import { type FindFile, type LinkedFile, toLinkedFile } from './linked-file.ts'
import type { RichTextNode, TextNode, TreeNode } from './rich-text-tree.ts'
import { toTableGrid } from './table-grid.ts'

interface WrittenText {
  readonly value: readonly Json[]
  readonly reasons: ReadonlySet<LossReason>
}

/** The properties of a block that come from the nodes around it. */
interface BlockContext {
  readonly style: string
  readonly list: 'bullet' | 'number' | null
  /** The nesting depth of the list; 0 outside of lists. */
  readonly level: number
  /** The enclosing link, as its definition without a key. */
  readonly link: LinkTo | null
}

/** A link to an address, which may be unsafe, or to an entry. */
type LinkTo =
  | { readonly _type: 'link'; readonly href: string }
  | { readonly _type: 'entryLink'; readonly entry: Json }

const outside: BlockContext = { style: 'normal', list: null, level: 0, link: null }
const levelMax = 6

/** Two line feeds separate paragraphs; other line feeds stay in the text. */
export function writeParagraphs(text: string): readonly Json[] {
  if (text === '') return []
  return text
    .replaceAll('\r\n', '\n')
    .split('\n\n')
    .map(paragraph => toBlock(outside, [{ _type: 'span', text: paragraph, marks: [] }], []))
}

export function writePortableText(nodes: readonly RichTextNode[], findFile: FindFile): WrittenText {
  const writer = new Writer(findFile)
  writer.writeAll(nodes, outside)
  writer.endBlock()
  return { value: writer.blocks, reasons: writer.reasons }
}

function toBlock(
  { style, list, level }: BlockContext,
  children: readonly Json[],
  markDefs: readonly Json[],
): Json {
  return { _type: 'block', style, ...(list && { listItem: list, level }), children, markDefs }
}

function toAddress(href: string): LinkTo {
  return { _type: 'link', href }
}

/** Returns null for an unsafe address. */
function repairLink(link: LinkTo): LinkTo | null {
  if (link._type === 'entryLink') return link
  const href = repairAddress(link.href, 'link')
  return href === null ? null : toAddress(href)
}

function textOf({ children }: { readonly [key: string]: Json }): string {
  return (children as readonly { readonly text: string }[]).map(({ text }) => text).join('')
}

class Writer {
  blocks: Json[] = []
  readonly reasons = new Set<LossReason>()
  #context = outside
  /** The spans of the current block; null between blocks. */
  #spans: Json[] | null = null
  #links: Json[] = []
  /** The keys of these links, by their JSON without the key. */
  readonly #linkKeys = new Map<string, string>()
  #linkCount = 0
  readonly #findFile: FindFile

  constructor(findFile: FindFile) {
    this.#findFile = findFile
  }

  writeAll(nodes: readonly RichTextNode[], context: BlockContext): void {
    for (const node of nodes) {
      if (node.isPartial) this.reasons.add(lossReasons.properties)
      if (node.kind === 'text') this.#writeText(node, context)
      else this.#writeNode(node, context)
    }
  }

  #writeNode(node: TreeNode, context: BlockContext): void {
    const { kind, children } = node
    if (kind === 'document') this.writeAll(children, context)
    else if (kind === 'paragraph') this.#writeParagraph(children, context)
    else if (kind === 'heading' || kind === 'quote') {
      if (context.style !== 'normal') this.reasons.add(lossReasons.structure)
      if (kind === 'quote') this.#writeGroup(children, { ...context, style: 'blockquote' })
      else this.#writeParagraph(children, { ...context, style: `h${node.level}` })
    } else if (kind === 'bullets' || kind === 'numbers') {
      if (context.level >= levelMax) this.reasons.add(lossReasons.structure)
      const level = Math.min(context.level + 1, levelMax)
      this.#writeGroup(children, { ...context, list: kind === 'bullets' ? 'bullet' : 'number', level })
    } else if (kind === 'item') this.#writeItem(children, context)
    else if (kind === 'link') this.#writeLink(node, context)
    else if (kind === 'entry-link') this.#writeEntryLink(node, context)
    else if (kind === 'newline') this.#addText('\n', [], context)
    else this.#writeLeaf(node, context)
  }

  #writeLeaf(node: TreeNode, context: BlockContext): void {
    if (node.kind === 'divider') this.#addBlock({ _type: 'break' }, context)
    else if (node.kind === 'code') this.#writeCode(node, context)
    else if (node.kind === 'table') this.#writeTable(node, context)
    else if (node.kind === 'entry' || node.kind === 'inline-entry') this.#writeEntry(node, context)
    else if (node.kind === 'image') {
      const file = toLinkedFile(node.properties, this.#findFile)
      if (file === null) this.#writeImage(node, context)
      else this.#writeLinkedFile(file, context)
    } else {
      this.reasons.add(lossReasons.parts)
      // Its text is kept as paragraphs.
      this.writeAll(node.children, context)
    }
  }

  #writeParagraph(children: readonly RichTextNode[], context: BlockContext): void {
    this.endBlock()
    const before = this.blocks.length
    this.#begin(context)
    this.writeAll(children, context)
    if (this.blocks.length === before) this.#pushBlock()
    this.endBlock()
  }

  #writeGroup(children: readonly RichTextNode[], context: BlockContext): void {
    this.endBlock()
    this.writeAll(children, context)
    this.endBlock()
  }

  /** Writes a list item as one block. Further blocks in it become items of their own. */
  #writeItem(children: readonly RichTextNode[], context: BlockContext): void {
    this.endBlock()
    const before = this.blocks.length
    this.#writeGroup(children, context)
    if (this.blocks.length === before) {
      this.#begin(context)
      this.#pushBlock()
    }
    const own = this.blocks
      .slice(before)
      .filter(block => (block as { level?: number }).level === context.level)
    if (own.length !== 1 || context.list === null) this.reasons.add(lossReasons.structure)
  }

  #writeLink({ properties, children }: TreeNode, context: BlockContext): void {
    const file = toLinkedFile(properties, this.#findFile)
    if (file?.isPath) this.reasons.add(lossReasons.filePath)
    const { uri, href, url } = properties
    const address = [file?.address, uri, href, url].find(one => typeof one === 'string')
    if (typeof address !== 'string') this.reasons.add(lossReasons.parts)
    this.writeAll(children, {
      ...context,
      link: typeof address === 'string' ? toAddress(address) : context.link,
    })
  }

  #writeEntryLink({ properties, children }: TreeNode, context: BlockContext): void {
    const entry = toLinkedEntry(properties)
    if (entry === null) this.reasons.add(lossReasons.parts)
    this.writeAll(children, {
      ...context,
      link: entry === null ? context.link : { _type: 'entryLink', entry },
    })
  }

  /** Writes an embedded entry. Inside a paragraph it becomes a link, because blocks stand between paragraphs. */
  #writeEntry({ kind, properties, children }: TreeNode, context: BlockContext): void {
    const entry = toLinkedEntry(properties) as { readonly id: string } | null
    if (entry === null) this.reasons.add(lossReasons.parts)
    else if (kind === 'entry') this.#addBlock({ _type: 'entry', entry }, context)
    else {
      this.reasons.add(lossReasons.inlineEntry)
      this.#addText(entry.id, [], { ...context, link: { _type: 'entryLink', entry } })
    }
    const hasText = children.some(child => child.kind !== 'text' || child.text !== '')
    if (hasText) {
      this.writeAll(children, context)
      this.reasons.add(lossReasons.structure)
    }
  }

  #writeText({ text, decorators, href }: TextNode, context: BlockContext): void {
    this.#addText(text, decorators, href === null ? context : { ...context, link: toAddress(href) })
  }

  #addText(text: string, decorators: readonly string[], context: BlockContext): void {
    this.#begin(context)
    const link = context.link === null ? [] : this.#linkTo(context.link)
    this.#spans!.push({ _type: 'span', text, marks: [...decorators, ...link] })
  }

  #begin(context: BlockContext): void {
    if (this.#spans !== null) return
    this.#spans = []
    this.#links = []
    this.#linkKeys.clear()
    this.#context = context
  }

  /** Ends the current block. Blocks without spans are dropped; {@link #pushBlock} writes them where they are needed. */
  endBlock(): void {
    if (this.#spans !== null && this.#spans.length > 0) this.#pushBlock()
    this.#spans = null
  }

  #pushBlock(): void {
    const spans = this.#spans ?? []
    const children = spans.length > 0 ? spans : [{ _type: 'span', text: '', marks: [] }]
    this.blocks.push(toBlock(this.#context, children, this.#links))
    this.#spans = null
  }

  /** Returns the key of the link's definition, or nothing if the address is not safe. */
  #linkTo(written: LinkTo): string[] {
    const link = repairLink(written)
    if (link === null) {
      this.reasons.add(lossReasons.address)
      return []
    }
    const text = JSON.stringify(link)
    const known = this.#linkKeys.get(text)
    if (known !== undefined) return [known]
    const key = `link${++this.#linkCount}`
    const { _type, ...target } = link
    this.#links.push({ _type, _key: key, ...target })
    this.#linkKeys.set(text, key)
    return [key]
  }

  #writeTable(node: TreeNode, context: BlockContext): void {
    const grid = toTableGrid(node)
    if (grid === null) {
      this.reasons.add(lossReasons.tables)
      this.#writeGroup(node.children, context)
      return
    }
    const { header, rows, others, isSimplified } = grid
    if (isSimplified || others.length > 0) this.reasons.add(lossReasons.tables)
    this.endBlock()
    const displaced: Json[] = []
    const written = rows.map(cells => ({
      cells: cells.map(nodes => ({ content: this.#writeCell(nodes, displaced) })),
    }))
    const hasCells = rows.some(cells => cells.length > 0)
    if (hasCells) this.#addBlock({ _type: 'table', header, rows: written }, context)
    this.blocks.push(...displaced)
    this.writeAll(others, context)
    this.endBlock()
  }

  /** Returns the paragraphs and lists of a cell. Adds all other blocks to `displaced`, which stand behind the table. */
  #writeCell(nodes: readonly RichTextNode[], displaced: Json[]): readonly Json[] {
    const around = this.blocks
    this.blocks = []
    this.writeAll(nodes, outside)
    this.endBlock()
    const written = this.blocks as readonly { readonly [key: string]: Json }[]
    this.blocks = around
    const content = written.filter(({ _type }) => _type === 'block')
    displaced.push(...written.filter(({ _type }) => _type !== 'block'))
    if (content.length < written.length || content.some(({ style }) => style !== 'normal'))
      this.reasons.add(lossReasons.tables)
    // An empty cell is written as an empty paragraph.
    const isEmpty = content.every(block => !('listItem' in block) && textOf(block) === '')
    return isEmpty ? [] : content.map(block => ({ ...block, style: 'normal' }))
  }

  #writeCode({ properties, children }: TreeNode, context: BlockContext): void {
    const { language, lang, params } = properties
    const named = [language, lang, params].find(one => typeof one === 'string' && one !== '')
    const isShort = typeof named === 'string' && named.length <= 100
    if (typeof named === 'string' && !isShort) this.reasons.add(lossReasons.properties)
    const lines = children.some(child => child.kind !== 'text')
      ? children.map(child => this.#textIn(child))
      : [children.map(child => this.#textIn(child)).join('')]
    this.#addBlock({ _type: 'code', ...(isShort && { language: named }), code: lines.join('\n') }, context)
  }

  /** Returns the text of code, which has no marks. */
  #textIn(node: RichTextNode): string {
    if (node.kind !== 'text') {
      if (node.kind !== 'paragraph' || node.isPartial) this.reasons.add(lossReasons.parts)
      return node.children.map(child => this.#textIn(child)).join('')
    }
    if (node.decorators.length > 0 || node.href !== null || node.isPartial)
      this.reasons.add(lossReasons.properties)
    return node.text
  }

  /** Writes an image, or a link for other files. */
  #writeLinkedFile(file: LinkedFile, context: BlockContext): void {
    if (file.isPartial) this.reasons.add(lossReasons.properties)
    if (file.image !== null) {
      this.#addBlock({ _type: 'image', asset: file.image }, context)
      return
    }
    if (file.isPath) this.reasons.add(lossReasons.filePath)
    this.endBlock()
    this.#addText(file.text, [], { ...context, link: file.address === null ? null : toAddress(file.address) })
    this.endBlock()
  }

  #writeImage({ properties, children }: TreeNode, context: BlockContext): void {
    const written = [properties.src, properties.url].find(one => typeof one === 'string')
    const url = typeof written === 'string' ? repairAddress(written, 'asset') : null
    const texts = [properties.alt, properties.title].filter(one => typeof one === 'string' && one !== '')
    const [title = null, caption] = [...new Set(texts)]
    if (url !== null) {
      const asset = { url, title, contentType: null, width: null, height: null, size: null }
      this.#addBlock({ _type: 'image', asset, ...(caption !== undefined && { caption }) }, context)
    } else {
      this.reasons.add(lossReasons.address)
      for (const text of texts) this.#addText(text as string, [], context)
    }
    // Slate gives every node an empty text.
    const hasText = children.some(child => child.kind !== 'text' || child.text !== '')
    if (hasText) {
      this.writeAll(children, context)
      this.reasons.add(lossReasons.structure)
    }
  }

  /** Adds a block between the others. Inside a paragraph or a list item it splits them. */
  #addBlock(block: Json, { style, level }: BlockContext): void {
    const isInside = this.#spans !== null && this.#spans.length > 0
    if (isInside || level > 0 || style !== 'normal') this.reasons.add(lossReasons.structure)
    this.endBlock()
    this.blocks.push(block)
  }
}
