// Entries as a scan sees them: where their values come from, and the values that conditions and sort keys name.
import { eachAssetNameIn, mayNameAssets } from '../../content/fields/field-values.ts'
import type { Field, Json } from '../../content/values/model.ts'
import type { SpaceModel } from '../bind/space-model.ts'

/** The values of an entry or of an overlay. */
export interface ValueLayer {
  /** Returns undefined if the layer does not set the field. */
  find(field: string): Json | undefined
}

export interface ScannedEntry {
  readonly id: string
  readonly collection: string
  readonly slug: string
  /** Times in milliseconds since 1970; null if nothing is live. */
  readonly publishedAt: number | null
  readonly firstPublishedAt: number | null
  readonly base: ValueLayer
  /** The overlay of the variant that conditions and sort keys look at; null if there is none. */
  readonly overlay: ValueLayer | null
}

/** Called with the size of entries before they are read. Throws if that is too much. */
type OnBytes = (bytes: number) => void

/** Reads the entries and assets that a scan needs, for example as drafts. */
export interface EntrySource {
  /** Yields entries of the list in batches. Entries that do not exist are left out. */
  readEntries(ids: readonly string[], onBytes: OnBytes): AsyncIterable<readonly ScannedEntry[]>
  /** Yields targets of references. Entries to which a reference is served as `null` are left out. */
  readTargets(ids: readonly string[], onBytes: OnBytes): AsyncIterable<readonly ScannedEntry[]>
  /** Returns those of the ids that are assets of the space. */
  listAssets(ids: readonly string[]): Promise<ReadonlySet<string>>
}

const none: readonly never[] = []

/** The values of an entry by field, each parsed once. */
export class EntryValues {
  readonly entry: Pick<ScannedEntry, 'id' | 'collection' | 'slug' | 'publishedAt' | 'firstPublishedAt'>
  readonly #fields: ReadonlyMap<string, Field> | null
  #layers: readonly ValueLayer[]
  readonly #known = new Map<string, readonly Json[]>()
  readonly #targets = new Map<string, readonly string[]>()

  constructor({ base, overlay, ...entry }: ScannedEntry, model: SpaceModel) {
    this.entry = entry
    this.#fields = model.find(entry.collection)?.fields ?? null
    this.#layers = overlay === null ? [base] : [overlay, base]
  }

  findField(name: string): Field | null {
    return this.#fields?.get(name) ?? null
  }

  /** Returns the values of a field as a list, even if the field holds a single value. */
  valuesOf(name: string): readonly Json[] {
    const known = this.#known.get(name)
    if (known !== undefined) return known
    const values = this.#read(name)
    this.#known.set(name, values)
    return values
  }

  #read(name: string): readonly Json[] {
    const field = this.findField(name)
    if (field === null) return none
    for (const layer of this.#layers) {
      const value = layer.find(name)
      if (value === undefined) continue
      if (value === null) return none
      return field.many && Array.isArray(value) ? value : [value]
    }
    return none
  }

  /** Returns the ids of a reference field. */
  targetsOf(name: string): readonly string[] {
    const known = this.#targets.get(name)
    if (known !== undefined) return known
    const ids = this.valuesOf(name).map(value => (value as { readonly id: string }).id)
    this.#targets.set(name, ids)
    this.#known.delete(name)
    return ids
  }

  /** Returns the ids of the assets that a field names. */
  assetsOf(name: string): readonly string[] {
    const field = this.findField(name)
    if (field === null || !mayNameAssets(field)) return none
    const ids: string[] = []
    for (const value of this.valuesOf(name)) eachAssetNameIn(field, value, '', ({ id }) => ids.push(id))
    return ids
  }

  /** Reads the values of these fields and releases all others. */
  keepOnly(fields: ReadonlySet<string>): void {
    for (const name of fields) this.valuesOf(name)
    this.#layers = none
  }
}
