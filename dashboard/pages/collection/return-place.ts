// Restores the focus to an entry's row when the user returns from the entry to the list.
import { useEffect, useRef } from 'react'

interface WithRow {
  readonly row?: string
}

/** Stores the entry's id in the history state of the list. */
export function leaveFrom(id: string): void {
  history.replaceState({ ...(history.state as object | null), row: id }, '')
}

/** Focuses the row of the entry that the user opened from the list, once the list is loaded. */
export function useReturnToRow(isLoaded: boolean): void {
  const left = useRef((history.state as WithRow | null)?.row ?? null)
  useEffect(() => {
    if (!isLoaded || left.current === null) return
    const row = left.current
    left.current = null
    // Runs after the frame has focused the new page.
    const timer = setTimeout(() => {
      const links = document.querySelectorAll<HTMLElement>('[data-entry]')
      const link = [...links].find(({ dataset }) => dataset.entry === row)
      link?.focus({ preventScroll: isVisible(link) })
    })
    return () => clearTimeout(timer)
  }, [isLoaded])
}

function isVisible(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight
}
