// From kept values to the text that is stored, see database/published-data.ts.
import type { Field, Json } from '../base/model.ts'
import {
  encodeData,
  type FieldLine,
  type ReferenceTargets,
  type StoredData,
  toFieldLine,
} from '../database/published-data.ts'
import type { KeptValue, Reference } from './values.ts'

/** The id of the entry that a field's reference means, or null where there is none yet. */
export type Bind = (reference: Reference, field: Field) => string | null

export interface Compiled extends StoredData {
  /** True where a reference is by collection and slug: it means whichever entry is there after each import. */
  readonly bySlug: boolean
}

/** Base values: a line for every field of the model, null or an empty list where there is no value. */
export function compileValues(fields: readonly Field[], values: readonly KeptValue[], bind: Bind): Compiled {
  return compile(fields, values, bind, (field): Json => (field.many ? [] : null))
}

/** An overlay: a line only for fields that have a value in it. */
export function compileOverlay(fields: readonly Field[], values: readonly KeptValue[], bind: Bind): Compiled {
  return compile(fields, values, bind, () => undefined)
}

function compile(
  fields: readonly Field[],
  values: readonly KeptValue[],
  bind: Bind,
  absent: (field: Field) => KeptValue,
): Compiled {
  const lines: FieldLine[] = []
  let bySlug = false
  fields.forEach((field, index) => {
    const value = values[index] ?? absent(field)
    if (value === undefined) return
    const isEmpty = values[index] === undefined || (Array.isArray(value) && value.length === 0)
    if (field.type !== 'reference' || isEmpty) {
      lines.push(toFieldLine(field.apiName, value))
      return
    }
    const references = (field.many ? value : [value]) as readonly Reference[]
    bySlug ||= references.some(reference => 'slug' in reference)
    lines.push(toFieldLine(field.apiName, value, bindTargets(field, references, bind)))
  })
  return { ...encodeData(lines), bySlug }
}

function bindTargets(field: Field, references: readonly Reference[], bind: Bind): ReferenceTargets {
  const ids = references.map(reference => bind(reference, field))
  return field.many ? ids.filter(id => id !== null) : (ids[0] ?? null)
}
