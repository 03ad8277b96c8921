// Converts rich text to labelled lines of words for comparison: Portable Text with its formatting, other JSON as plain
// text. No React here.

import { toWords as toPlainText } from '../../../fields/rich-text/rich-text-words.ts'
import { ownValue } from '../../../parts/entries/own-value.ts'
import { type Line, toLines, toWords } from './text-diff.ts'

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

/** Returns the file name of an asset. */
type NameAsset = (id: string) => string

/** Returns no lines if the value contains no text. */
export function toRichTextLines(value: unknown, nameAsset: NameAsset): readonly Line[] {
  if (!Array.isArray(value) || !value.every(isBlock)) return toLines(toPlainText(value))
  return value.flatMap(block => toBlockLines(block, nameAsset))
}

/** Returns the ids of the assets that pictures in the text show. */
export function listTextAssets(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return []
  return value.flatMap(block =>
    isBlock(block) && isNode(block.asset) && typeof block.asset.id === 'string' ? [block.asset.id] : [],
  )
}

function toBlockLines(block: Node, nameAsset: NameAsset): readonly Line[] {
  switch (block._type) {
    case 'block':
      return [toTextLine(block)]
    case 'code': {
      const language = textOf(block.language)
      const label = language === '' ? 'Code' : `Code (${language})`
      return toLines(textOf(block.code)).map(({ words }) => ({ label, words }))
    }
    case 'break':
      return [{ label: 'Divider', words: [] }]
    case 'image': {
      const asset = isNode(block.asset) ? block.asset : {}
      const file = typeof asset.id === 'string' ? nameAsset(asset.id) : (asset.title ?? asset.url)
      const alt = asset.alt === '' ? 'decorative' : asset.alt
      const parts = [file, alt, block.caption].map(textOf).filter(part => part !== '')
      return [{ label: 'Picture', words: toWords(parts.join(': ')) }]
    }
    default: {
      const { _type, _key, ...others } = block
      return [{ label: textOf(_type), words: toWords(JSON.stringify(others)) }]
    }
  }
}

function toTextLine(block: Node): Line {
  const definitions = listNodes(block.markDefs)
  const words = listNodes(block.children).flatMap(span => {
    const marks = Array.isArray(span.marks) ? span.marks.map(mark => nameMark(mark, definitions)) : []
    return toWords(textOf(span.text), marks.sort().join(', '))
  })
  return { label: nameBlock(block), words }
}

function nameBlock({ style, listItem, level }: Node): string {
  if (typeof listItem === 'string') {
    const depth = typeof level === 'number' && level > 1 ? `, level ${level}` : ''
    return `${ownValue(listItems, listItem) ?? listItem}${depth}`
  }
  if (typeof style !== 'string' || style === 'normal') return ''
  const heading = /^h([1-6])$/.exec(style)
  return heading ? `Heading ${heading[1]}` : (ownValue(styles, style) ?? style)
}

function nameMark(mark: unknown, definitions: readonly Node[]): string {
  const definition = definitions.find(({ _key }) => _key === mark)
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
