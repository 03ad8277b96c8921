// Endpoints that create, read and change spaces in the dashboard.
import { z } from '@hono/zod-openapi'
import { type Endpoint, endpoint, type Guard } from '../../http/endpoint.ts'
import { respondPrivate } from '../../http/json-response.ts'
import { originOf } from '../../http/request-url.ts'
import type { SessionUser } from '../sessions.service.ts'
import type { OwnedSpaces } from './owned-spaces.service.ts'
import { newSpaceSchema, spaceChangeSchema, spaceDocumentSchema } from './spaces.schema.ts'

interface SpacesRoutesParts {
  readonly spaces: OwnedSpaces
  readonly anySession: Guard<SessionUser>
  /** A guard that requires a user who owns a space. */
  readonly ownerSession: Guard<SessionUser>
  readonly publicUrl: string | null
}

export function spaceEndpoints({
  spaces,
  anySession,
  ownerSession,
  publicUrl,
}: SpacesRoutesParts): Endpoint[] {
  const common = { tag: 'Dashboard', query: z.object({}) } as const
  const path = '/api/dashboard/spaces'
  const params = z.object({
    slug: z.string().openapi({ param: { name: 'slug', in: 'path' }, description: 'The slug of the space.' }),
  })
  return [
    endpoint({
      ...common,
      guard: ownerSession,
      method: 'post',
      path,
      operationId: 'createSpace',
      summary: 'Create a space',
      description: 'For users who own a space, whichever is the current one. They become its owner.',
      body: newSpaceSchema,
      response: { status: 201, schema: spaceDocumentSchema, description: 'The new space.' },
      errors: ['space_exists'],
      handle: async ({ caller, body, headers }) =>
        respondPrivate({ doc: await spaces.create(caller, body) }, { status: 201, headers }),
    }),
    endpoint({
      ...common,
      guard: anySession,
      method: 'get',
      path: `${path}/{slug}`,
      operationId: 'getSpace',
      summary: 'Fetch a space',
      description: 'For its members.',
      params,
      response: { schema: spaceDocumentSchema, description: 'The space.' },
      errors: ['space_not_found'],
      handle: async ({ caller, params, headers }) =>
        respondPrivate({ doc: await spaces.get(caller, params.slug ?? null) }, { headers }),
    }),
    endpoint({
      ...common,
      guard: anySession,
      method: 'patch',
      path: `${path}/{slug}`,
      operationId: 'changeSpace',
      summary: 'Change a space',
      description:
        'Changes its name or its preview sites, for its owners and admins. The slug of a space never changes.',
      params,
      body: spaceChangeSchema,
      response: { schema: spaceDocumentSchema, description: 'The space after the change.' },
      errors: ['role_required', 'space_not_found'],
      handle: async ({ request, caller, params, body, headers }) => {
        const ownOrigin = publicUrl ?? originOf(request)
        const doc = await spaces.change(caller, params.slug ?? null, body, ownOrigin)
        return respondPrivate({ doc }, { headers })
      },
    }),
  ]
}
