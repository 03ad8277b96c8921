// Uploads files that are dropped or pasted into a text, and inserts them at their positions.
import { useEffect, useState } from 'react'
import { useRememberAsset } from '../api/media/assets.ts'
import type { UploadResult } from '../api/media/uploads.ts'
import { useUploadsAt } from '../api/media/use-uploads.ts'
import { isImage } from '../media/file-words.ts'
import { describeResult, explainMisfit } from '../media/upload/upload-words.ts'
import { boundaryAt, insertImageAt, replaceImage } from './commands.ts'
import type { RichText } from './create-editor.ts'
import { addUploadPlaces, findUploadPlace, keepUploadPlaces } from './upload-places.ts'

/**
 * The key of the part whose picture an upload replaces, by the upload's key. It is kept outside the component, because the
 * upload may outlast the page.
 */
const copies = new Map<number, string>()

/** `toText` is called after the editor has been created. */
export function useTextUploads(toText: () => RichText, { id, readOnly }: { id: string; readOnly: boolean }) {
  const remember = useRememberAsset()
  const [note, setNote] = useState('')
  const take = (result: UploadResult) => {
    const { key, asset } = result
    const { view } = toText().editor
    remember(asset)
    if (!isImage(asset)) {
      setNote(explainMisfit(asset, ['image/*'], 'this text'))
      return
    }
    setNote(describeResult(result))
    const replaced = copies.get(key)
    copies.delete(key)
    const command =
      replaced === undefined
        ? insertImageAt(findUploadPlace(view.state, key), { id: asset.id })
        : replaceImage(replaced, asset.id)
    command(view.state, view.dispatch)
  }
  const done = (results: readonly UploadResult[]) => {
    for (const result of results) take(result)
  }
  const { uploads, add } = useUploadsAt(`${location.pathname} ${id}`, readOnly ? undefined : done)
  const keys = uploads.map(({ key }) => key)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys identify the uploads
  useEffect(() => keepUploadPlaces(toText().editor.view, keys), [keys.join()])
  return {
    list: uploads,
    note,
    addCopy: ([file]: readonly File[], part: string) => {
      setNote('')
      if (file) for (const key of add([file])) copies.set(key, part)
    },
    add: (files: readonly File[], position: number) => {
      setNote('')
      const { view } = toText().editor
      const added = add(files)
      // The position after the block. Each inserted file moves the positions of those after it.
      const at = boundaryAt(view.state.doc, position)
      const places = added.map((key, index) => ({ key, position: at, name: files[index]!.name }))
      addUploadPlaces(view, places)
    },
  }
}
