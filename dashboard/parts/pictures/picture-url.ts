// Decides which pictures a page loads: those of this server, of the hosts in MEDIA_HOSTS, and `data:` URLs in the content.

interface PicturePage {
  /** The URL of the page. */
  readonly url: string
  /** In the format of MEDIA_HOSTS. */
  readonly mediaHosts: readonly string[]
}

/**
 * Returns null for a picture of another host, which is not loaded because the Content-Security-Policy forbids it and the
 * host would learn about the visitor. Also returns null for an invalid URL.
 */
export function toPictureUrl(url: string, page: PicturePage, contentType?: unknown): string | null {
  if (typeof contentType === 'string' && !contentType.startsWith('image/')) return null
  const absolute = URL.parse(url, page.url)
  if (absolute?.protocol === 'data:') return absolute.pathname.startsWith('image/') ? url : null
  return absolute && isShown(absolute, page) ? absolute.href : null
}

/** Returns the URL of a picture on another host, which is linked instead of shown; null for any other URL. */
export function toForeignPicture(url: string, page: PicturePage, contentType?: unknown): string | null {
  if (typeof contentType === 'string' && !contentType.startsWith('image/')) return null
  const absolute = URL.parse(url, page.url)
  const isWeb = absolute?.protocol === 'https:' || absolute?.protocol === 'http:'
  return isWeb && !isShown(absolute, page) ? absolute.href : null
}

function isShown(url: URL, { url: own, mediaHosts }: PicturePage): boolean {
  if (url.origin === new URL(own).origin) return true
  const isListed = (host: string) =>
    host.startsWith('*.') ? url.host.endsWith(host.slice(1)) : url.host === host
  return url.protocol === 'https:' && mediaHosts.some(isListed)
}

export const foreignPictureWords = 'External image: no preview.'

/** Requests a small size for lists if the URL is that of a file of this server's library. */
export function toSmallPicture(url: string): string {
  return /^\/api\/v1\/assets\/[^/]+\/file\?space=/.test(url) ? `${url}&w=96&ar=1:1` : url
}

/** Returns the current page and the hosts that its document lists. */
export function picturePage(): PicturePage {
  const listed = document.querySelector<HTMLMetaElement>('meta[name="media-hosts"]')?.content ?? ''
  return { url: location.href, mediaHosts: listed.split(' ').filter(host => host !== '') }
}
