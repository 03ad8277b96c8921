// Assets in the management API, with a session or an API key: lists, changes of texts and focal points, deletion, and the
// file of an asset, whether published or not.
import { z } from '@hono/zod-openapi'
import type { ContentRight } from '../../access/rights.ts'
import type { Caller } from '../../base/caller.ts'
import { entryIdPattern } from '../../content/values/model.ts'
import { type Endpoint, endpoint, type Guard } from '../../http/endpoint.ts'
import { respondPrivate } from '../../http/json-response.ts'
import { managementPolicy, type RoutePolicy } from '../../http/server-env.ts'
import { assetNotFound } from '../asset-problems.ts'
import { sendFile } from '../deliver/file-response.ts'
import { type ContentParts, chooseContent } from '../deliver/image-content.ts'
import {
  imageFormats,
  qualities,
  ratios,
  transformationParameters,
  widths,
} from '../images/transformation.ts'
import { toFilename } from '../receive/file-name.ts'
import {
  assetChangeShape,
  assetDocumentSchema,
  assetListSchema,
  assetParams,
  assetsQuery,
  changedAssetSchema,
  deleteQuery,
  replacedAssetSchema,
  uploadedAssetSchema,
} from './asset.schema.ts'
import { getAssetRecord } from './asset-view.ts'
import {
  type AssetReadParts,
  deleteAssetOf,
  getAsset,
  listAssetPage,
  patchAsset,
  requireAsset,
} from './assets.service.ts'
import {
  addUploaded,
  checkUpload,
  receiveBlob,
  replaceUploaded,
  requireNewAsset,
  type UploadParts,
} from './upload.service.ts'
import { warningsOf } from './upload-warnings.ts'

interface AssetRoutesParts extends AssetReadParts {
  /** Returns a guard that admits a session or an API key with all of the rights. */
  readonly guardFor: (...rights: ContentRight[]) => Guard<Caller>
}

const assetsPath = '/api/v1/assets'
const assetPath = `${assetsPath}/{id}`
const assetsTag = 'Assets'
/** The policy of paths that receive files. They have their own limit, with its own error. */
const uploadPolicy: RoutePolicy = { ...managementPolicy, bodyBytesMax: Number.POSITIVE_INFINITY }

const noQuery = z.object({})

/** Returns the id in a path. Throws the error for a missing asset if the parameter cannot be an id. */
const idOf = (params: Readonly<Record<string, string | null>>): string => {
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

interface AssetChangeRoutesParts extends AssetRoutesParts, UploadParts {
  /** Returns the client IP of a request. */
  readonly addressOf: (request: Request) => string
}

const filename = z.string('is required').transform(toFilename).openapi({
  type: 'string',
  example: 'cover.jpg',
  description:
    'The name of the file. Of a path, the last part; characters that are unsafe in addresses are dropped.',
})

export function assetChangeEndpoints(parts: AssetChangeRoutesParts): Endpoint[] {
  const common = { tag: assetsTag, guard: parts.guardFor('write'), query: noQuery } as const
  return [
    endpoint({
      ...common,
      method: 'patch',
      path: assetPath,
      operationId: 'patchAsset',
      summary: 'Update the details of an asset',
      description:
        'Title, alt text and focal point; what is not named stays. Live content that shows the asset has the new ones in the next response, which needs the right to publish.',
      params: assetParams,
      body: z.object(assetChangeShape),
      response: { schema: changedAssetSchema, description: 'The asset as it is now.' },
      errors: ['asset_not_found', 'asset_change_too_large'],
      beforeBody: ({ caller, params }) => requireAsset(parts, caller, idOf(params)),
      handle: async ({ caller, params, body, headers }) =>
        respondPrivate(await patchAsset(parts, caller, idOf(params), body), { headers }),
    }),
    endpoint({
      ...common,
      method: 'delete',
      guard: parts.guardFor('write', 'publish'),
      path: assetPath,
      operationId: 'deleteAsset',
      summary: 'Delete an asset',
      description:
        'Its file is kept for a day, and is not delivered any more. An asset that entries use is kept unless `force=1`.',
      params: assetParams,
      query: deleteQuery,
      response: { schema: changedAssetSchema, description: 'The asset as it was.' },
      errors: ['asset_not_found', 'asset_in_use', 'asset_change_too_large'],
      handle: async ({ caller, params, query, headers }) =>
        respondPrivate(await deleteAssetOf(parts, caller, idOf(params), query.force === '1'), { headers }),
    }),
    ...uploadEndpoints(parts),
  ]
}

function uploadEndpoints(parts: AssetChangeRoutesParts): Endpoint[] {
  const common = {
    tag: assetsTag,
    guard: parts.guardFor('write'),
    policy: uploadPolicy,
    upload: { check: (request: Request) => checkUpload(request, parts.uploads.bytesMax) },
  } as const
  return [
    endpoint({
      ...common,
      method: 'post',
      path: assetsPath,
      operationId: 'uploadAsset',
      summary: 'Upload a file',
      description:
        'The body is the file: `curl --data-binary @cover.jpg`. Its type is found in its first bytes; metadata of pictures, such as the place where they were taken, is removed. A file that the space has already is a 200 with the asset that has it, unless an `id` asks for an asset of its own.',
      query: z.object({
        filename,
        id: z
          .string()
          .regex(entryIdPattern, 'must be 1 to 128 letters, digits, dots, underscores, colons or hyphens')
          .optional()
          .openapi({
            description: 'The id of the new asset. With one the request may be repeated.',
          }),
      }),
      response: {
        status: 201,
        otherStatus: 200,
        schema: uploadedAssetSchema,
        description: 'The new asset.',
      },
      errors: ['asset_exists', 'asset_too_large', 'too_many_requests', 'store_unavailable'],
      beforeBody: ({ caller, query }) => requireNewAsset(parts, caller, query.id),
      handle: async ({ request, caller, query, receive, headers }) => {
        const client = parts.addressOf(request)
        const file = await receive(body => receiveBlob(parts, caller, body, client))
        const { doc, isNew } = await addUploaded(parts, caller, file, {
          id: query.id,
          filename: query.filename,
        })
        const { metadataRemoved, isHeic } = file
        return respondPrivate(
          { doc, metadataRemoved, warnings: warningsOf({ ...doc, isHeic }) },
          { status: isNew ? 201 : 200, headers },
        )
      },
    }),
    endpoint({
      ...common,
      method: 'put',
      path: `${assetPath}/file`,
      operationId: 'replaceAssetFile',
      summary: 'Replace the file of an asset',
      description:
        'Other bytes under the same id. Live content shows them in the next response, and the address of the old file leads to the new one; that needs the right to publish.',
      params: assetParams,
      query: z.object({
        filename: filename.optional().openapi({ description: 'Without it, the name stays.' }),
      }),
      response: { schema: replacedAssetSchema, description: 'The asset as it is now.' },
      errors: [
        'asset_not_found',
        'asset_too_large',
        'asset_change_too_large',
        'too_many_requests',
        'store_unavailable',
      ],
      beforeBody: ({ caller, params }) => requireAsset(parts, caller, idOf(params)),
      handle: async ({ request, caller, params, query, receive, headers }) => {
        const id = idOf(params)
        const client = parts.addressOf(request)
        const file = await receive(body => receiveBlob(parts, caller, body, client))
        const wanted = { sha256: file.sha256, filename: query.filename ?? null }
        const { doc, rewritten } = await replaceUploaded(parts, caller, id, wanted)
        const { metadataRemoved, isHeic } = file
        return respondPrivate(
          { doc, metadataRemoved, rewritten, warnings: warningsOf({ ...doc, isHeic }) },
          { headers },
        )
      },
    }),
  ]
}

interface AssetFileParts extends AssetReadParts, ContentParts {
  /** A guard with the right to read. The address may name the space of a session. */
  readonly guardForFile: Guard<Caller>
}

/** The file may belong to a draft, so no cache may store it, and no page of another origin may embed it. */
const privateHeaders = {
  'Cache-Control': 'private, no-store',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

const query = z.object({
  space: z.string().optional().openapi({
    description:
      'The slug of the space, for pictures in pages, whose requests cannot have the header `Frontlist-Space`.',
  }),
})

const optional = (description: string) => z.string().optional().openapi({ description })
const imageQuery = z.object({
  w: optional(`The width of an image, one of ${widths.join(', ')}.`),
  ar: optional(`Its aspect ratio, one of ${ratios.join(', ')}.`),
  fp: optional('The point that a crop keeps: `X,Y`, from 0 to 1 with at most two decimals.'),
  fm: optional(
    `Its format, one of ${imageFormats.join(', ')}, auto. An AVIF has at most 2048 pixels on either side. An animated picture keeps its frames as WebP.`,
  ),
  q: optional(`Its quality, one of ${qualities.join(', ')}.`),
})
const imageParameters: readonly string[] = transformationParameters

export function assetFileEndpoint(parts: AssetFileParts): Endpoint {
  return endpoint({
    method: 'get',
    path: `${assetPath}/file`,
    policy: uploadPolicy,
    operationId: 'getAssetFile',
    summary: 'Fetch the file of an asset',
    description:
      'The bytes, or of an image one that is made of it. Published or not: the address in `url` delivers it to the public.',
    tag: assetsTag,
    guard: parts.guardForFile,
    params: assetParams,
    query,
    queryDocument: imageQuery,
    parseModelParameters: sent => ({
      parameters: null,
      ignored: [...new Set(sent.map(({ name }) => name))].filter(name => !imageParameters.includes(name)),
    }),
    response: {
      file: '*/*',
      schema: z.string().openapi({ format: 'binary' }),
      description: 'The file, with its own media type.',
    },
    errors: [
      'asset_not_found',
      'range_not_satisfiable',
      'image_unreadable',
      'transform_unavailable',
      'store_unavailable',
    ],
    handle: async ({ request, caller, params, headers, withoutPermit }) => {
      const record = await parts.database.snapshot(caller.space, reads =>
        getAssetRecord(reads, caller.space, idOf(params)),
      )
      const content = chooseContent(parts, request, { ...record, sha256: record.blob })
      return withoutPermit(() => sendFile(request, content, { ...privateHeaders, ...headers }))
    },
  })
}
