// Converts values to Portable Text and to plain text. Parts that have no equivalent are losses with a reason.
import type { LossReason } from '../values/loss-reasons.ts'
import { lossReasons } from '../values/loss-reasons.ts'
import type { Json } from '../values/model.ts'
import { readPortableText } from '../values/portable-text.ts'
import { repairAddresses } from './addresses.ts'
import { type FindFile, noFiles } from './linked-file.ts'
import { holdsMarkup } from './markup.ts'
import { writeParagraphs, writePortableText } from './portable-text-writer.ts'
import { readRichTextTree } from './rich-text-tree.ts'

/** Converts a text, or rich text in JSON. Returns undefined for JSON in an unknown format. */
export function toPortableText(
  item: Json,
  reasons: Set<LossReason>,
  findFile: FindFile = noFiles,
): Json | undefined {
  if (typeof item === 'string') {
    if (holdsMarkup(item)) reasons.add(lossReasons.markup)
    return writeParagraphs(item)
  }
  const portable = readPortableText(item)
  if ('value' in portable) return repairAddresses(portable.value, reasons)
  const nodes = readRichTextTree(item)
  if (nodes === null) return undefined
  const written = writePortableText(nodes, findFile)
  for (const reason of written.reasons) reasons.add(reason)
  return written.value
}

/** Converts rich text of any format to plain text, through Portable Text unless it is a string. */
export function toPlainText(item: Json, reasons: Set<LossReason>): string | undefined {
  if (typeof item === 'string') return item
  const lost = new Set<LossReason>()
  const portable = toPortableText(item, lost)
  const checked = portable === undefined ? null : readPortableText(portable)
  if (checked === null || !('value' in checked)) return undefined
  for (const reason of lost) reasons.add(reason)
  return writePlainText(checked.value, reasons)
}

function writePlainText(blocks: readonly Json[], reasons: Set<LossReason>): string {
  const paragraphs: string[] = []
  for (const block of blocks) {
    const {
      _type: type,
      style,
      listItem,
      markDefs,
      children,
      code,
      rows,
    } = block as { readonly [key: string]: Json }
    if (type === 'block') {
      const spans = children as readonly { readonly text: string; readonly marks: readonly string[] }[]
      const isPlain =
        style === 'normal' && listItem === undefined && spans.every(({ marks }) => marks.length === 0)
      if (!isPlain || (markDefs as readonly Json[]).length > 0) reasons.add(lossReasons.formatting)
      paragraphs.push(spans.map(({ text }) => text).join(''))
    } else if (type === 'code') {
      reasons.add(lossReasons.formatting)
      paragraphs.push(code as string)
    } else if (type === 'table') {
      reasons.add(lossReasons.formatting)
      paragraphs.push(writeTable(rows as unknown as readonly TableRow[]))
    } else reasons.add(lossReasons.blocks)
  }
  return paragraphs.join('\n\n')
}

interface TableRow {
  readonly cells: readonly { readonly content: readonly Json[] }[]
}

/** Writes a line for each row, with tabs between its cells. White space in a cell becomes a space. */
function writeTable(rows: readonly TableRow[]): string {
  return rows
    .map(({ cells }) =>
      cells.map(({ content }) => writePlainText(content, new Set()).replaceAll(/\s+/g, ' ')).join('\t'),
    )
    .join('\n')
}
