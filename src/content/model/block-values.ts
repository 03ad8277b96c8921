// Finds the values to which a path of a query leads inside a value: through blocks, and in JSON. The index and scans of drafts
// share it, so that both find the same values.
import { componentOf, toBlock } from '../fields/blocks/block.ts'
import type { Field, Json, JsonPath, Values } from '../values/model.ts'
import { blockIndexField, componentName, holdsBlocks } from './query-model.ts'

/** The value of a field in one block. */
export interface BlockValue {
  readonly indexField: string
  /** The field of the component; null for the name of the component. */
  readonly field: Field | null
  /** A list even if the field holds a single value. */
  readonly values: readonly Json[]
  /** The JSON Pointer of the value within the value of the entry's field. */
  readonly pointer: string
}

/**
 * Calls `onValue` for each value in the blocks of a field, at every depth, and for the component of each block. Blocks of
 * components that `of` does not name have no other values, because no path names their fields.
 */
export function eachBlockValue(
  field: Field,
  value: Json,
  indexField: string,
  onValue: (value: BlockValue) => void,
  pointer = '',
): void {
  if (field.many && isList(value)) {
    for (const [index, item] of value.entries())
      eachValueOfBlock(field, item, indexField, `${pointer}/${index}`, onValue)
  } else eachValueOfBlock(field, value, indexField, pointer, onValue)
}

function eachValueOfBlock(
  field: Field,
  value: Json,
  indexField: string,
  pointer: string,
  onValue: (value: BlockValue) => void,
): void {
  const block = toBlock(value)
  if (block === null) return
  const { component: name, data } = block
  onValue({
    indexField: blockIndexField(indexField, componentName),
    field: null,
    values: [name],
    pointer: `${pointer}/component`,
  })
  const component = field.of?.includes(name) ? componentOf(field, block) : null
  for (const inner of component?.fields ?? []) {
    const { apiName } = inner
    const own = inner.query !== false && Object.hasOwn(data, apiName) ? data[apiName]! : null
    if (own === null) continue
    const at = blockIndexField(indexField, apiName)
    const place = `${pointer}/data/${apiName}`
    onValue({ indexField: at, field: inner, values: listOf(inner, own), pointer: place })
    if (holdsBlocks(inner)) eachBlockValue(inner, own, at, onValue, place)
  }
}

/** Returns the values of a field as a list, even if the field holds a single value. */
export function listOf(field: Pick<Field, 'many'>, value: Json): readonly Json[] {
  if (value === null) return []
  return field.many && isList(value) ? value : [value]
}

/** Lists on the path and at its end are skipped unless the path has many values. */
export function findAtJsonPath(
  values: readonly Json[],
  { path, many = false }: Pick<JsonPath, 'path' | 'many'>,
): readonly Json[] {
  const keys = path.split('.')
  const found: Json[] = []
  const open = values.map(value => ({ value, depth: 0 }))
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, depth } = next
    if (isList(value)) {
      if (many) for (const item of value) open.push({ value: item, depth })
    } else if (depth === keys.length) found.push(value)
    else if (typeof value === 'object' && value !== null && Object.hasOwn(value, keys[depth]!)) {
      open.push({ value: (value as Values)[keys[depth]!]!, depth: depth + 1 })
    }
  }
  return found
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}
