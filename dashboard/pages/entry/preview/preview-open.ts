// Keeps in this window whether the preview is shown beside the form, and on which site, from entry to entry.
import { useMediaQuery } from '@mantine/hooks'
import { useSyncExternalStore } from 'react'

/** Matches windows that are wide enough for the form and, beside it, the panel or the preview. */
const wideQuery = '(min-width: 75em)'

export function useIsWide(): boolean {
  return useMediaQuery(wideQuery, true, { getInitialValueInEffect: false }) ?? true
}

/** A value that all components of the window share. */
function createShared<Value>(initial: Value) {
  let value = initial
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const set = (next: Value) => {
    value = next
    for (const listener of listeners) listener()
  }
  return () => [useSyncExternalStore(subscribe, () => value), set] as const
}

export const usePreviewOpen = createShared(false)

/** The URL of the site that the user chose, or null. A site of another space is ignored. */
export const useChosenSite = createShared<string | null>(null)
