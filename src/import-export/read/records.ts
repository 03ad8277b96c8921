// The kinds of records that every import format is converted to. They have the shapes of Frontlist's own NDJSON format;
// readers of other formats produce nothing else.

import type { Variant } from '../../content/model/variants.store.ts'
import type { FocalPoint } from '../../content/values/asset-value.ts'
import type { Collection, Component, Values } from '../../content/values/model.ts'
import type { Loss } from './losses.ts'

export interface CollectionRecord extends Collection {
  readonly type: 'collection'
}

export interface ComponentRecord extends Omit<Component, 'kind'> {
  readonly type: 'component'
}

interface VariantRecord extends Variant {
  readonly type: 'variant'
}

/** An entry. `data` is the draft, `liveData` the published values; without `liveData` the entry is not published. */
export interface EntryRecord {
  readonly type: 'entry'
  readonly collection: string
  readonly id?: string
  readonly slug?: string
  /** True for archived entries, which have an id and are not live. Their slugs are free for other entries. */
  readonly archived?: boolean
  readonly publishedAt?: string
  readonly data?: Values
  readonly liveData?: Values
  readonly variants?: Overlays
  /** The slug under which the entry is published, if it differs from the draft's slug. */
  readonly liveSlug?: string
  /** Published values of variants, if they differ from the draft's. */
  readonly liveVariants?: Overlays
}

type Overlays = { readonly [variantId: string]: Values }

/** A file of the space, found below the folder of files or by the hash of bytes that the space already has. */
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

export type ImportRecord = CollectionRecord | ComponentRecord | VariantRecord | AssetRecord | EntryRecord

/** The result of converting another system's export. */
export interface Conversion {
  readonly records: readonly ImportRecord[]
  readonly losses: readonly Loss[]
  /** Error messages by the id of an entry that must not be imported as it is. */
  readonly errors: ReadonlyMap<string, readonly string[]>
  /** The ids of entries that were edited after their publication. The file has only their latest values. */
  readonly changed: ReadonlySet<string>
}
