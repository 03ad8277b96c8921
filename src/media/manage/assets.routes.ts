// Assets in the management API, with a session or an API key.
import { z } from '@hono/zod-openapi'
import type { ContentRight } from '../../access/rights.ts'
import type { Caller } from '../../base/caller.ts'
import { type Endpoint, endpoint, type Guard } from '../../http/endpoint.ts'
import { respondPrivate } from '../../http/response/private-response.ts'
import { managementPolicy, type RoutePolicy } from '../../http/server-env.ts'
import { assetNotFound } from '../asset-problems.ts'
import { assetDocumentSchema, assetListSchema, assetParams, assetsQuery } from './asset.schema.ts'
import { type AssetReadParts, getAsset, listAssetPage } from './assets.service.ts'

export interface AssetRoutesParts extends AssetReadParts {
  /** Returns a guard that admits a session or an API key with all of the rights. */
  readonly guardFor: (...rights: ContentRight[]) => Guard<Caller>
}

export const assetsPath = '/api/v1/assets'
export const assetPath = `${assetsPath}/{id}`
export const assetsTag = 'Assets'
/** The policy of paths that receive files. They have their own limit, with its own error. */
export const uploadPolicy: RoutePolicy = { ...managementPolicy, bodyBytesMax: Number.POSITIVE_INFINITY }

const noQuery = z.object({})

/** Returns the id in a path. Throws the error for a missing asset if the parameter cannot be an id. */
export const idOf = (params: Readonly<Record<string, string | null>>): string => {
  if (params.id == null) throw assetNotFound()
  return params.id
}

export function assetEndpoints(parts: AssetRoutesParts): Endpoint[] {
  const common = { tag: assetsTag, method: 'get', guard: parts.guardFor('read') } as const
  return [
    endpoint({
      ...common,
      path: assetsPath,
      policy: uploadPolicy,
      operationId: 'listAssets',
      summary: 'List assets',
      description: 'The files of the space, each with what is known of it.',
      query: assetsQuery,
      response: { schema: assetListSchema, description: 'A page of assets.' },
      errors: [],
      handle: async ({ caller, query, headers }) =>
        respondPrivate(await listAssetPage(parts, caller.space, query), { headers }),
    }),
    endpoint({
      ...common,
      path: assetPath,
      operationId: 'getAsset',
      summary: 'Fetch one asset',
      description: 'With the entries that use it.',
      params: assetParams,
      query: noQuery,
      response: { schema: assetDocumentSchema, description: 'The asset.' },
      errors: ['asset_not_found'],
      handle: async ({ caller, params, headers }) =>
        respondPrivate({ doc: await getAsset(parts, caller.space, idOf(params)) }, { headers }),
    }),
  ]
}
