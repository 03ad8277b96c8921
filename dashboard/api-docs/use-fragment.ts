// What stands in the address after `#`, with it.
import { useSyncExternalStore } from 'react'

function subscribe(onChange: () => void): () => void {
  addEventListener('hashchange', onChange)
  return () => removeEventListener('hashchange', onChange)
}

export function useFragment(): string {
  return useSyncExternalStore(subscribe, () => location.hash)
}
