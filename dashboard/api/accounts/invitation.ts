// Requests of an invited person: opening the invitation with the secret from its link, then accepting it.
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
