// Finds and repairs the addresses of links and images in rich text, whose values may be unsafe if they come from an import
// or from a field that was not validated.
import { eachDocumentAddress, isDocument } from '../values/asset-value.ts'
import { type LossReason, lossReasons } from '../values/loss-reasons.ts'
import { isJsonObject, type Json } from '../values/model.ts'
import { type AddressUse, repairAddress } from '../values/safe-address.ts'

type Source = { readonly [key: string]: Json }
type OnAddress = (address: string, use: AddressUse, place: string) => void

/** Calls `onAddress` for the addresses in Portable Text. */
export function eachBlockAddress(blocks: Json, place: string, onAddress: OnAddress): void {
  for (const [index, block] of listOf(blocks).entries()) {
    if (!isJsonObject(block)) continue
    const at = `${place}/${index}`
    addressOf(block.asset ?? null, 'url', 'asset', `${at}/asset`, onAddress)
    for (const [number, definition] of listOf(block.markDefs ?? null).entries())
      addressOf(definition, 'href', 'link', `${at}/markDefs/${number}`, onAddress)
    eachCell(block.rows ?? null, `${at}/rows`, (content, cell) => eachBlockAddress(content, cell, onAddress))
  }
}

function eachCell(rows: Json, at: string, onCell: (content: Json, place: string) => void): void {
  for (const [index, row] of listOf(rows).entries()) {
    for (const [column, cell] of (isJsonObject(row) ? listOf(row.cells ?? null) : []).entries()) {
      if (isJsonObject(cell)) onCell(cell.content ?? null, `${at}/${index}/cells/${column}/content`)
    }
  }
}

/** Calls `onAddress` for the addresses in rich text of any other format. */
export function eachFreeAddress(value: Json, place: string, onAddress: OnAddress): void {
  if (isDocument(value)) eachDocumentAddress(value, place, onAddress)
  else eachInJson(value, place, onAddress)
}

/** The keys under which rich text editors store addresses. */
const addressKeys: ReadonlySet<string> = new Set(['href', 'url', 'src', 'uri'])
/** Matches addresses in HTML and Markdown. */
const addressInText = /\b(?:href|src) ?= ?["']?([^"'\s>]+)|\]\(<?([^)\s>]+)/gi

/** Searches rich text of any editor's JSON, and strings of HTML or Markdown. */
function eachInJson(value: Json, place: string, onAddress: OnAddress): void {
  if (typeof value === 'string') {
    for (const match of value.matchAll(addressInText))
      onAddress(match[1] ?? match[2] ?? '', 'link', `${place}/${match.index}`)
  } else if (Array.isArray(value)) {
    for (const [index, item] of (value as readonly Json[]).entries())
      eachInJson(item, `${place}/${index}`, onAddress)
  } else if (isJsonObject(value)) {
    for (const [key, item] of Object.entries(value)) {
      if (typeof item === 'string' && addressKeys.has(key)) onAddress(item, 'link', `${place}/${key}`)
      else if (typeof item !== 'string') eachInJson(item, `${place}/${key}`, onAddress)
    }
  }
}

function addressOf(holder: Json, key: string, use: AddressUse, place: string, onAddress: OnAddress): void {
  const address = isJsonObject(holder) ? holder[key] : undefined
  if (typeof address === 'string') onAddress(address, use, place)
}

function listOf(value: Json): readonly Json[] {
  return Array.isArray(value) ? value : []
}

/**
 * Repairs the addresses of valid Portable Text. Unsafe links are removed and their words are kept. Images without a safe
 * address are removed.
 */
export function repairAddresses(blocks: readonly Json[], reasons: Set<LossReason>): readonly Json[] {
  return blocks.flatMap(block => {
    const repaired = repairBlock(block as Source)
    if (repaired === null || repaired.isPartial) reasons.add(lossReasons.address)
    return repaired === null ? [] : [repaired.block]
  })
}

/** Returns null for an image without a safe address. */
function repairBlock(block: Source): { readonly block: Json; readonly isPartial: boolean } | null {
  const { asset, children, markDefs, rows } = block
  if (isJsonObject(asset) && typeof asset.url === 'string') {
    const url = repairAddress(asset.url, 'asset')
    return url === null ? null : { block: { ...block, asset: { ...asset, url } }, isPartial: false }
  }
  if (Array.isArray(rows)) return repairTable(block, rows)
  if (!Array.isArray(markDefs)) return { block, isPartial: false }
  const unsafe = new Set<Json>()
  const definitions = (markDefs as readonly Source[]).flatMap(definition => {
    if (definition._type === 'entryLink') return [definition]
    const href = repairAddress(definition.href as string, 'link')
    if (href === null) unsafe.add(definition._key!)
    return href === null ? [] : [{ ...definition, href }]
  })
  const spans = (children as readonly Source[]).map(span => ({
    ...span,
    marks: (span.marks as readonly string[]).filter(mark => !unsafe.has(mark)),
  }))
  return { block: { ...block, children: spans, markDefs: definitions }, isPartial: unsafe.size > 0 }
}

function repairTable(
  block: Source,
  rows: readonly Json[],
): { readonly block: Json; readonly isPartial: boolean } {
  const reasons = new Set<LossReason>()
  const repaired = (rows as readonly { readonly cells: readonly Source[] }[]).map(row => ({
    ...row,
    cells: row.cells.map(cell => ({
      ...cell,
      content: repairAddresses(cell.content as readonly Json[], reasons),
    })),
  }))
  return { block: { ...block, rows: repaired }, isPartial: reasons.size > 0 }
}
