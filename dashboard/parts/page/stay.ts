// Prevents leaving the page while it shows a secret that cannot be shown again. Back has no effect and shows a
// notification, and the browser asks before leaving.
import { notifications } from '@mantine/notifications'
import { useEffect } from 'react'

/** The URL and state to stay at; null if the user may leave. */
let place: { readonly url: string; readonly state: unknown } | null = null

function takePlace(): void {
  place = { url: location.href, state: history.state }
}

// Registered at load time, before the router's listener: browsers call listeners in order of registration.
addEventListener('popstate', event => {
  if (place === null) return
  // The router must not see the event. This undoes Back, whatever its number of steps.
  event.stopImmediatePropagation()
  history.pushState(place.state, '', place.url)
  notifications.show({
    id: 'stay',
    color: 'yellow',
    message: 'Copy it before you leave this page. You will not be able to see it again.',
    closeButtonProps: { 'aria-label': 'Close' },
  })
})

// The router's events for URL changes made by the page itself.
for (const change of ['pushState', 'replaceState']) {
  addEventListener(change, () => {
    if (place !== null) takePlace()
  })
}

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

/** `active` lasts from the request for a secret until the user confirms that they copied it. */
export function useStay(active: boolean): void {
  useEffect(() => {
    if (!active) return
    takePlace()
    addEventListener('beforeunload', ask)
    return () => {
      place = null
      removeEventListener('beforeunload', ask)
    }
  }, [active])
}
