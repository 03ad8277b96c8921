// Queries and mutations for the space's members and open invitations. Only owners and admins may use them.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type {
  InvitationView,
  MemberView,
  OpenedInvitationView,
} from '../../../src/accounts/accounts.schema.ts'
import type { Role } from '../../../src/base/caller.ts'
import { request } from '../request.ts'
import { useSpaceApi } from '../space.ts'
import { sessionKey, useSessionMutation } from './session.ts'

interface Page<Item> {
  readonly list: readonly Item[]
  readonly count: number
  readonly pagesCount: number
}

const members = 'members'
const invitations = 'invitations'

export function useMembers(page: number) {
  const api = useSpaceApi()
  return useQuery({
    queryKey: api.toKey(members, page),
    queryFn: () => api.request<Page<MemberView>>('GET', `/api/dashboard/members?page=${page}`),
    placeholderData: keepPreviousData,
  })
}

export function useInvitations(page: number) {
  const api = useSpaceApi()
  return useQuery({
    queryKey: api.toKey(invitations, page),
    queryFn: () => api.request<Page<InvitationView>>('GET', `/api/dashboard/invitations?page=${page}`),
    placeholderData: keepPreviousData,
  })
}

/**
 * Refetches the session as well, because users who change or remove themselves have another role, or no space, afterwards.
 */
function useMembersChanged(): () => Promise<unknown> {
  const client = useQueryClient()
  const api = useSpaceApi()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: api.toKey(members) }),
      client.invalidateQueries({ queryKey: sessionKey }),
    ])
}

export function useChangeRole() {
  const api = useSpaceApi()
  const changed = useMembersChanged()
  return useMutation({
    mutationFn: ({ id, role }: { id: string; role: Role }) =>
      api.request<{ doc: MemberView }>('PATCH', `/api/dashboard/members/${encodeURIComponent(id)}`, { role }),
    onSettled: changed,
  })
}

export function useRemoveMember() {
  const api = useSpaceApi()
  const changed = useMembersChanged()
  return useMutation({
    mutationFn: (id: string) =>
      api.request<{ doc: MemberView }>('DELETE', `/api/dashboard/members/${encodeURIComponent(id)}`),
    onSettled: changed,
  })
}

export function useInvite() {
  const client = useQueryClient()
  const api = useSpaceApi()
  return useMutation({
    mutationFn: (body: { email: string; role: Role }) =>
      api.request<{ doc: InvitationView; link: string }>('POST', '/api/dashboard/invitations', body),
    onSuccess: () => client.invalidateQueries({ queryKey: api.toKey(invitations) }),
  })
}

export function useWithdrawInvitation() {
  const client = useQueryClient()
  const api = useSpaceApi()
  return useMutation({
    mutationFn: (id: string) =>
      api.request<{ doc: InvitationView }>('DELETE', `/api/dashboard/invitations/${encodeURIComponent(id)}`),
    onSettled: () => client.invalidateQueries({ queryKey: api.toKey(invitations) }),
  })
}

/** Requests of an invited person: opening the invitation with the secret from its link, then accepting it. */
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
