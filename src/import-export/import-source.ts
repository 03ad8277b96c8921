// What an import reads: the records of a source, whatever its format.
import type { JsonPath } from '../base/json-text.ts'
import type { Oddity } from './json-oddities.ts'
import type { Loss } from './losses.ts'
import type { ImportRecord } from './records.ts'

/** Where in a source: the number of its line, or words. There are as many as records, so no line has words. */
export type LineLocation = number | string

/** How a person finds it: `line 3`. */
export function toWhereText(where: LineLocation): string {
  return typeof where === 'number' ? `line ${where}` : where
}

/** One record of a source, or what is wrong with it. */
export interface SourceItem {
  readonly where: LineLocation
  readonly record: ImportRecord | null
  readonly faults: readonly string[]
  /** Numbers and keys that the text of the record has and its values have not. */
  readonly oddities: readonly Oddity[]
  /** What is live of the entry stays as it is, whatever the record says of its draft. */
  readonly keepsLive?: boolean
}

/** A source can be read as often as needed: once for ids and models, once for values. */
export interface ImportSource {
  /** Some at a time: to wait for each would take longer than to read it. */
  read(): AsyncIterable<readonly SourceItem[]>
  /** What the reader of a foreign format could not carry over. */
  readonly losses: readonly Loss[]
}

/** `liveData.title`, `variants.vip.title`. */
export function depthOfField([part]: JsonPath): number {
  return part === 'variants' || part === 'liveVariants' ? 3 : 2
}
