// Reads the part of the address after `#`, including the `#`, and follows its changes.
import { useSyncExternalStore } from 'react'

function subscribe(onChange: () => void): () => void {
  addEventListener('hashchange', onChange)
  return () => removeEventListener('hashchange', onChange)
}

export function useFragment(): string {
  return useSyncExternalStore(subscribe, () => location.hash)
}
