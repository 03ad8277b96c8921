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

export function decodeData(stored: StoredData): FieldLine[] {
  if (stored.data === '{}') return []
  const texts = stored.data.slice(1, -1).split(',\n')
  const lines: FieldLine[] = texts.map(text => ({ text }))
  if (stored.refs !== null) {
    for (const [index, targets] of JSON.parse(stored.refs) as [number, ReferenceTargets][]) {
      lines[index] = { text: texts[index] ?? '', targets }
    }
  }
  return lines
}

/** The ids that a `refs` column points to. */
export function listTargets(refs: string | null): string[] {
  if (refs === null) return []
  return (JSON.parse(refs) as [number, ReferenceTargets][]).flatMap(([, targets]) => targets ?? [])
}

/** The same JSON on one line. */
export function toCompactJson(data: string): string {
  return data.replaceAll('\n', '')
}

/** The field's API name: names hold neither quotes nor escapes. */
export function lineName(line: FieldLine): string {
  return line.text.slice(1, line.text.indexOf('"', 1))
}

/** `"name":` */
export function lineKey(line: FieldLine): string {
  return line.text.slice(0, line.text.indexOf(':') + 1)
}
