// The picture of an entry in lists, or the icon of its collection. It is decorative beside the title.
import { CollectionIcon } from './collection-icon.tsx'
import { picturePage, toPictureUrl, toSmallPicture } from './picture-url.ts'

interface PictureProps {
  readonly entry: { readonly picture: string | null; readonly collection: string }
  /** The width in pixels. Pictures of 28 px and more are in portrait format, like a cover. */
  readonly size?: number
}

export function Picture({ entry, size = 28 }: PictureProps) {
  const picture = entry.picture && toPictureUrl(toSmallPicture(entry.picture), picturePage())
  const style = { width: size, height: size < 28 ? size : Math.round(size * 1.2) }
  if (picture) {
    return <img src={picture} alt="" className="picture" style={style} loading="lazy" decoding="async" />
  }
  return (
    <span className="picture" style={style}>
      <CollectionIcon collection={{ apiName: entry.collection }} size={Math.round(size * 0.6)} />
    </span>
  )
}
