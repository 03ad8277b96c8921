// Stores files that were received, each with its placeholder: for uploads and imports alike.
import { rm } from 'node:fs/promises'
import type { Images } from '../images/images.ts'
import { isTransformable } from '../images/transformation.ts'
import { type BlobOptions, storeBlob } from './blobs.ts'
import type { ReceivedFile } from './receive-file.ts'

export interface StoreReceivedOptions extends BlobOptions {
  /** Null: no placeholders are made. */
  readonly placeholders: Pick<Images, 'thumbhash'> | null
  /** In whose turn placeholders are made. */
  readonly client: string
}

const placeholderMsMax = 10_000

/** Takes the temporary file over. A `thumbhash` that is known is not made. */
export async function storeReceived(
  options: StoreReceivedOptions,
  file: ReceivedFile,
  known: string | null = null,
): Promise<void> {
  try {
    const thumbhash = known ?? (await makePlaceholder(options, file))
    const { sha256, size, contentType, width, height } = file
    await storeBlob(options, { sha256, size, contentType, width, height, thumbhash }, file.path)
  } finally {
    await rm(file.path, { force: true })
  }
}

async function makePlaceholder(
  { placeholders, client }: StoreReceivedOptions,
  { path, sha256, contentType }: ReceivedFile,
): Promise<string | null> {
  if (placeholders === null || !isTransformable(contentType)) return null
  const source = async () => ({ path, release: () => {} })
  const signal = AbortSignal.timeout(placeholderMsMax)
  return placeholders.thumbhash({ source, sha256, contentType, client, signal, priority: 'upload' })
}
