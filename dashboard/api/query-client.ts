// The query cache, and how an error of any request affects the session.
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { onOtherWindow } from './accounts/held-session.ts'
import { sessionKey, toEndedSession } from './accounts/session.ts'
import { ApiProblem } from './request.ts'

/** Refetches the session after an error that means it has ended, or that the user's role or membership has changed. */
function heedSession(client: QueryClient, error: unknown): void {
  if (!(error instanceof ApiProblem)) return
  if (error.code === 'session_required') client.setQueryData(sessionKey, toEndedSession(client))
  if (error.code === 'role_required' || error.code === 'space_not_found')
    void client.invalidateQueries({ queryKey: sessionKey })
}

/** `networkMode`: the server may run on the same machine, so it can be reachable even when the browser is offline. */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: error => heedSession(client, error) }),
    mutationCache: new MutationCache({ onError: error => heedSession(client, error) }),
    defaultOptions: {
      queries: { retry: false, staleTime: 5000, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  })
  onOtherWindow(() => void client.invalidateQueries({ queryKey: sessionKey }))
  return client
}
