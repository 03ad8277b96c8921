// Converts rich text to labelled lines of words for comparison: Portable Text with its formatting, other JSON as plain
// text. No React here.

import { ownValue } from '../../parts/entries/own-value.ts'
import type { FilePlace, TargetNames } from '../field-type.ts'
import { type Line, toLines, toWords, type Word } from '../text-lines.ts'
import { toPlainText } from './rich-text-words.ts'

interface Node {
  readonly [key: string]: unknown
}

const styles: Readonly<Record<string, string>> = { blockquote: 'Quote' }
const listItems: Readonly<Record<string, string>> = { bullet: 'List item', number: 'Numbered item' }
const formats: Readonly<Record<string, string>> = {
  strong: 'bold',
  em: 'italic',
  underline: 'underlined',
  'strike-through': 'struck through',
  code: 'code',
  sub: 'subscript',
  sup: 'superscript',
}

/** Returns no lines if the value contains no text. */
export function toRichTextLines(value: unknown, names: TargetNames): readonly Line[] {
  if (!Array.isArray(value) || !value.every(isBlock)) return toLines(toPlainText(value))
  return value.flatMap(block => toBlockLines(block, names))
}

/** Returns the files of the pictures in the text. */
export function listTextFiles(value: unknown): readonly FilePlace[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((block, index) =>
    isNode(block) && isNode(block.asset) ? [{ path: `/${index}`, value: block.asset, isPicture: true }] : [],
  )
}

function toBlockLines(block: Node, names: TargetNames): readonly Line[] {
  switch (block._type) {
    case 'block':
      return [{ label: nameBlock(block), words: toBlockWords(block, names) }]
    case 'code': {
      const language = textOf(block.language)
      const label = language === '' ? 'Code' : `Code (${language})`
      return toLines(textOf(block.code)).map(({ words }) => ({ label, words }))
    }
    case 'break':
      return [{ label: 'Divider', words: [] }]
    case 'image': {
      const asset = isNode(block.asset) ? block.asset : {}
      const file = typeof asset.id === 'string' ? names.assetOf(asset.id) : (asset.title ?? asset.url)
      const alt = asset.alt === '' ? 'decorative' : asset.alt
      const parts = [file, alt, block.caption].map(textOf).filter(part => part !== '')
      return [{ label: 'Picture', words: toWords(parts.join(': ')) }]
    }
    case 'entry':
      return [{ label: 'Entry', words: toWords(nameEntry(block.entry, names)) }]
    case 'component':
      return toComponentLines(block, names)
    case 'table':
      return toTableLines(block, names)
    default: {
      const { _type, _key, ...others } = block
      return [{ label: textOf(_type), words: toWords(JSON.stringify(others)) }]
    }
  }
}

/** Returns the lines of each value of a block, with the names of its component and field. */
function toComponentLines({ component, data }: Node, names: TargetNames): readonly Line[] {
  const name = textOf(component)
  const lines = Object.entries(isNode(data) ? data : {}).flatMap(([field, value]): readonly Line[] => {
    if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return []
    const isText = typeof value === 'string' || (Array.isArray(value) && value.every(isBlock))
    const own = isText ? toRichTextLines(value, names) : toLines(JSON.stringify(value))
    return own.map(({ label, words }) => ({
      label: [`${name}: ${field}`, label].filter(part => part !== '').join(', '),
      words,
    }))
  })
  return lines.length === 0 ? [{ label: name, words: [] }] : lines
}

function toBlockWords(block: Node, names: TargetNames): readonly Word[] {
  const definitions = listNodes(block.markDefs)
  return listNodes(block.children).flatMap(span => {
    const marks = Array.isArray(span.marks) ? span.marks.map(mark => nameMark(mark, definitions, names)) : []
    return toWords(textOf(span.text), marks.sort().join(', '))
  })
}

/** Returns a line for each row, with ` | ` between its cells. */
function toTableLines({ header, rows }: Node, names: TargetNames): readonly Line[] {
  return listNodes(rows).map((row, index) => ({
    label: header === true && index === 0 ? 'Header row' : 'Table row',
    words: listNodes(row.cells).flatMap((cell, at) => [
      ...(at === 0 ? [] : toWords(' | ')),
      ...toCellWords(listNodes(cell.content), names),
    ]),
  }))
}

function toCellWords(blocks: readonly Node[], names: TargetNames): readonly Word[] {
  return blocks.flatMap((block, at) => {
    const sign = typeof block.listItem === 'string' ? '• ' : ''
    return [...toWords(`${at === 0 ? '' : ' '}${sign}`), ...toBlockWords(block, names)]
  })
}

function nameEntry(value: unknown, names: TargetNames): string {
  return names.entryOf(isNode(value) ? textOf(value.id) : '')
}

/** Returns the ids of the entries that the text embeds or links to. */
export function listTextEntries(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(listTextEntries)
  if (!isNode(value)) return []
  const own = isNode(value.entry) && typeof value.entry.id === 'string' ? [value.entry.id] : []
  return [...own, ...partLists.flatMap(name => listTextEntries(value[name]))]
}

const partLists = ['markDefs', 'rows', 'cells', 'content'] as const

function nameBlock({ style, listItem, level }: Node): string {
  if (typeof listItem === 'string') {
    const depth = typeof level === 'number' && level > 1 ? `, level ${level}` : ''
    return `${ownValue(listItems, listItem) ?? listItem}${depth}`
  }
  if (typeof style !== 'string' || style === 'normal') return ''
  const heading = /^h([1-6])$/.exec(style)
  return heading ? `Heading ${heading[1]}` : (ownValue(styles, style) ?? style)
}

function nameMark(mark: unknown, definitions: readonly Node[], names: TargetNames): string {
  const definition = definitions.find(({ _key }) => _key === mark)
  if (definition?._type === 'entryLink') return `link to ${nameEntry(definition.entry, names)}`
  if (definition) return `${textOf(definition._type)} ${textOf(definition.href)}`.trim()
  return ownValue(formats, textOf(mark)) ?? textOf(mark)
}

function listNodes(value: unknown): readonly Node[] {
  return Array.isArray(value) ? value.filter(isNode) : []
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function isBlock(value: unknown): value is Node {
  return isNode(value) && typeof value._type === 'string'
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
