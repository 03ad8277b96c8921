// Lists and replaces the references in the values of an entry, whichever type of field holds them.
import type { Field, Json } from '../values/model.ts'
import type {
  ReferenceHolder,
  ReferenceValue,
  ReplaceReference,
  StoredReference,
  StoredValue,
} from './field-type.ts'
import { typeOf } from './registry.ts'

export interface FieldReference {
  /** The API name of the field of the entry that contains the reference. */
  readonly field: string
  /** The address of the value that is or contains the reference: the name of its field, or its path through blocks. */
  readonly address: string
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
  onReference: (to: ReferenceValue, pointer: string, holder: ReferenceHolder) => void,
): void {
  mapReferences(field, value, pointer, (to, at, holder) => {
    onReference(to, at, holder)
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
    eachReference(field, value, '', (to, _, { path }) =>
      found.push({
        field: field.apiName,
        address: [field.apiName, ...path].join('/'),
        to: to as StoredReference,
      }),
    )
  }
  return found
}

/** Replaces the targets of references. `values` must be in the order of the model. */
export function replaceTargets(
  fields: readonly Field[],
  values: readonly StoredValue[],
  /** Receives the field that holds the reference, which may be one of a block. */
  toId: (reference: ReferenceValue, field: Field) => string,
): StoredValue[] {
  return fields.map((field, index) => {
    const value = values[index]
    return value === undefined
      ? value
      : mapReferences(field, value, '', (to, _, holder) => ({ id: toId(to, holder.field) }))
  })
}
