// Converts files of the library to URLs for `<img>` and the clipboard.
import type { AssetItemView } from '../../../src/media/manage/asset.schema.ts'
import { toFileUrl } from '../../api/media/assets.ts'
import { isResizable } from '../../media/file-words.ts'
import { toSpaceSlug } from '../../paths.ts'

const pictureWidth = 750

/** Returns the URL of a picture in a size for the editor, or of the original file if the server does not resize it. */
export function toAssetSource(asset: AssetItemView): string {
  return toFileUrl(toSpace(), asset, isResizable(asset) ? { width: pictureWidth } : {})
}

/** For the clipboard, where only the id is known. */
export function toCopiedSource(id: string): string {
  return toFileUrl(toSpace(), { id, sha256: '' })
}

/** Returns the slug of the space whose page is shown. */
export function toSpace(): string {
  return decodeURIComponent(toSpaceSlug(location.pathname) ?? '')
}

/** Returns the id of the file in a URL of this space that {@link toCopiedSource} created; null for any other URL. */
export function toAssetId(href: string): string | null {
  const url = URL.parse(href, location.href)
  const id = /^\/api\/v1\/assets\/([^/]+)\/file$/.exec(url?.pathname ?? '')?.[1]
  const isHere =
    url?.origin === location.origin && url.searchParams.get('space') === toSpaceSlug(location.pathname)
  return id !== undefined && isHere ? decodeURIComponent(id) : null
}
