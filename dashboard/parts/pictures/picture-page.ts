// The page that shows pictures, as its document describes it.
import type { PicturePage } from './picture-address.ts'

/** The page that is open. Its document says which hosts the server lists. */
export function picturePage(): PicturePage {
  const listed = document.querySelector<HTMLMetaElement>('meta[name="media-hosts"]')?.content ?? ''
  return { url: location.href, mediaHosts: listed.split(' ').filter(host => host !== '') }
}
