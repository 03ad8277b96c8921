// The picture of a file, or the icon of its kind.

import {
  IconFile,
  IconFileText,
  IconFileTypePdf,
  IconFileZip,
  IconMusic,
  IconPhoto,
  IconTypography,
  IconVideo,
} from '@tabler/icons-react'
import { useState } from 'react'
import type { AssetItemView } from '../../src/media/manage/asset.schema.ts'
import { toFileUrl } from '../api/media/assets.ts'
import { useSpace } from '../api/space.ts'
import { type FileKind, isImage, isResizable, kindOfFile } from './file-words.ts'

interface ThumbnailProps {
  readonly asset: Pick<AssetItemView, 'id' | 'contentType' | 'sha256' | 'focalPoint'>
  /** One of the widths that the server generates. */
  readonly width: number
  readonly className?: string
  /** The size of the icon in pixels. */
  readonly iconSize?: number
}

/**
 * Shows a small version of a file: its picture in a suitable size, or an icon. It is decorative beside the file's name.
 */
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
    shown: options === undefined ? null : toFileUrl(space, asset, options),
    onError: () => setFailed({ sha256, count: count + 1 }),
  }
}

const icons = {
  image: IconPhoto,
  video: IconVideo,
  audio: IconMusic,
  pdf: IconFileTypePdf,
  archive: IconFileZip,
  font: IconTypography,
  text: IconFileText,
  other: IconFile,
} as const satisfies Record<FileKind, unknown>

/** The icon of a file that is not a picture. */
export function FileIcon({ contentType, size }: { readonly contentType: string; readonly size: number }) {
  const Icon = icons[kindOfFile(contentType)]
  return <Icon size={size} stroke={1.7} aria-hidden="true" />
}
