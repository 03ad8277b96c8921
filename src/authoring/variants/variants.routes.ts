// Endpoints of variants.
import { z } from '@hono/zod-openapi'
import type { ContentRight } from '../../access/rights.ts'
import type { Caller } from '../../base/caller.ts'
import type { Clock } from '../../base/clock.ts'
import type { Database } from '../../database/database.ts'
import { type Endpoint, endpoint, type Guard } from '../../http/endpoint.ts'
import { respondPrivate } from '../../http/json-response.ts'
import { pageQuerySchema } from '../../http/record.schema.ts'
import {
  newVariantSchema,
  variantChangeSchema,
  variantDocumentSchema,
  variantListSchema,
  variantParamsSchema,
} from './variants.schema.ts'
import { createVariant, listVariants, removeVariant, updateVariant } from './variants.service.ts'

interface VariantEndpointParts {
  readonly database: Database
  readonly clock: Clock
  readonly guardFor: (right: ContentRight) => Guard<Caller>
}

const base = '/api/v1/variants'
const noQuery = z.object({})
const perPageMax = 1000

export function variantEndpoints(parts: VariantEndpointParts): Endpoint[] {
  const common = { tag: 'Models', guard: parts.guardFor('model'), query: noQuery } as const
  const one = { ...common, path: `${base}/{id}`, params: variantParamsSchema } as const
  return [
    endpoint({
      ...common,
      guard: parts.guardFor('read'),
      method: 'get',
      path: base,
      operationId: 'listVariants',
      summary: 'List variants',
      description: 'The audiences and locales that entries of the space can have values for, by id.',
      query: pageQuerySchema(perPageMax),
      response: { schema: variantListSchema, description: 'A page of variants.' },
      errors: [],
      handle: async ({ caller, query, headers }) =>
        respondPrivate(await listVariants(parts, caller.space, query), { headers }),
    }),
    endpoint({
      ...common,
      method: 'post',
      path: base,
      operationId: 'createVariant',
      summary: 'Create a variant',
      description: 'Sending the same variant again is a 200 and changes nothing.',
      body: newVariantSchema,
      response: {
        schema: variantDocumentSchema,
        status: 201,
        otherStatus: 200,
        description: 'The new variant.',
      },
      errors: ['variant_exists'],
      handle: async ({ caller, body, headers }) => {
        const { doc, isNew } = await createVariant(parts, caller, body)
        return respondPrivate({ doc }, { status: isNew ? 201 : 200, headers })
      },
    }),
    endpoint({
      ...one,
      method: 'patch',
      operationId: 'updateVariant',
      summary: 'Change a variant',
      description: 'Changes the name or the kind. What is not named stays, and the id never changes.',
      body: variantChangeSchema,
      response: { schema: variantDocumentSchema, description: 'The variant as it is now.' },
      errors: ['variant_not_found'],
      handle: async ({ caller, params, body, headers }) => {
        const { name, kind } = body
        const changed = { ...(name !== undefined && { name }), ...(kind !== undefined && { kind }) }
        return respondPrivate(
          { doc: await updateVariant(parts, caller, params.id ?? null, changed) },
          { headers },
        )
      },
    }),
    endpoint({
      ...one,
      method: 'delete',
      operationId: 'deleteVariant',
      summary: 'Delete a variant',
      description: 'Only a variant that no entry has values for, in its draft or live.',
      response: { schema: variantDocumentSchema, description: 'What was there.' },
      errors: ['variant_not_found', 'variant_in_use'],
      handle: async ({ caller, params, headers }) =>
        respondPrivate({ doc: await removeVariant(parts, caller, params.id ?? null) }, { headers }),
    }),
  ]
}
