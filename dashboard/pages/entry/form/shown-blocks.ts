// The blocks that a field shows in a variant: its own or, without a list of its own, those for everyone with the values that the
// variant has in them.
import { useCallback, useRef, useSyncExternalStore } from 'react'
import type { Field } from '../../../../src/content/values/model.ts'
import { holdsBlocks } from '../../../fields/field-values.ts'
import { useEditor } from '../editor-context.ts'
import { type DraftContent, isEqual, shownAt, toParts } from '../engine/draft-paths.ts'
import type { ShownValue } from './shown-value.tsx'

interface ShownBlocks {
  readonly value: unknown
  /** True if the blocks are those for everyone. */
  readonly isShared: boolean
  /** True if the whole value is that for everyone: it has no fields of its own that could be overridden. */
  readonly isInherited: boolean
}

/** Returns the value of a field of any type, with the blocks of a variant merged. */
export function useShownBlocks(field: Field, { path, value, isInherited }: ShownValue): ShownBlocks {
  const { store } = useEditor()
  const isShared = toParts(path).variant !== null && holdsBlocks(field) && (isInherited || value === null)
  const last = useRef<{ readonly draft: DraftContent; readonly value: unknown } | null>(null)
  const merged = useSyncExternalStore(
    store.subscribe,
    useCallback(() => {
      const draft = store.getDraft()
      if (!isShared) return null
      if (last.current?.draft !== draft) {
        last.current = { draft, value: keepEqual(last.current?.value, shownAt(draft, path)) }
      }
      return last.current.value
    }, [store, path, isShared]),
  )
  return isShared ? { value: merged, isShared, isInherited: false } : { value, isShared, isInherited }
}

/** Returns the next value with the blocks of the one before that equal its own, so that these are not rendered again. */
function keepEqual(before: unknown, next: unknown): unknown {
  if (!Array.isArray(before) || !Array.isArray(next)) return isEqual(before, next) ? before : next
  const blocks = next.map((item: unknown, index) => (isEqual(before[index], item) ? before[index] : item))
  const isSame = blocks.length === before.length && blocks.every((item, index) => item === before[index])
  return isSame ? before : blocks
}
