// Lists and replaces the references in the values of an entry, whichever type of field holds them.
import type { Field, Json } from '../values/model.ts'
import type { ReferenceValue, ReplaceReference, StoredReference, StoredValue } from './field-type.ts'
import { typeOf } from './registry.ts'

export interface FieldReference {
  /** The API name of the field that contains the reference. */
  readonly field: string
  readonly to: StoredReference
}

/** Returns the value of a field with other references; the same value if its type has none. */
export function mapReferences(field: Field, value: Json, pointer: string, replace: ReplaceReference): Json {
  return typeOf(field).mapReferences?.(value, field, pointer, replace) ?? value
}

/** Calls `onReference` for each reference of a field's value, in the order of its JSON. */
export function eachReference(
  field: Field,
  value: Json,
  pointer: string,
  onReference: (to: ReferenceValue, pointer: string, isLink: boolean) => void,
): void {
  mapReferences(field, value, pointer, (to, at, isLink) => {
    onReference(to, at, isLink)
    return to
  })
}

/** Lists the references of an entry. `values` must be in the order of the model. */
export function listReferences(
  fields: readonly Field[],
  values: readonly StoredValue[],
): readonly FieldReference[] {
  const found: FieldReference[] = []
  for (const [index, field] of fields.entries()) {
    const value = values[index]
    if (value === undefined) continue
    eachReference(field, value, '', to => found.push({ field: field.apiName, to: to as StoredReference }))
  }
  return found
}

/** Replaces the targets of references. `values` must be in the order of the model. */
export function replaceTargets(
  fields: readonly Field[],
  values: readonly StoredValue[],
  toId: (reference: ReferenceValue, field: Field) => string,
): StoredValue[] {
  return fields.map((field, index) => {
    const value = values[index]
    return value === undefined ? value : mapReferences(field, value, '', to => ({ id: toId(to, field) }))
  })
}
