// What every piece of the page may need: the document, its address, and where things stand on the page.
import { anchorsOf } from './anchors.ts'
import type { OpenApiDocument } from './open-api-shape.ts'
import { groupOperations, type OperationGroup } from './operations.ts'

export interface PageContext {
  readonly document: OpenApiDocument
  readonly baseUrl: string
  readonly groups: readonly OperationGroup[]
  readonly schemaAnchors: ReadonlyMap<string, string>
  readonly schemeAnchors: ReadonlyMap<string, string>
  readonly errorAnchors: ReadonlyMap<string, string>
}

export function pageContextOf(document: OpenApiDocument, baseUrl: string): PageContext {
  const errors = document['x-error-codes'] ?? []
  return {
    document,
    baseUrl: addressOf(document, baseUrl),
    groups: groupOperations(document),
    schemaAnchors: anchorsOf('schema', Object.keys(document.components?.schemas ?? {})),
    schemeAnchors: anchorsOf('authentication', Object.keys(document.components?.securitySchemes ?? {})),
    errorAnchors: anchorsOf(
      'error',
      errors.map(error => error.code),
    ),
  }
}

/** The address that paths are put after. A relative server of the document counts from the base address. */
function addressOf(document: OpenApiDocument, baseUrl: string): string {
  const server = document.servers?.[0]?.url ?? ''
  const prefix = server.startsWith('/') ? server.replace(/\/+$/, '') : ''
  return `${baseUrl.replace(/\/+$/, '')}${prefix}`
}
