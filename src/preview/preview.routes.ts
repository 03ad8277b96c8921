// The endpoints of previews: the content API over drafts, for sites that show editors their work.
import { type Endpoint, endpoint, type Guard } from '../http/endpoint.ts'
import { previewPolicy } from '../http/server-env.ts'
import {
  entryParamsSchema,
  entryQuerySchema,
  listParamsSchema,
  listQuerySchema,
} from '../query/content-parameters.schema.ts'
import { entryQueryDocument, listQueryDocument } from '../query/query.schema.ts'
import { previewDocumentSchema, previewListSchema } from './preview.schema.ts'
import type { PreviewBody, PreviewService } from './preview.service.ts'
import type { PreviewAccess } from './preview-access.ts'
import { parsePreviewEntry, parsePreviewList } from './preview-query.ts'

interface PreviewRoutesParts {
  readonly service: PreviewService
  readonly previewer: Guard<PreviewAccess>
  readonly perPageMax: number
}

export function previewEndpoints({ service, previewer, perPageMax }: PreviewRoutesParts): Endpoint[] {
  const common = { method: 'get', tag: 'Preview', guard: previewer, policy: previewPolicy } as const
  return [
    endpoint({
      ...common,
      path: '/api/v1/preview/content/{collection}',
      operationId: 'previewList',
      summary: 'List entries with their drafts',
      description:
        'The list of the content API over drafts, with its parameters except `q`. Entries that were never live come first. Conditions and `sort` work in collections of up to 10,000 entries.',
      params: listParamsSchema,
      queryDocument: listQueryDocument.omit({ q: true }),
      query: listQuerySchema(perPageMax),
      parseModelParameters: parsePreviewList,
      response: { schema: previewListSchema, description: 'A page of entries.' },
      errors: ['response_too_large', 'query_too_costly', 'collection_not_found', 'overloaded'],
      handle: async ({ request, caller, params, query, modelParameters, withoutPermit, headers }) => {
        const { collection = null } = params
        const { signal } = request
        const wanted = { ...query, collection, parameters: modelParameters, withoutPermit, signal }
        return respond(await service.list(caller, wanted), headers)
      },
    }),
    endpoint({
      ...common,
      path: '/api/v1/preview/content/{collection}/{slug}',
      operationId: 'previewEntry',
      summary: 'Fetch one entry with its draft',
      description: 'The entry of the content API with the values and the slug of its draft.',
      params: entryParamsSchema,
      queryDocument: entryQueryDocument,
      query: entryQuerySchema,
      parseModelParameters: parsePreviewEntry,
      response: { schema: previewDocumentSchema, description: 'The entry.' },
      errors: ['response_too_large', 'collection_not_found', 'entry_not_found'],
      handle: async ({ request, caller, params, query, modelParameters, headers }) => {
        const { collection = null, slug: sentSlug = null } = params
        // A slug is stored in Unicode NFC and found by either form.
        const slug = sentSlug?.normalize('NFC') ?? null
        const { signal } = request
        const wanted = { ...query, collection, slug, parameters: modelParameters, signal }
        return respond(await service.entry(caller, wanted), headers)
      },
    }),
  ]
}

/** No cache may store drafts, and there is no ETag, because every request reads them again. */
function respond(body: PreviewBody, headers: Record<string, string>): Response {
  return new Response(new Uint8Array(body), {
    headers: {
      ...headers,
      'Content-Type': 'application/json',
      'Content-Length': String(body.byteLength),
      'Cache-Control': 'no-store',
      Vary: 'Authorization, Cookie, Frontlist-Space',
      'Cross-Origin-Resource-Policy': 'same-origin',
    },
  })
}
