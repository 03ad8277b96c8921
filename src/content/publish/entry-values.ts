// Checks and compiles the values of one entry: its draft, its published values, and the overlays.

import { type CheckContext, checkValues, type StoredValue } from '../values/field-values.ts'
import type { Field, Json, Values } from '../values/model.ts'
import { type CompiledValues, compileOverlay, compileValues, type ReferenceBinder } from './compile-entry.ts'

/** The overlays of an entry by variant id. Each has a value or undefined for each field of the model. */
type OverlayValues = ReadonlyMap<string, readonly StoredValue[]>

/** Checks the values of overlays, and drops overlays that set no field. */
export function checkOverlays(
  fields: readonly Field[],
  variants: { readonly [id: string]: Values },
  context: CheckContext,
): OverlayValues {
  const stored = new Map<string, readonly StoredValue[]>()
  for (const [id, values] of Object.entries(variants)) {
    const checked = checkValues(fields, values, {
      ...context,
      onError: (message, { pointer, ...error }) =>
        context.onError(`In the variant "${id}": ${message}`, { ...error, pointer: `/${id}${pointer}` }),
    })
    if (checked.some(value => value !== undefined)) stored.set(id, checked)
  }
  return stored
}

export function compileOverlays(
  fields: readonly Field[],
  overlays: OverlayValues,
  bind: ReferenceBinder,
): ReadonlyMap<string, CompiledValues> {
  return new Map([...overlays].map(([id, values]) => [id, compileOverlay(fields, values, bind)]))
}

/** Binds no reference, for texts whose references are compared as they are written. */
const bindNothing: ReferenceBinder = () => ({ id: null, settled: false })

/** Returns the text of a draft. Its references are bound when it is published. */
export function toDraftText(fields: readonly Field[], values: readonly StoredValue[]): string {
  return compileValues(fields, values, bindNothing).data
}

/** Returns the overlays of a draft as JSON, in the order of their ids; null if there are none. */
export function toVariantsText(fields: readonly Field[], overlays: OverlayValues): string | null {
  if (overlays.size === 0) return null
  const ordered = [...overlays].sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${ordered.map(([id, values]) => `${JSON.stringify(id)}:${compileOverlay(fields, values, bindNothing).data}`).join(',')}}`
}

export function parseValues(data: string): Values {
  return JSON.parse(data) as Values
}

export function parseVariants(variants: string | null): { readonly [id: string]: Values } {
  return variants === null ? {} : (JSON.parse(variants) as { [id: string]: Values })
}

/** Keeps the values that fit the new model, and reports the values that it drops. */
export function migrateValues(
  fields: readonly Field[],
  values: Values,
  onLoss: (field: string, message: string) => void,
): { readonly [name: string]: Json } {
  const migrated: Record<string, Json> = {}
  for (const [name, value] of Object.entries(values)) {
    const field = fields.find(candidate => candidate.apiName === name)
    const isList = field?.many || field?.type === 'json' || field?.type === 'richText'
    if (value === null || (Array.isArray(value) && value.length === 0 && !isList)) continue
    let error: string | null = field ? null : `The model no longer has a field "${name}".`
    if (field) checkValues([field], { [name]: value }, { onError: message => (error = message) })
    if (error === null) migrated[name] = value
    else onLoss(name, error)
  }
  return migrated
}
