// Returns the URL fragment, including the `#`, and updates when it changes.
import { useSyncExternalStore } from 'react'

function subscribe(onChange: () => void): () => void {
  addEventListener('hashchange', onChange)
  return () => removeEventListener('hashchange', onChange)
}

export function useFragment(): string {
  return useSyncExternalStore(subscribe, () => location.hash)
}
