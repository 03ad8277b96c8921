// The stored text form of an entry's values: JSON that can be split into fields without parsing. It has one line per field,
// in model order: `{"title":"Hello",\n"author":{"id":"a1"}}`. JSON strings escape line feeds, so splitting at line feeds
// gives the fields, and removing them gives compact JSON. A separate column (`refs`) stores which lines are references, and
// their targets. References inside a value, as in rich text, stand between tabs in published text, which JSON strings
// escape, too.
import { partsOfPointer } from '../../base/json.ts'
import type { Json, Values } from './model.ts'
import { withValues } from './replace-values.ts'

/** The target of a reference field: an entry's id, a list of ids, or null if there is no target. */
export type ReferenceTargets = string | null | readonly string[]

export interface FieldLine {
  /** `"name":value`, without a comma. */
  readonly text: string
  /** Present on reference fields only. */
  readonly targets?: ReferenceTargets
  /** True if the references are links. */
  readonly isLink?: boolean
  /** The references inside the value, in the order of its JSON. */
  readonly inner?: readonly InnerReference[]
  /** True if the value is what an overlay has inside of the base's blocks, see overlaid-blocks.ts. */
  readonly isInBlocks?: boolean
}

export interface InnerReference {
  /** The JSON Pointer of the reference within the value, or of a list of references. */
  readonly pointer: string
  readonly targets: ReferenceTargets
  readonly isLink: boolean
}

export interface StoredData {
  readonly data: string
  readonly refs: string | null
}

/** Serializes one field; `value` is its JSON. Names contain neither quotes nor escapes. */
export function toFieldLine(name: string, value: Json, references: Omit<FieldLine, 'text'> = {}): FieldLine {
  return { text: `"${name}":${JSON.stringify(value)}`, ...references }
}

export function encodeData(lines: readonly FieldLine[]): StoredData {
  const refs: Reference[] = []
  let data = '{'
  for (const [index, { text, targets, isLink, inner = [], isInBlocks }] of lines.entries()) {
    data += index === 0 ? text : `,\n${text}`
    if (isInBlocks) refs.push([index, null, 'blocks'])
    if (targets !== undefined) refs.push(isLink ? [index, targets, 'link'] : [index, targets])
    for (const { targets, isLink, pointer } of inner) {
      refs.push([index, targets, isLink ? 'link' : null, pointer])
    }
  }
  return { data: `${data}}`, refs: refs.length === 0 ? null : JSON.stringify(refs) }
}

/** Published values. In `data`, values that name assets contain the data of these assets. */
export interface PublishedData extends StoredData {
  /**
   * The values that name assets as they were written, as JSON; null if there are none. The keys are the names of fields, or
   * for values inside of blocks the name of the field and a JSON Pointer: `sections/0/data/picture`.
   */
  readonly written: string | null
}

const tab = '\t'

/** JSON Pointers as a tree by their parts. */
type PointerTree = Map<string, PointerTree>

/** Serializes a value for published text, with the values at these pointers between tabs. */
export function toTextWithMarks(value: Json, pointers: readonly string[]): string {
  const root: PointerTree = new Map()
  for (const pointer of pointers) {
    let at = root
    for (const part of partsOfPointer(pointer)) {
      const below = at.get(part) ?? new Map()
      at.set(part, below)
      at = below
    }
  }
  return mark(value, root)
}

/** Only values with marks inside are serialized here. */
function mark(value: Json, marked: PointerTree): string {
  if (marked.size === 0 || typeof value !== 'object' || value === null) return JSON.stringify(value)
  const toText = (part: Json, below: PointerTree | undefined) => {
    if (below === undefined) return JSON.stringify(part)
    return below.size === 0 ? tab + JSON.stringify(part) + tab : mark(part, below)
  }
  if (Array.isArray(value)) {
    const items = (value as readonly Json[]).map((item, index) => toText(item, marked.get(String(index))))
    return `[${items.join(',')}]`
  }
  const members = Object.entries(value as { readonly [key: string]: Json })
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${toText(member, marked.get(key))}`).join(',')}}`
}

/** Checks whether a `refs` column has references inside values. Only pointers contain slashes. */
export function hasPointers(refs: string | null): boolean {
  return refs?.includes('"/') ?? false
}

/** Returns the pointers of the references inside values, by line. */
export function listPointers(refs: string | null): ReadonlyMap<number, readonly string[]> {
  if (!hasPointers(refs)) return new Map()
  const inner = readReferences(refs).filter(([, , , pointer]) => pointer !== undefined)
  const byLine = Map.groupBy(inner, ([line]) => line)
  return new Map([...byLine].map(([line, all]) => [line, all.map(([, , , pointer]) => pointer!)]))
}

/**
 * The beginning of a file's path in published text. JSON escapes slashes nowhere else, so this marks where an origin is
 * inserted.
 */
const storedPathHead = '"url":"\\/assets/'

const storedPathMark = Buffer.from(storedPathHead)

/** Returns the replacement of {@link storedPathHead}. Without an origin, it is a path only. */
export function toPathHead(origin: string | null): Buffer {
  return Buffer.from(`"url":${JSON.stringify(`${origin ?? ''}/assets/`).slice(0, -1)}`)
}

/**
 * Inserts the origin of files into published text. This happens when the text is read, so that a server with another origin
 * serves other texts, with other ETags, without rewriting anything. Returns the same buffer if no file is named.
 */
export function withOrigin(data: Buffer, pathHead: Buffer): Buffer {
  let at = data.indexOf(storedPathMark)
  if (at < 0) return data
  const parts: Buffer[] = []
  let from = 0
  for (; at >= 0; at = data.indexOf(storedPathMark, from)) {
    parts.push(data.subarray(from, at), pathHead)
    from = at + storedPathMark.byteLength
  }
  parts.push(data.subarray(from))
  return Buffer.concat(parts)
}

/** Returns the values as they were written, in the form of a draft. */
export function asWritten({ data, written }: Pick<PublishedData, 'data' | 'written'>): string {
  const unmarked = withoutMarks(data)
  return written === null ? unmarked : withValues(unmarked, JSON.parse(written) as Values)
}

/** JSON strings escape tabs, so that all tabs are marks. */
function withoutMarks(data: string): string {
  return data.includes(tab) ? data.replaceAll(tab, '') : data
}

/** Returns the overlays as they were written, by variant, in the form of a draft. */
export function variantsAsWritten(variants: string | null, written: string | null): string | null {
  if (variants === null || written === null) return variants && withoutMarks(variants)
  const names = JSON.parse(written) as { readonly [variant: string]: Values }
  const overlays = Object.entries(JSON.parse(variants) as { readonly [variant: string]: Values })
  // Sorted again, because objects have keys that look like numbers first.
  const texts = overlays
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([variant, values]) => {
      const text = `{${Object.entries(values)
        .map(([name, value]) => `"${name}":${JSON.stringify(value)}`)
        .join(',\n')}}`
      return `${JSON.stringify(variant)}:${withValues(text, names[variant] ?? {})}`
    })
  return `{${texts.join(',')}}`
}

/** Returns the values with references inside, by field. */
export function readMarkedValues({ data, refs }: StoredData): Values {
  const pointers = listPointers(refs)
  if (pointers.size === 0) return {}
  const lines = data.slice(1, -1).split(',\n')
  return Object.fromEntries(
    [...pointers.keys()].map(line => {
      const end = lines[line]!.indexOf('":')
      return [lines[line]!.slice(1, end), JSON.parse(lines[line]!.slice(end + 2)) as Json]
    }),
  )
}

/** Returns the value of one field without parsing the others; undefined if it is absent. */
export function readField(data: string, name: string): Json | undefined {
  const text = findFieldText(data, name)
  return text === undefined ? undefined : (JSON.parse(text) as Json)
}

/** Returns the JSON of the value of one field; undefined if it is absent. */
export function findFieldText(data: string, name: string): string | undefined {
  const start = data.startsWith(`{"${name}":`) ? 0 : data.indexOf(`\n"${name}":`)
  if (start < 0) return undefined
  const end = data.indexOf('\n', start + 1)
  return data.slice(start + name.length + 4, end < 0 ? -1 : end - 1)
}

/** {@link StoredData} encoded for responses, in UTF-8. */
export interface ServedData {
  readonly data: Buffer
  readonly refs: string | null
}

/**
 * The references of a line. A link stays unresolved at every depth. `pointer` is the JSON Pointer of a reference inside the
 * value; without it, the references are the value. References inside a value are in the order of its JSON. `blocks` marks a
 * line of an overlay whose value is for the base's blocks; it is no reference, and precedes those of the line.
 */
export type Reference = readonly [
  line: number,
  targets: ReferenceTargets,
  kind?: 'link' | 'blocks' | null,
  pointer?: string,
]

/**
 * Values with the byte offsets of their parts, so that fields can be copied without parsing. A part is a line, or of a value
 * with references inside: each of these references, and the text before, between and after them.
 */
export interface CutData {
  readonly source: Buffer
  /** Two numbers per part: its start and end offsets in the source. The first part of a field begins with `"name":`. */
  readonly cuts: readonly number[]
  /** The parts that continue the field of the part before; null if each part is a field. */
  readonly continued: ReadonlySet<number> | null
  /** The references in the order of their parts. */
  readonly references: readonly PartReference[]
}

/** The references of a part: of a field, or of a part that is a reference inside a value. */
interface PartReference {
  readonly part: number
  readonly targets: ReferenceTargets
  readonly isLink: boolean
}

const [quote, colon, lineFeed, tabByte] = Buffer.from('":\n\t')
const noReferences: readonly Reference[] = []

export function cutData({ data, refs }: ServedData): CutData {
  const cuts: number[] = []
  const last = data.byteLength - 1
  for (let start = 1; start < last; ) {
    const next = data.indexOf(lineFeed!, start)
    // A comma precedes each line feed, and a brace ends the text.
    cuts.push(start, next < 0 ? last : next - 1)
    start = next < 0 ? last : next + 1
  }
  const all = readReferences(refs)
  const stored = hasBlocksMark(refs) ? all.filter(([, , kind]) => kind !== 'blocks') : all
  if (stored.some(([, , , pointer]) => pointer !== undefined)) return cutInside(data, cuts, stored)
  const references = stored.map(([part, targets, kind]) => ({ part, targets, isLink: kind === 'link' }))
  return { source: data, cuts, continued: null, references }
}

/** Cuts lines at the tabs around the references inside their values. */
function cutInside(source: Buffer, lines: readonly number[], stored: readonly Reference[]): CutData {
  const cuts: number[] = []
  const continued = new Set<number>()
  const references: PartReference[] = []
  let next = 0
  for (let line = 0; 2 * line < lines.length; line++) {
    const first = cuts.length / 2
    let start = lines[2 * line]!
    const end = lines[2 * line + 1]!
    const isMarked = stored[next]?.[0] === line && stored[next]![3] !== undefined
    for (let at = isMarked ? source.indexOf(tabByte!, start) : -1; at >= 0 && at < end; ) {
      if (cuts.length / 2 > first) continued.add(cuts.length / 2)
      cuts.push(start, at)
      start = at + 1
      at = source.indexOf(tabByte!, start)
    }
    if (cuts.length / 2 > first) continued.add(cuts.length / 2)
    cuts.push(start, end)
    // In a marked line, text and references alternate.
    for (let part = isMarked ? first + 1 : first; stored[next]?.[0] === line; part += 2, next++) {
      const [, targets, kind] = stored[next]!
      references.push({ part, targets, isLink: kind === 'link' })
    }
  }
  return { source, cuts, continued, references }
}

/** Checks whether a `refs` column marks lines with values in blocks. Ids of entries contain no quotes. */
export function hasBlocksMark(refs: string | null): boolean {
  return refs?.includes('null,"blocks"') ?? false
}

/** Checks whether the references of a line mark it as one with values in blocks. */
export function isInBlocks(references: readonly Reference[]): boolean {
  return references[0]?.[2] === 'blocks'
}

/** Parses the `refs` column. */
export function readReferences(refs: string | null): readonly Reference[] {
  return refs === null ? noReferences : (JSON.parse(refs) as Reference[])
}

/** Lists the ids in a `refs` column. */
export function listTargets(refs: string | null): string[] {
  return readReferences(refs).flatMap(([, targets]) => listIds(targets))
}

export function listIds(targets: ReferenceTargets): readonly string[] {
  return typeof targets === 'string' ? [targets] : (targets ?? [])
}

/** Returns the ids in a `refs` column by line, without the references inside values. Lines without a target are absent. */
export function listTargetsByLine(refs: string): ReadonlyMap<number, readonly string[]> {
  const byLine = new Map<number, readonly string[]>()
  for (const [line, targets, , pointer] of readReferences(refs)) {
    if (targets !== null && pointer === undefined)
      byLine.set(line, typeof targets === 'string' ? [targets] : targets)
  }
  return byLine
}

/** Returns the ids of the references inside the value of a line, by their pointers. */
export function listTargetsByPointer(
  refs: string | null,
  line: number,
): ReadonlyMap<string, readonly string[]> {
  if (!hasPointers(refs)) return new Map()
  return new Map(
    readReferences(refs).flatMap(([at, targets, , pointer]) =>
      at === line && pointer !== undefined ? [[pointer, listIds(targets)] as const] : [],
    ),
  )
}

/** Returns the API name of the field that begins with this part. Names contain neither quotes nor escapes. */
export function nameOf({ source, cuts }: Pick<CutData, 'source' | 'cuts'>, part: number): string {
  const start = cuts[2 * part]! + 1
  return source.toString('utf8', start, source.indexOf(quote!, start))
}

/** Returns the offset at which the references of a part are inserted: after `"name":`, or at its start. */
export function referenceStart({ source, cuts, continued }: CutData, part: number): number {
  const start = cuts[2 * part]!
  return continued?.has(part) ? start : source.indexOf(colon!, start) + 1
}

/** The cost of reading a row besides its text, and of an overlay that was not requested. */
const rowCost = 400
const unaskedCost = 60

/** `dataBytes` is the size of `data`, or null for an overlay that was not requested. */
export function costOfRow(dataBytes: number | null, refs: string | null): number {
  return dataBytes === null ? unaskedCost : rowCost + dataBytes + (refs?.length ?? 0)
}

interface StoredContent<Layer extends StoredData = StoredData> {
  readonly values: Layer
  readonly overlays: ReadonlyMap<string, Layer>
}

/**
 * Checks whether both are byte-identical and name assets in the same fields. A JSON value may look like an asset name, so
 * comparing `data` is not enough.
 */
export function isSameWritten(a: StoredContent<PublishedData>, b: StoredContent<PublishedData>): boolean {
  return isEach(
    a,
    b,
    (one, other) => one.data === other.data && one.refs === other.refs && one.written === other.written,
  )
}

/**
 * Checks whether both have the same reference targets. May return false for equal values, but never true for different
 * ones.
 */
export function hasSameReferences(a: StoredContent, b: StoredContent): boolean {
  return isEach(a, b, (one, other) => one.refs === other.refs)
}

function isEach<Layer extends StoredData>(
  a: StoredContent<Layer>,
  b: StoredContent<Layer>,
  isSame: (one: Layer, other: Layer) => boolean,
): boolean {
  const isSameOverlay = ([variant, overlay]: readonly [string, Layer]) => {
    const other = b.overlays.get(variant)
    return other !== undefined && isSame(overlay, other)
  }
  return (
    isSame(a.values, b.values) && a.overlays.size === b.overlays.size && [...a.overlays].every(isSameOverlay)
  )
}
