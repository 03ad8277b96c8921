// Who is signed in to the dashboard of this server in this browser. Read once: the page is about nobody's data.
import { useEffect, useState } from 'react'
import type { SessionView } from '../../../src/accounts/accounts.schema.ts'

/** Undefined until it is known; null if nobody is signed in. */
export type KnownSession = SessionView | null | undefined

let reading: Promise<SessionView | null> | null = null

async function read(): Promise<SessionView | null> {
  const response = await fetch('/api/auth/session').catch(() => null)
  // A body that nobody reads keeps its request open.
  const body = await response?.json().catch(() => null)
  return response?.ok ? (body as SessionView) : null
}

export function useSession(): KnownSession {
  const [session, setSession] = useState<KnownSession>(undefined)
  useEffect(() => {
    let isShown = true
    reading ??= read()
    reading.then(found => {
      if (isShown) setSession(found)
    })
    return () => {
      isShown = false
    }
  }, [])
  return session
}
