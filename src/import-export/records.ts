// What goes into a space: the two kinds of record that every import format is turned into.
// The shapes are those of Frontlist's own NDJSON format; a format's reader makes nothing else.
import type { Field, Values } from '../content/model.ts'
import type { Loss } from './losses.ts'

export interface CollectionRecord {
  readonly type: 'collection'
  readonly apiName: string
  readonly name: string
  readonly fields: readonly Field[]
}

/** `data` is the draft, `liveData` what is published; without `liveData` the entry is a draft. */
export interface EntryRecord {
  readonly type: 'entry'
  readonly collection: string
  readonly id?: string
  readonly slug?: string
  readonly publishedAt?: string
  readonly data?: Values
  readonly liveData?: Values
  readonly variants?: Overlays
  /** What is published of variants, where that is not the same as in the draft. */
  readonly liveVariants?: Overlays
}

export type Overlays = { readonly [variantId: string]: Values }

export type ImportRecord = CollectionRecord | EntryRecord

/** What a reader of another system's export makes of it. */
export interface Conversion {
  readonly records: readonly ImportRecord[]
  readonly losses: readonly Loss[]
  /** Sentences by the id of the entry that must not be imported so. */
  readonly faults: ReadonlyMap<string, readonly string[]>
  /** Entries that were changed after their publication, by id: the file has their latest values only. */
  readonly changed: ReadonlySet<string>
}
