// What a browser does by itself for a new document: the focus and the scroll position start at the top.
import { type RefObject, useEffect, useRef } from 'react'

/** Whether the last navigation was a step back or forward: then the browser restores the scroll position. */
let cameBack = false
addEventListener('popstate', () => {
  cameBack = true
})
addEventListener('pushState', () => {
  cameBack = false
})

/** The element takes the focus whenever `location` changes, not when it first appears. */
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
