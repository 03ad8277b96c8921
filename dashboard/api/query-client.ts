// The memory of what the server said, and what an answer means for the session wherever it comes from.
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiProblem } from './request.ts'
import { sessionKey } from './session.ts'

/** The session is over, or its user may no longer do what the page thought: the frame has to know. */
function heedSession(client: QueryClient, error: unknown): void {
  if (!(error instanceof ApiProblem)) return
  if (error.code === 'session_required') client.setQueryData(sessionKey, null)
  if (error.code === 'role_required') void client.invalidateQueries({ queryKey: sessionKey })
}

/** `networkMode`: the server may be on this very machine, so being offline is no reason not to ask it. */
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
