// Serves repeated requests for whole files in one linear pass, as src/delivery/fast-path.ts does for content. The URL is
// known, so it is not parsed; the visibility of the file is checked as in the full pipeline. Any other request takes the
// full pipeline, which also produces all errors.

import { commonHeaders, type RequestContextOptions, requestIdHeader } from '../../http/request-context.ts'
import type { SentParams } from '../../http/request-url.ts'
import { fileCors } from '../../http/response/cors.ts'
import type { Fetch } from '../../http/server-env.ts'
import { deliveryHeaders, type FileContent } from './file-headers.ts'
import { bodyHeaders, isNotModified } from './file-response.ts'
import type { FileAddress, ShownFile } from './shown-files.store.ts'
import type { VisibleFiles } from './visible-files.ts'

export interface FileFastPath {
  /** Must be called after a response of 200 or 304 to a GET request that has no unknown parameters or `Prefer`. */
  remember(request: Request, address: FileAddress, file: ShownFile, content: FileContent): void
  /** Tries the fast path, then `next`. */
  before(next: Fetch): Fetch
}

export interface FastPathParts extends RequestContextOptions {
  readonly visible: Pick<VisibleFiles, 'peek'>
  readonly maxAgeSeconds: number
  /** Checks whether the full pipeline would accept the headers. `host` is that of the earlier request. */
  readonly hasPlainHeaders: (headers: Readonly<Record<string, string>>, host: string) => boolean
}

/** The parsed form of a URL that was requested before. */
interface Target {
  readonly host: string
  readonly address: FileAddress
  /** The visible file at that time. Another object at the address means a later state of the space. */
  readonly file: ShownFile
  readonly content: FileContent
  readonly notModified: Headers
  found: FoundHeaders | null
}

interface FoundHeaders {
  readonly size: number
  readonly headers: Headers
}

/** The limit of remembered targets, which take a few kilobytes each. */
const targetsMax = 5000
/** Longer than any URL that the server creates. */
const urlLengthMax = 1024
const acceptLengthMax = 512

export function createFileFastPath(parts: FastPathParts): FileFastPath {
  const { visible, maxAgeSeconds, hasPlainHeaders, logger, newRequestId, onResponse, publicOrigin } = parts
  // Logging each request costs more than the fast path saves, as for content.
  const isOff = logger.isLevelEnabled('info')
  const addCommon = commonHeaders(publicOrigin)
  const targets = new Map<string, Target>()

  const prepare = (values: Record<string, string>): Headers => {
    const headers = new Headers(values)
    addCommon(headers, fileCors)
    return headers
  }

  const send = (target: Target, noneMatch: string | undefined): Response | null => {
    const { content, notModified } = target
    if (noneMatch !== undefined && isNotModified(noneMatch, content))
      return new Response(null, { status: 304, headers: notModified })
    const opened = content.openNow()
    if (opened === null) return null
    const { size, body } = opened
    if (target.found?.size !== size) {
      const headers = prepare(bodyHeaders(content, deliveryHeaders(content, maxAgeSeconds), size))
      target.found = { size, headers }
    }
    return new Response(body, { headers: target.found.headers })
  }

  /** Returns null if the request has to take the full pipeline. */
  const respond = (request: Request, sent: SentParams | undefined): Response | null => {
    if (isOff || request.method !== 'GET') return null
    const { url } = request
    const target = targets.get(url) ?? targets.get(keyOf(url, request.headers.get('Accept')))
    if (target === undefined || !wasSentAs(sent, target.address)) return null
    const started = performance.now()
    const headers: Readonly<Record<string, string>> = request.headers.toJSON()
    if (headers.range !== undefined || headers.prefer !== undefined) return null
    if (!hasPlainHeaders(headers, target.host)) return null
    const seen = visible.peek(target.address)
    if (seen === null || !('file' in seen) || seen.file !== target.file) return null
    const response = send(target, headers['if-none-match'])
    if (response === null) return null
    response.headers.set(requestIdHeader, newRequestId())
    onResponse?.({
      status: response.status,
      seconds: (performance.now() - started) / 1000,
      isFile: true,
    })
    return response
  }

  return {
    remember: (request, address, file, content) => {
      const { url, headers } = request
      const accept = headers.get('Accept')
      if (isOff || url.length > urlLengthMax || (accept?.length ?? 0) > acceptLengthMax) return
      const key = content.variesByAccept ? keyOf(url, accept) : url
      const notModified = prepare(deliveryHeaders(content, maxAgeSeconds))
      const host = headers.get('Host') ?? ''
      targets.delete(key)
      if (targets.size >= targetsMax) targets.delete(targets.keys().next().value!)
      targets.set(key, { host, address, file, content, notModified, found: null })
    },
    before: next => (request, env, execution) =>
      respond(request, env?.sentParams) ?? next(request, env, execution),
  }
}

/** Returns the key of a URL whose image depends on the `Accept` header. A URL contains no space. */
function keyOf(url: string, accept: string | null): string {
  return `${url} ${accept ?? ''}`
}

/** Checks the path as it was sent. `request.url` is normalized, so another path may result in the same URL. */
function wasSentAs(sent: SentParams | undefined, { space, sha256, filename }: FileAddress): boolean {
  if (sent === undefined) return true
  return sent?.space === space && sent.sha256 === sha256 && sent.filename === filename
}
