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
