// The parts of which fields of blocks are saved: which blocks stand in which order, and each value in a block by its
// address. The order is a value of its own, so that two people disturb each other only in one field.
import { partsOfPointer, toPointer } from '../../../../src/base/json.ts'
import { type Block, componentOf, findSame, listBlocks, noValue } from '../../../fields/component/blocks.ts'
import { holdsBlocks, type ValueField } from '../../../fields/field-values.ts'
import { ownValue } from '../../../parts/entries/own-value.ts'
import { type DraftContent, isEqual, type Path, valueAt } from './draft-paths.ts'

export interface Change {
  readonly path: Path
  readonly before: unknown
  readonly after: unknown
}

/** Returns the field at a path of the base values; undefined if the model or the draft has none there. */
export function findField(
  fields: readonly ValueField[],
  path: Path,
  { data }: Pick<DraftContent, 'data'>,
): ValueField | undefined {
  const [kind, name, ...inside] = partsOfPointer(path)
  if (kind !== 'data' || name === undefined) return undefined
  let field = fields.find(({ apiName }) => apiName === name)
  let value = ownValue(data, name)
  while (inside.length > 0 && field !== undefined && holdsBlocks(field)) {
    const block = findBlock(field, value, field.many ? inside.shift() : null)
    const inner = inside.shift()
    if (block === undefined || inner === undefined) return undefined
    field = componentOf(field, block)?.fields.find(({ apiName }) => apiName === inner)
    value = ownValue(block.data, inner)
  }
  return inside.length === 0 ? field : undefined
}

/** `key` is null in a single block. */
function findBlock(field: ValueField, value: unknown, key: string | null | undefined): Block | undefined {
  return listBlocks(value).find(block => !field.many || block.key === key)
}

/** Checks whether the same blocks stand in the same order, whatever their values are. */
export function isSameOrder(a: unknown, b: unknown): boolean {
  // The key of a single block is not part of its address.
  const toOrder = (value: unknown) =>
    listBlocks(value).map(({ key, component }) => (Array.isArray(value) ? [key, component] : [component]))
  return isEqual(toOrder(a), toOrder(b))
}

/** Returns the path that the values of a block begin with. */
export function toBlockPath(field: ValueField, path: Path, { key }: Block): Path {
  return field.many ? path + toPointer(key) : path
}

/** Lists what differs between two values of a field: the order, if that differs, and values in the blocks of both. */
export function listChanges(
  field: ValueField,
  before: unknown,
  after: unknown,
  path: Path,
): readonly Change[] {
  if (before === after) return []
  if (!holdsBlocks(field)) return isSameValue(field, before, after) ? [] : [{ path, before, after }]
  const inside = listBlocks(after).flatMap(block => {
    const other = findSame(before, block)
    return other === undefined ? [] : listBlockChanges(field, other, block, path)
  })
  return isSameOrder(before, after) ? inside : [{ path, before, after }, ...inside]
}

export function listBlockChanges(
  field: ValueField,
  before: Block,
  after: Block,
  path: Path,
): readonly Change[] {
  if (before === after) return []
  const place = toBlockPath(field, path, after)
  return (componentOf(field, after)?.fields ?? []).flatMap(inner => {
    const { apiName } = inner
    const values = [before, after].map(({ data }) => ownValue(data, apiName) ?? noValue(inner))
    return listChanges(inner, values[0], values[1], place + toPointer(apiName))
  })
}

/** Lists what differs in the blocks that `from` does not have, but `known` has in the meantime. */
export function listAdded(
  field: ValueField,
  value: unknown,
  from: unknown,
  known: unknown,
  path: Path,
): readonly Change[] {
  return listBlocks(value).flatMap(block => {
    const same = findSame(from, block) ? undefined : findSame(known, block)
    return same === undefined ? [] : listBlockChanges(field, same, block, path)
  })
}

function isSameValue(field: ValueField, a: unknown, b: unknown): boolean {
  return isEqual(a ?? noValue(field), b ?? noValue(field))
}

/** Calls `onPath` for the value of a field, and for each value in its blocks. */
export function eachPath(
  field: ValueField,
  value: unknown,
  path: Path,
  onPath: (path: Path, value: unknown, field: ValueField) => void,
): void {
  onPath(path, value, field)
  if (!holdsBlocks(field)) return
  for (const block of listBlocks(value)) {
    for (const inner of componentOf(field, block)?.fields ?? []) {
      const place = toBlockPath(field, path, block) + toPointer(inner.apiName)
      eachPath(inner, ownValue(block.data, inner.apiName) ?? noValue(inner), place, onPath)
    }
  }
}

/** Returns the blocks in the order of `order`. Blocks that `value` has keep its values. */
export function withOrder(value: unknown, order: unknown): unknown {
  const toOwn = (item: unknown) => {
    const [block] = listBlocks(item)
    return (block && findSame(value, block)) ?? item
  }
  return Array.isArray(order) ? order.map(toOwn) : toOwn(order)
}

/** Returns a list with the block of another list that an address begins with, in its place there. */
export function withBlocksOf(value: unknown, other: unknown, address: string): unknown {
  if (!Array.isArray(value) || !Array.isArray(other)) return other
  const [key] = partsOfPointer(address)
  const index = other.findIndex((item: unknown) => listBlocks(item)[0]?.key === key)
  const rest = value.filter((item: unknown) => listBlocks(item)[0]?.key !== key)
  return index < 0 ? value : rest.toSpliced(Math.min(index, rest.length), 0, other[index])
}

/** Returns the blocks that another value does not have. */
export function withoutKnown(known: unknown, value: unknown): unknown {
  const added = listBlocks(value).filter(block => !findSame(known, block))
  return Array.isArray(value) ? added : (added[0] ?? null)
}

/** Returns the order as it is sent: blocks of `value`, which the server has, are sent as their keys alone. */
export function toSentOrder(value: unknown, order: unknown): unknown {
  if (!Array.isArray(order)) return order
  return listBlocks(order).map(block => (findSame(value, block) ? { key: block.key } : block))
}

/**
 * Returns the path of the outermost order that has to name the block at a path because `base` has no such block; null if
 * it has all blocks around the path.
 */
export function findMissing(
  fields: readonly ValueField[],
  path: Path,
  draft: DraftContent,
  base: DraftContent,
): Path | null {
  const parts = partsOfPointer(path)
  let field = fields.find(({ apiName }) => apiName === parts[1])
  for (let at = 2; field !== undefined && at < parts.length && holdsBlocks(field); ) {
    const around = toPointer(...parts.slice(0, at))
    const key = field.many ? parts[at] : null
    const block = findBlock(field, valueAt(draft, around), key)
    const known = findBlock(field, valueAt(base, around), key)
    if (known === undefined || (block ?? known).component !== known.component) return around
    at += field.many ? 2 : 1
    const inner = parts[at - 1]
    field = componentOf(field, known)?.fields.find(({ apiName }) => apiName === inner)
  }
  return null
}
