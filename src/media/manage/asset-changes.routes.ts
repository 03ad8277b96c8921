// Changes of assets in the management API: texts and focal points, files, deletion.
import { z } from '@hono/zod-openapi'
import { entryIdPattern } from '../../content/values/model.ts'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { respondPrivate } from '../../http/response/private-response.ts'
import { toFilename } from '../receive/file-name.ts'
import {
  assetChangeShape,
  assetParams,
  changedAssetSchema,
  deleteQuery,
  replacedAssetSchema,
  uploadedAssetSchema,
} from './asset.schema.ts'
import { deleteAssetOf, patchAsset, requireAsset } from './asset-changes.service.ts'
import {
  type AssetRoutesParts,
  assetPath,
  assetsPath,
  assetsTag,
  idOf,
  uploadPolicy,
} from './assets.routes.ts'
import {
  addUploaded,
  checkUpload,
  receiveBlob,
  replaceUploaded,
  requireNewAsset,
  type UploadParts,
} from './upload.service.ts'
import { warningsOf } from './upload-warnings.ts'

interface AssetChangeRoutesParts extends AssetRoutesParts, UploadParts {
  /** Returns the client IP of a request. */
  readonly addressOf: (request: Request) => string
}

const noQuery = z.object({})
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
