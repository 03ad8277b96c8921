// Endpoints of models. Reading requires the right to read drafts; changing requires the right `model`.
import { z } from '@hono/zod-openapi'
import type { ContentRight } from '../../access/rights.ts'
import type { Caller } from '../../base/caller.ts'
import { type Endpoint, endpoint, type Guard } from '../../http/endpoint.ts'
import { respondPrivate } from '../../http/json-response.ts'
import { pageQuerySchema } from '../../http/record.schema.ts'
import { requiredInteger } from '../../http/request-url.ts'
import { managementPolicy } from '../../http/server-env.ts'
import { versionMax } from '../entries/entries.schema.ts'
import {
  modelChangeResultSchema,
  modelChangeSchema,
  modelDocumentSchema,
  modelListSchema,
  modelParamsSchema,
  newModelSchema,
} from './models.schema.ts'
import {
  applyModelChange,
  createModel,
  deleteModel,
  getModel,
  listModels,
  type ModelParts,
} from './models.service.ts'

interface ModelEndpointParts extends ModelParts {
  readonly guardFor: (right: ContentRight) => Guard<Caller>
}

const base = '/api/v1/collections'
const tag = 'Models'
const noQuery = z.object({})
const perPageMax = 1000
const policy = { ...managementPolicy, bodyBytesMax: 512 * 1024 }

export function modelEndpoints(parts: ModelEndpointParts): Endpoint[] {
  return [...readEndpoints(parts), ...writeEndpoints(parts), changeEndpoint(parts)]
}

function readEndpoints(parts: ModelEndpointParts): Endpoint[] {
  const common = { method: 'get', tag, guard: parts.guardFor('read'), policy } as const
  return [
    endpoint({
      ...common,
      path: base,
      operationId: 'listModels',
      summary: 'List models',
      description:
        'The collections of the space with their whole models and counts of entries, or its components with the fields that use them, by API name.',
      query: pageQuerySchema(perPageMax).extend({
        kind: z
          .enum(['collection', 'component'], 'must be collection or component')
          .default('collection')
          .openapi({ description: 'Which models are listed.' }),
      }),
      response: { schema: modelListSchema, description: 'A page of models.' },
      errors: [],
      handle: async ({ caller, query, headers }) =>
        respondPrivate(await listModels(parts, caller.space, query), { headers }),
    }),
    endpoint({
      ...common,
      path: `${base}/{collection}`,
      operationId: 'getModel',
      summary: 'Fetch one model',
      description: 'The whole model of a collection or a component.',
      params: modelParamsSchema,
      query: noQuery,
      response: { schema: modelDocumentSchema, description: 'The model.' },
      errors: ['collection_not_found'],
      handle: async ({ caller, params, headers }) =>
        respondPrivate({ doc: await getModel(parts, caller.space, params.collection ?? null) }, { headers }),
    }),
  ]
}

function writeEndpoints(parts: ModelEndpointParts): Endpoint[] {
  const common = { tag, guard: parts.guardFor('model'), policy } as const
  return [
    endpoint({
      ...common,
      method: 'post',
      path: base,
      operationId: 'createModel',
      summary: 'Create a collection or a component',
      description: 'Sending the same model again is a 200 and changes nothing.',
      query: noQuery,
      body: newModelSchema,
      response: {
        schema: modelDocumentSchema,
        status: 201,
        otherStatus: 200,
        description: 'The new model.',
      },
      errors: ['collection_exists'],
      handle: async ({ caller, body, headers }) => {
        const { doc, isNew } = await createModel(parts, caller, body)
        return respondPrivate({ doc }, { status: isNew ? 201 : 200, headers })
      },
    }),
    endpoint({
      ...common,
      method: 'delete',
      path: `${base}/{collection}`,
      operationId: 'deleteModel',
      summary: 'Delete a collection or a component',
      description:
        'Only a collection without entries, archived ones included, that no reference field of another collection names, and only a component that no field names and no entry has blocks of.',
      params: modelParamsSchema,
      query: z.object({
        modelVersion: requiredInteger({
          min: 1,
          max: versionMax,
          description: 'The version of the model that the caller has seen.',
        }),
      }),
      response: { schema: modelDocumentSchema, description: 'What was there.' },
      errors: ['collection_not_found', 'collection_in_use', 'model_conflict'],
      handle: async ({ caller, params, query, headers }) => {
        const doc = await deleteModel(parts, caller, params.collection ?? null, query.modelVersion)
        return respondPrivate({ doc }, { headers })
      },
    }),
  ]
}

function changeEndpoint(parts: ModelEndpointParts): Endpoint {
  return endpoint({
    method: 'post',
    tag,
    guard: parts.guardFor('model'),
    policy: { ...policy, isLong: true },
    path: `${base}/{collection}/changes`,
    operationId: 'changeModel',
    summary: 'Change a model',
    description:
      'Changes the model and all entries of the collection in one transaction: drafts, and what is live under its version and times. Everything published stays published. Values that would be lost are reported, and lost only with `acceptLosses`. A change of many entries may take minutes: wait for the response, because a change whose connection closes before it is complete is rolled back.',
    params: modelParamsSchema,
    query: noQuery,
    body: modelChangeSchema,
    response: {
      schema: modelChangeResultSchema,
      description: 'The model as it is now, or would be, and what the change does.',
    },
    errors: [
      'collection_not_found',
      'model_conflict',
      'model_change_loses',
      'model_change_too_large',
      'singleton_exists',
      'entry_too_large',
    ],
    handle: async ({ request, caller, params, body, headers }) => {
      const { dryRun, ...change } = body
      const options = { dryRun, signal: request.signal }
      const collection = params.collection ?? ''
      return respondPrivate(await applyModelChange(parts, caller, { ...change, collection }, options), {
        headers,
      })
    },
  })
}
