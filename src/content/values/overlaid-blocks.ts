// The values that an overlay has inside of the base's blocks, and how they are merged with the base. Delivery, previews, the query
// index and scans all merge by the functions of this file, which need no model.
import { type Block, isJsonObject, type Json } from './model.ts'

/** The values that an overlay has in the blocks of a field: by key, or `block` if the field holds a single block. */
export interface BlockValues {
  readonly blocks?: { readonly [key: string]: OverlaidBlock }
  readonly block?: OverlaidBlock
}

/**
 * A block's values in an overlay, for a block of this component only. `data` has whole values of fields, `inner` the values in
 * the blocks of other fields.
 */
export type OverlaidBlock = Pick<Block, 'component' | 'data' | 'inner'>

/** Returns a value of a field of blocks as values in the base's blocks; null if it is a whole value. */
export function toBlockValues(value: Json | undefined): BlockValues | null {
  if (!isJsonObject(value) || Object.hasOwn(value, 'component')) return null
  return isJsonObject(value.blocks) || isJsonObject(value.block) ? (value as BlockValues) : null
}

/** Lists the blocks that have values, with the key that they have in the base's list; null for a single block. */
export function entriesOf({ blocks, block }: BlockValues): (readonly [key: string | null, OverlaidBlock])[] {
  return blocks === undefined ? (block === undefined ? [] : [[null, block]]) : Object.entries(blocks)
}

/** The value that an overlay has for a field. */
export interface OverlayValue {
  readonly variant: string
  readonly value: Json
  /** True if the value is {@link BlockValues}. */
  readonly isInBlocks: boolean
}

/**
 * Merges the values of overlays, the strongest first, into the value of the base. A whole value takes the place of the base:
 * weaker overlays change nothing in it. Adds the variants that set something of the result to `setBy`.
 */
export function mergeValue(base: Json, overlays: readonly OverlayValue[], setBy: Set<string>): Json {
  const whole = overlays.findIndex(({ isInBlocks }) => !isInBlocks)
  if (whole >= 0) setBy.add(overlays[whole]!.variant)
  const value = whole < 0 ? base : overlays[whole]!.value
  const stronger = whole < 0 ? overlays : overlays.slice(0, whole)
  if (stronger.length === 0) return value
  if (Array.isArray(value)) {
    return (value as readonly Json[]).map(item =>
      mergeBlock(item, stronger, ({ blocks }, key) => find(blocks, key), setBy),
    )
  }
  return mergeBlock(value, stronger, ({ block }) => block, setBy)
}

type FindBlock = (values: BlockValues, key: string) => OverlaidBlock | undefined

function mergeBlock(
  value: Json,
  overlays: readonly OverlayValue[],
  findBlock: FindBlock,
  setBy: Set<string>,
): Json {
  if (!isJsonObject(value) || !isJsonObject(value.data)) return value
  const own = overlays.flatMap(({ variant, value: values }) => {
    const block = findBlock(values as BlockValues, value.key as string)
    return block !== undefined && block.component === value.component ? [{ variant, block }] : []
  })
  if (own.length === 0) return value
  // Only fields of the base count, because the model determines which fields there are.
  const data = Object.entries(value.data).map(([name, before]) => {
    const values = own.flatMap(({ variant, block }): OverlayValue[] => {
      if (Object.hasOwn(block.data, name)) return [{ variant, value: block.data[name]!, isInBlocks: false }]
      const inner = find(block.inner, name)
      return inner === undefined ? [] : [{ variant, value: inner, isInBlocks: true }]
    })
    return [name, values.length === 0 ? before : mergeValue(before, values, setBy)] as const
  })
  return { ...value, data: Object.fromEntries(data) }
}

function find<Value>(values: { readonly [key: string]: Value } | undefined, key: string): Value | undefined {
  return values !== undefined && Object.hasOwn(values, key) ? values[key] : undefined
}
