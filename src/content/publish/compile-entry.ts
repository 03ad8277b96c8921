// Compiles checked values to the text stored in the database, see content/values/stored-data.ts.

import { namesAsset } from '../values/asset-names.ts'
import type { ReferenceValue, StoredValue } from '../values/field-values.ts'
import type { Field, Json } from '../values/model.ts'
import {
  encodeData,
  type FieldLine,
  type ReferenceTargets,
  type StoredData,
  toFieldLine,
} from '../values/stored-data.ts'

/** The target of a field's reference. */
export interface BoundReference {
  /** The entry's id; null if there is no entry that the field may refer to. */
  readonly id: string | null
  /** False if an import that adds or moves entries can change the target. */
  readonly settled: boolean
}

export type ReferenceBinder = (reference: ReferenceValue, field: Field) => BoundReference

/**
 * Compiled values as they were written. Values that name assets are completed when they are stored, see resolve-assets.ts.
 */
export interface CompiledValues extends StoredData {
  /** The values that name assets, as JSON by field; null if there are none. */
  readonly written: string | null
  /** True if a reference is not final, so that each import binds it again. */
  readonly rebind: boolean
  /** True if a reference by collection and slug has no target. */
  readonly unbound: boolean
  /** The ids in `refs`, in field order. */
  readonly targets: readonly string[]
}

/** Compiles base values to a line for every field of the model, with null or an empty list for fields without a value. */
export function compileValues(
  fields: readonly Field[],
  values: readonly StoredValue[],
  bind: ReferenceBinder,
): CompiledValues {
  return compile(fields, values, bind, (field): Json => (field.many ? [] : null))
}

/** Compiles an overlay to lines for the fields that it sets. */
export function compileOverlay(
  fields: readonly Field[],
  values: readonly StoredValue[],
  bind: ReferenceBinder,
): CompiledValues {
  return compile(fields, values, bind, () => undefined)
}

function compile(
  fields: readonly Field[],
  values: readonly StoredValue[],
  bind: ReferenceBinder,
  absent: (field: Field) => StoredValue,
): CompiledValues {
  const lines: FieldLine[] = []
  const targets: string[] = []
  const written: [name: string, value: Json][] = []
  let rebind = false
  let unbound = false
  for (const [index, field] of fields.entries()) {
    const value = values[index] ?? absent(field)
    if (value === undefined) continue
    const isEmpty = values[index] === undefined || (Array.isArray(value) && value.length === 0)
    if (field.type !== 'reference' || isEmpty) {
      if (!isEmpty && namesAsset(field, value)) written.push([field.apiName, value])
      lines.push(toFieldLine(field.apiName, value))
      continue
    }
    const references = (field.many ? value : [value]) as readonly ReferenceValue[]
    const bound = references.map(reference => bind(reference, field))
    for (const [place, { id, settled }] of bound.entries()) {
      if (!settled) rebind = true
      if (id !== null) targets.push(id)
      else if (!('id' in references[place]!)) unbound = true
    }
    lines.push(toFieldLine(field.apiName, value, toTargets(field, bound)))
  }
  return {
    ...encodeData(lines),
    written: written.length === 0 ? null : JSON.stringify(Object.fromEntries(written)),
    rebind,
    unbound,
    targets,
  }
}

function toTargets(field: Field, bound: readonly BoundReference[]): ReferenceTargets {
  const ids = bound.map(({ id }) => id)
  return field.many ? ids.filter(id => id !== null) : (ids[0] ?? null)
}
