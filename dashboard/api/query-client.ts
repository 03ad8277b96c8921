// Creates the query cache, and updates the session after errors of any request.
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

/**
 * Creates the query client. `networkMode` is `always` because the server may run on the same machine and be reachable
 * while the browser is offline.
 */
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
