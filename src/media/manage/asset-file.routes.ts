// The file of an asset in the management API, whether published or not, for the dashboard and scripts.
import { z } from '@hono/zod-openapi'
import type { Caller } from '../../base/caller.ts'
import { type Endpoint, endpoint, type Guard } from '../../http/endpoint.ts'
import { sendFile } from '../deliver/file-response.ts'
import { type ContentParts, chooseContent } from '../deliver/image-content.ts'
import {
  imageFormats,
  qualities,
  ratios,
  transformationParameters,
  widths,
} from '../images/transformation.ts'
import { assetParams } from './asset.schema.ts'
import { getAssetRecord } from './asset-view.ts'
import { assetPath, assetsTag, idOf, uploadPolicy } from './assets.routes.ts'
import type { AssetReadParts } from './assets.service.ts'

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
