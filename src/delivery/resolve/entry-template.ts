// An entry's JSON, ready but for its references: the bytes as they are stored, and where they are cut.
import {
  type CutData,
  cutData,
  keyEnd,
  type ReferenceTargets,
  type ServedData,
} from '../../content/stored-data.ts'
import { type Fragment, idBytes, noIds, noVariants } from '../cache/fragment-cache.ts'

import type { LiveRow, ReferenceRow } from '../store/published-entries.store.ts'
import { personalize } from './variants.ts'

/** A line that is cut behind the field's name: what it points to stands there, in brackets where it is to-many. */
export interface Slot {
  readonly line: number
  readonly many: boolean
  /** Ids as they are stored: whether they are published is not known here. */
  readonly targets: readonly string[]
}

/** Values where they were read, with what is around them: nothing is copied before it goes into an answer. */
export interface Template extends Pick<CutData, 'source' | 'cuts'> {
  /** What stands before the fields. */
  readonly head: string
  /** In the order of their lines. */
  readonly slots: readonly Slot[]
  /** Bytes of the JSON but for what stands at the slots. */
  readonly size: number
}

/** What stands between the fields, and behind them. */
export const separator = ','
export const tail = '}}'

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
export interface LiveEntry extends Fragment {
  readonly id: string
  readonly collection: string
  readonly slug: string
  readonly template: Template
  /** Bytes of its {@link toUnresolvedReference}. */
  readonly referenceSize: number
  readonly loaded: Publication['loaded']
}

type PublicationRow = LiveRow & { readonly data: Buffer }

/** `{ id, collection, slug }`: a reference that is not resolved. */
export function toUnresolvedReference({ entry, collection, slug }: ReferenceRow): Buffer {
  return Buffer.from(
    `{"id":${JSON.stringify(entry)},"collection":${JSON.stringify(collection)},"slug":${JSON.stringify(slug)}}`,
  )
}

/** Of most texts each character is a byte, and stands for itself in JSON. */
const isPlain = /^[ !#-[\]-~]*$/
const referenceFrame = '{"id":"","collection":"","slug":""}'.length

/** Bytes of {@link toUnresolvedReference}. */
export function referenceSizeOf({ entry, collection, slug }: ReferenceRow): number {
  if (!isPlain.test(slug)) return toUnresolvedReference({ entry, collection, slug }).byteLength
  return referenceFrame + entry.length + collection.length + slug.length
}

/** A cut's number, about. */
const cutBytes = 8

export function toLiveEntry(publication: Publication, asked: readonly string[]): LiveEntry {
  const { row, loaded } = publication
  const { entry: id, collection, slug } = row
  const variants = publication.variants.size === 0 ? noVariants : publication.variants
  const address = `{"id":${JSON.stringify(id)},"slug":${JSON.stringify(slug)},"collection":${JSON.stringify(collection)}`
  const addressSize = Buffer.byteLength(address)
  const { data, applied } = toData(publication, asked)
  const firstPublishedAt = new Date(row.firstPublishedAt).toISOString()
  const publishedAt =
    row.publishedAt === row.firstPublishedAt ? firstPublishedAt : new Date(row.publishedAt).toISOString()
  const published = `,"version":${row.version},"firstPublishedAt":"${firstPublishedAt}","publishedAt":"${publishedAt}"${applied},"data":{`
  // Only addresses can have other characters than those of ASCII.
  const template = toTemplate(address + published, addressSize + published.length, data)
  const { head, source, cuts, slots } = template
  let ids = 1
  for (const { targets } of slots) ids += targets.length
  return {
    id,
    collection,
    slug,
    template,
    // The same three texts and their names, and a brace.
    referenceSize: addressSize + '}'.length,
    loaded,
    memory: source.byteLength + head.length + cutBytes * cuts.length + idBytes * ids,
    valuesOf: [id],
    addressesOf: noIds,
    variants,
  }
}

/** `variantsApplied` stands in the entry only where at least one variant is asked for. */
function toData({ row, overlays }: Publication, asked: readonly string[]) {
  const base = cutData(row)
  if (asked.length === 0) return { data: base, applied: '' }
  const { data, applied } = personalize(base, overlays, asked)
  return { data, applied: `,"variantsApplied":${JSON.stringify(applied)}` }
}

function toTemplate(head: string, headSize: number, data: CutData): Template {
  const { source, references } = data
  const cuts = [...data.cuts]
  const slots: Slot[] = []
  let brackets = 0
  for (const [line, targets] of references) {
    const many = isList(targets)
    if (many) brackets += '[]'.length
    cuts[2 * line + 1] = keyEnd(data, line)
    slots.push({ line, many, targets: toList(targets) })
  }
  const separators = Math.max(0, cuts.length / 2 - 1) * separator.length
  let size = headSize + separators + brackets + tail.length
  for (let at = 0; at < cuts.length; at += 2) size += cuts[at + 1]! - cuts[at]!
  return { head, source, cuts, slots: slots.length === 0 ? noSlots : slots, size }
}

const noSlots: readonly Slot[] = []

function isList(targets: ReferenceTargets): targets is readonly string[] {
  return Array.isArray(targets)
}

function toList(targets: ReferenceTargets): readonly string[] {
  if (targets === null) return noIds
  return typeof targets === 'string' ? [targets] : targets
}
