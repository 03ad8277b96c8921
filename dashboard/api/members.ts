// The members of the current space and the open invitations to it. For owners and admins.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InvitationView, MemberView } from '../../src/accounts/accounts.schema.ts'
import type { Role } from '../../src/base/member.ts'
import { request } from './request.ts'
import { sessionKey } from './session.ts'

interface Page<Item> {
  readonly list: readonly Item[]
  readonly count: number
  readonly pagesCount: number
}

const membersKey = ['members'] as const
const invitationsKey = ['invitations'] as const

export function useMembers(page: number) {
  return useQuery({
    queryKey: [...membersKey, page],
    queryFn: () => request<Page<MemberView>>('GET', `/api/dashboard/members?page=${page}`),
    placeholderData: keepPreviousData,
  })
}

export function useInvitations(page: number) {
  return useQuery({
    queryKey: [...invitationsKey, page],
    queryFn: () => request<Page<InvitationView>>('GET', `/api/dashboard/invitations?page=${page}`),
    placeholderData: keepPreviousData,
  })
}

/** Who changes or removes themselves has another role, or no space, from then on: the session is asked for as well. */
function useMembersChanged(): () => Promise<unknown> {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: membersKey }),
      client.invalidateQueries({ queryKey: sessionKey }),
    ])
}

export function useChangeRole() {
  const changed = useMembersChanged()
  return useMutation({
    mutationFn: ({ id, role }: { id: string; role: Role }) =>
      request<{ doc: MemberView }>('PATCH', `/api/dashboard/members/${encodeURIComponent(id)}`, { role }),
    onSettled: changed,
  })
}

export function useRemoveMember() {
  const changed = useMembersChanged()
  return useMutation({
    mutationFn: (id: string) =>
      request<{ doc: MemberView }>('DELETE', `/api/dashboard/members/${encodeURIComponent(id)}`),
    onSettled: changed,
  })
}

export function useInvite() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { email: string; role: Role }) =>
      request<{ doc: InvitationView; link: string }>('POST', '/api/dashboard/invitations', body),
    onSuccess: () => client.invalidateQueries({ queryKey: invitationsKey }),
  })
}

export function useWithdrawInvitation() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) =>
      request<{ doc: InvitationView }>('DELETE', `/api/dashboard/invitations/${encodeURIComponent(id)}`),
    onSettled: () => client.invalidateQueries({ queryKey: invitationsKey }),
  })
}
