// Which blocks are open, and the place that is to get the focus once the blocks around it are open. Both are kept while
// the window is open, so that blocks are as they were when an entry is opened again.
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { focusPath } from '../../parts/forms/field-focus.ts'

const listeners = new Set<() => void>()
/** By the paths of blocks. */
const states = new Map<string, boolean>()
let wanted: string | null = null

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell(): void {
  for (const listener of listeners) listener()
}

export function setOpen(paths: readonly string[], isOpen: boolean): void {
  for (const path of paths) states.set(path, isOpen)
  tell()
}

/** Uses `isOpenAtFirst` for a block that nobody has opened or closed yet. */
export function useIsOpen(path: string, isOpenAtFirst: boolean): boolean {
  return useSyncExternalStore(
    subscribe,
    useCallback(() => states.get(path) ?? isOpenAtFirst, [path, isOpenAtFirst]),
  )
}

/** Opens the blocks around a place and focuses it. */
export function wantPlace(place: string): void {
  wanted = place
  tell()
}

function useWanted(): string | null {
  return useSyncExternalStore(subscribe, () => wanted)
}

/** Opens a block when a place inside of it is to get the focus. */
export function useOpenWhenWanted(path: string): void {
  const isInside = useWanted()?.startsWith(`${path}/`) ?? false
  useEffect(() => {
    if (isInside) setOpen([path], true)
  }, [isInside, path])
}

/** Focuses a field or a block when it is the wanted place. */
export function useFocusWhenWanted(path: string): void {
  const isWanted = useWanted() === path
  useEffect(() => {
    if (!isWanted || !focusPath(path)) return
    wanted = null
    tell()
  }, [isWanted, path])
}
