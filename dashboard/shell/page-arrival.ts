// Resets the focus and the scroll position to the top on navigation, as a browser does for a new document.
import { type RefObject, useEffect, useRef } from 'react'

/** True if the last navigation was Back or Forward, for which the browser restores the scroll position. */
let cameBack = false
addEventListener('popstate', () => {
  cameBack = true
})
addEventListener('pushState', () => {
  cameBack = false
})

/** Focuses the element whenever `location` changes, except on the first render. */
export function usePageArrival(location: string): RefObject<HTMLElement | null> {
  const element = useRef<HTMLElement>(null)
  const before = useRef(location)
  useEffect(() => {
    if (before.current === location) return
    before.current = location
    element.current?.focus({ preventScroll: true })
    if (!cameBack) scrollTo(0, 0)
  }, [location])
  return element
}
