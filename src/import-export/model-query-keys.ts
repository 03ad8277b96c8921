// The keys of a model that say what queries may do: `titleField` of a collection, and `query`, `search` and `paths` of its
// fields. They change nothing in the entries that are served.
import type { Collection, Field } from '../content/model.ts'

/** The same collection without keys that only say what holds without them. */
export function withoutDefaults({ apiName, name, titleField, fields }: Collection): Collection {
  return {
    apiName,
    name,
    ...(titleField !== undefined && { titleField }),
    fields: fields.map(({ query, paths = [], ...field }) => ({
      ...field,
      ...(query === false && { query }),
      ...(paths.length > 0 && {
        paths: paths.map(({ path, type, many }) => ({ path, type, ...(many && { many }) })),
      }),
    })),
  }
}

/** Whether entries of both collections have the same shape, whatever queries may do. */
export function haveSameShape(a: Collection, b: Collection): boolean {
  return Bun.deepEquals(a.fields.map(toShape), b.fields.map(toShape))
}

function toShape({ query: _query, search: _search, paths: _paths, ...shape }: Field): Field {
  return shape
}

/** For a source that cannot say these keys: fields that keep their type keep what the space says of them. */
export function keepQueryKeys(collection: Collection, old: Collection | undefined): Collection {
  if (old === undefined) return collection
  const before = new Map(old.fields.map(field => [field.apiName, field]))
  const fields = collection.fields.map((field): Field => {
    const known = before.get(field.apiName)
    if (known === undefined || !isSameType(known, field)) return field
    const { query, search, paths } = known
    return {
      ...field,
      ...(query !== undefined && { query }),
      ...(search !== undefined && { search }),
      ...(paths !== undefined && { paths }),
    }
  })
  const titleField = collection.titleField ?? keepTitleField(old, collection)
  return { ...collection, ...(titleField !== undefined && { titleField }), fields }
}

function isSameType(a: Field, b: Field): boolean {
  return a.type === b.type && (a.many ?? false) === (b.many ?? false)
}

function keepTitleField({ titleField }: Collection, { fields }: Collection): string | undefined {
  const isThere = fields.some(({ apiName, type, many }) => apiName === titleField && type === 'text' && !many)
  return isThere ? titleField : undefined
}

/** {@link keepQueryKeys} for every collection of a source. */
export function keepAllQueryKeys(
  collections: ReadonlyMap<string, Collection>,
  known: readonly Collection[],
): ReadonlyMap<string, Collection> {
  const before = new Map(known.map(each => [each.apiName, each]))
  return new Map(
    [...collections].map(([name, each]) => [name, keepQueryKeys(each, before.get(name))] as const),
  )
}
