// Blocks in stored values, whichever component they are of.

import {
  type Block,
  type Component,
  componentsKey,
  type Field,
  isJsonObject,
  type Json,
  type Values,
} from '../../values/model.ts'
import { type BlockValues, entriesOf, toBlockValues } from '../../values/overlaid-blocks.ts'

/** Returns the component of a block; null if the space has no such component. */
export function componentOf(field: Field, { component }: Pick<Block, 'component'>): Component | null {
  return field[componentsKey]?.get(component) ?? null
}

/** Returns a stored block; null for another value. */
export function toBlock(value: Json | undefined): Block | null {
  return isJsonObject(value) && typeof value.component === 'string' && isJsonObject(value.data)
    ? (value as unknown as Block)
    : null
}

/** Lists the blocks of a stored value, whether it is a list, a single block, or rich text. */
export function blocksOf(value: Json | undefined): readonly Block[] {
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap(blocksOf)
  const block = toBlock(value)
  return block === null ? [] : [block]
}

/** Counts the blocks in the values of an entry or of an overlay, at every depth. */
export function countBlocks(fields: readonly Field[], values: Values): number {
  let count = 0
  for (const field of fields) {
    if (field.of === undefined || !Object.hasOwn(values, field.apiName)) continue
    const value = values[field.apiName]
    const inside = toBlockValues(value)
    count += inside === null ? countIn(field, blocksOf(value)) : countInside(field, inside)
  }
  return count
}

function countIn(field: Field, blocks: readonly Block[]): number {
  let count = blocks.length
  for (const block of blocks) count += countBlocks(componentOf(field, block)?.fields ?? [], block.data)
  return count
}

/** Counts the blocks of the lists that an overlay has inside of the base's blocks. These blocks are the base's own. */
function countInside(field: Field, values: BlockValues): number {
  let count = 0
  for (const [, block] of entriesOf(values)) {
    const fields = componentOf(field, block)?.fields ?? []
    count += countBlocks(fields, block.data) + countBlocks(fields, block.inner ?? {})
  }
  return count
}

/** Returns the value of an empty field: `[]` for a list, otherwise null. */
export function noValue({ many }: Pick<Field, 'many'>): Json {
  return many ? [] : null
}
