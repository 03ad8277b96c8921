// Inspects a file on a disk without copying it, to decide whether to receive it.
import { open } from 'node:fs/promises'
import { Problem } from '../../base/errors/errors.ts'
import { FileBytes } from '../formats/file-bytes.ts'
import { readImageSize } from './image-head.ts'
import { readType } from './read-type.ts'
import { withoutMetadata } from './remove-metadata.ts'

/** Returns the type of the bytes; null for a picture that an upload would refuse, because it is cut off or damaged. */
export async function inspectFile(path: string): Promise<string | null> {
  const handle = await open(path)
  try {
    const bytes = new FileBytes(handle, (await handle.stat()).size)
    const { shown, contentType } = await readType(bytes)
    // The upload itself checks the number of pixels.
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
