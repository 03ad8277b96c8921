// Delivers files by their addresses, without authentication: files that live content shows, and files of drafts at the
// addresses that previews sign.
import type { FileSignatures } from '../../access/file-signatures.ts'
import type { Clock } from '../../base/clock.ts'
import type { FieldError } from '../../base/errors.ts'
import type { Database } from '../../database/database.ts'
import { type Endpoint, ignoredParametersHeader, publicEndpoint } from '../../http/endpoint.ts'
import { fileNotFound } from '../../http/problem.ts'
import { prefersStrict, rawSearch, splitSearch } from '../../http/request-url.ts'
import { filePolicy } from '../../http/server-env.ts'
import { transformationParameters } from '../images/transformation.ts'
import type { FileFastPath } from './file-fast-path.ts'
import { deliveryHeaders, isNotModified, publicHeaders, sendFile } from './file-response.ts'
import { type ContentParts, chooseContent, type FileSource } from './image-content.ts'
import { type FileAddress, findFile, parseFileAddress, type VisibleFiles } from './shown-files.store.ts'

interface FileDeliveryParts extends ContentParts {
  readonly database: Pick<Database, 'snapshot'>
  readonly clock: Clock
  readonly signatures: FileSignatures
  readonly visible: VisibleFiles
  readonly fastPath: Pick<FileFastPath, 'remember'>
  readonly maxAgeSeconds: number
}

const movedHeaders = {
  'Cache-Control': 'public, max-age=60',
  'X-Content-Type-Options': 'nosniff',
  ...publicHeaders,
}

/** Delivers a file. `params` are the decoded path parameters; null if they are not valid names. */
async function deliverFile(
  parts: FileDeliveryParts,
  request: Request,
  params: Readonly<Record<string, string | null>>,
): Promise<Response> {
  const { space = null, sha256 = null, filename = null } = params
  if (space?.includes('~')) return deliverSignedFile(parts, request, { segment: space, sha256, filename })
  const address = parseFileAddress({ space, sha256, filename })
  const found = address && (await parts.visible.find(address))
  if (!address || !found) throw fileNotFound()
  if ('movedTo' in found) return redirect(request, found.movedTo)
  const source: FileSource = { ...found.file, sha256: address.sha256, filename: address.filename }
  const { errors, headers: ofParameters } = readIgnored(request)
  const content = chooseContent(parts, request, source, errors)
  const headers = { ...deliveryHeaders(content, parts.maxAgeSeconds), ...ofParameters }
  const response = isNotModified(request.headers.get('If-None-Match'), content)
    ? new Response(null, { status: 304, headers })
    : await sendFile(request, content, headers)
  const isPlain = Object.keys(ofParameters).length === 0
  if (isPlain && request.method === 'GET') parts.fastPath.remember(request, address, found.file, content)
  return response
}

interface SignedAddress {
  readonly segment: string
  readonly sha256: string | null
  readonly filename: string | null
}

/** Caches of browsers may keep the file for less time than its address is valid. */
const signedHeaders = { 'Cache-Control': 'private, max-age=300' }

/** Delivers a file of the space by an address that a preview has signed, whether or not live content shows it. */
async function deliverSignedFile(
  parts: FileDeliveryParts,
  request: Request,
  { segment, sha256, filename }: SignedAddress,
): Promise<Response> {
  if (sha256 === null || filename === null) throw fileNotFound()
  const space = parts.signatures.verify(segment, { sha256, filename }, parts.clock())
  const address = space && parseFileAddress({ space, sha256, filename })
  const file = address && (await parts.database.snapshot(address.space, reads => findFile(reads, address)))
  if (!file) throw fileNotFound()
  const { errors, headers: ofParameters } = readIgnored(request)
  const content = chooseContent(parts, request, { ...file, sha256, filename }, errors)
  const headers = { ...deliveryHeaders(content, parts.maxAgeSeconds), ...signedHeaders, ...ofParameters }
  return isNotModified(request.headers.get('If-None-Match'), content)
    ? new Response(null, { status: 304, headers })
    : sendFile(request, content, headers)
}

/** A relative redirect works on any host. */
function redirect(request: Request, { space, sha256, filename }: FileAddress): Response {
  const search = rawSearch(request)
  const path = `/assets/${space}/${sha256}/${encodeURIComponent(filename)}`
  return new Response(null, {
    status: 307,
    headers: { Location: search === '' ? path : `${path}?${search}`, ...movedHeaders },
  })
}

const known: readonly string[] = transformationParameters

/**
 * Reads unknown parameters. They are ignored and listed in a header, or are errors if the request prefers strict handling.
 */
function readIgnored(request: Request): {
  readonly errors: readonly FieldError[]
  readonly headers: Readonly<Record<string, string>>
} {
  const names = splitSearch(rawSearch(request)).map(({ name }) => name)
  const ignored = [...new Set(names)].filter(name => !known.includes(name))
  const isStrict = prefersStrict(request)
  const message = 'is not a parameter of files, and the request says Prefer: handling=strict'
  return {
    errors: isStrict ? ignored.map(name => ({ in: 'query', name, message })) : [],
    headers: {
      ...(isStrict && { 'Preference-Applied': 'handling=strict' }),
      ...(ignored.length > 0 && { 'X-Ignored-Parameters': ignoredParametersHeader(ignored) }),
    },
  }
}

export const filePath = '/assets/{space}/{sha256}/{filename}'
const reason = 'serves only what published content shows, and what a preview has signed'

export function fileDeliveryEndpoints(parts: FileDeliveryParts): Endpoint[] {
  return [
    publicEndpoint(filePath, reason, (request, params) => deliverFile(parts, request, params), filePolicy),
  ]
}
