// Serves repeated requests for whole files (src/http/fast-path.ts). The visibility of the file is checked as in the full
// pipeline.
import { fileCors } from '../../http/cors.ts'
import { createFastPath, type PlainHeaders, type Target } from '../../http/fast-path.ts'
import { commonHeaders, type RequestContextOptions } from '../../http/request-context.ts'
import type { Fetch } from '../../http/server-env.ts'
import { bodyHeaders, deliveryHeaders, type FileContent, isNotModified } from './file-response.ts'
import type { FileAddress, ShownFile, VisibleFiles } from './shown-files.store.ts'

export interface FileFastPath {
  /** Must be called after a response of 200 or 304 to a GET request that has no unknown parameters or `Prefer`. */
  remember(request: Request, address: FileAddress, file: ShownFile, content: FileContent): void
  /** Tries the fast path, then `next`. */
  before(next: Fetch): Fetch
}

interface FileFastPathParts extends RequestContextOptions {
  readonly visible: Pick<VisibleFiles, 'peek'>
  readonly maxAgeSeconds: number
}

interface FileTarget extends Target {
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

export function createFileFastPath(parts: FileFastPathParts): FileFastPath {
  const { visible, maxAgeSeconds } = parts
  const addCommon = commonHeaders(parts.publicOrigin)
  const targets = new Map<string, FileTarget>()

  const prepare = (values: Record<string, string>): Headers => {
    const headers = new Headers(values)
    addCommon(headers, fileCors)
    return headers
  }

  const send = (target: FileTarget, noneMatch: string | undefined): Response | null => {
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
  const respond = (target: FileTarget, headers: PlainHeaders): Response | null => {
    if (headers.range !== undefined || headers.prefer !== undefined) return null
    const seen = visible.peek(target.address)
    if (seen === null || !('file' in seen) || seen.file !== target.file) return null
    return send(target, headers['if-none-match'])
  }

  const { isOff, before } = createFastPath(parts, {
    find: ({ url, headers }) => targets.get(url) ?? targets.get(keyOf(url, headers.get('Accept'))),
    respond,
    isFile: true,
  })
  return {
    before,
    remember: (request, address, file, content) => {
      const { url, headers } = request
      const accept = headers.get('Accept')
      if (isOff || url.length > urlLengthMax || (accept?.length ?? 0) > acceptLengthMax) return
      const key = content.variesByAccept ? keyOf(url, accept) : url
      const notModified = prepare(deliveryHeaders(content, maxAgeSeconds))
      const host = headers.get('Host') ?? ''
      targets.delete(key)
      if (targets.size >= targetsMax) targets.delete(targets.keys().next().value!)
      targets.set(key, { host, params: { ...address }, address, file, content, notModified, found: null })
    },
  }
}

/** Returns the key of a URL whose image depends on the `Accept` header. A URL contains no space. */
function keyOf(url: string, accept: string | null): string {
  return `${url} ${accept ?? ''}`
}
