// Merges the lines that overlays have for fields of blocks into those of the base, references included.
import { toPointer } from '../../base/json.ts'
import type { Json } from './model.ts'
import { mergeValue, type OverlayValue } from './overlaid-blocks.ts'
import { hasBlocksMark, isInBlocks, type Reference, readReferences, type StoredData } from './stored-data.ts'

/** A line of published text, and its references. */
export interface PublishedLine {
  /** `"name":value`, with the references inside the value between tabs. */
  readonly text: string
  readonly references: readonly Reference[]
}

export interface OverlayLine extends PublishedLine {
  readonly variant: string
}

/** A merged line, and the variants that set something in it. Its references are those of line 0. */
interface MergedLine extends PublishedLine {
  readonly setBy: ReadonlySet<string>
}

/** Merges the lines that overlays have for a field of blocks, the strongest first, into that of the base. */
export function mergeLines(base: PublishedLine, overlays: readonly OverlayLine[]): MergedLine {
  const places: MarkedPlace[] = []
  const value = readLine(base, places)
  const values = overlays.map(
    (line): OverlayValue => ({
      variant: line.variant,
      value: readLine(line, places),
      isInBlocks: isInBlocks(line.references),
    }),
  )
  const setBy = new Set<string>()
  const merged = mergeValue(value, values, setBy)
  const references: Reference[] = []
  eachPlace(merged, '', (index, pointer) => {
    const [, targets, kind] = places[index]!.reference
    references.push([0, targets, kind ?? null, pointer])
  })
  const name = `"${nameOfLine(base)}":`
  const json = JSON.stringify(merged)
  const text =
    places.length === 0
      ? json
      : json.replace(placePattern, (_, index: string) => `\t${places[Number(index)]!.text}\t`)
  return { text: name + text, references, setBy }
}

/** A reference inside a value, and its JSON. */
interface MarkedPlace {
  readonly reference: Reference
  readonly text: string
}

/** Stands for a reference while values are merged. Stored values cannot contain this character. */
const placeMark = '\0'

/** Matches a string of {@link placeMark} and a number in JSON. */
const placePattern = /"\\u0000(\d+)"/g

/** Parses the value of a line. Its references become strings that {@link placePattern} matches. */
function readLine({ text, references }: PublishedLine, places: MarkedPlace[]): Json {
  const json = text.slice(text.indexOf('":') + 2)
  if (!json.includes('\t')) return JSON.parse(json) as Json
  // References between tabs are in the order of the JSON.
  const inside = references.filter(([, , , pointer]) => pointer !== undefined)
  let next = 0
  const parts = json.split('\t').map((part, index) => {
    if (index % 2 === 0) return part
    places.push({ reference: inside[next++]!, text: part })
    return JSON.stringify(placeMark + (places.length - 1))
  })
  return JSON.parse(parts.join('')) as Json
}

/** Calls `onPlace` for each reference in the order of the JSON. */
function eachPlace(value: Json, pointer: string, onPlace: (index: number, pointer: string) => void): void {
  if (typeof value === 'string' && value.startsWith(placeMark)) onPlace(Number(value.slice(1)), pointer)
  if (typeof value !== 'object' || value === null) return
  for (const [key, member] of Object.entries(value)) eachPlace(member, pointer + toPointer(key), onPlace)
}

/**
 * Returns an overlay with whole values for the fields of which it has values in blocks, so that it can be read without
 * merging it again. Returns the same overlay if it has none.
 */
export function withWholeValues(base: StoredData, overlay: StoredData): StoredData {
  if (!hasBlocksMark(overlay.refs)) return overlay
  const baseLines = new Map(splitLines(base).map(line => [nameOfLine(line), line]))
  const lines = splitLines(overlay).flatMap(line => {
    if (!isInBlocks(line.references)) return [line]
    const below = baseLines.get(nameOfLine(line))
    return below === undefined ? [] : [mergeLines(below, [{ ...line, variant: '' }])]
  })
  const references = lines.flatMap((line, index) =>
    line.references.map(([, ...rest]): Reference => [index, ...rest]),
  )
  const data = `{${lines.map(({ text }) => text).join(',\n')}}`
  return { data, refs: references.length === 0 ? null : JSON.stringify(references) }
}

/** Returns the lines of stored values, with their references. */
export function splitLines({ data, refs }: StoredData): PublishedLine[] {
  if (data.length <= '{}'.length) return []
  const references = Map.groupBy(readReferences(refs), ([line]) => line)
  return data
    .slice(1, -1)
    .split(',\n')
    .map((text, index) => ({ text, references: references.get(index) ?? [] }))
}

/** Returns the API name of the field of a line. */
export function nameOfLine({ text }: Pick<PublishedLine, 'text'>): string {
  return text.slice(1, text.indexOf('"', 1))
}
