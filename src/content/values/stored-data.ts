// The stored text form of an entry's values: JSON that can be split into fields without parsing. It has one line per
// field, in model order: `{"title":"Hello",\n"author":{"id":"a1"}}`. JSON strings escape line feeds, so splitting at
// line feeds gives the fields, and removing them gives compact JSON. Which lines are references, and to which
// entries, is stored in a separate column (`refs`).
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

/** Published values: those that name assets are finished in `data`. */
export interface PublishedData extends StoredData {
  /** By field, the values that name assets as they were written; null if there are none. */
  readonly written: string | null
}

/** How the path of a file begins in published text. JSON never escapes the slash otherwise, so this says where an origin goes. */
export const storedPathHead = '"url":"\\/assets/'

const storedPathMark = Buffer.from(storedPathHead)

/** What stands in the place of {@link storedPathHead}. Without an origin, a path alone. */
export function toPathHead(origin: string | null): Buffer {
  return Buffer.from(`"url":${JSON.stringify(`${origin ?? ''}/assets/`).slice(0, -1)}`)
}

/**
 * Published text with the origin of files, which is put in when it is read: a server that is given another origin serves
 * other texts, with other ETags, without anything being written. The same bytes where no file is named.
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

/** The values as they were written, in the form of a draft. */
export function asWritten({ data, written }: Pick<PublishedData, 'data' | 'written'>): string {
  return written === null ? data : withValues(data, JSON.parse(written) as Values)
}

/** The same of the texts of several overlays, by variant: as drafts have them. */
export function variantsAsWritten(variants: string | null, written: string | null): string | null {
  if (variants === null || written === null) return variants
  const names = JSON.parse(written) as { readonly [variant: string]: Values }
  const overlays = Object.entries(JSON.parse(variants) as { readonly [variant: string]: Values })
  // Objects have keys that look like numbers first.
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

/** `data` with other values on the lines of these fields. `toText` writes a value. */
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

/** {@link StoredData} encoded for responses: UTF-8. */
export interface ServedData {
  readonly data: Buffer
  readonly refs: string | null
}

export type Reference = readonly [line: number, targets: ReferenceTargets]

/** Values with the byte offsets of their fields, so that they can be copied without parsing. */
export interface CutData {
  readonly source: Buffer
  /** Two numbers per line: the start and end offsets of `"name":value` in the source. */
  readonly cuts: readonly number[]
  /** In line order. */
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

/** The reference fields of a `refs` column. */
export function readReferences(refs: string | null): readonly Reference[] {
  return refs === null ? noReferences : (JSON.parse(refs) as Reference[])
}

/** The ids in a `refs` column. */
export function listTargets(refs: string | null): string[] {
  return readReferences(refs).flatMap(([, targets]) => targets ?? [])
}

/** The same by line; lines without a target are absent. */
export function listTargetsByLine(refs: string): ReadonlyMap<number, readonly string[]> {
  const byLine = new Map<number, readonly string[]>()
  for (const [line, targets] of readReferences(refs)) {
    if (targets !== null) byLine.set(line, typeof targets === 'string' ? [targets] : targets)
  }
  return byLine
}

/** The API name of the field on a line: names contain neither quotes nor escapes. */
export function nameOf({ source, cuts }: Pick<CutData, 'source' | 'cuts'>, line: number): string {
  const start = cuts[2 * line]! + 1
  return source.toString('utf8', start, source.indexOf(quote!, start))
}

/** The offset where `"name":` ends on a line. */
export function keyEnd({ source, cuts }: CutData, line: number): number {
  return source.indexOf(colon!, cuts[2 * line]) + 1
}

/** The cost of reading a row, besides its text; also that of an overlay that was not requested. */
const rowCost = 400
const unaskedCost = 60

/** The size of `data` in bytes, null for an overlay that was not requested. */
export function costOfRow(dataBytes: number | null, refs: string | null): number {
  return dataBytes === null ? unaskedCost : rowCost + dataBytes + (refs?.length ?? 0)
}

interface StoredContent<Layer extends StoredData = StoredData> {
  readonly values: Layer
  readonly overlays: ReadonlyMap<string, Layer>
}

/** Whether both are byte-identical, and name assets in the same fields: JSON may read like the name of one. */
export function isSameWritten(a: StoredContent<PublishedData>, b: StoredContent<PublishedData>): boolean {
  return isEach(
    a,
    b,
    (one, other) => one.data === other.data && one.refs === other.refs && one.written === other.written,
  )
}

/** May return false for equal values, never true for different ones. */
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
