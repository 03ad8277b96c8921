// The secret of a set-up or invitation link: read from the address once, then kept in memory only, so that it stays
// in no history and on no screen.
import { useEffect, useState } from 'react'

function readToken(): string | null {
  return new URLSearchParams(location.hash.slice(1)).get('token') || null
}

/** Null where the page was opened without one, or loaded again. */
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
    // A link that is opened where the page stands already changes the address only.
    addEventListener('hashchange', take)
    return () => removeEventListener('hashchange', take)
  }, [])
  return token
}
