// Reads the secret of a setup or invitation link from the URL once and holds it in memory only, so that it does not stay
// in the history or on the screen.
import { useEffect, useState } from 'react'

function readToken(): string | null {
  return new URLSearchParams(location.hash.slice(1)).get('token') || null
}

/** Returns null if the page was opened without a secret, or reloaded. */
export function useLinkToken(): string | null {
  const [token, setToken] = useState(readToken)
  useEffect(() => {
    const take = () => {
      const found = readToken()
      if (found === null) return
      setToken(found)
      history.replaceState(history.state, '', location.pathname + location.search)
    }
    take()
    // Opening another link on this page changes only the hash.
    addEventListener('hashchange', take)
    return () => removeEventListener('hashchange', take)
  }, [])
  return token
}
