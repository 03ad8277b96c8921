// Finds unsafe addresses in a record: of assets, of links in rich text, and in texts of the format `url`. An import
// keeps them and reports them. It also reports addresses without a scheme, except in texts of that format, whose drafts
// show a problem to editors instead.

import { eachLeaf } from '../../content/fields/field-values.ts'
import { typeOf } from '../../content/fields/registry.ts'
import type { Field, Json, Values } from '../../content/values/model.ts'
import type { EntryRecord } from '../read/records.ts'

/** Returns the addresses by field. The same place in the draft and the live values counts once. */
export function findUnsafeAddresses(
  fields: readonly Field[],
  { data = {}, liveData = {}, variants = {}, liveVariants = {} }: EntryRecord,
): ReadonlyMap<string, readonly string[]> {
  const named = fields.filter(field => mayHoldAddresses(field))
  const found = new Map<string, Map<string, string>>()
  const search = (values: Values, layer: string) => {
    for (const field of named) {
      if (!Object.hasOwn(values, field.apiName)) continue
      eachLeaf(field, values[field.apiName]!, '', (leaf, value, pointer) => {
        eachUnsafeAddress(leaf, value, (address, place) => {
          const ofField = found.get(field.apiName) ?? new Map<string, string>()
          found.set(field.apiName, ofField.set(JSON.stringify([layer, pointer + place, address]), address))
        })
      })
    }
  }
  for (const values of [data, liveData]) search(values, '')
  for (const overlays of [variants, liveVariants])
    for (const [id, values] of Object.entries(overlays)) search(values, id)
  return new Map([...found].map(([field, addresses]) => [field, [...addresses.values()]]))
}

function mayHoldAddresses(field: Field): boolean {
  const { eachUnsafeAddress: each, eachLeaf: leaves } = typeOf(field)
  return each !== undefined || leaves !== undefined
}

function eachUnsafeAddress(
  field: Field,
  value: Json,
  onAddress: (address: string, place: string) => void,
): void {
  const { eachUnsafeAddress: each } = typeOf(field)
  if (!field.many || !Array.isArray(value)) each?.(value, field, '', onAddress)
  else
    for (const [index, item] of (value as readonly Json[]).entries())
      each?.(item, field, `/${index}`, onAddress)
}
