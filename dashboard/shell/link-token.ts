// The secret of a set-up or invitation link: read from the URL once, then held in memory only, so that it does not
// stay in the history or on the screen.
import { useEffect, useState } from 'react'

function readToken(): string | null {
  return new URLSearchParams(location.hash.slice(1)).get('token') || null
}

/** Null if the page was opened without one, or reloaded. */
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
