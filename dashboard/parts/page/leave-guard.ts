// Asks before another page is opened, by a link, a script or Back, while something would be lost by that.
import { useEffect, useRef } from 'react'
import type { AroundNavHandler } from 'wouter'

let mayLeave: (() => boolean) | null = null

/** The guarded page: Back has left its address before anybody can be asked. */
let place = { address: location.href, state: history.state as unknown }

function takePlace(): void {
  place = { address: location.href, state: history.state }
}

const isSamePage = (address: string) => new URL(address, location.href).pathname === location.pathname

/** For the router: every link and every navigation by a script passes here. */
export const guardNavigation: AroundNavHandler = (navigate, to, options) => {
  if (isSamePage(to) || mayLeave === null || mayLeave()) navigate(to, options)
}

// Registered at load time, before the router's listener: browsers call listeners in order of registration.
addEventListener('popstate', event => {
  if (mayLeave === null || isSamePage(place.address) || mayLeave()) {
    takePlace()
    return
  }
  // The router must not see the event. Back, of any number of steps, ends here.
  event.stopImmediatePropagation()
  history.pushState(place.state, '', place.address)
})

// The router's events for URL changes made by the page itself.
for (const change of ['pushState', 'replaceState']) addEventListener(change, takePlace)

/** `check` may ask the user. One page at a time has a guard. */
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
