// Shows a picture of this device before it is uploaded, and reports its size in pixels.
import { useEffect, useState } from 'react'
import { FileIcon } from '../../media/file-icon.tsx'

/** Larger files are not read into memory for a preview. */
const previewBytesMax = 20_000_000

export interface Pixels {
  readonly width: number
  readonly height: number
}

interface LocalPictureProps {
  readonly file: File
  readonly onLoad: (pixels: Pixels) => void
}

/** Uses a `data:` URL, which the page's Content-Security-Policy allows. */
export function LocalPicture({ file, onLoad }: LocalPictureProps) {
  const [address, setAddress] = useState<string | null>(null)
  const canShow = file.type.startsWith('image/') && file.size <= previewBytesMax
  useEffect(() => {
    setAddress(null)
    if (!canShow) return
    const reader = new FileReader()
    reader.onload = () => setAddress(reader.result as string)
    reader.readAsDataURL(file)
    return () => reader.abort()
  }, [file, canShow])
  if (address !== null) {
    return (
      <img
        src={address}
        alt=""
        className="file-picture file-large"
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          onLoad({ width: naturalWidth, height: naturalHeight })
        }
      />
    )
  }
  return (
    <span className="file-picture file-large">
      {canShow ? null : <FileIcon contentType={file.type} size={40} />}
    </span>
  )
}
