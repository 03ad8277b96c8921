// What goes into a space: the two kinds of record that every import format is turned into.
// The shapes are those of Frontlist's own NDJSON format; a format's reader makes nothing else.
import type { Field, Values } from '../base/model.ts'

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
  readonly variants?: { readonly [variantId: string]: Values }
}

export type ImportRecord = CollectionRecord | EntryRecord

/** Something of the source that could not be carried over as it was: never dropped in silence. */
export interface Loss {
  /** Where in the source: an entry's id, `collection.field`, or the file itself. */
  readonly where: string
  /** One sentence: what was lost, and what stands in its place. */
  readonly what: string
}

/** A reference whose target does not exist; it is kept, and resolves once there is such an entry. */
export interface Dangling {
  readonly entry: string
  readonly field: string
  /** What it refers to: an id, or collection/slug. */
  readonly to: string
}

/** What a reader of another system's export makes of it. */
export interface Conversion {
  readonly records: readonly ImportRecord[]
  readonly losses: readonly Loss[]
}
