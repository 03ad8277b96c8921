// The icon of a file that is not a picture.
import IconFile from '@tabler/icons-react/dist/esm/icons/IconFile.mjs'
import IconFileText from '@tabler/icons-react/dist/esm/icons/IconFileText.mjs'
import IconFileTypePdf from '@tabler/icons-react/dist/esm/icons/IconFileTypePdf.mjs'
import IconFileZip from '@tabler/icons-react/dist/esm/icons/IconFileZip.mjs'
import IconMusic from '@tabler/icons-react/dist/esm/icons/IconMusic.mjs'
import IconPhoto from '@tabler/icons-react/dist/esm/icons/IconPhoto.mjs'
import IconTypography from '@tabler/icons-react/dist/esm/icons/IconTypography.mjs'
import IconVideo from '@tabler/icons-react/dist/esm/icons/IconVideo.mjs'
import { type FileKind, kindOfFile } from './file-words.ts'

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

export function FileIcon({ contentType, size }: { readonly contentType: string; readonly size: number }) {
  const Icon = icons[kindOfFile(contentType)]
  return <Icon size={size} stroke={1.7} aria-hidden="true" />
}
