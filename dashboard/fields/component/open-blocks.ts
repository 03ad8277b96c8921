// Which blocks are open, and the place that is to get the focus once the blocks around it are open. Which blocks are open
// is remembered on this device, so that they are as they were when an entry is opened again.
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { focusPath } from '../../parts/forms/field-focus.ts'
import { readStored, store } from './device-memory.ts'

const listeners = new Set<() => void>()
const memory = 'open-blocks'
/** The blocks that were opened or closed, the latest last. */
const blocksMax = 1000
/** By the paths of blocks, which begin with that of the page: the blocks of a copied entry have the same keys. */
const states = new Map(readStored(memory).map(place => [place.slice(1), place.startsWith('+')]))
const toPlace = (path: string) => location.pathname + path
let wanted: string | null = null

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell(): void {
  for (const listener of listeners) listener()
}

export function setOpen(paths: readonly string[], isOpen: boolean): void {
  for (const path of paths) {
    states.delete(toPlace(path))
    states.set(toPlace(path), isOpen)
  }
  const places = [...states].slice(-blocksMax).map(([place, open]) => `${open ? '+' : '-'}${place}`)
  store(memory, places)
  tell()
}

/** Uses `isOpenAtFirst` for a block that nobody has opened or closed yet. */
export function useIsOpen(path: string, isOpenAtFirst: boolean): boolean {
  return useSyncExternalStore(
    subscribe,
    useCallback(() => states.get(toPlace(path)) ?? isOpenAtFirst, [path, isOpenAtFirst]),
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

/** Returns the key of the block in a text at whose place, or inside of which, the focus is wanted; null if it is elsewhere. */
export function useWantedInside(path: string): string | null {
  const place = useWanted()
  return place?.startsWith(`${path}/`) ? place.slice(path.length + 1).split('/')[0]! : null
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
