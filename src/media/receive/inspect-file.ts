// What a file on a disk is, without a copy of it: for those who decide whether to receive it.
import { open } from 'node:fs/promises'
import { Problem } from '../../base/errors/errors.ts'
import { FileBytes } from '../formats/file-bytes.ts'
import { readImageSize } from './image-head.ts'
import { readType } from './read-type.ts'
import { withoutMetadata } from './remove-metadata.ts'

/** Its type by its bytes. Null if it is a picture that an upload is refused for: one that is cut off, or damaged. */
export async function inspectFile(path: string): Promise<string | null> {
  const handle = await open(path)
  try {
    const bytes = new FileBytes(handle, (await handle.stat()).size)
    const { shown, contentType } = await readType(bytes)
    // How many pixels a picture may have is for the upload to say.
    await readImageSize(bytes, shown, Number.POSITIVE_INFINITY)
    await withoutMetadata(bytes, shown)
    return contentType
  } catch (error) {
    if (error instanceof Problem && error.status < 500) return null
    throw error
  } finally {
    await handle.close()
  }
}
