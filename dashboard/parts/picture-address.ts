// Which pictures a page shows: those of this server, and those within the content itself.

/**
 * Null for a picture of another host, which is not loaded: the page's policy forbids it, and the host would learn who is
 * looking. An address that is none is null too. `page` is the address of the page.
 */
export function toPictureAddress(url: string, page: string, contentType?: unknown): string | null {
  if (typeof contentType === 'string' && !contentType.startsWith('image/')) return null
  const absolute = URL.parse(url, page)
  if (absolute?.protocol === 'data:') return absolute.pathname.startsWith('image/') ? url : null
  return absolute?.origin === new URL(page).origin ? absolute.href : null
}

/** The address of a picture on another host, which is linked instead of shown; null for any other address. */
export function toForeignPicture(url: string, page: string, contentType?: unknown): string | null {
  if (typeof contentType === 'string' && !contentType.startsWith('image/')) return null
  const absolute = URL.parse(url, page)
  const isWeb = absolute?.protocol === 'https:' || absolute?.protocol === 'http:'
  return isWeb && absolute.origin !== new URL(page).origin ? absolute.href : null
}

export const foreignPictureWords = 'Pictures of other sites are not shown here.'
