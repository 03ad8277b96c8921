// The blocks of an input and how they are changed. The functions stay the same, so that a change in one block does not
// render the others again.
import { useCallback, useLayoutEffect, useRef } from 'react'
import { type Block, listBlocks } from './blocks.ts'

/** Returns a function that stays the same and calls the latest `run`. */
export function useLatest<Arguments extends readonly unknown[]>(run: (...given: Arguments) => void) {
  const latest = useRef(run)
  useLayoutEffect(() => {
    latest.current = run
  })
  return useCallback((...given: Arguments) => latest.current(...given), [])
}

export interface ChangedBlocks {
  readonly blocks: readonly Block[]
  readonly set: (blocks: readonly Block[]) => void
  /** Changes the block with this key, as it is now: it may have changed since it was rendered. */
  readonly update: (key: string, change: (block: Block) => Block) => void
}

export function useBlocks(
  value: unknown,
  isMany: boolean,
  onChange: (value: unknown) => void,
): ChangedBlocks {
  const blocks = listBlocks(value)
  const current = useRef(blocks)
  current.current = blocks
  const set = useLatest((next: readonly Block[]) => {
    current.current = next
    onChange(isMany ? next : (next[0] ?? null))
  })
  const update = useCallback(
    (key: string, change: (block: Block) => Block) =>
      set(current.current.map(block => (block.key === key ? change(block) : block))),
    [set],
  )
  return { blocks, set, update }
}
