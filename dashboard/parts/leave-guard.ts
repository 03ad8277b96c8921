// Asks before the router opens another page, while something would be lost by that.
import { useEffect, useRef } from 'react'
import type { AroundNavHandler } from 'wouter'

let mayLeave: (() => boolean) | null = null

/** For the router: every link and every navigation by a script passes here. */
export const guardNavigation: AroundNavHandler = (navigate, to, options) => {
  const isSamePage = new URL(to, location.href).pathname === location.pathname
  if (isSamePage || mayLeave === null || mayLeave()) navigate(to, options)
}

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
