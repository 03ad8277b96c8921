// The signed-in user's session, and the requests that change it.
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { SessionView } from '../../../src/accounts/accounts.schema.ts'
import { toSpaceSlug } from '../../paths.ts'
import { forgetAllSecrets } from '../keys/api-keys.ts'
import { ApiProblem, request } from '../request.ts'
import { reportEndedSession, reportSession } from './held-session.ts'

export const sessionKey = ['session'] as const

/** Requests the session for the space in the page's URL, or without a space if the user is not a member of it. */
async function getSession(client: QueryClient): Promise<SessionView | null> {
  const read = (space: string | null) => request<SessionView>('GET', '/api/auth/session', { space })
  const isCode = (error: unknown, code: string) => error instanceof ApiProblem && error.code === code
  try {
    return await read(toSpaceSlug(location.pathname)).catch(error => {
      if (isCode(error, 'space_not_found')) return read(null)
      throw error
    })
  } catch (error) {
    if (!isCode(error, 'session_required')) throw error
    return toEndedSession(client)
  }
}

/** Returns the session to show after it has ended: null, or the previous one if a page with unsaved text holds it. */
export function toEndedSession(client: QueryClient): SessionView | null {
  const before = client.getQueryData<SessionView | null>(sessionKey) ?? null
  return before !== null && reportEndedSession() ? before : null
}

/** Removes the cached data of another user, or of a space that the user has left. */
function forgetOthers(client: QueryClient, next: SessionView | null): void {
  const before = client.getQueryData<SessionView | null>(sessionKey)
  const isSameUser = before?.user.id === next?.user.id
  if (!isSameUser) forgetAllSecrets()
  const slugs = new Set<unknown>(next?.spaces.map(({ slug }) => slug))
  client.removeQueries({
    predicate: ({ queryKey: [kind, slug] }) =>
      kind === 'space' ? !isSameUser || !slugs.has(slug) : kind !== sessionKey[0] && !isSameUser,
  })
}

/** `data` is null if no user is signed in. The session is refetched whenever the window gets the focus. */
export function useSession() {
  return useQuery({
    queryKey: sessionKey,
    queryFn: async ({ client }): Promise<SessionView | null> => {
      const session = await getSession(client)
      forgetOthers(client, session)
      return session
    },
    staleTime: 60_000,
    refetchOnWindowFocus: 'always',
  })
}

/** Stores a response that contains the new session. */
export function useTakeSession(): (session: SessionView | null) => void {
  const client = useQueryClient()
  return session => {
    // A request in flight would restore the previous session.
    void client.cancelQueries({ queryKey: sessionKey })
    forgetOthers(client, session)
    client.setQueryData(sessionKey, session)
    reportSession(session?.user.id ?? null)
  }
}

/** Returns the session. Only for pages behind sign-in, where the frame ensures that there is one. */
export function useSignedIn(): SessionView {
  const { data } = useSession()
  if (!data) throw new Error('This page stands behind sign-in.')
  return data
}

/** A mutation whose response contains the new session. */
export function useSessionMutation<Body>(path: string) {
  const take = useTakeSession()
  return useMutation({
    mutationFn: (body: Body) => request<SessionView>('POST', path, { body }),
    onSuccess: take,
  })
}

export function useSignIn() {
  return useSessionMutation<{ email: string; password: string }>('/api/auth/sign-in/email')
}

export function useChangePassword() {
  return useSessionMutation<{ currentPassword: string; newPassword: string }>('/api/auth/change-password')
}

/** Stores the space that `/` leads to. Other windows are unaffected: their URLs name their space. */
export function useRememberSpace() {
  const take = useTakeSession()
  return useMutation({
    mutationFn: (space: string) =>
      request<SessionView>('POST', '/api/auth/switch-space', { body: { space }, space }),
    onSuccess: take,
  })
}

/** `onDone` runs before the session is dropped, so that a deliberate sign-out shows no "session ended" message. */
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
