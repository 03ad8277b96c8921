// Who is signed in, from the server, and what changes that.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { SessionView } from '../../src/accounts/accounts.schema.ts'
import { ApiProblem, request } from './request.ts'

const key = ['session'] as const

/** `data` is null where nobody is signed in. */
export function useSession() {
  return useQuery({
    queryKey: key,
    queryFn: async (): Promise<SessionView | null> => {
      try {
        return await request<SessionView>('GET', '/api/auth/session')
      } catch (error) {
        if (error instanceof ApiProblem && error.code === 'session_required') return null
        throw error
      }
    },
  })
}

/** Takes over an answer that says who is signed in now; what was known of another user or space is forgotten. */
export function useTakeSession(): (session: SessionView | null) => void {
  const client = useQueryClient()
  return session => {
    client.clear()
    client.setQueryData(key, session)
  }
}

/** For pages behind sign-in: the session that the shell has made sure of. */
export function useSignedIn(): SessionView {
  const { data } = useSession()
  if (!data) throw new Error('This page stands behind sign-in.')
  return data
}

/** Owners and admins. */
export function useIsManager(): boolean {
  const { space } = useSignedIn()
  return space?.role === 'owner' || space?.role === 'admin'
}
