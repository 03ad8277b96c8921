// Keeps the page while it shows what cannot be shown again: Back changes nothing and says why, and the browser asks
// before it leaves.
import { notifications } from '@mantine/notifications'
import { useEffect } from 'react'

/** Where the page is to stay; null while it may go. */
let place: { readonly address: string; readonly state: unknown } | null = null

function takePlace(): void {
  place = { address: location.href, state: history.state }
}

// From the start, and so before the router's: browsers call the window's listeners in the order in which they came.
addEventListener('popstate', event => {
  if (place === null) return
  // No other page appears. Back and any step beyond it end here.
  event.stopImmediatePropagation()
  history.pushState(place.state, '', place.address)
  notifications.show({
    id: 'stay',
    color: 'yellow',
    message: 'Copy it before you leave this page. You will not be able to see it again.',
    closeButtonProps: { 'aria-label': 'Close' },
  })
})

// The router's, when the page itself changes its address.
for (const change of ['pushState', 'replaceState']) {
  addEventListener(change, () => {
    if (place !== null) takePlace()
  })
}

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

/** While `active`: from when a secret is asked for until somebody has said that they copied it. */
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
