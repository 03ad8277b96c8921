// An entry's JSON as bytes, ready but for its references: slots say where those go.
import { toTimestamp } from '../base/clock.ts'
import {
  decodeData,
  keyEnd,
  type ReferenceTargets,
  type ServedData,
  type StoredLine,
} from '../database/published-data.ts'
import { noIds, noVariants, type Piece } from './cache/piece-shelf.ts'
import { idBytes } from './cache/shelf.ts'
import type { LiveRow, StubRow } from './content.store.ts'
import { personalize } from './overlays.ts'

export interface Slot {
  /** Where in the bytes it stands; that of a to-many field between its brackets. */
  readonly at: number
  readonly many: boolean
  /** Ids as they are stored: whether they are published is not known here. */
  readonly targets: readonly string[]
}

export interface Template {
  /** UTF-8. */
  readonly bytes: Buffer
  /** In the order of the bytes. */
  readonly slots: readonly Slot[]
}

/** A publication and those of its overlays that were asked for. */
export interface Publication {
  readonly row: PublicationRow
  readonly overlays: ReadonlyMap<string, ServedData>
  /** The ids of all overlays that it has, where variants are asked for. */
  readonly variants: ReadonlySet<string>
  /** What was read for it, in bytes and about. */
  readonly loaded: number
}

/** A live entry by itself: what stands below it is not looked at. */
export interface LiveEntry extends Piece {
  readonly id: string
  readonly collection: string
  readonly slug: string
  readonly template: Template
  readonly loaded: Publication['loaded']
}

type PublicationRow = LiveRow & { readonly data: Buffer }

/** `{ id, collection, slug }`: a reference that is not resolved. */
export function toStub({ entry, collection, slug }: StubRow): Buffer {
  return Buffer.from(
    `{"id":${JSON.stringify(entry)},"collection":${JSON.stringify(collection)},"slug":${JSON.stringify(slug)}}`,
  )
}

export function toLiveEntry(publication: Publication, asked: readonly string[]): LiveEntry {
  const { row, loaded } = publication
  const variants = publication.variants.size === 0 ? noVariants : publication.variants
  const { entry: id, collection, slug } = row
  const template = toTemplate(publication, asked)
  let ids = 1
  for (const { targets } of template.slots) ids += targets.length
  const memory = template.bytes.byteLength + idBytes * ids
  return { id, collection, slug, template, loaded, memory, valuesOf: [id], addressesOf: noIds, variants }
}

/** `variantsApplied` stands in the entry only where at least one variant is asked for. */
function toTemplate({ row, overlays }: Publication, variants: readonly string[]): Template {
  const base = decodeData(row)
  if (variants.length === 0) return fromLines(`${head(row)},"data":{`, base)
  const { lines, applied } = personalize(base, overlays, variants)
  return fromLines(`${head(row)},"variantsApplied":${JSON.stringify(applied)},"data":{`, lines)
}

function head(row: PublicationRow): string {
  return (
    `{"id":${JSON.stringify(row.entry)},"slug":${JSON.stringify(row.slug)}` +
    `,"collection":${JSON.stringify(row.collection)},"version":${row.version}` +
    `,"firstPublishedAt":"${toTimestamp(row.firstPublishedAt)}","publishedAt":"${toTimestamp(row.publishedAt)}"`
  )
}

const [comma, open, close, end] = Buffer.from(',[]}')

function fromLines(start: string, lines: readonly StoredLine[]): Template {
  /** Of what of each line stays: of a reference its name alone. */
  const ends = lines.map(line => (line.targets === undefined ? line.end : keyEnd(line)))
  let size = Buffer.byteLength(start) + '}}'.length + Math.max(0, lines.length - 1)
  for (const [index, line] of lines.entries()) {
    size += ends[index]! - line.start + (isList(line.targets) ? '[]'.length : 0)
  }
  // Of its own, since it may be kept: one out of a pool would keep the pool. And of its size, not to be cut, which takes
  // longer than counting it.
  const bytes = Buffer.allocUnsafeSlow(size)
  const slots: Slot[] = []
  let at = bytes.write(start)
  for (const [index, { source, start: lineStart, targets }] of lines.entries()) {
    if (index > 0) bytes[at++] = comma!
    at += source.copy(bytes, at, lineStart, ends[index]!)
    if (targets === undefined) continue
    const many = isList(targets)
    if (many) bytes[at++] = open!
    slots.push({ at, many, targets: toList(targets) })
    if (many) bytes[at++] = close!
  }
  bytes[at++] = end!
  bytes[at++] = end!
  // The bytes hold whatever was in that memory before: none of it may be left.
  if (at !== size) throw new Error('The size of a template was counted wrongly.')
  return { bytes, slots: slots.length === 0 ? noSlots : slots }
}

const noSlots: readonly Slot[] = []

function isList(targets: ReferenceTargets | undefined): targets is readonly string[] {
  return Array.isArray(targets)
}

function toList(targets: ReferenceTargets): readonly string[] {
  if (targets === null) return noIds
  return typeof targets === 'string' ? [targets] : targets
}
