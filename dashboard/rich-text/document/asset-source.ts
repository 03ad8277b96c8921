// Files of the library as addresses, where only an address can stand: in `<img>` and on the clipboard.
import type { AssetItemView } from '../../../src/media/manage/asset.schema.ts'
import { toFileAddress } from '../../api/media/assets.ts'
import { isResizable } from '../../media/file-words.ts'
import { toSpaceSlug } from '../../paths.ts'

const pictureWidth = 750

/** The picture of a file in a size for the editor, or itself where the server makes no sizes of it. */
export function toAssetSource(asset: AssetItemView): string {
  return toFileAddress(toSpace(), asset, isResizable(asset) ? { width: pictureWidth } : {})
}

/** For the clipboard, where only the id is known. */
export function toCopiedSource(id: string): string {
  return toFileAddress(toSpace(), { id, sha256: '' })
}

function toSpace(): string {
  return decodeURIComponent(toSpaceSlug(location.pathname) ?? '')
}

/** The id of the file that {@link toCopiedSource} made the address of, in this space; null for any other address. */
export function toAssetId(address: string): string | null {
  const url = URL.parse(address, location.href)
  const id = /^\/api\/v1\/assets\/([^/]+)\/file$/.exec(url?.pathname ?? '')?.[1]
  const isHere =
    url?.origin === location.origin && url.searchParams.get('space') === toSpaceSlug(location.pathname)
  return id !== undefined && isHere ? decodeURIComponent(id) : null
}
