// Endpoints 3 and 4, and those that create, rotate and revoke keys, for owners and admins of the current space.
import { z } from '@hono/zod-openapi'
import type { Member } from '../base/caller.ts'
import type { Clock } from '../base/clock.ts'
import { type Endpoint, endpoint, type Guard } from '../http/endpoint.ts'
import { respondPrivate } from '../http/json-response.ts'
import { pageQuerySchema } from '../http/record.schema.ts'
import {
  apiKeyDocumentSchema,
  apiKeyListSchema,
  changeKeySchema,
  newApiKeySchema,
  newKeySchema,
  rotateKeySchema,
} from './keys.schema.ts'
import type { Keys } from './keys.service.ts'

interface KeysRoutesParts {
  readonly keys: Keys
  readonly clock: Clock
  readonly manager: Guard<Member>
  readonly perPageMax: number
}

const base = '/api/v1/tokens/api-keys'
const params = z.object({
  id: z.string().openapi({ param: { name: 'id', in: 'path' }, description: 'The id of the API key.' }),
})
const noQuery = z.object({})

export function keyEndpoints({ keys, clock, manager, perPageMax }: KeysRoutesParts): Endpoint[] {
  const common = { tag: 'API keys', guard: manager } as const
  return [
    endpoint({
      ...common,
      method: 'get',
      path: base,
      operationId: 'listApiKeys',
      summary: 'List API keys',
      description: 'The API keys of the current space, newest first, including revoked ones.',
      query: pageQuerySchema(perPageMax),
      response: { schema: apiKeyListSchema, description: 'A page of API keys.' },
      errors: [],
      handle: async ({ caller, query, headers }) =>
        respondPrivate(await keys.list(caller.space, query), { headers }),
    }),
    endpoint({
      ...common,
      method: 'post',
      path: base,
      operationId: 'createApiKey',
      summary: 'Create an API key',
      description:
        'The API key is valid as soon as the response arrives. Its secret is in this response only.',
      query: noQuery,
      body: newKeySchema(clock),
      response: { status: 201, schema: newApiKeySchema, description: 'The new API key and its secret.' },
      errors: [],
      handle: async ({ caller, body, headers }) =>
        respondPrivate(await keys.create(caller, body), { status: 201, headers }),
    }),
    endpoint({
      ...common,
      method: 'patch',
      path: `${base}/{id}`,
      operationId: 'updateApiKey',
      summary: 'Update an API key',
      description:
        'Renames the API key, changes its expiry or replaces its scopes by others of the same kind. Absent fields stay as they are. An expired API key can be extended, a revoked one cannot.',
      params,
      query: noQuery,
      body: changeKeySchema(clock),
      response: { schema: apiKeyDocumentSchema, description: 'The updated API key.' },
      errors: ['api_key_not_found', ['api_key_revoked', 409]],
      handle: async ({ caller, params: { id }, body, headers }) =>
        respondPrivate({ doc: await keys.change(caller, id ?? null, body) }, { headers }),
    }),
    endpoint({
      ...common,
      method: 'delete',
      path: `${base}/{id}`,
      operationId: 'revokeApiKey',
      summary: 'Revoke an API key',
      description:
        'Permanent: the next request with the API key is refused. Revoking it again changes nothing.',
      params,
      query: noQuery,
      response: { schema: apiKeyDocumentSchema, description: 'The revoked API key.' },
      errors: ['api_key_not_found'],
      handle: async ({ caller, params: { id }, headers }) =>
        respondPrivate({ doc: await keys.revoke(caller, id ?? null) }, { headers }),
    }),
    endpoint({
      ...common,
      method: 'post',
      path: `${base}/{id}/rotate`,
      operationId: 'rotateApiKey',
      summary: 'Rotate an API key',
      description:
        'Creates a new secret under the same id. The previous secret is accepted until the overlap ends, but never beyond the expiry of the API key; an older one stops working now.',
      params,
      query: noQuery,
      body: rotateKeySchema,
      response: { status: 201, schema: newApiKeySchema, description: 'The API key and its new secret.' },
      errors: ['api_key_not_found', ['api_key_revoked', 409]],
      handle: async ({ caller, params: { id }, body, headers }) => {
        const rotated = await keys.rotate(caller, id ?? null, body.overlapSeconds)
        return respondPrivate(rotated, { status: 201, headers })
      },
    }),
  ]
}
