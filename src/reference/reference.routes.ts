// The API's description: the OpenAPI document, the reference page made of it, and the list of errors.
import errorsDocument from '../../docs/errors.md' with { type: 'text' }
import { type Endpoint, type Page, publicRoute } from '../http/endpoint.ts'
import { originOf } from '../http/path.ts'
import { errorsDocumentPath } from '../http/problem.ts'
import type { OpenApiDocument } from './open-api-shape.ts'
import { renderReferencePage } from './reference-page.tsx'
import { referenceStyle } from './reference-style.ts'

interface ReferenceParts {
  /** Called once, at the first request: all endpoints are mounted by then. */
  readonly describe: () => OpenApiDocument
  /** The origin for `curl` lines; null takes the one that was asked. */
  readonly publicUrl: string | null
}

const why = 'whoever has no key yet reads here how to use one'

const pagePolicy =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Stands for the address in the page, which is made once: making it takes the time of a thousand answers. */
const anyBase = 'http://base.invalid'

export function referenceEndpoints({ describe, publicUrl }: ReferenceParts): Endpoint[] {
  let document: OpenApiDocument | null = null
  let page: string | null = null
  const described = () => {
    document ??= describe()
    return document
  }
  return [
    publicRoute('/api/v1/openapi.json', why, async () =>
      answer('application/json', JSON.stringify(described())),
    ),
    publicRoute('/docs', why, async request => {
      page ??= renderReferencePage(described(), { baseUrl: anyBase })
      const body = page.replaceAll(anyBase, publicUrl ?? originOf(request))
      return answer('text/html; charset=utf-8', body, { 'Content-Security-Policy': pagePolicy })
    }),
    publicRoute('/docs/style.css', why, async () => answer('text/css; charset=utf-8', referenceStyle)),
    publicRoute(errorsDocumentPath, why, async () => answer('text/markdown; charset=utf-8', errorsDocument)),
  ]
}

function answer(type: string, body: string, headers: Record<string, string> = {}): Page {
  return { type, body, headers: { 'Cache-Control': 'no-cache', ...headers } }
}
