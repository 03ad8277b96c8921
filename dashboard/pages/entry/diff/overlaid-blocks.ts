// The values that two versions of an overlay have in the base's blocks, as blocks that have only these values. No React here.
import { type Block, componentOf, findSame, listBlocks } from '../../../fields/component/blocks.ts'
import type { ReadField } from '../../../fields/field-type.ts'
import { ownValue } from '../../../parts/entries/own-value.ts'

type Values = Readonly<Record<string, unknown>>

/** Both versions of a value. */
export type Sides<Value> = readonly [before: Value, after: Value]

/** The values that the base has for a field. */
export type Bases = Sides<unknown>

/**
 * Returns both versions with the same blocks, those in which one of the overlays has a value, in the order of the base
 * afterwards; null if there are none.
 */
export function toOverlaid(
  field: ReadField,
  address: string,
  bases: Bases,
  overlays: Sides<Values | undefined>,
): Sides<unknown> | null {
  const pairs = listBase(bases).flatMap((block): Sides<Block>[] => {
    const data = overlaidData(field, block, field.many ? `${address}/${block.key}` : address, bases, overlays)
    return data === null ? [] : [[toBlock(block, data[0]), toBlock(block, data[1])]]
  })
  if (pairs.length === 0) return null
  if (!field.many) return pairs[0]!
  return [pairs.map(([before]) => before), pairs.map(([, after]) => after)]
}

function toBlock({ component, key }: Block, data: Values): Block {
  return { component, key, data }
}

/** Lists the blocks of the base afterwards, and then those that it had only before. */
function listBase([before, after]: Bases): readonly Block[] {
  return [...listBlocks(after), ...listBlocks(before).filter(block => !findSame(after, block))]
}

/** Returns a block of an overlay with the values that it has from the base, for its name. */
export function withBase(bases: Bases | undefined, block: Block): Block {
  const base = bases && (findSame(bases[1], block) ?? findSame(bases[0], block))
  return base ? { ...block, data: { ...base.data, ...block.data } } : block
}

/** Returns the values that the base has for a field of a block. */
export function basesInside(bases: Bases | undefined, block: Block, apiName: string): Bases | undefined {
  if (bases === undefined) return undefined
  const [before, after] = bases.map(value => ownValue(findSame(value, block)?.data ?? {}, apiName))
  return [before, after]
}

function overlaidData(
  field: ReadField,
  block: Block,
  place: string,
  bases: Bases,
  overlays: Sides<Values | undefined>,
): Sides<Values> | null {
  const steps = overlays
    .flatMap(overlay => Object.keys(overlay ?? {}))
    .filter(at => at.startsWith(`${place}/`))
  const names = new Set(steps.map(address => address.slice(place.length + 1).split('/')[0]!))
  const [before, after] = [new Map<string, unknown>(), new Map<string, unknown>()]
  for (const name of names) {
    const at = `${place}/${name}`
    const [old, now] = overlays.map(overlay => ownValue(overlay, at))
    const inner = componentOf(field, block)?.fields.find(({ apiName }) => apiName === name)
    const isWhole = old !== undefined || now !== undefined
    const inside =
      isWhole || !inner ? null : toOverlaid(inner, at, basesInside(bases, block, name)!, overlays)
    const [was, is] = inside ?? [old, now]
    if (was !== undefined) before.set(name, was)
    if (is !== undefined) after.set(name, is)
  }
  if (names.size === 0) return null
  return [Object.fromEntries(before), Object.fromEntries(after)]
}
