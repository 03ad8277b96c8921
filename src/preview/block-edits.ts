// Writes into the blocks of a draft where each is edited: the address of its values, as editors name it.
import { mapBlocks } from '../content/fields/component.ts'
import type { StoredValue } from '../content/fields/field-type.ts'
import type { Block, Field, Json, Values } from '../content/values/model.ts'

/**
 * Returns the values with `edit` in their blocks: `posts/p1#sections/k3f9`. A block in rich text has the address of the text,
 * which is edited as one value. `entry` is the address of the entry; `values` must be in the order of the model.
 */
export function addEdits(
  fields: readonly Field[],
  values: readonly StoredValue[],
  entry: string,
): StoredValue[] {
  return fields.map((field, index) => {
    const value = values[index]
    return value === undefined ? value : addTo(value, field, `${entry}#${field.apiName}`, false)
  })
}

function addTo(value: Json, field: Field, edit: string, isInText: boolean): Json {
  if (field.of === undefined) return value
  return mapBlocks(value, field, '', (block, { fields }) => {
    // Blocks in rich text have a `_key`, and `key` is absent.
    const { data, inner, ...head } = block as Block & { readonly key?: string }
    const inText = isInText || head.key === undefined
    const own = field.many && !inText ? `${edit}/${head.key}` : edit
    // An overlay has some values of a block only.
    const addAll = (values: Values): Values =>
      Object.fromEntries(
        fields.flatMap(one => {
          const { apiName } = one
          if (!Object.hasOwn(values, apiName)) return []
          return [[apiName, addTo(values[apiName]!, one, inText ? own : `${own}/${apiName}`, inText)]]
        }),
      )
    return { ...head, edit: own, data: addAll(data), ...(inner && { inner: addAll(inner) }) } as Block
  })
}
