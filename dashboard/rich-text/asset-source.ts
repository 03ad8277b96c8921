// Files of the library as addresses, where only an address can stand: in `<img>` and on the clipboard.
import { toFileAddress } from '../api/assets.ts'
import { toSpaceSlug } from '../paths.ts'

const pictureWidth = 750

/** The picture in a size for the editor; `isWhole`: the file itself. */
export function toAssetSource(id: string, { isWhole = false } = {}): string {
  const space = toSpaceSlug(location.pathname) ?? ''
  return toFileAddress(decodeURIComponent(space), id, isWhole ? {} : { width: pictureWidth })
}

/** The id of the file that {@link toAssetSource} made the address of, in this space; null for any other address. */
export function toAssetId(address: string): string | null {
  const url = URL.parse(address, location.href)
  const id = /^\/api\/v1\/assets\/([^/]+)\/file$/.exec(url?.pathname ?? '')?.[1]
  const isHere =
    url?.origin === location.origin && url.searchParams.get('space') === toSpaceSlug(location.pathname)
  return id !== undefined && isHere ? decodeURIComponent(id) : null
}
