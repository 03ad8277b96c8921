// Serves the dashboard's HTML document at each of its pages, and its assets. The pages get their data from the API. Only
// the origins that a page may frame depend on the session.
import Negotiator from 'negotiator'
import { Problem } from '../base/errors.ts'
import { type RandomBytes, randomBase62 } from '../base/ids.ts'
import { type Endpoint, type Page, publicRoute, toPageResponse } from '../http/endpoint.ts'
import { chooseCoding } from '../http/json-response.ts'
import { fileNotFound, toProblemResponse } from '../http/problem.ts'
import { originOf, rawPath } from '../http/request-url.ts'
import type { DashboardPack, PackedAsset } from './pack.ts'
import { dashboardPages, formerPages } from './pages.ts'

interface DashboardParts {
  /** Null if the dashboard was not built. */
  readonly pack: DashboardPack | null
  readonly random: RandomBytes
  /** Other hosts from which the dashboard may show pictures. */
  readonly mediaHosts: readonly string[]
  /** Returns the origins of the preview sites of a space to its members, and none to others. */
  readonly listPreviewOrigins: (request: Request, space: string) => Promise<readonly string[]>
}

type DocumentParts = Pick<DashboardParts, 'random' | 'mediaHosts'>

const nonceLength = 22
const reason = 'contains no data: the page requests it from the API with the session'

export function dashboardEndpoints({ pack, ...parts }: DashboardParts): Endpoint[] {
  const assets = new Map(pack?.assets.map(asset => [asset.path, asset]))
  return [
    ...[...Object.values(dashboardPages), ...formerPages].map(path =>
      publicRoute(path, reason, async request => {
        if (!pack) throw notBuilt()
        const [, space] = /^\/s\/([^/]+)/.exec(rawPath(request)) ?? []
        const origins = space === undefined ? [] : await parts.listPreviewOrigins(request, space)
        return toDocument(pack.html, parts, 200, origins)
      }),
    ),
    publicRoute('/assets/{file}', reason, async request => {
      const asset = assets.get(rawPath(request))
      if (!asset) throw fileNotFound()
      return toFile(asset, request)
    }),
  ]
}

/**
 * The response for an unknown path: an HTML page for a browser that requests one, a problem for other clients and for
 * paths of the API.
 */
export function createNotFound({
  pack,
  publicUrl,
  ...parts
}: DocumentParts & { readonly pack: DashboardPack | null; readonly publicUrl: string | null }) {
  return (request: Request, requestId: string): Response => {
    const isPage = ['GET', 'HEAD'].includes(request.method) && !/^\/api(?:\/|$)/.test(rawPath(request))
    const headers = isPage ? { Vary: 'Accept' } : {}
    if (isPage && pack && prefersHtml(request)) {
      const page = toDocument(pack.html, parts, 404)
      return toPageResponse({ ...page, headers: { ...page.headers, ...headers } })
    }
    return toProblemResponse(
      new Problem('not_found', 'There is nothing at this path.', { headers }),
      requestId,
      publicUrl ?? originOf(request),
    )
  }
}

function notBuilt(): Problem {
  return new Problem('unavailable', 'The dashboard was not built. Run `npm run dashboard`, then start again.')
}

/**
 * Returns the dashboard's document with its content security policy. The policy allows no inline scripts, and only style
 * elements that carry the nonce of this response. It does not restrict style attributes set by script (CSP 3, section 8.2).
 */
function toDocument(
  html: string,
  { random, mediaHosts }: DocumentParts,
  status: 200 | 404,
  previewOrigins: readonly string[] = [],
): Page {
  const nonce = randomBase62(random, nonceLength)
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    ["img-src 'self' data:", ...mediaHosts.map(host => `https://${host}`)].join(' '),
    "font-src 'self'",
    "connect-src 'self'",
    ...(previewOrigins.length > 0 ? [`frame-src ${previewOrigins.join(' ')}`] : []),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
  return {
    status,
    type: 'text/html; charset=utf-8',
    body: html
      .replaceAll('{{nonce}}', nonce)
      .replaceAll('{{status}}', String(status))
      .replaceAll('{{mediaHosts}}', mediaHosts.join(' '))
      .replaceAll('{{previewOrigins}}', previewOrigins.join(' ')),
    headers: {
      'Cache-Control': 'no-store',
      'Content-Security-Policy': policy,
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Referrer-Policy': 'same-origin',
    },
  }
}

const codings = ['br', 'gzip'] as const

function toFile(asset: PackedAsset, request: Request): Page {
  const coding = chooseCoding(request.headers.get('Accept-Encoding'), codings)
  const encoded = coding && asset[coding]
  return {
    type: asset.type,
    body: Buffer.from(encoded ?? asset.plain, 'base64'),
    headers: {
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Cross-Origin-Resource-Policy': 'same-origin',
      Vary: 'Accept-Encoding',
      ...(encoded && { 'Content-Encoding': coding }),
    },
  }
}

/**
 * The types in order of preference. JSON comes first at equal preference, so a client that names no page type gets no page.
 */
const offered = ['application/problem+json', 'application/json', 'text/html']

/** Detects a browser that requests a page (RFC 9110, section 12.5.1). */
function prefersHtml(request: Request): boolean {
  const accept = request.headers.get('Accept') ?? '*/*'
  return new Negotiator({ headers: { accept } }).mediaTypes(offered)[0] === 'text/html'
}
