// Reads the dashboard session of this browser, once per page load, because the page shows no user data.
import { useEffect, useState } from 'react'
import type { SessionView } from '../../../src/accounts/accounts.schema.ts'

/** Undefined while loading; null if no user is signed in. */
export type KnownSession = SessionView | null | undefined

let reading: Promise<SessionView | null> | null = null

async function read(): Promise<SessionView | null> {
  const response = await fetch('/api/auth/session').catch(() => null)
  // An unread body would keep the request open.
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
