// The JSON of an entry without its references, personalized for the requested variants: the stored bytes, and the
// positions at which to cut them.
import { mergeLines, type OverlayLine, type PublishedLine } from '../../content/values/overlaid-lines.ts'
import {
  type CutData,
  costOfRow,
  cutData,
  hasBlocksMark,
  isInBlocks,
  nameOf,
  type Reference,
  type ReferenceTargets,
  readReferences,
  referenceStart,
  type ServedData,
} from '../../content/values/stored-data.ts'
import type { Projection } from '../../query/bound-query.ts'
import { type Fragment, idBytes, noIds, noVariants } from '../cache/fragment-cache.ts'
import type { LiveRow, ReferenceRow } from '../store/published-entries.store.ts'

interface PersonalizedFields {
  readonly data: CutData
  /** For each part the variants that set something of its field; null if no variant set any field. */
  readonly setBy: readonly SetBy[] | null
}

/** Null for the base value. Several variants may set values in the blocks of a field. */
type SetBy = readonly string[] | null

/** The source of a field's value. */
interface Choice {
  readonly data: CutData
  /** The first part of the field, and the one after its last. */
  readonly from: number
  readonly to: number
  readonly setBy: SetBy
}

/**
 * For each field, the first id in `requested` whose overlay has a value wins; otherwise the base value stays. Values in the
 * blocks of a field are merged into the value below them. Overlay fields that the base lacks are left out, because the model
 * determines which fields exist.
 */
function personalize(
  row: ServedData,
  base: CutData,
  overlays: ReadonlyMap<string, ServedData>,
  requested: readonly string[],
): PersonalizedFields {
  const choices = listFields(base, null)
  const open = new Map(choices.map(({ from }, index) => [nameOf(base, from), index]))
  const inside = new Map<number, OverlayLine[]>()
  const isMerging = overlays.values().some(({ refs }) => hasBlocksMark(refs))
  let isBase = true
  for (const id of requested) {
    const overlay = overlays.get(id)
    if (!overlay) continue
    const data = cutData(overlay)
    const references = isMerging ? groupByLine(overlay) : noReferences
    for (const [line, choice] of listFields(data, [id]).entries()) {
      const name = nameOf(data, choice.from)
      const index = open.get(name)
      if (index === undefined) continue
      const isMerged = inside.has(index) || isInBlocks(references.get(line) ?? [])
      if (isMerged) {
        const lines = inside.get(index) ?? []
        inside.set(index, [...lines, { ...lineOf(choice, line, references), variant: id }])
      }
      if (isInBlocks(references.get(line) ?? [])) continue
      open.delete(name)
      if (isMerged) continue
      choices[index] = choice
      isBase = false
    }
  }
  for (const [index, lines] of inside) {
    const merged = mergeChoice(lineOf(choices[index]!, index, groupByLine(row)), lines)
    if (merged === null) continue
    choices[index] = merged
    isBase = false
  }
  if (isBase) return { data: base, setBy: null }
  return {
    data: mergeFields(choices),
    setBy: choices.flatMap(({ from, to, setBy }) => new Array<SetBy>(to - from).fill(setBy)),
  }
}

const noReferences: ReadonlyMap<number, readonly Reference[]> = new Map()

function groupByLine({ refs }: ServedData): ReadonlyMap<number, readonly Reference[]> {
  return Map.groupBy(readReferences(refs), ([line]) => line)
}

/** Returns the text of a field with the marks of its references. */
function lineOf(
  { data: { source, cuts }, from, to }: Choice,
  line: number,
  references: ReadonlyMap<number, readonly Reference[]>,
): PublishedLine {
  const text = source.toString('utf8', cuts[2 * from], cuts[2 * to - 1])
  return { text, references: references.get(line) ?? [] }
}

/** Returns null if the overlays set nothing of the field. */
function mergeChoice(base: PublishedLine, overlays: readonly OverlayLine[]): Choice | null {
  const { text, references, setBy } = mergeLines(base, overlays)
  if (setBy.size === 0) return null
  const refs = references.length === 0 ? null : JSON.stringify(references)
  const data = cutData({ data: Buffer.from(`{${text}}`), refs })
  return { data, from: 0, to: data.cuts.length / 2, setBy: [...setBy] }
}

/** Returns the ids of `requested` that set something of these parts, in requested order. */
function listApplied(setBy: PersonalizedFields['setBy'], requested: readonly string[]): readonly string[] {
  const applied = new Set(setBy?.flatMap(by => by ?? []))
  return applied.size === 0 ? [] : requested.filter(id => applied.has(id))
}

function listFields(data: CutData, setBy: SetBy): Choice[] {
  const fields: Choice[] = []
  const count = data.cuts.length / 2
  for (let from = 0; from < count; ) {
    let to = from + 1
    while (data.continued?.has(to)) to++
    fields.push({ data, from, to, setBy })
    from = to
  }
  return fields
}

/**
 * Copies the fields into a new buffer, so that a cached entry does not keep a whole overlay in memory for one line of it.
 */
function mergeFields(choices: readonly Choice[]): CutData {
  const bytes: Buffer[] = []
  const cuts: number[] = []
  const continued = new Set<number>()
  const references: CutData['references'][number][] = []
  const sources = new Set(choices.map(({ data }) => data))
  const referencesOf = new Map([...sources].map(data => [data, byPart(data)]))
  let at = 0
  for (const { data, from, to } of choices) {
    for (let part = from; part < to; part++) {
      const reference = referencesOf.get(data)!.get(part)
      if (reference !== undefined) references.push({ ...reference, part: cuts.length / 2 })
      const copied = data.source.subarray(data.cuts[2 * part], data.cuts[2 * part + 1])
      if (part > from) continued.add(cuts.length / 2)
      bytes.push(copied)
      cuts.push(at, at + copied.byteLength)
      at += copied.byteLength
    }
  }
  return {
    source: Buffer.concat(bytes),
    cuts,
    continued: continued.size === 0 ? null : continued,
    references,
  }
}

function byPart({ references }: CutData) {
  return new Map(references.map(reference => [reference.part, reference]))
}

/** A part that the targets of references follow, in brackets if the field is to-many. */
export interface Slot {
  readonly part: number
  readonly many: boolean
  /** True if the targets stay unresolved at every depth. */
  readonly isLink: boolean
  /** The ids as stored, published or not. */
  readonly targets: readonly string[]
  /** The fields of the targets of a reference in blocks that `fields` names; null if it names none of them. */
  readonly projection?: Projection | null
}

/** The values in the buffer that they were read into, and the text around them. Nothing is copied before rendering. */
export interface Template extends Pick<CutData, 'source' | 'cuts' | 'continued'> {
  /** The text before the fields. */
  readonly head: string
  /** In the order of their parts. */
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
  /** The variants that set each part. */
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
      : personalize(row, base, publication.overlays, requested)
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
  const { source, continued, references } = data
  const cuts = [...data.cuts]
  const slots: Slot[] = []
  for (const { part, targets, isLink } of references) {
    cuts[2 * part + 1] = referenceStart(data, part)
    slots.push({ part, many: isList(targets), isLink, targets: toList(targets) })
  }
  const size = sizeOf(headSize, { cuts, continued, slots })
  return { head, source, cuts, continued, slots: slots.length === 0 ? noSlots : slots, size }
}

/** Returns {@link Template.size}. */
export function sizeOf(
  headSize: number,
  { cuts, continued, slots }: Pick<Template, 'cuts' | 'continued' | 'slots'>,
): number {
  const fields = cuts.length / 2 - (continued?.size ?? 0)
  let size = headSize + Math.max(0, fields - 1) * separator.length + tail.length
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
