// The values of fields in lists of entries, read and completed in slices.
import { Problem } from '../../base/errors.ts'
import type { SpaceId } from '../../base/ids.ts'
import { mapReferences } from '../../content/fields/field-references.ts'
import type { ReferenceValue } from '../../content/fields/field-type.ts'
import { findTargets } from '../../content/tables/draft-references.store.ts'
import type { Field, Json, Values } from '../../content/values/model.ts'
import { findFieldText } from '../../content/values/stored-data.ts'
import type { Reads } from '../../database/database.ts'
import { toFlatOverlay } from '../../entries/drafts/overlay-paths.ts'
import { readOverlay } from '../../query/scan/draft-source.ts'
import type { Pace } from '../../query/scan/pace.ts'
import { type DraftRow, readDraftsInBatches } from '../../query/scan/read-batches.ts'
import { scanLimits } from '../../query/scan/scan-costs.ts'
import type { EntryQuery } from './entry-query.ts'

/** The values of the requested fields of one entry. */
interface ShownValues {
  readonly data: Values
  /** The values that the requested variant overrides; absent if none was requested. */
  readonly variants?: Readonly<Record<string, Values>>
}

interface FieldReads {
  readonly reads: Reads
  readonly space: SpaceId
  readonly pace: Pace
  readonly limits?: ShownLimits
}

interface ShownLimits {
  /** The size of all values in the response, which is serialized without a pause. */
  readonly values: number
  /** The size of the drafts that are read. */
  readonly bytes: number
  /** The number of different entries to which values refer. */
  readonly targets: number
}

const shownLimits: ShownLimits = {
  values: 8 * 2 ** 20,
  bytes: scanLimits.bytes,
  targets: scanLimits.targets,
}

/** Reads the fields of these entries, by id. Returns null if the query names no fields. */
export async function readShownFields(
  { reads, space, pace, limits = shownLimits }: FieldReads,
  ids: readonly string[],
  query: EntryQuery | null,
): Promise<ReadonlyMap<string, ShownValues> | null> {
  if (!query?.fields) return null
  const { fields, variant } = query
  let read = 0
  const onBytes = (bytes: number) => {
    read += bytes
    if (read > limits.bytes)
      throw tooCostly(`The drafts of these entries have more than ${inMiB(limits.bytes)}.`)
  }
  const shown = new ShownFields(limits)
  const found = new Map<string, ShownValues>()
  for await (const rows of readDraftsInBatches(ids, {
    reads,
    space,
    includesArchived: true,
    pace,
    onBytes,
  })) {
    for (const row of rows) {
      found.set(row.id, shown.valuesOf(row, fields, variant))
      if (pace.isDue) await pace.pause()
    }
  }
  await shown.completeReferences(reads, space, pace)
  return found
}

interface ShownReference {
  readonly id: string
  collection: string | null
  slug: string | null
  title: string | null
}

const targetsPerRead = 1000

/** Collects the values of a response, their size, and the references in them. */
class ShownFields {
  readonly #limits: ShownLimits
  /** The references in all values, by the id of their target. */
  readonly #references = new Map<string, ShownReference[]>()
  #size = 0

  constructor(limits: ShownLimits) {
    this.#limits = limits
  }

  valuesOf({ data, variants }: DraftRow, fields: readonly Field[], variant: string | null): ShownValues {
    const base = fields.map(field => {
      const text = findFieldText(data, field.apiName)
      if (text === undefined) return [field.apiName, field.many ? [] : null]
      this.#add(text.length)
      return [field.apiName, this.#toShown(field, JSON.parse(text) as Json)]
    })
    if (variant === null) return { data: Object.fromEntries(base) }
    const overlay = readOverlay(variants, variant) ?? {}
    const overridden = fields.filter(({ apiName }) => Object.hasOwn(overlay, apiName))
    const values = overridden.map(field => {
      const value = overlay[field.apiName]!
      this.#add(JSON.stringify(value).length)
      return [field.apiName, this.#toShown(field, value)]
    })
    const flat = toFlatOverlay(overridden, Object.fromEntries(values) as Values)
    return { data: Object.fromEntries(base), variants: { [variant]: flat } }
  }

  #toShown(field: Field, value: Json): Json {
    return value === null ? null : mapReferences(field, value, '', to => this.#addReference(to))
  }

  /** Returns the reference as the response has it, which {@link completeReferences} completes. */
  #addReference(to: ReferenceValue): ReferenceValue {
    const { id } = to as { readonly id: string }
    const shown: ShownReference = { id, collection: null, slug: null, title: null }
    const known = this.#references.get(id)
    if (known) known.push(shown)
    else this.#references.set(id, [shown])
    const { targets } = this.#limits
    if (this.#references.size > targets) {
      const max = targets.toLocaleString('en-US')
      throw tooCostly(`The requested fields of these entries refer to more than ${max} different entries.`)
    }
    return shown as ReferenceValue
  }

  /** Adds the collection, slug and title of each referenced entry; all three stay null if it does not exist. */
  async completeReferences(reads: Reads, space: SpaceId, pace: Pace): Promise<void> {
    const ids = [...this.#references.keys()]
    for (let from = 0; from < ids.length; from += targetsPerRead) {
      const some = ids.slice(from, from + targetsPerRead)
      const targets = await findTargets(
        reads,
        space,
        some.map(id => ({ to: { id } })),
      )
      for (const id of some) {
        const target = targets.get(id)
        if (target === undefined) continue
        const { collection, slug, title } = target
        const length = collection.length + slug.length + (title?.length ?? 0)
        for (const shown of this.#references.get(id)!) {
          this.#add(length)
          Object.assign(shown, { collection, slug, title })
        }
        if (pace.isDue) await pace.pause()
      }
    }
  }

  #add(size: number): void {
    this.#size += size
    const { values } = this.#limits
    if (this.#size > values) {
      throw tooCostly(`The requested fields of these entries have more than ${inMiB(values)}.`)
    }
  }
}

const inMiB = (bytes: number) => `${bytes / 2 ** 20} MiB`

function tooCostly(cause: string): Problem {
  return new Problem('query_too_costly', `${cause} Ask for a smaller \`perPage\` or fewer \`fields\`.`)
}
