// The input of an import: the records of a source in any format.
import type { JsonPath } from '../../base/json/json-text.ts'
import type { Oddity } from './json-oddities.ts'
import type { Loss } from './losses.ts'
import type { ImportRecord } from './records.ts'

/** Location in a source: a line number, or words. One is stored per record: a number takes less memory than words. */
export type LineLocation = number | string

/** The location for readers: `line 3`. */
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
  /** The published values of the entry stay unchanged, whatever the record contains for its draft. */
  readonly keepsLive?: boolean
}

/** A source can be read repeatedly: once for ids and models, once for values. */
export interface ImportSource {
  /** In batches: awaiting each record separately would take longer than reading it. */
  read(): AsyncIterable<readonly SourceItem[]>
  /** False if the format has no keys for queries in its models: then those of the space stay. */
  readonly hasQueryKeys: boolean
  /** Warnings from the converter of another system's format. */
  readonly losses: readonly Loss[]
}

/** `liveData.title`, `variants.vip.title`. */
export function depthOfField([part]: JsonPath): number {
  return part === 'variants' || part === 'liveVariants' ? 3 : 2
}
