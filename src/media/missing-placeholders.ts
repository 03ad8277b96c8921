// Makes the placeholders that images have lacked since their upload, because it took too long or images were disabled.
import type { SpaceId } from '../base/ids.ts'
import { lockRevision } from '../content/tables/revision.store.ts'
import { type Database, readsWithin } from '../database/database.ts'
import { followAssets } from '../entries/drafts/republish-asset-users.ts'
import type { FileSettings } from './assets.ts'
import { inPages, listAssetsWith, listWithoutPlaceholder } from './blobs/blob-lists.store.ts'
import { type BlobRow, savePicture } from './blobs/blobs.store.ts'
import { toLocalFile } from './deliver/image-content.ts'
import { isDecoded, transformableTypes } from './images/transformation.ts'
import { FileLost } from './stores/store.ts'

interface PlaceholderParts {
  readonly database: Database
  readonly files: FileSettings
  readonly spaces: readonly { readonly id: SpaceId }[]
  readonly isStopped: () => boolean
}

const pageLength = 100
/** The client of all these jobs, so that they wait for each other, and for every job that a person waits for. */
const client = 'cleanup'

/** Examines all such pictures. Those that fail are tried again by the next run. */
export async function makeMissingPlaceholders(parts: PlaceholderParts): Promise<void> {
  const { database, isStopped } = parts
  const list = (after: string) =>
    listWithoutPlaceholder(database.reads, transformableTypes, after, pageLength)
  for await (const page of inPages(list)) {
    for (const blob of page) {
      if (isStopped()) return
      const found = await examine(parts, blob)
      if (found !== null && !isSame(found, blob)) await save(parts, blob, found)
    }
  }
}

type Examination = Pick<BlobRow, 'thumbhash' | 'unreadable'>

const isSame = (found: Examination, blob: Examination) =>
  found.thumbhash === blob.thumbhash && found.unreadable === blob.unreadable

async function examine({ files }: PlaceholderParts, blob: BlobRow): Promise<Examination | null> {
  const { images, store, uploads } = files
  const { sha256, content_type: contentType, frames } = blob
  if (images === null || !isDecoded({ contentType, frames })) return null
  const source = () => toLocalFile(store, sha256, uploads)
  try {
    const request = { source, sha256, contentType, client, priority: 'cleanup' } as const
    const { thumbhash, isUnreadable } = await images.placeholder(request)
    return { thumbhash, unreadable: isUnreadable ? 1 : 0 }
  } catch (error) {
    // `verify` reports the missing file; the other pictures are still examined.
    if (error instanceof FileLost) return null
    throw error
  }
}

/** Saves the placeholder and updates live content that shows the file. */
async function save(
  { database, spaces }: PlaceholderParts,
  blob: BlobRow,
  found: Examination,
): Promise<void> {
  const { sha256 } = blob
  const changesFiles = found.unreadable !== blob.unreadable
  await database.transaction(writes => savePicture(writes, sha256, found))
  for (const { id: space } of spaces) {
    await database.transaction(async writes => {
      await lockRevision(writes, space)
      const assets = await listAssetsWith(readsWithin(writes), space, sha256)
      if (assets.length > 0) await followAssets(writes, space, assets, { entriesMax: null, changesFiles })
    }, space)
  }
}
