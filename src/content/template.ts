// An entry's JSON, ready but for its references: pieces of text, and between them slots for what they point to.
import { toTimestamp } from '../base/clock.ts'
import {
  decodeData,
  type FieldLine,
  lineKey,
  type StoredData,
  toCompactJson,
} from '../database/published-data.ts'
import type { LiveRow, StubRow } from './content.store.ts'
import { personalize } from './overlays.ts'

export interface Slot {
  readonly many: boolean
  /** Ids as they are stored: whether they are published is not known here. */
  readonly targets: readonly string[]
}

/** `texts` has one piece more than there are slots. A slot of a to-many field stands between its brackets. */
export interface Template {
  readonly texts: readonly string[]
  readonly slots: readonly Slot[]
  /** UTF-8 bytes of all texts. */
  readonly bytes: number
}

/** A publication and those of its overlays that were asked for. */
export interface Publication {
  readonly row: PublicationRow
  readonly overlays: ReadonlyMap<string, StoredData>
  /** The ids of all overlays that it has, where variants are asked for. */
  readonly variants: readonly string[]
  /** What was read for it, in characters and about. */
  readonly loaded: number
}

type PublicationRow = LiveRow & { readonly data: string }

/** `{ id, collection, slug }`: a reference that is not resolved. */
export function toStub(row: StubRow): string {
  return `{"id":${JSON.stringify(row.entry)},"collection":${JSON.stringify(row.collection)},"slug":${JSON.stringify(row.slug)}}`
}

/** `variantsApplied` stands in the entry only where at least one variant is asked for. */
export function toTemplate(publication: Publication, variants: readonly string[]): Template {
  const { row, overlays } = publication
  if (variants.length === 0 && row.refs === null) {
    return fromTexts([`${head(row)},"data":${toCompactJson(row.data)}}`], [])
  }
  const base = decodeData(row)
  if (variants.length === 0) return fromLines(head(row), base)
  const { lines, applied } = personalize(base, overlays, variants)
  return fromLines(`${head(row)},"variantsApplied":${JSON.stringify(applied)}`, lines)
}

function head(row: PublicationRow): string {
  return (
    `{"id":${JSON.stringify(row.entry)},"slug":${JSON.stringify(row.slug)}` +
    `,"collection":${JSON.stringify(row.collection)},"version":${row.version}` +
    `,"firstPublishedAt":"${toTimestamp(row.firstPublishedAt)}","publishedAt":"${toTimestamp(row.publishedAt)}"`
  )
}

function fromLines(start: string, lines: readonly FieldLine[]): Template {
  const texts: string[] = []
  const slots: Slot[] = []
  let text = `${start},"data":{`
  lines.forEach((line, index) => {
    if (index > 0) text += ','
    if (line.targets === undefined) {
      text += line.text
      return
    }
    const many = Array.isArray(line.targets)
    texts.push(text + lineKey(line) + (many ? '[' : ''))
    slots.push({ many, targets: toList(line.targets) })
    text = many ? ']' : ''
  })
  texts.push(`${text}}}`)
  return fromTexts(texts, slots)
}

function toList(targets: Exclude<FieldLine['targets'], undefined>): readonly string[] {
  if (targets === null) return []
  return typeof targets === 'string' ? [targets] : targets
}

function fromTexts(texts: readonly string[], slots: readonly Slot[]): Template {
  let bytes = 0
  for (const text of texts) bytes += Buffer.byteLength(text)
  return { texts, slots, bytes }
}
