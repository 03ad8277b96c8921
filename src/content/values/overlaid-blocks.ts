// The values that an overlay has inside of the base's blocks, and how they are merged with the base. Delivery, previews, the query
// index and scans all merge by the functions of this file, which need no model.
import { toPointer } from '../../base/json.ts'
import { type Block, isJsonObject, type Json } from './model.ts'
import { hasBlocksMark, isInBlocks, type Reference, readReferences, type StoredData } from './stored-data.ts'

/** The values that an overlay has in the blocks of a field: by key, or `block` if the field holds a single block. */
export interface BlockValues {
  readonly blocks?: { readonly [key: string]: OverlaidBlock }
  readonly block?: OverlaidBlock
}

/**
 * A block's values in an overlay, for a block of this component only. `data` has whole values of fields, `inner` the values in
 * the blocks of other fields.
 */
export type OverlaidBlock = Pick<Block, 'component' | 'data' | 'inner'>

/** Returns a value of a field of blocks as values in the base's blocks; null if it is a whole value. */
export function toBlockValues(value: Json | undefined): BlockValues | null {
  if (!isJsonObject(value) || Object.hasOwn(value, 'component')) return null
  return isJsonObject(value.blocks) || isJsonObject(value.block) ? (value as BlockValues) : null
}

/** Lists the blocks that have values, with the key that they have in the base's list; null for a single block. */
export function entriesOf({ blocks, block }: BlockValues): (readonly [key: string | null, OverlaidBlock])[] {
  return blocks === undefined ? (block === undefined ? [] : [[null, block]]) : Object.entries(blocks)
}

/** The value that an overlay has for a field. */
export interface OverlayValue {
  readonly variant: string
  readonly value: Json
  /** True if the value is {@link BlockValues}. */
  readonly isInBlocks: boolean
}

/**
 * Merges the values of overlays, the strongest first, into the value of the base. A whole value takes the place of the base:
 * weaker overlays change nothing in it. Adds the variants that set something of the result to `setBy`.
 */
export function mergeValue(base: Json, overlays: readonly OverlayValue[], setBy: Set<string>): Json {
  const whole = overlays.findIndex(({ isInBlocks }) => !isInBlocks)
  if (whole >= 0) setBy.add(overlays[whole]!.variant)
  const value = whole < 0 ? base : overlays[whole]!.value
  const stronger = whole < 0 ? overlays : overlays.slice(0, whole)
  if (stronger.length === 0) return value
  if (Array.isArray(value)) {
    return (value as readonly Json[]).map(item =>
      mergeBlock(item, stronger, ({ blocks }, key) => find(blocks, key), setBy),
    )
  }
  return mergeBlock(value, stronger, ({ block }) => block, setBy)
}

type FindBlock = (values: BlockValues, key: string) => OverlaidBlock | undefined

function mergeBlock(
  value: Json,
  overlays: readonly OverlayValue[],
  findBlock: FindBlock,
  setBy: Set<string>,
): Json {
  if (!isJsonObject(value) || !isJsonObject(value.data)) return value
  const own = overlays.flatMap(({ variant, value: values }) => {
    const block = findBlock(values as BlockValues, value.key as string)
    return block !== undefined && block.component === value.component ? [{ variant, block }] : []
  })
  if (own.length === 0) return value
  // Only fields of the base count, because the model determines which fields there are.
  const data = Object.entries(value.data).map(([name, before]) => {
    const values = own.flatMap(({ variant, block }): OverlayValue[] => {
      if (Object.hasOwn(block.data, name)) return [{ variant, value: block.data[name]!, isInBlocks: false }]
      const inner = find(block.inner, name)
      return inner === undefined ? [] : [{ variant, value: inner, isInBlocks: true }]
    })
    return [name, values.length === 0 ? before : mergeValue(before, values, setBy)] as const
  })
  return { ...value, data: Object.fromEntries(data) }
}

function find<Value>(values: { readonly [key: string]: Value } | undefined, key: string): Value | undefined {
  return values !== undefined && Object.hasOwn(values, key) ? values[key] : undefined
}

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
