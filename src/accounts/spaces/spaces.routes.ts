// Endpoints that create and rename spaces in the dashboard.
import { z } from '@hono/zod-openapi'
import { type Endpoint, endpoint, type Guard } from '../../http/endpoint.ts'
import { respondPrivate } from '../../http/json-response.ts'
import type { SessionUser } from '../sessions.service.ts'
import type { OwnedSpaces } from './owned-spaces.service.ts'
import { newSpaceSchema, renamedSpaceSchema, spaceDocumentSchema } from './spaces.schema.ts'

interface SpacesRoutesParts {
  readonly spaces: OwnedSpaces
  readonly anySession: Guard<SessionUser>
  /** A guard that requires a user who owns a space. */
  readonly ownerSession: Guard<SessionUser>
}

export function spaceEndpoints({ spaces, anySession, ownerSession }: SpacesRoutesParts): Endpoint[] {
  const common = { tag: 'Dashboard', query: z.object({}) } as const
  const path = '/api/dashboard/spaces'
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
      method: 'patch',
      path: `${path}/{slug}`,
      operationId: 'renameSpace',
      summary: 'Rename a space',
      description: 'For its owners and admins. The slug of a space never changes.',
      params: z.object({
        slug: z
          .string()
          .openapi({ param: { name: 'slug', in: 'path' }, description: 'The slug of the space.' }),
      }),
      body: renamedSpaceSchema,
      response: { schema: spaceDocumentSchema, description: 'The space with the new name.' },
      errors: ['role_required', 'space_not_found'],
      handle: async ({ caller, params, body, headers }) =>
        respondPrivate({ doc: await spaces.rename(caller, params.slug ?? null, body.name) }, { headers }),
    }),
  ]
}
