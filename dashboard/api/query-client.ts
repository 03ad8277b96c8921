// The cache of what the server said, and what an error means for the session, whichever request it comes from.
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiProblem } from './request.ts'
import { sessionKey } from './session.ts'

/** The session has ended, or its user has another role or has left the space: the frame has to know. */
function heedSession(client: QueryClient, error: unknown): void {
  if (!(error instanceof ApiProblem)) return
  if (error.code === 'session_required') client.setQueryData(sessionKey, null)
  if (error.code === 'role_required' || error.code === 'space_not_found')
    void client.invalidateQueries({ queryKey: sessionKey })
}

/** `networkMode`: the server may be on this very machine, so being offline does not mean that it cannot be reached. */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: error => heedSession(client, error) }),
    mutationCache: new MutationCache({ onError: error => heedSession(client, error) }),
    defaultOptions: {
      queries: { retry: false, staleTime: 5000, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  })
  return client
}
