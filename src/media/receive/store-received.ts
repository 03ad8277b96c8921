// Stores received files, for uploads and imports. Each gets a placeholder, whose creation also shows whether the picture can
// be decoded.
import { rm } from 'node:fs/promises'
import { type BlobOptions, storeBlob } from '../blobs/blobs.ts'
import type { PlaceholderResult } from '../images/image-request.ts'
import type { Images } from '../images/images.ts'
import { isDecoded } from '../images/picture.ts'
import type { ReceivedFile } from './receive-file.ts'

export interface StoreReceivedOptions extends BlobOptions {
  /** Null: no placeholders are made. */
  readonly placeholders: Pick<Images, 'placeholder'> | null
  /** The time in milliseconds for which an upload waits for its placeholder. */
  readonly placeholderMsMax?: number
  /** The client in whose turn placeholders are made. */
  readonly client: string
}

const placeholderMsDefault = 10_000
const none: PlaceholderResult = { thumbhash: null, isUnreadable: false }

/** Stores a file and takes over its temporary file. A thumbhash that is already known is not made again. */
export async function storeReceived(
  options: StoreReceivedOptions,
  file: ReceivedFile,
  known: string | null = null,
): Promise<void> {
  try {
    const made = known === null ? await makePlaceholder(options, file) : { ...none, thumbhash: known }
    const { path, metadataRemoved: _, ...blob } = file
    await storeBlob(options, { ...blob, ...made }, path)
  } finally {
    await rm(file.path, { force: true })
  }
}

async function makePlaceholder(
  { placeholders, client, placeholderMsMax = placeholderMsDefault }: StoreReceivedOptions,
  { path, sha256, contentType, frames }: ReceivedFile,
): Promise<PlaceholderResult> {
  if (placeholders === null || !isDecoded({ contentType, frames })) return none
  const source = async () => ({ path, release: () => {} })
  const signal = AbortSignal.timeout(placeholderMsMax)
  return placeholders.placeholder({ source, sha256, contentType, client, signal, priority: 'upload' })
}
