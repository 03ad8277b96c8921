// The kinds of records that every import format is converted to. Their shapes are those of Frontlist's own NDJSON
// format; a format's reader produces nothing else.

import type { Variant } from '../../content/model/variants.store.ts'
import type { FocalPoint } from '../../content/values/asset-value.ts'
import type { Collection, Values } from '../../content/values/model.ts'
import type { Loss } from './losses.ts'

export interface CollectionRecord extends Collection {
  readonly type: 'collection'
}

export interface VariantRecord extends Variant {
  readonly type: 'variant'
}

/** `data` is the draft, `liveData` the published values; without `liveData` the entry is a draft. */
export interface EntryRecord {
  readonly type: 'entry'
  readonly collection: string
  readonly id?: string
  readonly slug?: string
  /** Archived entries have an id and are not live; their slugs are free for others. */
  readonly archived?: boolean
  readonly publishedAt?: string
  readonly data?: Values
  readonly liveData?: Values
  readonly variants?: Overlays
  /** Where the entry is published, if that differs from the draft's slug. */
  readonly liveSlug?: string
  /** Published values of variants, if they differ from the draft's. */
  readonly liveVariants?: Overlays
}

export type Overlays = { readonly [variantId: string]: Values }

/** A file of the space: found below the folder of files, or by the hash of bytes that the space has. */
export interface AssetRecord {
  readonly type: 'asset'
  readonly id: string
  readonly filename?: string
  readonly file?: string
  readonly sha256?: string
  readonly title?: string | null
  readonly alt?: string | null
  readonly focalPoint?: FocalPoint | null
  readonly thumbhash?: string | null
}

export type ImportRecord = CollectionRecord | VariantRecord | AssetRecord | EntryRecord

/** The result of converting another system's export. */
export interface Conversion {
  readonly records: readonly ImportRecord[]
  readonly losses: readonly Loss[]
  /** Error messages by the id of the entry that must not be imported as it is. */
  readonly errors: ReadonlyMap<string, readonly string[]>
  /** Entries edited after their publication, by id: the file has only their latest values. */
  readonly changed: ReadonlySet<string>
}
