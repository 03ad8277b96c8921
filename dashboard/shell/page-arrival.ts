// Resets the focus and the scroll position to the top on navigation, as a browser does for a new document.
import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { paths, toSpacePaths } from '../paths.ts'

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

interface NamedPage {
  readonly name: string
  readonly path: string
}

/** The names of a space's pages, for the top bar and the command palette. */
export function toNamedPages(slug: string): readonly NamedPage[] {
  const to = toSpacePaths(slug)
  return [
    { name: 'Home', path: to.home },
    { name: 'Content', path: to.content },
    { name: 'Media', path: to.media },
    { name: 'Schedule', path: to.schedule },
    { name: 'Activity', path: to.activity },
    { name: 'Archive', path: to.archive },
    { name: 'Content model', path: to.model },
    { name: 'Variants', path: to.variants },
    { name: 'Try it', path: to.tryIt },
    { name: 'API keys', path: to.apiKeys },
    { name: 'Members', path: to.members },
    { name: 'Account', path: paths.account },
  ]
}

/** Returns null for a page below one of these, which shows a trail instead. */
export function usePageName(slug: string | null): string | null {
  const [location] = useLocation()
  return toNamedPages(slug ?? '').find(({ path }) => path === location)?.name ?? null
}
