// Uploads files into a field. Uploads continue while another page is shown; the field takes the finished files once it is
// mounted again.
import { useState } from 'react'
import { useRememberAsset } from '../../api/media/assets.ts'
import { isActive, type UploadResult } from '../../api/media/uploads.ts'
import { useUploadsAt } from '../../api/media/use-uploads.ts'
import { isAccepted, nameAccepted } from '../../media/file-words.ts'
import { explainMisfit, explainRoom, warnOfFiles } from '../../media/upload/upload-words.ts'
import type { FieldInputProps } from '../field-type.ts'

export function useFieldUploads(
  { id, field }: Pick<FieldInputProps, 'id' | 'field'>,
  /** Returns how many more files the field can take, given the number of uploads in progress. */
  toRoom: (active: number) => number,
  onDone: (results: readonly UploadResult[]) => void,
) {
  const accept = field.accept
  const remember = useRememberAsset()
  const [refusal, setRefusal] = useState('')
  const { uploads, add, clear } = useUploadsAt(`${location.pathname} ${id}`, results => {
    for (const { asset } of results) remember(asset)
    // Checked again here, because the server determines the media type from the content.
    const good = results.filter(({ asset }) => isAccepted(accept, asset.contentType))
    const misfit = results.find(result => !good.includes(result))
    const words = misfit ? explainMisfit(misfit.asset, accept) : warnOfFiles(good)
    if (words !== '') setRefusal(words)
    if (good.length > 0) onDone(good)
  })
  return {
    uploads,
    clear,
    /** The reason why files were refused, or a warning about an accepted file; empty otherwise. */
    refusal,
    /** Filters by the media type that the device reports. The server later determines the type from the content. */
    add: (files: readonly File[]) => {
      const good = files.filter(({ type }) => type === '' || isAccepted(accept, type))
      const refused = files.find(file => !good.includes(file))
      const left = Math.max(0, toRoom(uploads.filter(isActive).length))
      const names = good.map(({ name }) => name)
      setRefusal(
        refused
          ? `“${refused.name}” is of another kind: this field takes ${nameAccepted(accept)}.`
          : explainRoom(names, left),
      )
      if (good.length > 0 && left > 0) add(good.slice(0, left))
    },
  }
}
