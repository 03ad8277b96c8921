// The references in an entry's values, as they were written.

import type { KeptValue, Reference } from './field-values.ts'
import type { Field } from './model.ts'

export interface WrittenReference {
  /** API name of the field that holds it. */
  readonly field: string
  readonly to: Reference
}

/** `values` in the order of the model, as {@link checkValues} keeps them. */
export function listReferences(
  fields: readonly Field[],
  values: readonly KeptValue[],
): readonly WrittenReference[] {
  return fields.flatMap(({ apiName, type, many }, index) => {
    const value = type === 'reference' ? values[index] : undefined
    if (value === undefined) return []
    return ((many ? value : [value]) as readonly Reference[]).map(to => ({ field: apiName, to }))
  })
}
