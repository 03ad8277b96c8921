// The references in an entry's values, as they were written.

import type { ReferenceValue, StoredValue } from './field-values.ts'
import type { Field } from './model.ts'

export interface WrittenReference {
  /** API name of the field that contains it. */
  readonly field: string
  readonly to: ReferenceValue
}

/** `values` in model order, as {@link checkValues} returns them. */
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
