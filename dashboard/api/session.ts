// Who is signed in, from the server, and what changes that.

import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { SessionView } from '../../src/accounts/accounts.schema.ts'
import { forgetAllSecrets } from './known-keys.ts'
import { ApiProblem, request } from './request.ts'

export const sessionKey = ['session'] as const

async function getSession(): Promise<SessionView | null> {
  try {
    return await request<SessionView>('GET', '/api/auth/session')
  } catch (error) {
    if (error instanceof ApiProblem && error.code === 'session_required') return null
    throw error
  }
}

/** Of another user or space nothing may be left to show: the session may have changed in another tab. */
function forgetOthers(client: QueryClient, next: SessionView | null): void {
  const before = client.getQueryData<SessionView | null>(sessionKey)
  if (before?.user.id !== next?.user.id) forgetAllSecrets()
  if (before?.user.id === next?.user.id && before?.space?.id === next?.space?.id) return
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] })
}

/** `data` is null where nobody is signed in. Asked for again whenever the window gets the focus. */
export function useSession() {
  return useQuery({
    queryKey: sessionKey,
    queryFn: async ({ client }): Promise<SessionView | null> => {
      const session = await getSession()
      forgetOthers(client, session)
      return session
    },
    staleTime: 60_000,
    refetchOnWindowFocus: 'always',
  })
}

/** Takes over an answer that says who is signed in now; what was known of another user or space is forgotten. */
export function useTakeSession(): (session: SessionView | null) => void {
  const client = useQueryClient()
  return session => {
    // A question that is still under way would bring the old answer.
    void client.cancelQueries({ queryKey: sessionKey })
    forgetOthers(client, session)
    client.setQueryData(sessionKey, session)
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

/** A mutation whose answer says who is signed in now. */
export function useSessionMutation<Body>(path: string) {
  const take = useTakeSession()
  return useMutation({
    mutationFn: (body: Body) => request<SessionView>('POST', path, body),
    onSuccess: take,
  })
}

export function useSignIn() {
  return useSessionMutation<{ email: string; password: string }>('/api/auth/sign-in/email')
}

export function useChangePassword() {
  return useSessionMutation<{ currentPassword: string; newPassword: string }>('/api/auth/change-password')
}

export function useSwitchSpace() {
  return useSessionMutation<{ space: string }>('/api/auth/switch-space')
}

/** `onDone` comes before the session is forgotten: whoever leaves on purpose need not be sent to sign in again. */
export function useSignOut(onDone: () => void) {
  const take = useTakeSession()
  const leave = () => {
    onDone()
    take(null)
  }
  return useMutation({
    mutationFn: () => request('POST', '/api/auth/sign-out'),
    onSuccess: leave,
    onError: error => {
      if (error instanceof ApiProblem && error.code === 'session_required') leave()
    },
  })
}
