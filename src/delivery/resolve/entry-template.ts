// The JSON of an entry without its references: the stored bytes, and the positions at which to cut them.
import {
  type CutData,
  costOfRow,
  cutData,
  keyEnd,
  type ReferenceTargets,
  type ServedData,
} from '../../content/values/stored-data.ts'
import { type Fragment, idBytes, noIds, noVariants } from '../cache/fragment-cache.ts'

import type { LiveRow, ReferenceRow } from '../store/published-entries.store.ts'
import { listApplied, type PersonalizedFields, personalize } from './variants.ts'

/** A line that is cut after the field's name. The targets are inserted there, in brackets if the field is to-many. */
export interface Slot {
  readonly line: number
  readonly many: boolean
  /** The ids as stored, published or not. */
  readonly targets: readonly string[]
}

/** The values in the buffer that they were read into, and the text around them. Nothing is copied before rendering. */
export interface Template extends Pick<CutData, 'source' | 'cuts'> {
  /** The text before the fields. */
  readonly head: string
  /** In line order. */
  readonly slots: readonly Slot[]
  /** The size of the JSON in bytes, without the content of the slots. */
  readonly size: number
}

/** The text between the fields, and the text after them. */
export const separator = ','
export const tail = '}}'

/** The output for a to-one reference without a published target. */
export const nothing = 'null'

/** A publication with the requested overlays. */
export interface Publication {
  readonly row: PublicationRow
  readonly overlays: ReadonlyMap<string, ServedData>
  /** The ids of all overlays, if variants were requested. */
  readonly variants: ReadonlySet<string>
  /** The approximate number of bytes read for it. */
  readonly loaded: number
}

/** A live entry by itself, without the entries it references. */
export interface LiveEntry extends Fragment {
  readonly id: string
  readonly collection: string
  readonly slug: string
  readonly template: Template
  /** The size of its {@link toUnresolvedReference} in bytes. */
  readonly referenceSize: number
  /** The variant that set each field. */
  readonly setBy: PersonalizedFields['setBy']
  readonly loaded: Publication['loaded']
}

type PublicationRow = LiveRow & { readonly data: Buffer }

/** Returns the cost of reading a row. */
export function costOf({ data, refs }: LiveRow): number {
  return costOfRow(data?.byteLength ?? null, refs)
}

/** Groups rows into publications with their overlays. */
export function toPublications(rows: readonly LiveRow[]): Publication[] {
  const overlaysOf = new Map<string, OverlayRow[]>()
  for (const row of rows) {
    if (!isOverlay(row)) continue
    const overlays = overlaysOf.get(row.entry)
    if (overlays) overlays.push(row)
    else overlaysOf.set(row.entry, [row])
  }
  return rows.filter(isPublication).map(row => toPublication(row, overlaysOf.get(row.entry) ?? []))
}

function toPublication(row: PublicationRow, overlays: readonly OverlayRow[]): Publication {
  // Most publications have no overlays.
  if (overlays.length === 0) return { row, overlays: noOverlays, variants: noVariants, loaded: costOf(row) }
  let loaded = costOf(row)
  const requested = new Map<string, ServedData>()
  for (const overlay of overlays) {
    const { variant, data, refs } = overlay
    loaded += costOf(overlay)
    if (data !== null) requested.set(variant, { data, refs })
  }
  return { row, overlays: requested, variants: new Set(overlays.map(({ variant }) => variant)), loaded }
}

const noOverlays: Publication['overlays'] = new Map()

type OverlayRow = LiveRow & { readonly variant: string }

function isOverlay(row: LiveRow): row is OverlayRow {
  return row.variant !== null
}

function isPublication(row: LiveRow): row is PublicationRow {
  return row.variant === null && row.data !== null
}

/** Returns the JSON of an unresolved reference: `{ id, collection, slug }`. */
export function toUnresolvedReference({ entry, collection, slug }: ReferenceRow): Buffer {
  return Buffer.from(
    `{"id":${JSON.stringify(entry)},"collection":${JSON.stringify(collection)},"slug":${JSON.stringify(slug)}}`,
  )
}

/** Matches strings whose characters are one byte each and not escaped in JSON, as in most slugs. */
const isPlain = /^[ !#-[\]-~]*$/
const referenceFrame = '{"id":"","collection":"","slug":""}'.length

/** Returns the size of {@link toUnresolvedReference} in bytes, usually without creating it. */
export function referenceSizeOf({ entry, collection, slug }: ReferenceRow): number {
  if (!isPlain.test(slug)) return toUnresolvedReference({ entry, collection, slug }).byteLength
  return referenceFrame + entry.length + collection.length + slug.length
}

/** Approximate memory of a cut. */
const cutBytes = 8

export function toLiveEntry(publication: Publication, requested: readonly string[]): LiveEntry {
  const { row, loaded } = publication
  const { entry: id, collection, slug } = row
  const variants = publication.variants.size === 0 ? noVariants : publication.variants
  const address = `{"id":${JSON.stringify(id)},"slug":${JSON.stringify(slug)},"collection":${JSON.stringify(collection)}`
  const addressSize = Buffer.byteLength(address)
  const base = cutData(row)
  const { data, setBy } =
    publication.overlays.size === 0
      ? { data: base, setBy: null }
      : personalize(base, publication.overlays, requested)
  const firstPublishedAt = new Date(row.firstPublishedAt).toISOString()
  const publishedAt =
    row.publishedAt === row.firstPublishedAt ? firstPublishedAt : new Date(row.publishedAt).toISOString()
  const published =
    `,"version":${row.version},"firstPublishedAt":"${firstPublishedAt}","publishedAt":"${publishedAt}"` +
    dataHead(setBy, requested)
  // Only the slug can contain non-ASCII characters.
  const template = toTemplate(address + published, addressSize + published.length, data)
  const { head, source, cuts, slots } = template
  let ids = 1
  for (const { targets } of slots) ids += targets.length
  return {
    id,
    collection,
    slug,
    template,
    // A reference has the same three strings with their keys, and a closing brace.
    referenceSize: addressSize + '}'.length,
    setBy,
    loaded,
    memory: source.byteLength + head.length + cutBytes * (cuts.length + (setBy?.length ?? 0)) + idBytes * ids,
    valuesOf: [id],
    addressesOf: noIds,
    variants,
  }
}

/** Returns the last part of the head. `variantsApplied` is present only if at least one variant was requested. */
export function dataHead(setBy: PersonalizedFields['setBy'], requested: readonly string[]): string {
  if (requested.length === 0) return ',"data":{'
  return `,"variantsApplied":${JSON.stringify(listApplied(setBy, requested))},"data":{`
}

function toTemplate(head: string, headSize: number, data: CutData): Template {
  const { source, references } = data
  const cuts = [...data.cuts]
  const slots: Slot[] = []
  for (const [line, targets] of references) {
    cuts[2 * line + 1] = keyEnd(data, line)
    slots.push({ line, many: isList(targets), targets: toList(targets) })
  }
  const size = sizeOf(headSize, cuts, slots)
  return { head, source, cuts, slots: slots.length === 0 ? noSlots : slots, size }
}

/** Returns {@link Template.size}. */
export function sizeOf(headSize: number, cuts: readonly number[], slots: readonly Slot[]): number {
  const separators = Math.max(0, cuts.length / 2 - 1) * separator.length
  let size = headSize + separators + tail.length
  for (const { many } of slots) if (many) size += '[]'.length
  for (let at = 0; at < cuts.length; at += 2) size += cuts[at + 1]! - cuts[at]!
  return size
}

const noSlots: readonly Slot[] = []

function isList(targets: ReferenceTargets): targets is readonly string[] {
  return Array.isArray(targets)
}

function toList(targets: ReferenceTargets): readonly string[] {
  if (targets === null) return noIds
  return typeof targets === 'string' ? [targets] : targets
}
