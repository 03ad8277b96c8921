// Back from an entry leads to its row: the focus is where it was, and so is the page.
import { useEffect, useRef } from 'react'

interface WithRow {
  readonly row?: string
}

/** Notes the entry in the history, at the place of the list. */
export function leaveFrom(id: string): void {
  history.replaceState({ ...(history.state as object | null), row: id }, '')
}

/** Focuses the row that the user left the list from, once it is there. */
export function useReturnToRow(isLoaded: boolean): void {
  const left = useRef((history.state as WithRow | null)?.row ?? null)
  useEffect(() => {
    if (!isLoaded || left.current === null) return
    const row = left.current
    left.current = null
    // The frame focuses the page when it has changed; this is later.
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
