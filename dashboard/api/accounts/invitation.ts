// An invitation as the invited person sees it: opened with the secret of its link, then accepted.
import { useQuery } from '@tanstack/react-query'
import type { OpenedInvitationView } from '../../../src/accounts/accounts.schema.ts'
import { request } from '../request.ts'
import { useSessionMutation } from './session.ts'

export function useOpenedInvitation(token: string) {
  return useQuery({
    queryKey: ['invitation', token],
    queryFn: () => request<OpenedInvitationView>('POST', '/api/auth/open-invitation', { body: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function useAcceptInvitation() {
  return useSessionMutation<{ token: string; password: string }>('/api/auth/accept-invitation')
}
