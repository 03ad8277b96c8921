// Compares blocks by their keys: which were added, removed, moved or changed. No React here.

import { type Block, componentOf, listBlocks } from '../../../fields/component/blocks.ts'
import type { ReadField } from '../../../fields/field-type.ts'
import { ownValue } from '../../../parts/entries/own-value.ts'
import { type Change, type FieldModel, isSame } from './changes.ts'
import { basesInside } from './overlaid-blocks.ts'
import { diffLists } from './text-diff.ts'

export interface BlockChange {
  readonly kind: 'added' | 'removed' | 'changed' | 'moved'
  /** The block as it is afterwards, or as it was if it has been removed. */
  readonly block: Block
  /** True if a changed block has also been moved. */
  readonly isMoved: boolean
  /** The changes of its fields. */
  readonly inner: readonly Change[]
}

/** Returns the changes in the order of the blocks afterwards, and then the removed blocks. */
export function diffBlocks(change: Omit<Change, 'path'>): readonly BlockChange[] {
  const { before, after } = change
  const [old, now] = [listBlocks(before), listBlocks(after)]
  const toKey = ({ component, key }: Block) => `${component} ${key}`
  const earlier = new Map(old.map(block => [toKey(block), block]))
  const later = new Set(now.map(toKey))
  const stayed = diffLists(
    old.filter(block => later.has(toKey(block))),
    now.filter(block => earlier.has(toKey(block))),
    toKey,
  )
  const moved = new Set(stayed.filter(({ kind }) => kind === 'added').map(({ item }) => toKey(item)))
  const changes = now.flatMap((block): readonly BlockChange[] => {
    const was = earlier.get(toKey(block))
    if (was === undefined) return [{ kind: 'added', block, isMoved: false, inner: [] }]
    const inner = listInner(change, was, block)
    const isMoved = moved.has(toKey(block))
    if (inner.length === 0 && !isMoved) return []
    return [{ kind: inner.length > 0 ? 'changed' : 'moved', block, isMoved, inner }]
  })
  const removed = old.filter(block => !later.has(toKey(block)))
  return [
    ...changes,
    ...removed.map((block): BlockChange => ({ kind: 'removed', block, isMoved: false, inner: [] })),
  ]
}

function listInner(
  { field, variant, bases }: Omit<Change, 'path'>,
  before: Block,
  after: Block,
): readonly Change[] {
  const known = (componentOf(field as ReadField, after)?.fields ?? []) as readonly FieldModel[]
  const names = new Set([...Object.keys(before.data), ...Object.keys(after.data)])
  for (const { apiName } of known) names.delete(apiName)
  const others = [...names].map((apiName): FieldModel => ({ apiName, type: 'json' }))
  return [...known, ...others]
    .map(inner => ({
      path: `${after.key}/${inner.apiName}`,
      field: inner,
      // In a list of its own, a field without a value has none from the base.
      variant: bases ? variant : null,
      bases: basesInside(bases, after, inner.apiName),
      before: toGiven(ownValue(before.data, inner.apiName)),
      after: toGiven(ownValue(after.data, inner.apiName)),
    }))
    .filter(change => !isSame(change.before, change.after))
}

function toGiven(value: unknown): unknown {
  return value === null || (Array.isArray(value) && value.length === 0) ? undefined : value
}

/** For example `1 added, 2 changed`. */
export function countBlockChanges(changes: readonly BlockChange[]): string {
  const kinds = ['added', 'removed', 'changed', 'moved'] as const
  return kinds
    .map(kind => [changes.filter(change => change.kind === kind).length, kind] as const)
    .filter(([count]) => count > 0)
    .map(([count, kind]) => `${count} ${kind}`)
    .join(', ')
}
