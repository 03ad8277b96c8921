// Lists the differences between an existing model and a file's model as operations, so that values stored by the earlier
// model can be converted. A file contains no renames, so a renamed field appears as one removed and one added field.
import type { Collection, Field } from '../values/model.ts'

/** Lists the operations of a model change, in the form of the management API. */
export function listModelOperations(before: Collection, after: Collection): readonly object[] {
  const [old, next] = [byName(before), byName(after)]
  const removed = before.fields.filter(({ apiName }) => !next.has(apiName))
  const added = after.fields.filter(({ apiName }) => !old.has(apiName))
  const converted = after.fields.filter(field => {
    const known = old.get(field.apiName)
    return known !== undefined && !haveSameForm(known, field)
  })
  const naming = (['titleField', 'slugFrom'] as const).filter(key => before[key] !== after[key])
  const properties = Object.fromEntries(naming.map(key => [key, after[key] ?? null]))
  return [
    ...removed.map(({ apiName: field }) => ({ op: 'removeField', field })),
    ...converted.map(({ apiName: field, type, many = false, format }) => ({
      op: 'convertField',
      field,
      type,
      many,
      ...(type === 'richText' && { format: format ?? 'any' }),
    })),
    ...added.map(field => ({ op: 'addField', field })),
    ...(naming.length > 0 ? [{ op: 'set', properties }] : []),
  ]
}

function byName({ fields }: Collection): ReadonlyMap<string, Field> {
  return new Map(fields.map(field => [field.apiName, field]))
}

function haveSameForm(a: Field, b: Field): boolean {
  const formatOf = ({ type, format = 'any' }: Field) => (type === 'richText' ? format : null)
  return a.type === b.type && (a.many ?? false) === (b.many ?? false) && formatOf(a) === formatOf(b)
}
