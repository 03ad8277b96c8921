// Reads from the document which hosts the page may load pictures from.
import type { PicturePage } from './picture-address.ts'

/** Returns the current page and the hosts that its document lists. */
export function picturePage(): PicturePage {
  const listed = document.querySelector<HTMLMetaElement>('meta[name="media-hosts"]')?.content ?? ''
  return { url: location.href, mediaHosts: listed.split(' ').filter(host => host !== '') }
}
