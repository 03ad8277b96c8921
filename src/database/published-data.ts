// The text form of an entry's values in the database: JSON that can be cut into fields without parsing it.
//
// One line a field, in the model's order: `{"title":"Hello",\n"author":{"id":"a1"}}`. A line feed cannot stand inside
// JSON text otherwise, since strings escape it, so splitting at line feeds gives the fields, and dropping them gives
// compact JSON. Which of the lines are references, and to which entries, stands in a column of its own (`refs`).
import type { Json } from '../base/model.ts'

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

/** A field as it lies in stored data, UTF-8: `source` from `start` to `end` is `"name":value`, without a comma. */
export interface StoredLine {
  readonly source: Buffer
  readonly start: number
  readonly end: number
  /** Present on reference fields only. */
  readonly targets?: ReferenceTargets
}

const [quote, colon, lineFeed] = Buffer.from('":\n')

/** {@link StoredData} as it is served: UTF-8. */
export interface ServedData {
  readonly data: Buffer
  readonly refs: string | null
}

export function decodeData({ data, refs }: ServedData): StoredLine[] {
  // In the order of their lines.
  const references = refs === null ? [] : (JSON.parse(refs) as [number, ReferenceTargets][])
  const lines: StoredLine[] = []
  const last = data.byteLength - 1
  let met = 0
  for (let start = 1; start < last; ) {
    const next = data.indexOf(lineFeed!, start)
    // Before the line feed stands a comma, at the end a brace.
    const end = next < 0 ? last : next - 1
    const reference = references[met]
    if (reference?.[0] === lines.length) {
      lines.push({ source: data, start, end, targets: reference[1] })
      met++
    } else lines.push({ source: data, start, end })
    start = next < 0 ? last : next + 1
  }
  return lines
}

/** The ids that a `refs` column points to. */
export function listTargets(refs: string | null): string[] {
  if (refs === null) return []
  return (JSON.parse(refs) as [number, ReferenceTargets][]).flatMap(([, targets]) => targets ?? [])
}

/** The field's API name: names hold neither quotes nor escapes. */
export function lineName({ source, start }: StoredLine): string {
  return source.toString('utf8', start + 1, source.indexOf(quote!, start + 1))
}

/** Where `"name":` ends. */
export function keyEnd({ source, start }: StoredLine): number {
  return source.indexOf(colon!, start) + 1
}
