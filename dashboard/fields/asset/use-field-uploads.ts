// Uploads into a field. They go on while another page is shown, and the field takes what has arrived when it is back.
import { useState } from 'react'
import { useRememberAsset } from '../../api/media/assets.ts'
import { isActive, type UploadResult } from '../../api/media/uploads.ts'
import { useUploadsAt } from '../../api/media/use-uploads.ts'
import { isAccepted, nameAccepted } from '../../media/file-words.ts'
import { explainMisfit, explainRoom, warnOfFiles } from '../../media/upload/upload-words.ts'
import type { FieldInputProps } from '../field-input.ts'

export function useFieldUploads(
  { id, field }: Pick<FieldInputProps, 'id' | 'field'>,
  /** How many files it can take, with so many on their way. */
  toRoom: (active: number) => number,
  onDone: (results: readonly UploadResult[]) => void,
) {
  const accept = field.accept
  const remember = useRememberAsset()
  const [refusal, setRefusal] = useState('')
  const { uploads, add, clear } = useUploadsAt(`${location.pathname} ${id}`, results => {
    for (const { asset } of results) remember(asset)
    // What the file is, the server knows best.
    const good = results.filter(({ asset }) => isAccepted(accept, asset.contentType))
    const misfit = results.find(result => !good.includes(result))
    const words = misfit ? explainMisfit(misfit.asset, accept) : warnOfFiles(good)
    if (words !== '') setRefusal(words)
    if (good.length > 0) onDone(good)
  })
  return {
    uploads,
    clear,
    /** Why files were not taken, or what visitors will miss of one that was; empty if all is well. */
    refusal,
    /** The server judges by what is in a file; here it is what the device thinks of it. */
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
