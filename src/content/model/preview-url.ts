// The addresses at which sites show drafts: the preview sites of a space, and the preview URL of a collection with its
// placeholders. No SQL statements and no HTTP here, because the dashboard uses this file too.

export interface PreviewSite {
  readonly name: string
  /** An origin: `https://www.example.org`. */
  readonly url: string
}

export const previewSitesMax = 5
const previewUrlLengthMax = 2000

/** The preview URL of a collection that names none. The examples of the client respond at this path. */
export const defaultPreviewUrl =
  '/api/preview?token={token}&collection={collection}&id={id}&slug={slug}&variants={variants}'

const placeholderNames = ['token', 'collection', 'id', 'slug', 'variants'] as const
type PlaceholderName = (typeof placeholderNames)[number]
export type PreviewValues = Readonly<Record<PlaceholderName, string>>

/** Hosts without `*`, `;` and `,`, which have a meaning in a content security policy (CSP). */
const originPattern = /^(https?):\/\/([a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:.]+\])(?::\d+)?$/
const localHost = /^(?:localhost|.+\.localhost|127\.0\.0\.1|\[::1\])$/

/** Returns the origin as browsers write it, or null unless the text is an origin that a space may have as a site. */
export function toPreviewOrigin(text: string): string | null {
  const url = URL.parse(text)
  if (url === null || url.username !== '' || url.password !== '') return null
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') return null
  const [, scheme, host = ''] = originPattern.exec(url.origin) ?? []
  return scheme === 'https' || (scheme === 'http' && localHost.test(host)) ? url.origin : null
}

const expectedPreviewUrl = `must be a path such as /blog/{slug}, or a URL that begins with one of the space's preview sites`

/** Returns the predicate of a sentence about the preview URL, or null if it is well formed. */
export function findPreviewUrlError(text: string): string | null {
  if (text.length > previewUrlLengthMax) return `may have ${previewUrlLengthMax} characters`
  const path = text.startsWith('/') ? text : pathAfterOrigin(text)
  if (path === null || !path.startsWith('/')) return expectedPreviewUrl
  if (path.includes('//')) return 'must not contain // after its origin'
  if (/[\s\\\p{Cc}]/u.test(path)) return 'must not contain spaces, backslashes or control characters'
  const unknown = path.match(/\{[^{}]*\}?|\}/g)?.find(part => !isPlaceholder(part))
  const known = placeholderNames.map(toPlaceholder).join(', ')
  return unknown === undefined ? null : `contains ${unknown}, and its placeholders are ${known}`
}

function pathAfterOrigin(text: string): string | null {
  const origin = /^https?:\/\/[^/?#]+/.exec(text)?.[0]
  return origin !== undefined && toPreviewOrigin(origin) === origin ? text.slice(origin.length) : null
}

function toPlaceholder(name: PlaceholderName): string {
  return `{${name}}`
}

function isPlaceholder(text: string): boolean {
  return placeholderNames.some(name => toPlaceholder(name) === text)
}

/** Returns the site that a complete preview URL begins with; for a path, the first site. Null if there is none. */
export function findSiteOf(
  previewUrl: string | undefined,
  sites: readonly PreviewSite[],
): PreviewSite | null {
  const isPath = previewUrl === undefined || previewUrl.startsWith('/')
  return sites.find(({ url }) => isPath || previewUrl.startsWith(`${url}/`)) ?? null
}

/** Returns the predicate of a sentence about a preview URL that begins with none of the space's sites, or null. */
export function findPreviewSiteError(
  previewUrl: string | null | undefined,
  sites: readonly PreviewSite[],
): string | null {
  if (previewUrl === null || previewUrl === undefined || previewUrl.startsWith('/')) return null
  if (findSiteOf(previewUrl, sites) !== null) return null
  const origins = sites.map(({ url }) => url).join(', ')
  return `must be a path, or begin with one of the space's preview sites (${origins || 'it has none'})`
}

/**
 * Returns the address of an entry's page. A complete preview URL keeps its origin, and a path is one of `site`. If all
 * placeholders in a segment of the path are empty, the segment is left out.
 */
export function fillPreviewUrl(
  previewUrl: string | undefined,
  site: PreviewSite,
  values: PreviewValues,
): string {
  const pattern = previewUrl ?? defaultPreviewUrl
  const full = pattern.startsWith('/') ? site.url + pattern : pattern
  const [, origin = '', path = '', rest = ''] = /^(https?:\/\/[^/]+)([^?#]*)(.*)$/s.exec(full) ?? []
  const segments = path.split('/').slice(1)
  const filled = segments.filter(segment => segment === '' || fill(segment, values) !== '').join('/')
  return `${origin}/${fill(filled, values)}${fill(rest, values)}`
}

function fill(text: string, values: PreviewValues): string {
  return text.replace(/\{(\w+)\}/g, (_, name: PlaceholderName) => encodeURIComponent(values[name]))
}
