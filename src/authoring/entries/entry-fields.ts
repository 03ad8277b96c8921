// The values of fields in lists of entries.
import { Problem } from '../../base/errors.ts'
import type { SpaceId } from '../../base/ids.ts'
import { mapReferences } from '../../content/fields/field-references.ts'
import type { ReferenceValue } from '../../content/fields/field-type.ts'
import { findTargets } from '../../content/tables/draft-references.store.ts'
import type { Field, Values } from '../../content/values/model.ts'
import { readField } from '../../content/values/stored-data.ts'
import type { Reads } from '../../database/database.ts'
import type { Pace } from '../../query/scan/pace.ts'
import { readDraftTexts } from './entry-list.store.ts'
import type { EntryQuery } from './entry-query.ts'

/** The values of the requested fields of one entry. */
interface ShownValues {
  readonly data: Values
  /** The values that the requested variant overrides; absent if none was requested. */
  readonly variants?: Readonly<Record<string, Values>>
}

const entriesPerRead = 20
const valuesBytesMax = 16 * 2 ** 20

/** Reads the fields of these entries, by id. Returns null if the query names no fields. */
export async function readShownFields(
  reads: Reads,
  space: SpaceId,
  ids: readonly string[],
  query: EntryQuery | null,
  pace: Pace,
): Promise<ReadonlyMap<string, ShownValues> | null> {
  if (!query?.fields) return null
  const { fields, variant } = query
  const found = new Map<string, ShownValues>()
  let bytes = 0
  for (let start = 0; start < ids.length; start += entriesPerRead) {
    const rows = await readDraftTexts(reads, space, ids.slice(start, start + entriesPerRead))
    for (const row of rows) {
      const values = toShown(fields, variant, row)
      bytes += JSON.stringify(values).length
      found.set(row.id, values)
    }
    if (bytes > valuesBytesMax) throw tooLarge()
    if (pace.isDue) await pace.pause()
  }
  return withTargets(reads, space, fields, found)
}

function tooLarge(): Problem {
  const detail = `The requested fields of these entries have more than ${valuesBytesMax / 2 ** 20} MiB. Ask for a smaller \`perPage\` or fewer \`fields\`.`
  return new Problem('query_too_costly', detail)
}

function toShown(
  fields: readonly Field[],
  variant: string | null,
  { data, variants }: { readonly data: string; readonly variants: string | null },
): ShownValues {
  const values = Object.fromEntries(
    fields.map(({ apiName, many }) => [apiName, readField(data, apiName) ?? (many ? [] : null)]),
  )
  if (variant === null) return { data: values }
  const overlays = variants === null ? {} : (JSON.parse(variants) as { readonly [id: string]: Values })
  const overlay = Object.hasOwn(overlays, variant) ? overlays[variant]! : {}
  const overridden = fields.filter(({ apiName }) => Object.hasOwn(overlay, apiName))
  return {
    data: values,
    variants: {
      [variant]: Object.fromEntries(overridden.map(({ apiName }) => [apiName, overlay[apiName]!])),
    },
  }
}

/** Adds the collection, slug and title of each referenced entry; all three are null if it does not exist. */
async function withTargets(
  reads: Reads,
  space: SpaceId,
  fields: readonly Field[],
  found: ReadonlyMap<string, ShownValues>,
): Promise<ReadonlyMap<string, ShownValues>> {
  const named = new Set<string>()
  mapAll(fields, found, to => {
    if ('id' in to) named.add(to.id)
    return to
  })
  if (named.size === 0) return found
  const targets = await findTargets(
    reads,
    space,
    [...named].map(id => ({ to: { id } })),
  )
  return mapAll(fields, found, to => {
    const { collection = null, slug = null, title = null } = targets.find(to) ?? {}
    return { ...to, ...{ collection, slug, title } } as ReferenceValue
  })
}

/** Replaces the references in all values. */
function mapAll(
  fields: readonly Field[],
  found: ReadonlyMap<string, ShownValues>,
  replace: (to: ReferenceValue) => ReferenceValue,
): ReadonlyMap<string, ShownValues> {
  const inLayer = (layer: Values): Values =>
    Object.fromEntries(
      fields
        .filter(({ apiName }) => Object.hasOwn(layer, apiName))
        .map(field => {
          const value = layer[field.apiName]!
          return [field.apiName, value === null ? null : mapReferences(field, value, '', replace)]
        }),
    )
  return new Map(
    [...found].map(([id, { data, variants }]) => {
      const overlays = Object.entries(variants ?? {}).map(([name, layer]) => [name, inLayer(layer)])
      return [id, { data: inLayer(data), ...(variants && { variants: Object.fromEntries(overlays) }) }]
    }),
  )
}
