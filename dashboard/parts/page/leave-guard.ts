// Asks before a navigation by a link, a script or Back that would lose changes.
import { useEffect, useRef } from 'react'
import type { AroundNavHandler } from 'wouter'

let mayLeave: (() => boolean) | null = null

/** The URL and history state of the guarded page. Back changes the URL before the user can be asked. */
let place = { url: location.href, state: history.state as unknown }

function takePlace(): void {
  place = { url: location.href, state: history.state }
}

const isSamePage = (url: string) => new URL(url, location.href).pathname === location.pathname

/** For the router, which passes every link and scripted navigation to this function. */
export const guardNavigation: AroundNavHandler = (navigate, to, options) => {
  if (isSamePage(to) || mayLeave === null || mayLeave()) navigate(to, options)
}

// Registered at load time, before the router's listener: browsers call listeners in order of registration.
addEventListener('popstate', event => {
  if (mayLeave === null || isSamePage(place.url) || mayLeave()) {
    takePlace()
    return
  }
  // The router must not see the event. This undoes Back, whatever its number of steps.
  event.stopImmediatePropagation()
  history.pushState(place.state, '', place.url)
})

// The router's events for URL changes made by the page itself.
for (const change of ['pushState', 'replaceState']) addEventListener(change, takePlace)

/** `check` may ask the user. Only one page at a time can have a guard. */
export function useLeaveGuard(check: () => boolean): void {
  const latest = useRef(check)
  latest.current = check
  useEffect(() => {
    mayLeave = () => latest.current()
    return () => {
      mayLeave = null
    }
  }, [])
}
