// Endpoints of members and invitations of the current space, for its owners and admins.
import { z } from '@hono/zod-openapi'
import type { Member } from '../base/caller.ts'
import { type Endpoint, endpoint, type Guard } from '../http/endpoint.ts'
import { respondPrivate } from '../http/json-response.ts'
import { pageQuerySchema } from '../http/record.schema.ts'
import { originOf } from '../http/request-url.ts'
import {
  changeRoleSchema,
  invitationDocumentSchema,
  invitationListSchema,
  memberDocumentSchema,
  memberListSchema,
  newInvitationDocumentSchema,
  newInvitationSchema,
} from './accounts.schema.ts'
import type { Members } from './members.service.ts'

interface MembersRoutesParts {
  readonly members: Members
  readonly manager: Guard<Member>
  readonly perPageMax: number
  /** The origin of links; null uses the origin of the request. */
  readonly publicUrl: string | null
}

const noQuery = z.object({})

function idParams(what: string) {
  return z.object({
    id: z.string().openapi({ param: { name: 'id', in: 'path' }, description: `The id of the ${what}.` }),
  })
}

export function memberEndpoints({ members, manager, perPageMax }: MembersRoutesParts): Endpoint[] {
  const common = { tag: 'Dashboard', guard: manager } as const
  const path = '/api/dashboard/members'
  return [
    endpoint({
      ...common,
      method: 'get',
      path,
      operationId: 'listMembers',
      summary: 'List members',
      description: 'The members of the current space, oldest membership first.',
      query: pageQuerySchema(perPageMax),
      response: { schema: memberListSchema, description: 'A page of members.' },
      errors: [],
      handle: async ({ caller, query, headers }) =>
        respondPrivate(await members.list(caller.space, query), { headers }),
    }),
    endpoint({
      ...common,
      method: 'patch',
      path: `${path}/{id}`,
      operationId: 'changeRole',
      summary: "Change a member's role",
      description: 'Takes effect with their next request. Only owners can add or change owners.',
      params: idParams('member'),
      query: noQuery,
      body: changeRoleSchema,
      response: { schema: memberDocumentSchema, description: 'The member with the new role.' },
      errors: ['member_not_found', 'last_owner'],
      handle: async ({ caller, params, body, headers }) =>
        respondPrivate({ doc: await members.changeRole(caller, params.id ?? null, body.role) }, { headers }),
    }),
    endpoint({
      ...common,
      method: 'delete',
      path: `${path}/{id}`,
      operationId: 'removeMember',
      summary: 'Remove a member',
      description:
        'Removes the member from the current space at once. A user without another space is deleted.',
      params: idParams('member'),
      query: noQuery,
      response: { schema: memberDocumentSchema, description: 'The member as it was.' },
      errors: ['member_not_found', 'last_owner'],
      handle: async ({ caller, params, headers }) =>
        respondPrivate({ doc: await members.remove(caller, params.id ?? null) }, { headers }),
    }),
  ]
}

export function invitationEndpoints(parts: MembersRoutesParts): Endpoint[] {
  const { members, manager, perPageMax, publicUrl } = parts
  const common = { tag: 'Dashboard', guard: manager } as const
  const path = '/api/dashboard/invitations'
  return [
    endpoint({
      ...common,
      method: 'get',
      path,
      operationId: 'listInvitations',
      summary: 'List open invitations',
      description: 'Those that can be accepted, newest first.',
      query: pageQuerySchema(perPageMax),
      response: { schema: invitationListSchema, description: 'A page of invitations.' },
      errors: [],
      handle: async ({ caller, query, headers }) =>
        respondPrivate(await members.listInvitations(caller.space, query), { headers }),
    }),
    endpoint({
      ...common,
      method: 'post',
      path,
      operationId: 'invite',
      summary: 'Invite by link',
      description:
        'Creates a link to pass on. It works once, within 7 days; an earlier one for the same e-mail is no longer valid.',
      query: noQuery,
      body: newInvitationSchema,
      response: {
        status: 201,
        schema: newInvitationDocumentSchema,
        description: 'The invitation and its link.',
      },
      errors: ['member_exists'],
      handle: async ({ request, caller, body, headers }) => {
        const { doc, token } = await members.invite(caller, body)
        // The token is in the fragment, which browsers never send to a server, so it appears in no log.
        const link = `${publicUrl ?? originOf(request)}/invitation#token=${token}`
        return respondPrivate({ doc, link }, { status: 201, headers })
      },
    }),
    endpoint({
      ...common,
      method: 'delete',
      path: `${path}/{id}`,
      operationId: 'withdrawInvitation',
      summary: 'Withdraw an invitation',
      description: 'Its link is no longer valid.',
      params: idParams('invitation'),
      query: noQuery,
      response: { schema: invitationDocumentSchema, description: 'The invitation as it was.' },
      errors: ['invitation_not_found'],
      handle: async ({ caller, params, headers }) =>
        respondPrivate({ doc: await members.withdraw(caller, params.id ?? null) }, { headers }),
    }),
  ]
}
