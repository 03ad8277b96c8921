// The text form of an entry's values in the database: JSON that can be cut into fields without parsing it.
//
// One line a field, in the model's order: `{"title":"Hello",\n"author":{"id":"a1"}}`. A line feed cannot stand inside
// JSON text otherwise, since strings escape it, so splitting at line feeds gives the fields, and dropping them gives
// compact JSON. Which of the lines are references, and to which entries, stands in a column of its own (`refs`).
import type { Json } from './model.ts'

/** What a reference field points to: an entry's id, a list of ids, or null where there is nothing to point to. */
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

/** One field as it is written; `value` is what the field holds, as JSON. Names hold neither quotes nor escapes. */
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

/** {@link StoredData} as it is served: UTF-8. */
export interface ServedData {
  readonly data: Buffer
  readonly refs: string | null
}

export type Reference = readonly [line: number, targets: ReferenceTargets]

/** Values with the places of their fields, so that they can be copied without being parsed. */
export interface CutData {
  readonly source: Buffer
  /** Of each line two numbers, where in the source `"name":value` begins and where it ends. */
  readonly cuts: readonly number[]
  /** In the order of their lines. */
  readonly references: readonly Reference[]
}

const [quote, colon, lineFeed] = Buffer.from('":\n')
const noReferences: readonly Reference[] = []

export function cutData({ data, refs }: ServedData): CutData {
  const cuts: number[] = []
  const last = data.byteLength - 1
  for (let start = 1; start < last; ) {
    const next = data.indexOf(lineFeed!, start)
    // Before the line feed stands a comma, at the end a brace.
    cuts.push(start, next < 0 ? last : next - 1)
    start = next < 0 ? last : next + 1
  }
  return { source: data, cuts, references: readReferences(refs) }
}

function readReferences(refs: string | null): readonly Reference[] {
  return refs === null ? noReferences : (JSON.parse(refs) as Reference[])
}

/** The ids that a `refs` column points to. */
export function listTargets(refs: string | null): string[] {
  return readReferences(refs).flatMap(([, targets]) => targets ?? [])
}

/** The API name of the field on a line: names hold neither quotes nor escapes. */
export function nameOf({ source, cuts }: CutData, line: number): string {
  const start = cuts[2 * line]! + 1
  return source.toString('utf8', start, source.indexOf(quote!, start))
}

/** Where `"name":` ends on a line. */
export function keyEnd({ source, cuts }: CutData, line: number): number {
  return source.indexOf(colon!, cuts[2 * line]) + 1
}

/** What reading a row costs beside its texts; and an overlay that was not asked for. */
const rowCost = 400
const unaskedCost = 60

/** `data` in bytes, null for an overlay that was not asked for. */
export function costOfRow(dataBytes: number | null, refs: string | null): number {
  return dataBytes === null ? unaskedCost : rowCost + dataBytes + (refs?.length ?? 0)
}
