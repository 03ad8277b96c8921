// The input of an import: the records of a source in any format.
import type { JsonPath } from '../../base/json.ts'
import type { Oddity } from './json-oddities.ts'
import type { Loss } from './losses.ts'
import type { ImportRecord } from './records.ts'

/**
 * The location in a source: a line number, or words. One is stored per record, and a number takes less memory than words.
 */
export type LineLocation = number | string

/** Returns the location as text, such as `line 3`. */
export function toWhereText(where: LineLocation): string {
  return typeof where === 'number' ? `line ${where}` : where
}

/** One record of a source, or its errors. */
export interface SourceItem {
  readonly where: LineLocation
  readonly record: ImportRecord | null
  readonly errors: readonly string[]
  /** Numbers and keys in the record's text that its parsed values do not have. */
  readonly oddities: readonly Oddity[]
  /** True if the live content of the entry stays unchanged, whatever the record contains for its draft. */
  readonly keepsLive?: boolean
}

/** A source of records. It can be read repeatedly: once for ids and models, once for values. */
export interface ImportSource {
  /** Reads in batches, because awaiting each record separately would take longer than reading it. */
  read(): AsyncIterable<readonly SourceItem[]>
  /** False if the format's models have no keys for queries. The space's query settings are then kept. */
  readonly hasQueryKeys: boolean
  /** Warnings from the converter of another system's format. */
  readonly losses: readonly Loss[]
}

/** Returns the depth of a field, as in `liveData.title` or `variants.vip.title`. */
export function depthOfField([part]: JsonPath): number {
  return part === 'variants' || part === 'liveVariants' ? 3 : 2
}
