// Lists the references in the values of an entry, as they were written.

import type { ReferenceValue, StoredValue } from './field-values.ts'
import type { Field } from './model.ts'

export interface WrittenReference {
  /** The API name of the field that contains the reference. */
  readonly field: string
  readonly to: ReferenceValue
}

/** `values` must be in the order of the model, as {@link checkValues} returns them. */
export function listReferences(
  fields: readonly Field[],
  values: readonly StoredValue[],
): readonly WrittenReference[] {
  return fields.flatMap(({ apiName, type, many }, index) => {
    const value = type === 'reference' ? values[index] : undefined
    if (value === undefined) return []
    return ((many ? value : [value]) as readonly ReferenceValue[]).map(to => ({ field: apiName, to }))
  })
}
