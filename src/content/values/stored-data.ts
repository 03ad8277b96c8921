// The stored text form of an entry's values: JSON that can be split into fields without parsing. It has one line per field,
// in model order: `{"title":"Hello",\n"author":{"id":"a1"}}`. JSON strings escape line feeds, so splitting at line feeds
// gives the fields, and removing them gives compact JSON. A separate column (`refs`) stores which lines are references, and
// their targets.
import type { Json, Values } from './model.ts'

/** The target of a reference field: an entry's id, a list of ids, or null if there is no target. */
export type ReferenceTargets = string | null | readonly string[]

export interface FieldLine {
  /** `"name":value`, without a comma. */
  readonly text: string
  /** Present on reference fields only. */
  readonly targets?: ReferenceTargets
}

export interface StoredData {
  readonly data: string
  readonly refs: string | null
}

/** Serializes one field; `value` is its JSON. Names contain neither quotes nor escapes. */
export function toFieldLine(name: string, value: Json, targets?: ReferenceTargets): FieldLine {
  const text = `"${name}":${JSON.stringify(value)}`
  return targets === undefined ? { text } : { text, targets }
}

export function encodeData(lines: readonly FieldLine[]): StoredData {
  const refs: (readonly [number, ReferenceTargets])[] = []
  let data = '{'
  for (const [index, { text, targets }] of lines.entries()) {
    data += index === 0 ? text : `,\n${text}`
    if (targets !== undefined) refs.push([index, targets])
  }
  return { data: `${data}}`, refs: refs.length === 0 ? null : JSON.stringify(refs) }
}

/** Published values. In `data`, values that name assets contain the data of these assets. */
export interface PublishedData extends StoredData {
  /** The values that name assets as they were written, as JSON by field; null if there are none. */
  readonly written: string | null
}

/**
 * The beginning of a file's path in published text. JSON escapes slashes nowhere else, so this marks where an origin is
 * inserted.
 */
export const storedPathHead = '"url":"\\/assets/'

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
  return written === null ? data : withValues(data, JSON.parse(written) as Values)
}

/** Returns the overlays as they were written, by variant, in the form of a draft. */
export function variantsAsWritten(variants: string | null, written: string | null): string | null {
  if (variants === null || written === null) return variants
  const names = JSON.parse(written) as { readonly [variant: string]: Values }
  const overlays = Object.entries(JSON.parse(variants) as { readonly [variant: string]: Values })
  // Sorted again, because objects have keys that look like numbers first.
  const texts = overlays
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([variant, values]) => {
      const lines = Object.entries({ ...values, ...names[variant] }).map(
        ([name, value]) => `"${name}":${JSON.stringify(value)}`,
      )
      return `${JSON.stringify(variant)}:{${lines.join(',\n')}}`
    })
  return `{${texts.join(',')}}`
}

/** Replaces the values on the lines of these fields. `toText` serializes a value. */
export function withValues(
  data: string,
  values: Values,
  toText: (value: Json) => string = value => JSON.stringify(value),
): string {
  const lines = data.slice(1, -1).split(',\n')
  const replaced = lines.map(line => {
    const name = line.slice(1, line.indexOf('"', 1))
    return Object.hasOwn(values, name) ? `"${name}":${toText(values[name]!)}` : line
  })
  return `{${replaced.join(',\n')}}`
}

/** {@link StoredData} encoded for responses, in UTF-8. */
export interface ServedData {
  readonly data: Buffer
  readonly refs: string | null
}

export type Reference = readonly [line: number, targets: ReferenceTargets]

/** Values with the byte offsets of their fields, so that fields can be copied without parsing. */
export interface CutData {
  readonly source: Buffer
  /** Two numbers per line: the start and end offsets of `"name":value` in the source. */
  readonly cuts: readonly number[]
  /** The references in the order of their lines. */
  readonly references: readonly Reference[]
}

const [quote, colon, lineFeed] = Buffer.from('":\n')
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
  return { source: data, cuts, references: readReferences(refs) }
}

/** Parses the `refs` column. */
export function readReferences(refs: string | null): readonly Reference[] {
  return refs === null ? noReferences : (JSON.parse(refs) as Reference[])
}

/** Lists the ids in a `refs` column. */
export function listTargets(refs: string | null): string[] {
  return readReferences(refs).flatMap(([, targets]) => targets ?? [])
}

/** Returns the ids in a `refs` column by line. Lines without a target are absent. */
export function listTargetsByLine(refs: string): ReadonlyMap<number, readonly string[]> {
  const byLine = new Map<number, readonly string[]>()
  for (const [line, targets] of readReferences(refs)) {
    if (targets !== null) byLine.set(line, typeof targets === 'string' ? [targets] : targets)
  }
  return byLine
}

/** Returns the API name of the field on a line. Names contain neither quotes nor escapes. */
export function nameOf({ source, cuts }: Pick<CutData, 'source' | 'cuts'>, line: number): string {
  const start = cuts[2 * line]! + 1
  return source.toString('utf8', start, source.indexOf(quote!, start))
}

/** Returns the offset where `"name":` ends on a line. */
export function keyEnd({ source, cuts }: CutData, line: number): number {
  return source.indexOf(colon!, cuts[2 * line]) + 1
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
 * Checks whether both have the same reference targets. May return false for equal values, but never true for different ones.
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
