// Entries as a scan sees them: where their values come from, and the values that conditions and sort keys name.
import { eachAssetNameIn, mayNameAssets } from '../../content/fields/field-values.ts'
import { eachBlockValue, listOf } from '../../content/model/block-values.ts'
import { outerIndexField } from '../../content/model/query-model.ts'
import type { Field, Json } from '../../content/values/model.ts'
import { mergeValue, toBlockValues } from '../../content/values/overlaid-blocks.ts'
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

/** The values of a field of the entry, or of a field in one of its blocks. */
interface HeldValues {
  /** Null for the name of a block's component. */
  readonly field: Field | null
  readonly values: readonly Json[]
}

/** The references of a field of the entry, or of a field in one of its blocks. */
interface HeldTargets {
  /** The collections to which they may lead; null means any. */
  readonly to: readonly string[] | null
  readonly ids: readonly string[]
}

const none: readonly never[] = []

/** The values of an entry by index field, without paths into JSON. Each field is parsed once. */
export class EntryValues {
  readonly entry: Pick<ScannedEntry, 'id' | 'collection' | 'slug' | 'publishedAt' | 'firstPublishedAt'>
  readonly #fields: ReadonlyMap<string, Field> | null
  #layers: readonly ValueLayer[]
  readonly #known = new Map<string, readonly HeldValues[]>()
  readonly #targets = new Map<string, readonly HeldTargets[]>()

  constructor({ base, overlay, ...entry }: ScannedEntry, model: SpaceModel) {
    this.entry = entry
    this.#fields = model.find(entry.collection)?.fields ?? null
    this.#layers = overlay === null ? [base] : [overlay, base]
  }

  /** Returns the values of an index field, together with the fields that hold them. */
  heldBy(indexField: string): readonly HeldValues[] {
    const known = this.#known.get(indexField)
    if (known !== undefined) return known
    const name = outerIndexField(indexField)
    const field = this.#fields?.get(name) ?? null
    const value = field && this.#read(name)
    if (field === null || value === null) {
      this.#known.set(indexField, none)
      return none
    }
    if (name === indexField) this.#known.set(name, [{ field, values: listOf(field, value) }])
    else {
      const found = new Map<string, HeldValues[]>([[indexField, []]])
      eachBlockValue(field, value, name, ({ indexField: at, field: inner, values }) => {
        const held = found.get(at)
        if (held) held.push({ field: inner, values })
        else found.set(at, [{ field: inner, values }])
      })
      for (const [at, held] of found) this.#known.set(at, held)
    }
    return this.#known.get(indexField)!
  }

  /** Returns the values of an index field as a list, even if a field holds a single value. */
  valuesOf(indexField: string): readonly Json[] {
    const held = this.heldBy(indexField)
    return held.length === 1 ? held[0]!.values : held.flatMap(({ values }) => values)
  }

  #read(name: string): Json {
    const hasBlocks = this.#fields?.get(name)?.of !== undefined
    for (const [index, layer] of this.#layers.entries()) {
      const value = layer.find(name)
      if (value === undefined) continue
      if (!hasBlocks || toBlockValues(value) === null) return value
      const below = this.#layers[index + 1]?.find(name) ?? null
      return mergeValue(below, [{ variant: '', value, isInBlocks: true }], new Set())
    }
    return null
  }

  /** Returns the references of an index field. */
  targetsOf(indexField: string): readonly HeldTargets[] {
    const known = this.#targets.get(indexField)
    if (known !== undefined) return known
    const held = this.heldBy(indexField).map(({ field, values }): HeldTargets => {
      return { to: field?.to ?? null, ids: values.map(value => (value as { readonly id: string }).id) }
    })
    this.#targets.set(indexField, held)
    return held
  }

  /** Returns the ids of the assets that the values of an index field name. */
  assetsOf(indexField: string): readonly string[] {
    const ids: string[] = []
    for (const { field, values } of this.heldBy(indexField)) {
      if (field === null || !mayNameAssets(field)) continue
      for (const value of values) eachAssetNameIn(field, value, '', ({ id }) => ids.push(id))
    }
    return ids
  }

  /** Reads the values of these index fields and releases all others. */
  keepOnly(indexFields: ReadonlySet<string>): void {
    for (const name of indexFields) this.heldBy(name)
    for (const name of this.#known.keys()) if (!indexFields.has(name)) this.#known.delete(name)
    this.#layers = none
  }
}
