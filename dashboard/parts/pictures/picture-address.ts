// Which pictures a page shows: those of this server and of the hosts in MEDIA_HOSTS, and those within the content itself.

export interface PicturePage {
  /** Its address. */
  readonly url: string
  /** As in MEDIA_HOSTS. */
  readonly mediaHosts: readonly string[]
}

/**
 * Null for a picture of another host, which is not loaded: the page's policy forbids it, and the host would learn who is
 * looking. An address that is none is null too.
 */
export function toPictureAddress(url: string, page: PicturePage, contentType?: unknown): string | null {
  if (typeof contentType === 'string' && !contentType.startsWith('image/')) return null
  const absolute = URL.parse(url, page.url)
  if (absolute?.protocol === 'data:') return absolute.pathname.startsWith('image/') ? url : null
  return absolute && isShown(absolute, page) ? absolute.href : null
}

/** The address of a picture on another host, which is linked instead of shown; null for any other address. */
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

/** In a size for lists, where the address is that of a file of this server's library. */
export function toSmallPicture(url: string): string {
  return /^\/api\/v1\/assets\/[^/]+\/file\?space=/.test(url) ? `${url}&w=96&ar=1:1` : url
}
