// Converts Portable Text to the editor's document and back. Parts that were not edited are returned as the same objects,
// so that the cost of an edit depends only on the parts that it changes.
import type { Node, Schema } from '@tiptap/pm/model'
import { isEqual } from './is-equal.ts'
import type { ImageAttributes } from './node-views.ts'
import type { Block, CodeBlock, ImageBlock, PortableText, TableBlock, TextBlock } from './portable-text.ts'
import type { BlockAttributes } from './schema.ts'
import { isEditable, toSpans, toText } from './spans.ts'
import type { TableAttributes } from './tables.ts'
import { newKey as randomKey } from './unique-keys.ts'

/** A part in both forms. */
interface Pair {
  readonly node: Node
  readonly part: Block
}

interface KnownPart {
  /** The original part. Undoing an edit returns it again. */
  readonly given: Pair | null
  readonly newest: Pair
}

export class Converter {
  /** The number of converted parts, for tests of an edit's cost. */
  conversions = 0
  /** The known parts by the key of their node. */
  readonly #known = new Map<string, KnownPart>()
  readonly #schema: Schema
  readonly #newKey: () => string
  #empty: PortableText | null = null
  /** Empty lines at the end of the document, which are not part of the value. */
  #blanks: readonly Node[] = []

  constructor(schema: Schema, newKey: () => string = randomKey) {
    this.#schema = schema
    this.#newKey = newKey
  }

  /** Reuses the existing nodes of unchanged parts. */
  toDocument(value: PortableText | null): Node {
    const taken = new Set<string>()
    this.#empty = value && value.length > 0 ? null : value
    const nodes = (value ?? []).map(part => {
      const isFree = part._key !== undefined && !taken.has(part._key)
      const key = isFree ? part._key! : this.#newKey()
      taken.add(key)
      return this.#take(part, key)
    })
    const blanks = this.#blanks.filter(({ attrs }) => !taken.has(attrs.key))
    if (nodes.length > 0) nodes.push(...blanks)
    // A document always ends with a block, so that the user can write after a picture or code.
    if (nodes.at(-1)?.type.name !== 'block') {
      nodes.push(blanks[0] ?? this.#schema.nodes.block!.create({ key: this.#newKey() }))
    }
    return this.#schema.topNodeType.create(null, nodes)
  }

  /** Returns null for an empty document. Empty lines at the end are not included. */
  toValue(document: Node): PortableText | null {
    const end = document.children.findLastIndex(node => !this.#isPlace(node)) + 1
    this.#blanks = document.children.slice(end)
    if (end === 0) return this.#empty
    return document.children.slice(0, end).map(node => this.#give(node))
  }

  /** Checks whether the node is an empty line that was not part of the original value. */
  #isPlace(node: Node): boolean {
    return isBlank(node) && !this.#known.get(node.attrs.key)?.given?.node.eq(node)
  }

  #take(part: Block, key: string): Node {
    const newest = this.#known.get(key)?.newest
    const isKnown = newest !== undefined && isEqual(newest.part, part)
    const pair = { node: isKnown ? newest.node : this.#toNode(part, key), part }
    this.#known.set(key, { given: pair, newest: pair })
    return pair.node
  }

  #give(node: Node): Block {
    const known = this.#known.get(node.attrs.key)
    if (known?.newest.node === node) return known.newest.part
    const same = [known?.given, known?.newest].find(pair => pair?.node.eq(node))
    const part = same?.part ?? this.#toPart(node, known?.newest.part)
    this.#known.set(node.attrs.key, { given: known?.given ?? null, newest: { node, part } })
    return part
  }

  #toNode(part: Block, key: string): Node {
    this.conversions++
    const { nodes } = this.#schema
    if (part._type === 'break') return nodes.break!.create({ key })
    if (part._type === 'image') {
      return nodes.image!.create({ key, asset: part.asset, caption: part.caption ?? null })
    }
    if (part._type === 'code') {
      const text = part.code === '' ? null : this.#schema.text(part.code)
      return nodes['code-block']!.create({ key, language: part.language ?? null }, text)
    }
    if (part._type === 'entry') return nodes.entry!.create({ key, entry: part.entry })
    if (part._type === 'component') {
      return nodes.component!.create({ key, component: part.component, data: part.data })
    }
    if (part._type === 'table') return this.#toTable(part, key)
    if (!isEditable(part)) return nodes.opaque!.create({ key, value: part })
    const { style = 'normal', listItem = null } = part
    const level = listItem === null ? null : (part.level ?? 1)
    return nodes.block!.create({ key, style, listItem, level }, toText(this.#schema, part))
  }

  /** A cell has at least one block, so that the user can write in it. */
  #toTable({ header = false, rows }: TableBlock, key: string): Node {
    const { table, row, cell, block } = this.#schema.nodes
    const keyOf = (part: { readonly _key?: string }) => part._key ?? this.#newKey()
    const toCell = (content: readonly TextBlock[]) =>
      content.length === 0
        ? [block!.create({ key: this.#newKey() })]
        : content.map(part => this.#take(part, keyOf(part)))
    const toCells = (cells: TableBlock['rows'][number]['cells']) =>
      cells.map(part => cell!.create({ key: keyOf(part) }, toCell(part.content)))
    const nodes = rows.map(part => row!.create({ key: keyOf(part) }, toCells(part.cells)))
    return table!.create({ key, header }, nodes)
  }

  #fromTable(node: Node): TableBlock {
    const { key, header } = node.attrs as TableAttributes
    const toContent = ({ children }: Node) =>
      children.length === 1 && this.#isPlace(children[0]!)
        ? []
        : children.map(part => this.#give(part) as TextBlock)
    const rows = node.children.map(row => ({
      _key: row.attrs.key,
      cells: row.children.map(cell => ({ _key: cell.attrs.key, content: toContent(cell) })),
    }))
    return { _type: 'table', _key: key!, header, rows }
  }

  #toPart(node: Node, before: Block | undefined): Block {
    this.conversions++
    const _key: string = node.attrs.key
    const type = node.type.name
    if (type === 'break') return { _type: 'break', _key }
    if (type === 'opaque') return withNewKeys(node.attrs.value, _key, this.#newKey)
    if (type === 'entry') return { _type: 'entry', _key, entry: node.attrs.entry }
    if (type === 'component') {
      return { _type: 'component', _key, component: node.attrs.component, data: node.attrs.data }
    }
    if (type === 'table') return this.#fromTable(node)
    if (type === 'image') {
      const { asset, caption } = node.attrs as ImageAttributes
      return { _type: 'image', _key, asset, ...(caption !== null && { caption }) } satisfies ImageBlock
    }
    if (type === 'code-block') {
      const { language } = node.attrs as { readonly language: string | null }
      const part = { _type: 'code', _key, ...(language !== null && { language }), code: node.textContent }
      return part as CodeBlock
    }
    const { style, listItem, level } = node.attrs as BlockAttributes
    const list = listItem === null ? {} : { listItem, level: level ?? 1 }
    const former = before?._type === 'block' ? before : undefined
    return { _type: 'block', _key, style, ...list, ...toSpans(node, former, this.#newKey) }
  }
}

/** Checks whether the node is an empty block without style or list. */
function isBlank(node: Node): boolean {
  const { style, listItem } = node.attrs as BlockAttributes
  return node.type.name === 'block' && node.childCount === 0 && style === 'normal' && listItem === null
}

/** Copies a part of the same value with new keys. */
function withNewKeys(part: TextBlock, key: string, newKey: () => string): TextBlock {
  const links = new Map((part.markDefs ?? []).map(({ _key }) => [_key ?? '', newKey()]))
  return {
    ...part,
    _key: key,
    children: part.children.map(({ marks = [], ...span }) => ({
      ...span,
      _key: newKey(),
      marks: marks.map(mark => links.get(mark) ?? mark),
    })),
    markDefs: (part.markDefs ?? []).map(definition => ({
      ...definition,
      _key: links.get(definition._key ?? '')!,
    })),
  }
}
