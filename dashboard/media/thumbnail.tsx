// Shows a small version of a file: its picture in a suitable size, or an icon. It is decorative beside the file's name.
import { useState } from 'react'
import type { AssetItemView } from '../../src/media/manage/asset.schema.ts'
import { toFileAddress } from '../api/media/assets.ts'
import { useSpace } from '../api/space.ts'
import { FileIcon } from './file-icon.tsx'
import { isImage, isResizable } from './file-words.ts'

interface ThumbnailProps {
  readonly asset: Pick<AssetItemView, 'id' | 'contentType' | 'sha256' | 'focalPoint'>
  /** One of the widths that the server generates. */
  readonly width: number
  readonly className?: string
  /** The size of the icon in pixels. */
  readonly iconSize?: number
}

export function Thumbnail({ asset, width, className = '', iconSize = 32 }: ThumbnailProps) {
  const { slug } = useSpace()
  const { shown, onError } = useFileImage(slug, asset, width)
  if (shown === null) {
    return (
      <span className={`file-picture ${className}`}>
        <FileIcon contentType={asset.contentType} size={iconSize} />
      </span>
    )
  }
  return (
    <img
      src={shown}
      alt=""
      className={`file-picture ${className}`}
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={onError}
    />
  )
}

/**
 * Returns the URL of the picture in this width. If that fails, it returns the original file, then null, for which an icon
 * is shown.
 */
export function useFileImage(
  space: string,
  asset: Pick<AssetItemView, 'id' | 'contentType' | 'sha256'>,
  width: number,
): { readonly shown: string | null; readonly onError: () => void } {
  const { sha256 } = asset
  const sizes = isResizable(asset) ? [{ width }, {}] : isImage(asset) ? [{}] : []
  const [failed, setFailed] = useState({ sha256, count: 0 })
  const count = failed.sha256 === sha256 ? failed.count : 0
  const options = sizes[count]
  return {
    shown: options === undefined ? null : toFileAddress(space, asset, options),
    onError: () => setFailed({ sha256, count: count + 1 }),
  }
}
