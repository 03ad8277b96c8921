// Endpoints of views. Requests authenticate with a session, because a view belongs to a member.
import { z } from '@hono/zod-openapi'
import type { Member } from '../../base/caller.ts'
import { type Endpoint, endpoint, type Guard } from '../../http/endpoint.ts'
import { respondPrivate } from '../../http/json-response.ts'
import {
  newViewSchema,
  viewChangeSchema,
  viewDocumentSchema,
  viewListSchema,
  viewParams,
  viewsQuery,
} from './views.schema.ts'
import { changeView, createView, listViews, removeView, type ViewParts } from './views.service.ts'

interface ViewEndpointParts extends ViewParts {
  /** A guard that requires a session of a member who may read. */
  readonly member: Guard<Member>
}

const base = '/api/v1/views'
const noQuery = z.object({})

export function viewEndpoints(parts: ViewEndpointParts): Endpoint[] {
  const common = { tag: 'Views', guard: parts.member, query: noQuery } as const
  const one = { ...common, path: `${base}/{id}`, params: viewParams } as const
  return [
    endpoint({
      ...common,
      method: 'get',
      path: base,
      operationId: 'listViews',
      summary: 'List views',
      description: 'The shared views of the space and your own, oldest first.',
      query: viewsQuery,
      response: { schema: viewListSchema, description: 'A page of views.' },
      errors: [],
      handle: async ({ caller, query, headers }) =>
        respondPrivate(await listViews(parts, caller, query), { headers }),
    }),
    endpoint({
      ...common,
      method: 'post',
      path: base,
      operationId: 'createView',
      summary: 'Save a view',
      description: 'A filter, an order and columns of the list of a collection, under a name.',
      body: newViewSchema,
      response: { status: 201, schema: viewDocumentSchema, description: 'The new view.' },
      errors: ['collection_not_found', 'too_many_views'],
      handle: async ({ caller, body, headers }) =>
        respondPrivate({ doc: await createView(parts, caller, body) }, { status: 201, headers }),
    }),
    endpoint({
      ...one,
      method: 'patch',
      operationId: 'changeView',
      summary: 'Change a view',
      description:
        'What is not named stays. Shared views are changed by the member who made them, owners and admins.',
      body: viewChangeSchema,
      response: { schema: viewDocumentSchema, description: 'The view as it is now.' },
      errors: ['view_not_found', 'too_many_views'],
      handle: async ({ caller, params, body, headers }) =>
        respondPrivate({ doc: await changeView(parts, caller, params.id ?? null, body) }, { headers }),
    }),
    endpoint({
      ...one,
      method: 'delete',
      operationId: 'deleteView',
      summary: 'Delete a view',
      description: 'Shared views are deleted by the member who made them, owners and admins.',
      response: { schema: viewDocumentSchema, description: 'The view as it was.' },
      errors: ['view_not_found'],
      handle: async ({ caller, params, headers }) =>
        respondPrivate({ doc: await removeView(parts, caller, params.id ?? null) }, { headers }),
    }),
  ]
}
