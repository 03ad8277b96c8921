// Reads blocks by the types of their fields, to summarize them and to find errors, files and references. No React here.
import { hasSearchWeight } from '../../../src/content/fields/text-facts.ts'
import type { Field } from '../../../src/content/values/model.ts'
import { nameField } from '../../parts/entries/place-name.ts'
import type { FilePlace, ReadField, TypeOf } from '../field-type.ts'
import { type Block, componentOf, listFields, nameOf, readBlock, titleOf } from './blocks.ts'

/** For example `Hero: Tide Tables`. */
export function summarizeBlock(value: unknown, field: ReadField): string | null {
  const block = readBlock(value)
  if (block === null) return null
  const title = titleOf(field, block)
  return title === null ? nameOf(field, block) : `${nameOf(field, block)}: ${title}`
}

/** The beginning of the first text with formatting, which stands for the title of a block without one. */
export function excerptOf(field: ReadField, block: Block, typeOf: TypeOf): string | null {
  for (const { field: inner, value } of listFields(field, block)) {
    if (inner.many || !hasSearchWeight(inner.type) || typeof value !== 'object' || value === null) continue
    const text = typeOf(inner.type).summarize?.(value, noNames, inner)
    if (text) return text.slice(0, excerptLengthMax)
  }
  return null
}

const excerptLengthMax = 120
const noNames = { entryOf: (id: string) => id, assetOf: (id: string) => id }

export function findBlockError(value: unknown, field: ReadField, typeOf: TypeOf): string | null {
  const block = readBlock(value)
  if (block === null) return 'must be a block'
  for (const { field: inner, item } of listItems(field, block)) {
    const error = item === null || item === undefined ? null : typeOf(inner.type).findError(item, inner)
    if (error !== null) return `cannot be saved: ${nameField(inner)} ${error}`
  }
  return null
}

export function listBlockFiles(value: unknown, field: ReadField, typeOf: TypeOf): readonly FilePlace[] {
  const block = readBlock(value)
  if (block === null) return []
  return listItems(field, block).flatMap(({ field: inner, path, item }) =>
    (typeOf(inner.type).listFiles?.(item, inner) ?? []).map(place => ({
      ...place,
      path: `/data/${inner.apiName}${path}${place.path}`,
    })),
  )
}

export function listBlockEntries(value: unknown, field: ReadField, typeOf: TypeOf): readonly string[] {
  const block = readBlock(value)
  if (block === null) return []
  return listItems(field, block).flatMap(
    ({ field: inner, item }) => typeOf(inner.type).listEntries?.(item, inner) ?? [],
  )
}

interface Item {
  readonly field: Field
  /** The path inside of the value of the field. */
  readonly path: string
  readonly item: unknown
}

/** Lists the single values of a block's fields. */
function listItems(field: ReadField, block: Block): readonly Item[] {
  const fields = componentOf(field, block)?.fields ?? []
  return fields.flatMap((inner): readonly Item[] => {
    const value = block.data[inner.apiName]
    if (!inner.many || !Array.isArray(value)) return [{ field: inner, path: '', item: value }]
    return value.map((item: unknown, index) => ({ field: inner, path: `/${index}`, item }))
  })
}

/** Returns the fields of a block that have a value. */
export function listGiven(field: ReadField, block: Block) {
  return listFields(field, block).filter(
    ({ value }) => value !== null && !(Array.isArray(value) && value.length === 0),
  )
}
