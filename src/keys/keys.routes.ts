// Endpoints 3 and 4, and creating, rotating and revoking beside them: for owners and admins of the current space.
import { z } from '@hono/zod-openapi'
import type { Clock } from '../base/clock.ts'
import type { Member } from '../base/member.ts'
import { type Endpoint, endpoint, type Guard } from '../http/endpoint.ts'
import { pageQuerySchema } from '../http/list.ts'
import { answerPrivate } from '../http/private-answer.ts'
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
  id: z.string().openapi({ param: { name: 'id', in: 'path' }, description: 'The id of the key.' }),
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
      description: 'The keys of the current space, newest first, revoked ones too.',
      query: pageQuerySchema(perPageMax),
      response: { schema: apiKeyListSchema, description: 'A page of keys.' },
      errors: [],
      handle: async ({ caller, query, headers }) =>
        answerPrivate(await keys.list(caller.space, query), { headers }),
    }),
    endpoint({
      ...common,
      method: 'post',
      path: base,
      operationId: 'createApiKey',
      summary: 'Create an API key',
      description: 'The key is valid when this answer arrives. Its secret is in this answer only.',
      query: noQuery,
      body: newKeySchema(clock),
      response: { status: 201, schema: newApiKeySchema, description: 'The new key and its secret.' },
      errors: [],
      handle: async ({ caller, body, headers }) =>
        answerPrivate(await keys.create(caller, body), { status: 201, headers }),
    }),
    endpoint({
      ...common,
      method: 'patch',
      path: `${base}/{id}`,
      operationId: 'updateApiKey',
      summary: 'Update an API key',
      description:
        'Renames the key, changes its expiry or replaces its scopes. What is absent stays. An expired key may be prolonged, a revoked one may not.',
      params,
      query: noQuery,
      body: changeKeySchema(clock),
      response: { schema: apiKeyDocumentSchema, description: 'The key as it is now.' },
      errors: ['api_key_not_found', ['api_key_revoked', 409]],
      handle: async ({ caller, params: { id }, body, headers }) =>
        answerPrivate({ doc: await keys.change(caller, id ?? null, body) }, { headers }),
    }),
    endpoint({
      ...common,
      method: 'delete',
      path: `${base}/{id}`,
      operationId: 'revokeApiKey',
      summary: 'Revoke an API key',
      description: 'For good: the next request with it is refused. Revoking it again changes nothing.',
      params,
      query: noQuery,
      response: { schema: apiKeyDocumentSchema, description: 'The revoked key.' },
      errors: ['api_key_not_found'],
      handle: async ({ caller, params: { id }, headers }) =>
        answerPrivate({ doc: await keys.revoke(caller, id ?? null) }, { headers }),
    }),
    endpoint({
      ...common,
      method: 'post',
      path: `${base}/{id}/rotate`,
      operationId: 'rotateApiKey',
      summary: 'Rotate an API key',
      description:
        'A new secret under the same id. The one so far is accepted until the overlap ends, never beyond the expiry of the key; the one before that ends now.',
      params,
      query: noQuery,
      body: rotateKeySchema,
      response: { status: 201, schema: newApiKeySchema, description: 'The key and its new secret.' },
      errors: ['api_key_not_found', ['api_key_revoked', 409]],
      handle: async ({ caller, params: { id }, body, headers }) => {
        const rotated = await keys.rotate(caller, id ?? null, body.overlapSeconds)
        return answerPrivate(rotated, { status: 201, headers })
      },
    }),
  ]
}
